#define _GNU_SOURCE /* strchrnul */
#include "cmd/record/summary.h"

#include <glob.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/opt.h"
#include "base/text.h"
#include "base/units.h"
#include "capture/config.h"
#include "cmd/record/outcome.h"
#include "cmd/record/processes.h"

enum {
	LISTED = 32,          /* files that are listed one by one */
	TYPED = 3,            /* files that the next command names one by one */
	FAILURES_PRINTED = 8, /* different messages of processes that failed */
};

/* Of an untrusted name so many bytes, for the terminal. */
static void print_bytes(FILE *out, const char *name, size_t len)
{
	struct text clean = { 0 };

	text_add_clean(&clean, name, len, 0);
	fwrite(clean.bytes, 1, clean.len, out);
	text_release(&clean);
}

static void print_name(FILE *out, const char *name)
{
	print_bytes(out, name, strlen(name));
}

static bool is_plain(const char *name)
{
	static const char safe[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
				   "0123456789_-./+:,@%=";

	return name[0] != '\0' && name[strspn(name, safe)] == '\0';
}

/* A name quoted for the shell. */
static void print_quoted(FILE *out, const char *name)
{
	if (name[0] == '-')
		fputs("./", out);
	if (is_plain(name)) {
		fputs(name, out);
		return;
	}
	fputc('\'', out);
	for (const char *quote = strchrnul(name, '\''); *quote != '\0';
		quote = strchrnul(name, '\'')) {
		print_bytes(out, name, (size_t)(quote - name));
		fputs("'\\''", out);
		name = quote + 1;
	}
	print_name(out, name);
	fputc('\'', out);
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

static void print_count(FILE *out, uint64_t count, const char *noun)
{
	char text[UNITS_SIZE];

	units_count(count, text, sizeof(text));
	fprintf(out, "%s %s%s", text, noun, plural(count));
}

/* Of a process that ended early, less is known than was lost. */
static void print_loss(FILE *out, uint64_t dropped, bool is_least)
{
	fputs(is_least ? "LOST: at least " : "LOST: ", out);
	print_count(out, dropped, "operation");
}

static void print_totals(FILE *out, const struct summary_totals *totals)
{
	char time[UNITS_SIZE];

	if (totals->unknown == totals->files) {
		fputs("gpuflame: no information about what was recorded\n", out);
		return;
	}
	units_time(totals->ns, time, sizeof(time));
	fputs("gpuflame: recorded ", out);
	print_count(out, totals->ops, "operation");
	fprintf(out, ", %s of GPU time, ", time);
	print_count(out, totals->ranges, "range");
	if (totals->processes > 1)
		fprintf(out, ", of %zu processes", totals->processes);
	if (totals->files > totals->processes)
		fprintf(out, ", in %zu captures", totals->files);
	fputs("; ", out);
	if (totals->dropped > 0)
		print_loss(out, totals->dropped, totals->early > 0);
	else
		fputs(totals->early > 0 ? "lost: none known" : "lost: none", out);
	fputc('\n', out);
}

/* Part of the stacks are unknown. */
static void print_overflow(
	FILE *out, const struct summary *summary, const struct summary_totals *totals)
{
	double ns = (double)summary->outcome->overflow_ns;

	if (ns > 0)
		fprintf(out,
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

static void print_nothing(
	FILE *out, const struct summary *summary, const struct summary_totals *totals)
{
	if (totals->dropped > 0) {
		fputs("gpuflame: nothing was recorded; ", out);
		print_loss(out, totals->dropped, totals->early > 0);
		fputc('\n', out);
		return;
	}
	if (summary->outcome->count > 0) {
		/* failures and ends are listed below, and are the most likely reason */
		if (summary->outcome->failure_count > 0 || totals->none > 0)
			fputs("gpuflame: nothing was recorded\n", out);
		else
			fprintf(out, "gpuflame: nothing was recorded: %s\n",
				why_nothing(summary->config));
		return;
	}
	if (summary->outcome->failure_count > 0)
		return;
	fputs("gpuflame: nothing was recorded: ", out);
	fputs("no process of '", out);
	print_name(out, summary->command);
	fputs(summary->config->command != NULL ? "' that --command selects used CUDA"
					       : "' used CUDA",
		out);
	fputs(" (or sudo, ssh, a container or the like dropped the environment)\n", out);
}

static int compare_failures(const void *a, const void *b)
{
	const struct outcome_failure *left = a, *right = b;
	int order = strcmp(left->message, right->message);

	return order != 0 ? order : (left->pid > right->pid) - (left->pid < right->pid);
}

/* The messages of processes that failed, each once. */
static void print_failures(FILE *out, const struct outcome *outcome)
{
	struct outcome_failure *sorted;
	size_t printed = 0, next;

	if (outcome->failure_count == 0)
		return;
	sorted = mem_zeroed(outcome->failure_count, sizeof(*sorted));
	memcpy(sorted, outcome->failures, outcome->failure_count * sizeof(*sorted));
	qsort(sorted, outcome->failure_count, sizeof(*sorted), compare_failures);
	for (size_t i = 0; i < outcome->failure_count; i = next) {
		size_t processes = 1; /* one may be recorded, and fail, more than once */

		for (next = i + 1; next < outcome->failure_count &&
				   strcmp(sorted[i].message, sorted[next].message) == 0;
			next++)
			processes += sorted[next].pid != sorted[next - 1].pid;
		if (printed++ >= FAILURES_PRINTED)
			continue;
		if (processes == 1)
			fprintf(out, "gpuflame: process %" PRId64 ": ", sorted[i].pid);
		else
			fprintf(out, "gpuflame: %zu processes: ", processes);
		print_name(out, sorted[i].message);
		fputc('\n', out);
	}
	if (printed > FAILURES_PRINTED)
		fprintf(out, "gpuflame: and %zu other messages\n", printed - FAILURES_PRINTED);
	free(sorted);
}

/* One file, with its figures unless they are the totals. */
static void print_file(FILE *out, const struct outcome *outcome,
	const struct outcome_process *process, bool figures, const char *here)
{
	char time[UNITS_SIZE], end[OUTCOME_END_SIZE];

	fputs("gpuflame:   ", out);
	print_name(out, shorten(process->path, here));
	if (strcmp(process->rank, "-") != 0) {
		fputs("  rank ", out);
		print_name(out, process->rank);
	}
	if (figures && process->known) {
		units_time(process->ns, time, sizeof(time));
		fputs("  ", out);
		print_count(out, process->ops, "operation");
		fprintf(out, ", %s", time);
		if (process->dropped > 0) {
			fputs(", ", out);
			print_loss(out, process->dropped, !process->done);
		}
	}
	if (!process->done) {
		outcome_describe_end(outcome, process, end);
		fprintf(out, "  process %" PRId64 " %s: its last moments may be missing",
			process->pid, end);
	}
	fputc('\n', out);
}

/* By rank, if numeric; then by pid. */
static int compare_processes(const void *a, const void *b)
{
	const struct outcome_process *const *left = a, *const *right = b;
	uint64_t left_rank = UINT64_MAX, right_rank = UINT64_MAX;

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
	char *pattern = outcome_glob(output);

	for (const char *p = pattern; *p != '\0'; p++) {
		const char one[] = { *p == '*' ? 'x' : *p, '\0' };

		if (!is_plain(one)) {
			free(pattern);
			return NULL;
		}
	}
	return pattern;
}

/* Whether the shell expands `pattern` to exactly the `count` files. */
static bool glob_is_exact(const char *pattern, struct outcome_process *const *files, size_t count)
{
	glob_t found;
	size_t known = 0;

	/* single-threaded, and we do not set the environment */
	if (glob(pattern, 0, NULL, &found) != 0) /* NOLINT(concurrency-mt-unsafe) */
		return false;
	for (size_t i = 0; i < count && found.gl_pathc == count; i++) {
		for (size_t k = 0; k < count; k++)
			known += strcmp(found.gl_pathv[k], files[i]->path) == 0;
	}
	globfree(&found);
	return known == count;
}

static void print_next(FILE *out, const struct summary *summary,
	struct outcome_process *const *files, size_t count, const char *here)
{
	char *pattern = count > TYPED ? shell_pattern(summary->config->output) : NULL;

	fputs("gpuflame: next: gpuflame", out);
	if (pattern != NULL && glob_is_exact(pattern, files, count)) {
		fprintf(out, " %s", shorten(pattern, here));
	} else {
		for (size_t i = 0; i < count; i++) {
			fputc(' ', out);
			print_quoted(out, shorten(files[i]->path, here));
		}
	}
	fprintf(out, " -o flame.svg\ngpuflame: also: gpuflame stats, findings, diff%s\n",
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

static void print_files(FILE *out, const struct summary *summary)
{
	char *here = getcwd(NULL, 0);
	size_t count;
	struct outcome_process **files = sort_files(summary->outcome, &count);

	for (size_t i = 0; i < count && i < LISTED; i++)
		print_file(out, summary->outcome, files[i], count > 1, here);
	if (count > LISTED)
		fprintf(out, "gpuflame:   and %zu more files\n", count - LISTED);
	print_next(out, summary, files, count, here);
	free(files);
	free(here);
}

/* Processes that were captured and have no file: how they ended. */
static void print_unwritten(FILE *out, const struct summary *summary)
{
	const struct outcome *outcome = summary->outcome;
	size_t printed = 0;

	for (size_t i = 0; i < outcome->count; i++) {
		const struct outcome_process *process = &outcome->processes[i];
		char end[OUTCOME_END_SIZE];

		if (process->path != NULL || process->done || printed++ >= FAILURES_PRINTED)
			continue;
		outcome_describe_end(outcome, process, end);
		fprintf(out,
			"gpuflame: process %" PRId64
			" used CUDA and %s: its recording was not written\n",
			process->pid, end);
	}
	if (printed > FAILURES_PRINTED)
		fprintf(out, "gpuflame: and %zu other processes\n", printed - FAILURES_PRINTED);
}

static void print_whole(
	const struct summary *summary, const struct summary_totals *totals, FILE *out)
{
	if (totals->something) {
		print_totals(out, totals);
		print_overflow(out, summary, totals);
	} else {
		print_nothing(out, summary, totals);
	}
	if (summary->outcome->torn > 0)
		fprintf(out, "gpuflame: %zu report%s of processes could not be read\n",
			summary->outcome->torn, plural(summary->outcome->torn));
	print_unwritten(out, summary);
	print_failures(out, summary->outcome);
	if (totals->something)
		print_files(out, summary);
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

/* The command for the files of all ranks: their folder, or a pattern. */
static void print_next_of_run(FILE *out, const struct summary *summary)
{
	const char *output = summary->config->output;
	char *here = getcwd(NULL, 0), *pattern = shell_pattern(output);
	size_t len = strlen(output);

	if (len > 0 && output[len - 1] == '/') {
		fputs("; next: gpuflame ", out);
		print_quoted(out, shorten(output, here));
		fputs(" -o flame.svg", out);
	} else if (pattern != NULL && strchr(output, '%') != NULL) {
		fprintf(out, "; next: gpuflame %s -o flame.svg", shorten(pattern, here));
	}
	fputc('\n', out);
	free(pattern);
	free(here);
}

/* The lines of `text`, each of which begins with "gpuflame: ", as those of this rank. */
static void print_as_rank(FILE *out, const struct summary *summary, const char *text)
{
	static const char start[] = "gpuflame: ";

	while (*text != '\0') {
		size_t len = strcspn(text, "\n");

		len += text[len] == '\n';
		fputs("gpuflame: rank ", out);
		print_name(out, summary->rank);
		fputs(" of ", out);
		print_name(out, summary->world);
		fputs(": ", out);
		fwrite(text + strlen(start), 1, len - strlen(start), out);
		text += len;
	}
}

/*
 * One line of the first task, or, of a recording that is not complete, all of them. A launcher in a
 * task has several ranks below it, so that its lines are of no rank.
 */
static void print_rank(
	const struct summary *summary, const struct summary_totals *totals, FILE *out)
{
	bool is_launcher = totals->files > 1;
	bool is_well = totals->succeeded && totals->dropped == 0 && totals->early == 0 &&
		       summary->outcome->torn == 0 && summary->outcome->overflow_ns == 0;
	char *text = NULL;
	size_t size = 0;
	FILE *lines;

	if (is_well && strcmp(summary->rank, "0") != 0)
		return;
	lines = open_memstream(&text, &size);
	if (lines == NULL)
		mem_die();
	if (is_well)
		print_totals(lines, totals);
	else
		print_whole(summary, totals, lines);
	if (fclose(lines) != 0)
		mem_die();
	if (is_well)
		text[--size] = '\0';
	if (is_launcher)
		fputs(text, out);
	else
		print_as_rank(out, summary, text);
	if (is_well)
		print_next_of_run(out, summary);
	free(text);
}

void summary_print(const struct summary *summary, FILE *out)
{
	struct summary_totals totals;

	if (summary->which == SUMMARY_NONE)
		return;
	summary_add_up(summary, &totals);
	if (summary->which == SUMMARY_RANK0 && summary->rank != NULL)
		print_rank(summary, &totals, out);
	else
		print_whole(summary, &totals, out);
}
