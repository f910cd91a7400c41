#include "cmd/stats_options.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/out.h"
#include "base/word_list.h"
#include "cmd/cmd.h"
#include "cmd/output_format.h"
#include "cmd/rule_options.h"
#include "cmd/selection_options.h"
#include "cmd/table_folder.h"
#include "cmd/torch_frames.h"
#include "cmd/terminal.h"
#include "stats/formats.h"
#include "stats/reports/registry.h"
#include "stats/sql/sql_report.h"

/* Words, indented and wrapped to `width` columns; 0: in one line. */
static void print_words(const char *text, size_t width)
{
	enum { INDENT = 4 };
	size_t at = 0;

	while (*text != '\0') {
		size_t len = strcspn(text, " ");

		if (at == 0 || (width > 0 && at + 1 + len > width)) {
			printf("%s%*s", at > 0 ? "\n" : "", INDENT, "");
			at = INDENT;
		} else {
			putchar(' ');
			at++;
		}
		printf("%.*s", (int)len, text);
		at += len;
		text += len + strspn(text + len, " ");
	}
	putchar('\n');
}

void stats_options_list(void)
{
	for (size_t i = 0; report_at(i) != NULL; i++) {
		const struct report *report = report_at(i);

		printf("%s%s%s%s\n", report->name,
			report->names_kernels ? "[:nvtx-name][:base|:mangled]" : "",
			report->alias != NULL ? ", " : "",
			report->alias != NULL ? report->alias : "");
		print_words(report->doc, terminal_width(NULL));
	}
}

/* --- what was asked for ------------------------------------------------------------- */

/* A user's own was read again. */
static bool is_same_report(const struct report *a, const struct report *b)
{
	const struct sql_report *left = sql_report_of(a), *right = sql_report_of(b);

	return a == b || (left != NULL && right != NULL && left->path != NULL &&
				 right->path != NULL && strcmp(left->path, right->path) == 0);
}

/* Reports of users, which live as long as the command. */
static void keep_report(const struct report *report)
{
	static const struct report **kept;
	static size_t count, cap;

	mem_need(kept, cap, count + 1);
	kept[count++] = report;
}

bool stats_options_add(struct stats_args *words, struct stats_request request, struct err *err)
{
	for (size_t i = 0; i < words->count; i++) {
		if (is_same_report(words->requests[i].report, request.report) &&
			words->requests[i].naming == request.naming &&
			strcmp(words->requests[i].arguments, request.arguments) == 0)
			return true;
	}
	mem_need(words->requests, words->cap, words->count + 1);
	words->requests[words->count++] = request;
	return report_settle(request.report, err);
}

static bool add_reports(void *value, const char *arg, struct err *err)
{
	struct stats_args *words = value;

	for (;;) {
		size_t len = strcspn(arg, ",");
		struct stats_request request;

		if (len == 3 && memcmp(arg, "all", 3) == 0) {
			words->all = true;
			for (size_t i = 0; report_at(i) != NULL; i++) {
				request = (struct stats_request){ .report = report_at(i) };
				if (!stats_options_add(words, request, err))
					return false;
			}
		} else {
			bool ok = stats_parse_request(arg, len, &request, err);

			keep_report(request.report);
			if (!ok || !stats_options_add(words, request, err))
				return false;
		}
		if (arg[len] == '\0')
			return true;
		arg += len + 1;
	}
}

static bool add_histogram(void *value, const char *arg, struct err *err)
{
	struct stats_args *words = value;

	if (words->histogram != NULL)
		return err_set(err, ERR_USAGE, "can be given only once");
	words->histogram = arg;
	return add_reports(value, "duration_histogram", err);
}

static bool add_flops(void *value, const char *arg, struct err *err)
{
	struct stats_args *words = value;

	return stated_works_add(&words->stated, arg, err) && add_reports(value, "mfu", err);
}

static bool add_peak(void *value, const char *arg, struct err *err)
{
	struct stats_args *words = value;

	words->has_peak = true;
	return gpu_peak_parse(arg, &words->peak, err);
}

static const char *timeline_word(size_t index)
{
	for (size_t i = 0; report_at(i) != NULL; i++) {
		if (report_at(i)->timeline != NULL && index-- == 0)
			return report_at(i)->name;
	}
	return NULL;
}

/* All reports of single events, or those that were asked for. */
static bool choose_events(struct stats_args *words, struct err *err)
{
	char names[256];

	for (size_t i = 0; i < words->count; i++) {
		if (words->requests[i].report->timeline != NULL)
			continue;
		word_list(names, sizeof(names), timeline_word, "and");
		return err_set(err, ERR_USAGE,
			"--format timeline cannot show %s; it shows %s, also without --report",
			words->requests[i].report->name, names);
	}
	if (words->count > 0)
		return true;
	words->all = true;
	for (size_t i = 0; report_at(i) != NULL; i++) {
		const struct stats_request request = { .report = report_at(i) };

		if (request.report->timeline != NULL && !stats_options_add(words, request, err))
			return false;
	}
	return true;
}

static bool choose_format(struct stats_args *words, struct err *err)
{
	static const struct output_format formats[] = {
		{ "table", ".txt", NULL },
		{ "csv", ".csv", ".txt" },
		{ "tsv", ".tsv", ".txt" },
		{ "json", ".json", NULL },
		{ "markdown", ".md .markdown", ".txt" },
		{ "svg", ".svg", NULL },
		{ "timeline", ".trace.json", ".json" },
		{ NULL, NULL, NULL },
	};
	const char *name;

	if (!output_format_find(
		    formats, "gpuflame stats", words->output, words->format_word, &name, err))
		return false;
	words->format = format_named(name);
	if (words->format->is_timeline && !choose_events(words, err))
		return false;
	words->to_folder = table_folder_is(words->output);
	if (words->to_folder && (!words->format->has_no_titles || words->per_rank))
		return err_set(err, ERR_USAGE,
			"'%s' is a folder, for a CSV or TSV file of each report: add --format "
			"csv%s",
			words->output, words->per_rank ? ", without --per-rank" : "");
	if (words->output != NULL && strcmp(words->output, "-") != 0 && !words->to_folder &&
		words->format->has_no_titles && words->count > 1)
		return err_set(err, ERR_USAGE,
			"several reports do not fit one file of %s: give a folder, -o %s/, which "
			"gets a file of each",
			words->format->name, "tables");
	return true;
}

/* Warn about an option that applies to none of the reports. */
static void say_useless(const struct stats_args *words, const char *option)
{
	const char *between = "has no effect here; it applies to ";

	for (size_t i = 0; i < words->count; i++) {
		const char *own = words->requests[i].report->option;

		if (own != NULL && strcmp(own, option) == 0)
			return;
	}
	fprintf(stderr, "gpuflame: warning: %s ", option);
	for (size_t i = 0; report_at(i) != NULL; i++) {
		const char *own = report_at(i)->option;

		if (own == NULL || strcmp(own, option) != 0)
			continue;
		fprintf(stderr, "%s%s", between, report_at(i)->name);
		between = ", ";
	}
	fputc('\n', stderr);
}

static bool has_rule(const struct ruleset *set, enum rule_kind kind)
{
	for (size_t i = 0; i < set->word_count; i++) {
		if (!set->words[i].is_file && set->words[i].kind == kind)
			return true;
	}
	return false;
}

/* An option that selects what the rows of a report do not have, or NULL. */
static const char *find_useless(const struct stats_args *words, const struct report *report)
{
	const struct selection *selection = &words->cut.plan.selection;
	const struct step_selection *steps = &selection->steps;
	const struct {
		bool given;
		const char *option;
	} of_devices[] = {
		{ selection->devices.count > 0 && !report->has_devices, "--device" },
		{ selection->streams.count > 0, "--stream" },
	}, of_programs[] = {
		{ selection->processes.count > 0, "--process" },
		{ selection->ranks.count > 0, "--rank" },
		{ selection->range != NULL, "--range" },
		{ steps->has_numbers, "--steps" },
		{ selection_has_steps(selection), "--skip-steps" },
		{ has_rule(&words->cut.rules, RULE_ONLY), "--only" },
		{ has_rule(&words->cut.rules, RULE_FILTER_OUT), "--filter-out" },
	};

	for (size_t i = 0; (report->is_cpu || report->is_hardware) && i < ARRAY_SIZE(of_devices);
		i++) {
		if (of_devices[i].given)
			return of_devices[i].option;
	}
	for (size_t i = 0; report->is_hardware && i < ARRAY_SIZE(of_programs); i++) {
		if (of_programs[i].given)
			return of_programs[i].option;
	}
	return NULL;
}

static bool refuse_useless(const struct report *report, const char *option, struct err *err)
{
	if (report->is_hardware)
		return err_set(err, ERR_USAGE,
			"%s shows samples over time, from which %s cannot select; --time can",
			report->name, option);
	return err_set(err, ERR_USAGE,
		"%s shows what threads did, which is on no device: %s is not possible; --process "
		"and --rank are",
		report->name, option);
}

/* What the CPU did is on no device, and what hardware did belongs to no program. */
static bool check_useless(struct stats_args *words, struct err *err)
{
	size_t kept = 0;

	for (size_t i = 0; i < words->count; i++) {
		const struct report *report = words->requests[i].report;
		const char *option = find_useless(words, report);

		if (option == NULL)
			words->requests[kept++] = words->requests[i];
		else if (!words->all)
			return refuse_useless(report, option, err);
		else if (!words->cut.quiet)
			fprintf(stderr,
				"gpuflame: note: skipped, since %s does not apply to it: %s\n",
				option, report->name);
	}
	words->count = kept;
	return true;
}

/* Check what chooses rows before anything is read. */
static bool check_rows(const struct stats_args *words, struct err *err)
{
	const struct report **reports;
	bool ok;

	if (words->rows.sort == NULL && words->rows.filter == NULL)
		return true;
	if (words->partial || words->count == 0)
		return err_set(err, ERR_USAGE, "--sort and --filter need a report: --report NAME%s",
			words->partial ? "; partial results have all rows" : "; --list shows them");
	reports = mem_zeroed(words->count, sizeof(*reports));
	for (size_t i = 0; i < words->count; i++)
		reports[i] = words->requests[i].report;
	ok = row_options_check(&words->rows, reports, words->count, words->per_rank, err);
	free((void *)reports);
	return ok;
}

/* Check the rules and patterns before anything is read. */
static bool check_cut(struct stats_args *words, struct err *err)
{
	const struct selection *selection = &words->cut.plan.selection;
	struct trace_cutter cutter;
	struct names names;
	bool ok;

	if (!words->cut.quiet && words->cut.rank_pattern != NULL && selection->ranks.count == 0)
		fputs("gpuflame: warning: --rank-pattern has no effect here; it applies to "
		      "--rank\n",
			stderr);
	if (!words->cut.quiet && selection->steps.pattern != NULL &&
		!selection_has_steps(selection))
		fputs("gpuflame: warning: --step-range has no effect here; it applies to --steps "
		      "and --skip-steps\n",
			stderr);
	names_init(&names);
	ok = trace_cutter_init(&cutter, &names, &words->cut, err);
	trace_cutter_release(&cutter);
	names_release(&names);
	return ok && plan_check(&words->cut.plan, err) &&
	       rule_options_check_output(&words->cut.rules, words->output, err) &&
	       check_useless(words, err);
}

bool stats_options_settle(struct stats_args *words, struct err *err)
{
	if (!choose_format(words, err))
		return false;
	if (!isnan(words->min_gap_ms) && !words->cut.quiet)
		say_useless(words, "--min-gap");
	if (words->chunks != UINT64_MAX && !words->cut.quiet)
		say_useless(words, "--chunks");
	if (words->pace != NULL && !words->cut.quiet)
		say_useless(words, "--pace");
	if (words->has_peak && !words->cut.quiet)
		say_useless(words, "--peak");
	if (isnan(words->min_gap_ms))
		words->min_gap_ms = 500;
	if (words->chunks == UINT64_MAX)
		words->chunks = 30;
	if (words->min_gap_ms < 0 || words->min_gap_ms > 1e12)
		return err_set(
			err, ERR_USAGE, "--min-gap %g: expected 0 to 1e12 ms", words->min_gap_ms);
	if (words->chunks < 1 || words->chunks > 100000)
		return err_set(err, ERR_USAGE, "--chunks %" PRIu64 ": expected 1 to 100000",
			words->chunks);
	return check_cut(words, err) && check_rows(words, err);
}

void stats_options_init(struct stats_args *words)
{
	*words = (struct stats_args){ .cut.nsys = "nsys", .min_gap_ms = NAN, .chunks = UINT64_MAX };
	const struct opt entries[] = {
		OPT_HEADING("Reports"),
		OPT_CALL('r', "report", words, "NAME,...",
			"reports to print, or files of SQL (docs/TABLES.md); 'all' is every report "
			"that the "
			"files have data for",
			add_reports),
		OPT_TRUE(0, "list", &words->list, "describe each report"),
		OPT_TRUE(0, "per-rank", &words->per_rank,
			"print each file separately instead of pooling them"),
		OPT_TRUE(0, "partial", &words->partial,
			"write a partial result instead of reports; stats of several of these "
			"is that of all their files"),
		OPT_TRUE(0, "keep-going", &words->keep_going, "skip files that cannot be read"),
		OPT_TRUE(0, "strict", &words->strict, CMD_STRICT_HELP),
		OPT_NUMBER(0, "min-gap", &words->min_gap_ms, "MS",
			"the shortest gap that gpu_gaps shows (default: 500)"),
		OPT_UINT(0, "chunks", &words->chunks, "N",
			"number of time slices in gpu_time_util (default: 30)"),
		OPT_STRING(0, "pace", &words->pace, "NAME",
			"the range or kernel that nvtx_pace and cuda_gpu_kern_pace show (the one "
			"with the most time)"),
		OPT_CALL(0, "histogram", words, "NAME",
			"show the durations of this kernel or range (duration_histogram)",
			add_histogram),
		OPT_CALL(0, "flops", words, "REGEX=FLOP",
			"the work of each range of that name, such as 'attention=1.2e12', if not "
			"that of its shapes (mfu)",
			add_flops),
		OPT_CALL(0, "peak", words, "TFLOPS",
			"what the GPU can do (mfu): dense TFLOP/s and GB/s of memory, such as "
			"bf16=989.4,memory=3350",
			add_peak),
		OPT_STRING(0, "nsys", &words->cut.nsys, "PATH",
			"the nsys to export .nsys-rep files with"),
		OPT_TRUE(0, "adopt", &words->cut.plan.adopt, SELECTION_ADOPT_HELP),
		OPT_CALL(0, "torch-frames", &words->cut, "LIST", TORCH_FRAMES_HELP,
			torch_frames_set),
		OPT_HEADING("Rows"),
		OPT_UINT(0, "limit", &words->rows.limit, "N",
			"only the first N rows of each report, or N kernels and ranges on the "
			"screen"),
		OPT_STRING(0, "sort", &words->rows.sort, "COLUMN",
			"sort by this column: numbers from the largest, text from A, unless "
			"COLUMN:asc or COLUMN:desc is given"),
		OPT_STRING(0, "filter", &words->rows.filter, "REGEX",
			"only rows with a name that matches"),
		OPT_HEADING("Output"),
		OPT_WORD_CALL('f', "format", &words->format_word, "FORMAT", format_word,
			"output format, else that of the suffix of -o FILE (svg: maps, "
			"histograms, pace, sizes; timeline: events for Perfetto)",
			output_format_set),
		OPT_STRING(
			'o', "output", &words->output, "FILE", "write to FILE instead of stdout"),
		OPT_TRUE('q', "quiet", &words->cut.quiet, "suppress warnings and progress"),
		OPT_TRUE('h', "help", &words->help, "show this"),
		OPT_END(),
	};

	opt_append(words->table, ARRAY_SIZE(words->table), entries);
	selection_options_init(&words->cut.plan.selection, &words->cut.rank_pattern, words->table,
		ARRAY_SIZE(words->table));
	rule_options_init_bare(&words->cut.rules, words->table, ARRAY_SIZE(words->table));
	opt_hide(words->table, "drop-frame");
	opt_hide(words->table, "root");
}

void stats_options_release(struct stats_args *words)
{
	selection_options_release(&words->cut.plan.selection);
	rule_options_release(&words->cut.rules);
	stated_works_release(&words->stated);
	free(words->requests);
}
