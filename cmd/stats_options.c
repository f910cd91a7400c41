#include "cmd/stats_options.h"

#include <stdio.h>

#include "base/out.h"
#include "base/text.h"
#include "cmd/cmd.h"
#include "cmd/output_format.h"
#include "cmd/rule_options.h"
#include "cmd/selection_options.h"
#include "cmd/terminal.h"
#include "stats/stats_run.h"
#include "stats/reports/registry.h"

/* A paragraph, indented. */
static void print_doc(const char *doc, size_t width)
{
	enum { INDENT = 4 };
	struct text text = { 0 };

	text_add_wrapped(&text, doc, width > INDENT ? width - INDENT : SIZE_MAX);
	for (const char *line = text.bytes; *line != '\0'; line += strspn(line, "\n")) {
		size_t len = strcspn(line, "\n");

		printf("%*s%.*s\n", INDENT, "", (int)len, line);
		line += len;
	}
	text_release(&text);
}

void stats_options_list(void)
{
	for (size_t i = 0; report_at(i) != NULL; i++) {
		const struct report *report = report_at(i);

		printf("%s%s%s%s\n", report->name, report->names_kernels ? "[:base|:mangled]" : "",
			report->alias != NULL ? ", " : "",
			report->alias != NULL ? report->alias : "");
		print_doc(report->doc, terminal_width(NULL));
	}
}

/* --- what was asked for ------------------------------------------------------------- */

/* Ask for a report. One that is named twice, maybe by an alias, is shown once. */
static bool add_request(struct stats_args *words, struct stats_request request, struct err *err)
{
	for (size_t i = 0; i < words->count; i++) {
		if (words->requests[i].report == request.report &&
			words->requests[i].naming == request.naming &&
			strcmp(words->requests[i].arguments, request.arguments) == 0)
			return true;
	}
	*mem_next(words->requests, words->cap, words->count) = request;
	return report_settle(request.report, err);
}

static bool is_timeline(const struct report *report)
{
	return report == report_find("timeline", strlen("timeline"));
}

bool stats_options_add_all(
	struct stats_args *words, bool (*fits)(const struct report *report), struct err *err)
{
	words->all = true;
	for (size_t i = 0; report_at(i) != NULL; i++) {
		/* what a timeline shows, lists have */
		if ((fits == NULL ? !is_timeline(report_at(i)) : fits(report_at(i))) &&
			!add_request(words, (struct stats_request){ .report = report_at(i) }, err))
			return false;
	}
	return true;
}

static bool begins_report(const char *text)
{
	size_t len = strcspn(text, ",:");

	return report_find(text, len) != NULL || (len == 3 && memcmp(text, "all", 3) == 0) ||
	       (len > 4 && memcmp(text + len - 4, ".sql", 4) == 0);
}

/* Up to the comma before the next report: values of parameters may have commas, too. */
static size_t report_len(const char *list)
{
	size_t len = strcspn(list, ",");
	bool has_values = memchr(list, '=', len) != NULL;

	while (has_values && list[len] == ',' && !begins_report(list + len + 1))
		len += 1 + strcspn(list + len + 1, ",");
	return len;
}

static bool add_reports(void *value, const char *arg, struct err *err)
{
	struct stats_args *words = value;

	for (;; arg++) {
		size_t len = report_len(arg);
		struct stats_request request;

		if (len == 3 && memcmp(arg, "all", 3) == 0) {
			if (!stats_options_add_all(words, NULL, err))
				return false;
		} else if (!stats_parse_request(arg, len, &request, err) ||
			   !add_request(words, request, err)) {
			return false;
		}
		arg += len;
		if (*arg == '\0')
			return true;
	}
}

static bool add_flops(void *value, const char *arg, struct err *err)
{
	struct stats_args *words = value;

	return stated_works_add(&words->stated, arg, err) && add_reports(value, "mfu", err);
}

static bool add_peak(void *value, const char *arg, struct err *err)
{
	struct stats_args *words = value;

	return gpu_peak_parse(arg, &words->peak, err);
}

static bool set_budget(void *value, const char *arg, struct err *err)
{
	enum { LEAST = 2048, DIGITS = 9 };
	struct stats_args *words = value;
	size_t digits = strspn(arg, "0123456789");
	bool is_kilo = strcmp(arg + digits, "k") == 0;

	words->budget = digits <= DIGITS ? strtoul(arg, NULL, 10) * (is_kilo ? 1024 : 1) : 0;
	return (words->budget >= LEAST && (is_kilo || arg[digits] == '\0')) ||
	       err_set(err, ERR_USAGE, "a number of bytes from 2k on, such as 8k, not '%s'", arg);
}

static bool has_chart(const struct report *report)
{
	return report->chart != NULL;
}

/* Reports that a format cannot show are refused; timelines have all events without any. */
static bool check_format(struct stats_args *words, struct err *err)
{
	bool (*fits)(const struct report *report) = words->format->is_timeline  ? is_timeline
						    : words->format->is_picture ? has_chart
										: NULL;
	struct text names = { 0 };

	if (words->format->is_timeline && words->count == 0)
		return stats_options_add_all(words, is_timeline, err);
	for (size_t i = 0; fits != NULL && i < words->count; i++) {
		if (fits(words->requests[i].report))
			continue;
		for (size_t k = 0; report_at(k) != NULL; k++) {
			if (fits(report_at(k)))
				text_addf(&names, "%s%s", names.len > 0 ? ", " : "",
					report_at(k)->name);
		}
		err_set(err, ERR_USAGE, "--format %s cannot show %s; it shows %s",
			words->format->name, words->requests[i].report->name, names.bytes);
		text_release(&names);
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
	size_t format;

	if (!output_format_find(formats, "gpuflame stats", words->partial ? NULL : words->output,
		    words->format_word, &format, err))
		return false;
	words->format = print_format_named(formats[format].name);
	if (words->budget > 0 && strcmp(formats[format].name, "json") != 0)
		return err_set(err, ERR_USAGE, "--budget bounds JSON: add --format json");
	if (!check_format(words, err))
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

static bool has_rule(const struct ruleset *set, enum rule_kind kind)
{
	for (size_t i = 0; i < set->word_count; i++) {
		if (!set->words[i].is_file && set->words[i].kind == kind)
			return true;
	}
	return false;
}

/* An option that selects what the rows of a report do not have, so that all would be shown. */
static const char *find_useless(const struct stats_args *words, const struct report *report)
{
	const struct selection *selection = &words->cut.plan.selection;
	const struct ruleset *rules = &words->cut.rules;
	const bool of_device = report->is_cpu || report->is_hardware;
	const struct {
		bool is_useless;
		const char *option;
	} options[] = {
		{ of_device && selection->devices.count > 0 && !report->has_devices, "--device" },
		{ of_device && selection->streams.count > 0, "--stream" },
		{ report->is_hardware && selection->processes.count > 0, "--process" },
		{ report->is_hardware && selection->ranks.count > 0, "--rank" },
		{ report->is_hardware && selection->range != NULL, "--range" },
		{ report->is_hardware && selection->steps.has_numbers, "--steps" },
		{ report->is_hardware && selection_has_steps(selection), "--skip-steps" },
		{ report->is_hardware && has_rule(rules, RULE_ONLY), "--only" },
		{ report->is_hardware && has_rule(rules, RULE_FILTER_OUT), "--filter-out" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(options); i++) {
		if (options[i].is_useless)
			return options[i].option;
	}
	return NULL;
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
			return err_set(err, ERR_USAGE, "%s cannot select from %s, which shows %s",
				option, report->name,
				report->is_hardware ? "samples over time"
						    : "what threads did, on no device");
		else if (!words->cut.quiet)
			fprintf(stderr,
				"gpuflame: note: skipped, since %s does not apply to it: %s\n",
				option, report->name);
	}
	words->count = kept;
	return true;
}

/* A file is read once. */
static bool check_namings(const struct stats_args *words, struct err *err)
{
	const struct stats_request *first = NULL;

	for (size_t i = 0; i < words->count; i++) {
		const struct stats_request *request = &words->requests[i];

		if (!request->report->names_kernels)
			continue;
		if (first != NULL && first->naming != request->naming)
			return err_set(err, ERR_USAGE,
				"%s and %s: give all reports the same ':base' or ':mangled'",
				first->report->name, request->report->name);
		first = request;
	}
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
	ok = row_options_check(&words->rows, reports, words->count, err);
	free((void *)reports);
	return ok;
}

/* Check the rules and patterns before anything is read. */
static bool check_cut(struct stats_args *words, struct err *err)
{
	struct trace_cutter cutter;
	struct names names;
	bool ok;

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
	return choose_format(words, err) && check_namings(words, err) && check_cut(words, err) &&
	       check_rows(words, err);
}

void stats_options_init(struct stats_args *words)
{
	*words = (struct stats_args){ .cut.nsys = "nsys" };
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
		OPT_TRUE(0, "keep-going", &words->keep_going,
			"skip files that are absent or cannot be read"),
		OPT_TRUE(0, "strict", &words->strict, CMD_STRICT_HELP),
		OPT_CALL(0, "flops", words, "REGEX=FLOP",
			"FLOP of each matching range, such as 'attention=1.2e12', instead of those "
			"computed from tensor shapes (mfu)",
			add_flops),
		OPT_CALL(0, "peak", words, "TFLOPS",
			"peak rates of the GPU (mfu): dense TFLOP/s and GB/s of memory, such as "
			"bf16=989.4,memory=3350",
			add_peak),
		OPT_STRING(0, "nsys", &words->cut.nsys, "PATH",
			"the nsys to export .nsys-rep files with"),
		OPT_STRING(0, "graph-captures", &words->cut.graph_captures, "PATH",
			GRAPH_CAPTURES_HELP),
		OPT_CALL(0, "adopt", &words->cut.plan, "WHAT",
			SELECTION_ADOPT_HELP("none, of the first screen and mfu autograd"),
			selection_options_adopt),
		OPT_CALL(0, "torch-frames", &words->cut, "LIST", TORCH_FRAMES_HELP,
			torch_frames_set),
		OPT_TRUE(0, "no-default-rules", &words->no_default_rules,
			"the first screen keeps numbers in names of layers, steps and graphs, and "
			"what is in ranges with 'validation' in their names"),
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
		OPT_WORD_CALL('f', "format", &words->format_word, "FORMAT", print_format_word,
			"output format, else that of the suffix of -o FILE (svg: maps, "
			"histograms, pace, sizes; timeline: events for Perfetto)",
			output_format_set),
		OPT_CALL(0, "budget", words, "BYTES",
			"at most so much JSON, such as 8k: rows are cut, and 'rows_cut' says how "
			"many",
			set_budget),
		OPT_STRING(
			'o', "output", &words->output, "FILE", "write to FILE instead of stdout"),
		TERMINAL_COLOR_OPT(&words->color),
		OPT_TRUE('q', "quiet", &words->cut.quiet, "suppress warnings and progress"),
		OPT_HELP(&cmd_help),
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
