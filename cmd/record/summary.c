#include "cmd/record/summary.h"

#include <glob.h>
#include <inttypes.h>
#include <unistd.h>

#include "base/opt.h"
#include "base/text.h"
#include "base/units.h"
#include "capture/config.h"
#include "cmd/record/outcome.h"
#include "cmd/record/processes.h"

enum {
	TYPED = 3, /* files that are listed, and that the next command names one by one */
	FAILURES_PRINTED = 8, /* different messages of processes that failed, and their files */
};

/* An untrusted name, for the terminal. */
static void add_name(struct text *out, const char *name)
{
	text_add_clean(out, name, strlen(name), 0);
}

/* A name quoted for the shell. */
static void add_quoted(struct text *out, const char *name)
{
	struct text quoted = { 0 };

	text_add_shell(&quoted, name);
	text_add_string(out, name[0] == '-' ? "./" : "");
	add_name(out, quoted.bytes);
	text_release(&quoted);
}

/* `path` as seen from the current folder, if it is below. */
static const char *shorten(const char *path, const char *here)
{
	size_t len = here != NULL ? strlen(here) : 0;

	if (len > 1 && strncmp(path, here, len) == 0 && path[len] == '/' && path[len + 1] != '\0')
		return path + len + 1;
	return path;
}

/* Whether one before it is of the same process, which can be recorded more than once. */
static bool is_known(const struct outcome *outcome, size_t index)
{
	const struct outcome_process *process = &outcome->processes[index];

	for (size_t i = 0; i < index; i++) {
		if (outcome->processes[i].path != NULL &&
			outcome->processes[i].pid == process->pid &&
			strcmp(outcome->processes[i].rank, process->rank) == 0)
			return true;
	}
	return false;
}

void summary_add_up(const struct summary *summary, struct summary_totals *totals)
{
	const struct outcome *outcome = summary->outcome;

	*totals = (struct summary_totals){ 0 };
	for (size_t i = 0; i < outcome->count; i++) {
		const struct outcome_process *process = &outcome->processes[i];

		totals->files += process->path != NULL;
		totals->processes += process->path != NULL && !is_known(outcome, i);
		totals->early += !process->done;
		totals->none += !process->done && process->path == NULL;
		totals->unknown += process->path != NULL && !process->known;
		totals->cut += process->is_cut;
		/* forged counts may wrap when summed: they are shown as they are */
		totals->ops += process->ops;
		totals->ns += process->ns;
		totals->ranges += process->ranges;
		totals->dropped += process->dropped;
	}
	totals->something = totals->files > 0 && (totals->ops > 0 || totals->unknown > 0);
	totals->succeeded = totals->something && totals->none == 0 && !outcome->has_failed;
}

static const char *plural(uint64_t count)
{
	return count == 1 ? "" : "s";
}

static void add_count(struct text *out, uint64_t count, const char *noun)
{
	char text[UNITS_SIZE];

	units_count(count, text, sizeof(text));
	text_addf(out, "%s %s%s", text, noun, plural(count));
}

/* Of a process that ended early, less is known than was lost. */
static void add_loss(struct text *out, uint64_t dropped, bool is_least)
{
	text_add_string(out, is_least ? "LOST: at least " : "LOST: ");
	add_count(out, dropped, "operation");
}

static void add_totals(struct text *out, const struct summary_totals *totals)
{
	char time[UNITS_SIZE];

	if (totals->unknown == totals->files) {
		text_add_string(out, "gpuflame: no information about what was recorded");
		return;
	}
	units_time(totals->ns, time, sizeof(time));
	text_add_string(out, "gpuflame: recorded ");
	add_count(out, totals->ops, "operation");
	text_addf(out, ", %s of GPU time, ", time);
	add_count(out, totals->ranges, "range");
	if (totals->processes > 1)
		text_addf(out, ", of %zu processes", totals->processes);
	if (totals->files > totals->processes)
		text_addf(out, ", in %zu captures", totals->files);
	text_add_string(out, "; ");
	if (totals->dropped > 0)
		add_loss(out, totals->dropped, totals->early + totals->cut > 0);
	else if (totals->cut > 0)
		text_add_string(out, "LOST: all that ran after recording ended");
	else
		text_add_string(out, totals->early > 0 ? "lost: none known" : "lost: none");
}

/* Part of the stacks are unknown. */
static void add_overflow(
	struct text *out, const struct summary *summary, const struct summary_totals *totals)
{
	double ns = (double)summary->outcome->overflow_ns;

	if (ns > 0)
		text_addf(out,
			"gpuflame: %.1f %% of the time is in '(overflow)': there are more than "
			"%" PRIu64 " stacks; do names contain ids? (GPUFLAME_MAX_NODES)\n",
			100 * ns / (double)totals->ns, summary->config->max_nodes);
}

/* Why nothing was recorded in programs that used CUDA. */
static const char *why_nothing(const struct config *config)
{
	if (config->start_later)
		return "recording was not started (gpuflame start), or nothing ran on the GPU "
		       "after that";
	if (config->steps > 0)
		return "no training step was recorded: see --step-range and --skip";
	if (config->range == CAPTURE_CUDA_PROFILER_API)
		return "nothing ran on the GPU between cudaProfilerStart and cudaProfilerStop";
	if (config->range == CAPTURE_NVTX)
		return "nothing was launched in the range of --nvtx-capture";
	if (config->delay_ns > 0)
		return "nothing ran on the GPU after --delay";
	return "nothing ran on the GPU";
}

static void add_nothing(
	struct text *out, const struct summary *summary, const struct summary_totals *totals)
{
	/* failures and ends are listed below, and are the most likely reason */
	bool is_said = summary->outcome->failure_count > 0 || totals->none > 0;

	if (is_said && totals->dropped == 0 && summary->outcome->count == 0)
		return;
	text_add_string(out, "gpuflame: nothing was recorded");
	if (totals->dropped > 0) {
		text_add_string(out, "; ");
		add_loss(out, totals->dropped, totals->early > 0);
	} else if (summary->outcome->count == 0) {
		text_add_string(out, ": no process of '");
		add_name(out, summary->command);
		text_addf(out,
			"'%s used CUDA (or sudo, ssh, a container or the like dropped the "
			"environment)",
			summary->config->command != NULL ? " that --command selects" : "");
	} else if (!is_said) {
		text_addf(out, ": %s", why_nothing(summary->config));
	}
	text_add_string(out, "\n");
}

/* The messages of processes that failed, each once. */
static void add_failures(struct text *out, const struct outcome *outcome)
{
	const struct outcome_failure *list = outcome->failures;
	size_t printed = 0, next;

	for (size_t i = 0; i < outcome->failure_count; i = next) {
		size_t processes = 1; /* one may be recorded, and fail, more than once */

		for (next = i + 1; next < outcome->failure_count &&
				   strcmp(list[i].message, list[next].message) == 0;
			next++)
			processes += list[next].pid != list[next - 1].pid;
		if (printed++ >= FAILURES_PRINTED)
			continue;
		if (processes == 1)
			text_addf(out, "gpuflame: process %" PRId64 ": ", list[i].pid);
		else
			text_addf(out, "gpuflame: %zu processes: ", processes);
		add_name(out, list[i].message);
		text_add_string(out, "\n");
	}
	if (printed > FAILURES_PRINTED)
		text_addf(out, "gpuflame: and %zu other messages\n", printed - FAILURES_PRINTED);
}

/* One file, with its figures unless they are the totals. */
static void add_file(struct text *out, const struct outcome *outcome,
	const struct outcome_process *process, bool figures, const char *here)
{
	char time[UNITS_SIZE];

	text_add_string(out, "gpuflame:   ");
	add_name(out, shorten(process->path, here));
	if (strcmp(process->rank, "-") != 0) {
		text_add_string(out, "  rank ");
		add_name(out, process->rank);
	}
	if (figures && process->known) {
		units_time(process->ns, time, sizeof(time));
		text_add_string(out, "  ");
		add_count(out, process->ops, "operation");
		text_addf(out, ", %s", time);
		if (process->dropped > 0) {
			text_add_string(out, ", ");
			add_loss(out, process->dropped, !process->done);
		}
	}
	if (process->is_cut)
		text_add_string(out, "  recording ended early");
	if (!process->done) {
		text_addf(out, "  process %" PRId64 " ", process->pid);
		outcome_add_end(outcome, process, out);
		text_add_string(out, ": its last moments may be missing");
	}
	text_add_string(out, "\n");
}

/* By rank, if numeric; then by pid. */
static int compare_processes(const void *a, const void *b)
{
	const struct outcome_process *const *left = a, *const *right = b;
	uint64_t left_rank, right_rank;

	if (!opt_parse_uint((*left)->rank, &left_rank))
		left_rank = UINT64_MAX;
	if (!opt_parse_uint((*right)->rank, &right_rank))
		right_rank = UINT64_MAX;
	if (left_rank != right_rank)
		return left_rank > right_rank ? 1 : -1;
	return ((*left)->pid > (*right)->pid) - ((*left)->pid < (*right)->pid);
}

/* The output pattern as a shell pattern, or NULL if that would need quotes; to free(). */
static char *shell_pattern(const char *output)
{
	static const char safe[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
				   "0123456789_-./+:,@%=*";
	char *pattern = outcome_glob(output);

	if (pattern[strspn(pattern, safe)] == '\0')
		return pattern;
	free(pattern);
	return NULL;
}

/* To how many files the shell expands `pattern`, which all of ours fit. */
static size_t count_fitting(const char *pattern)
{
	glob_t found;
	size_t count;

	/* single-threaded, and we do not set the environment */
	if (glob(pattern, 0, NULL, &found) != 0) /* NOLINT(concurrency-mt-unsafe) */
		return 0;
	count = found.gl_pathc;
	globfree(&found);
	return count;
}

/* The command for the files of all ranks, "" if there is none: their folder, or a pattern. */
static void add_next_of_run(struct text *out, const char *before, const struct summary *summary)
{
	const char *output = summary->config->output;
	char *here = getcwd(NULL, 0), *pattern = shell_pattern(output);
	size_t len = strlen(output);

	if (len > 0 && output[len - 1] == '/') {
		text_addf(out, "%snext: gpuflame ", before);
		add_quoted(out, shorten(output, here));
		text_add_string(out, " -o flame.svg");
	} else if (pattern != NULL && strchr(output, '%') != NULL) {
		text_addf(out, "%snext: gpuflame %s -o flame.svg", before, shorten(pattern, here));
	}
	text_add_string(out, "\n");
	free(pattern);
	free(here);
}

static void add_next(struct text *out, const struct summary *summary,
	struct outcome_process *const *files, size_t count, const char *here)
{
	char *pattern = count > TYPED ? shell_pattern(summary->config->output) : NULL;
	size_t fitting = pattern != NULL ? count_fitting(pattern) : 0;

	text_add_string(out, "gpuflame: next: gpuflame");
	if (fitting == count || (fitting > 0 && count > FAILURES_PRINTED)) {
		text_addf(out, " %s -o flame.svg", shorten(pattern, here));
		if (fitting > count)
			text_addf(out, " (also of %zu older files)", fitting - count);
	} else {
		for (size_t i = 0; i < count; i++) {
			text_add_string(out, " ");
			add_quoted(out, shorten(files[i]->path, here));
		}
		text_add_string(out, " -o flame.svg");
	}
	text_addf(out, "\ngpuflame: also: gpuflame stats, findings, diff%s\n",
		summary->config->mode == MODE_TRACE
			? ""
			: " (idle time, and what is hidden: record --mode trace)");
	free(pattern);
}

/* The processes that have files, each file once, in order. */
static struct outcome_process **sort_files(const struct outcome *outcome, size_t *count)
{
	struct outcome_process **files =
		mem_zeroed(outcome->count + 1, sizeof(struct outcome_process *));

	*count = 0;
	for (size_t i = 0; i < outcome->count; i++) {
		if (outcome->processes[i].path != NULL)
			files[(*count)++] = &outcome->processes[i];
	}
	qsort(files, *count, sizeof(struct outcome_process *), compare_processes);
	return files;
}

static void add_files(struct text *out, const struct summary *summary)
{
	char *here = getcwd(NULL, 0);
	size_t count, printed = 0;
	struct outcome_process **files = sort_files(summary->outcome, &count);

	for (size_t i = 0; i < count; i++) {
		bool is_well = files[i]->done && files[i]->dropped == 0 && !files[i]->is_cut;

		if (count <= TYPED || (!is_well && printed++ < FAILURES_PRINTED))
			add_file(out, summary->outcome, files[i], count > 1, here);
	}
	if (printed > FAILURES_PRINTED)
		text_addf(out, "gpuflame:   and %zu more files that lack something\n",
			printed - FAILURES_PRINTED);
	if (summary->rank != NULL && summary->which == SUMMARY_RANK0)
		add_next_of_run(out, "gpuflame: ", summary);
	else
		add_next(out, summary, files, count, here);
	free(files);
	free(here);
}

/* Processes that were captured and have no file: how they ended. */
static void add_unwritten(struct text *out, const struct summary *summary)
{
	const struct outcome *outcome = summary->outcome;
	size_t printed = 0;

	for (size_t i = 0; i < outcome->count; i++) {
		const struct outcome_process *process = &outcome->processes[i];

		if (process->path != NULL || process->done || printed++ >= FAILURES_PRINTED)
			continue;
		text_addf(out, "gpuflame: process %" PRId64 " used CUDA and ", process->pid);
		outcome_add_end(outcome, process, out);
		text_add_string(out, ": its recording was not written\n");
	}
	if (printed > FAILURES_PRINTED)
		text_addf(out, "gpuflame: and %zu other processes\n", printed - FAILURES_PRINTED);
}

/* Of processes that have files, in the line of totals. */
static void add_early(
	struct text *out, const struct outcome *outcome, const struct summary_totals *totals)
{
	const struct outcome_process *process = outcome->processes;
	size_t early = totals->early - totals->none;

	if (early == 1) {
		while (process->done || process->path == NULL)
			process++;
		text_addf(out, "; process %" PRId64 " ", process->pid);
		outcome_add_end(outcome, process, out);
		text_add_string(out, ": its last moments may be missing");
	} else if (early > 1) {
		text_addf(out, "; %zu processes ended early: their last moments may be missing",
			early);
	}
}

/* `in_brief`: without its files, as it is one of many ranks. */
static void add_whole(const struct summary *summary, const struct summary_totals *totals,
	bool in_brief, struct text *out)
{
	if (totals->something) {
		add_totals(out, totals);
		if (in_brief)
			add_early(out, summary->outcome, totals);
		if (in_brief && strcmp(summary->rank, "0") == 0)
			add_next_of_run(out, "; ", summary);
		else
			text_add_string(out, "\n");
		add_overflow(out, summary, totals);
	} else {
		add_nothing(out, summary, totals);
	}
	if (summary->outcome->torn > 0)
		text_addf(out, "gpuflame: %zu report%s of processes could not be read\n",
			summary->outcome->torn, plural(summary->outcome->torn));
	add_unwritten(out, summary);
	add_failures(out, summary->outcome);
	if (totals->something && !in_brief)
		add_files(out, summary);
}

/* --- of one rank of several ------------------------------------------------------------- */

const char *summary_word(size_t index)
{
	static const char *const words[] = {
		[SUMMARY_RANK0] = "rank0",
		[SUMMARY_ALL] = "all",
		[SUMMARY_NONE] = "none",
	};

	return index < ARRAY_SIZE(words) ? words[index] : NULL;
}

/* The lines of `text`, each of which begins with "gpuflame: ", as those of this rank. */
static void add_as_rank(struct text *out, const struct summary *summary, const char *text)
{
	static const char start[] = "gpuflame: ";

	while (*text != '\0') {
		size_t len = strcspn(text, "\n");

		len += text[len] == '\n';
		text_add_string(out, "gpuflame: rank ");
		add_name(out, summary->rank);
		text_add_string(out, " of ");
		add_name(out, summary->world);
		text_add_string(out, ": ");
		text_add(out, text + strlen(start), len - strlen(start));
		text += len;
	}
}

/*
 * One line of the first task, unless something is wrong; of others what is. Those of a launcher,
 * which has several ranks below it, are of no rank.
 */
static void add_rank(
	const struct summary *summary, const struct summary_totals *totals, struct text *out)
{
	bool is_first = strcmp(summary->rank, "0") == 0;
	bool is_well = totals->succeeded && totals->dropped == 0 && totals->early == 0 &&
		       summary->outcome->torn == 0 && summary->outcome->overflow_ns == 0;
	struct text lines = { 0 };

	if (is_well && !is_first)
		return;
	add_whole(summary, totals, is_well || !is_first, &lines);
	if (totals->files > 1)
		text_add(out, lines.bytes, lines.len);
	else
		add_as_rank(out, summary, lines.bytes);
	text_release(&lines);
}

void summary_print(const struct summary *summary)
{
	struct summary_totals totals;
	struct text out = { 0 };

	if (summary->which == SUMMARY_NONE)
		return;
	summary_add_up(summary, &totals);
	if (summary->which == SUMMARY_RANK0 && summary->rank != NULL)
		add_rank(summary, &totals, &out);
	else
		add_whole(summary, &totals, false, &out);
	/* in one write, so that those of other ranks do not mix in */
	if (out.len > 0)
		fwrite(out.bytes, 1, out.len, stderr);
	text_release(&out);
}
