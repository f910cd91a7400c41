#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/opt.h"
#include "base/out.h"
#include "base/units.h"
#include "base/word_list.h"
#include "cmd/cmd.h"
#include "cmd/meter.h"
#include "cmd/stats_notes.h"
#include "cmd/terminal.h"
#include "collapse/input/file_list.h"
#include "collapse/input/bytes.h"
#include "stats/formats.h"
#include "stats/overview.h"
#include "stats/partial_file.h"
#include "stats/parts/partial.h"
#include "stats/pool.h"
#include "stats/reports/registry.h"

#define NOT_GIVEN UINT64_MAX

struct stats_args {
	const char *output;
	const char *nsys;
	const char *pace, *histogram;
	double min_gap_ms;                 /* NAN: not given */
	uint64_t chunks;                   /* or NOT_GIVEN */
	const struct print_format *format; /* NULL: by the output's suffix */
	bool list, per_rank, keep_going, quiet, help, partial;
	bool found_partial; /* an input is a partial result */
	FILE *partial_out;  /* of --partial, when it is open */
	bool whole_runs;    /* see struct stats_input */
	size_t read;        /* files */
	bool all;           /* "all" is among the reports: one that cannot be shown is no error */
	struct stats_request *requests;
	size_t count, cap;
};

static void print_help(const struct opt *const *tables)
{
	fputs("usage: gpuflame stats [--report NAME[,NAME...]] [options] FILE...\n"
	      "\n"
	      "Print reports of nsys exports and captures, in the columns of nsys stats.\n"
	      "Without --report, one screen shows where the time goes. Several files, or\n"
	      "the reports in a folder, are pooled: a median is over the values of all files.\n",
		stdout);
	opt_print_help(tables, stdout);
}

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

static void print_list(void)
{
	for (size_t i = 0; report_registry[i] != NULL; i++) {
		const struct report *report = report_registry[i];

		printf("%s%s%s%s\n", report->name, report->names_kernels ? "[:base|:mangled]" : "",
			report->alias != NULL ? ", " : "",
			report->alias != NULL ? report->alias : "");
		print_words(report->doc, terminal_width(NULL));
	}
}

/* --- what was asked for ------------------------------------------------------------- */

/* A report that is named twice, maybe by an alias, is shown once. */
static bool add_request(struct stats_args *words, struct stats_request request, struct err *err)
{
	for (size_t i = 0; i < words->count; i++) {
		if (words->requests[i].report == request.report &&
			words->requests[i].naming == request.naming)
			return true;
	}
	if (!mem_grow((void **)&words->requests, &words->cap, words->count + 1,
		    sizeof(*words->requests), err))
		return false;
	words->requests[words->count++] = request;
	return true;
}

static bool add_reports(void *value, const char *arg, struct err *err)
{
	struct stats_args *words = value;

	for (;;) {
		size_t len = strcspn(arg, ",");
		struct stats_request request;

		if (len == 3 && memcmp(arg, "all", 3) == 0) {
			words->all = true;
			for (size_t i = 0; report_registry[i] != NULL; i++) {
				request = (struct stats_request){ .report = report_registry[i] };
				if (!add_request(words, request, err))
					return false;
			}
		} else if (!stats_parse_request(arg, len, &request, err) ||
			   !add_request(words, request, err)) {
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

/* The names of the reports that have a chart. */
static const char *chart_word(size_t index)
{
	for (size_t i = 0; report_registry[i] != NULL; i++) {
		if (report_registry[i]->chart != NULL && index-- == 0)
			return report_registry[i]->name;
	}
	return NULL;
}

/* A chart needs exactly one report, which has one. */
static bool check_chart(const struct stats_args *words, int count, struct err *err)
{
	char names[512];

	if (words->count != 1 || (words->per_rank && count > 1))
		return err_set(err, ERR_USAGE, "--format svg draws a single report; give one");
	word_list(names, sizeof(names), chart_word, "and");
	return words->requests[0].report->chart != NULL ||
	       err_set(err, ERR_USAGE, "--format svg cannot draw %s; it draws %s",
		       words->requests[0].report->name, names);
}

static bool set_format(void *value, const char *arg, struct err *err)
{
	const struct print_format **format = value;

	(void)err;
	*format = print_formats[word_find(format_word, arg)];
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
	for (size_t i = 0; report_registry[i] != NULL; i++) {
		const char *own = report_registry[i]->option;

		if (own == NULL || strcmp(own, option) != 0)
			continue;
		fprintf(stderr, "%s%s", between, report_registry[i]->name);
		between = ", ";
	}
	fputc('\n', stderr);
}

/* --- running -------------------------------------------------------------------------- */

static void begin_file(struct progress *progress, const char *file)
{
	meter_begin((struct meter *)progress, file);
}

static void end_files(struct progress *progress)
{
	meter_end((struct meter *)progress);
}

static void skip_file(struct progress *progress, const struct err *err)
{
	meter_end((struct meter *)progress);
	fprintf(stderr, "gpuflame: skipped: %s\n", err->msg);
}

/* One run over pooled files; `label` names them, if there are several. */
static bool run_pool(struct stats_args *words, const char *const *files, size_t count,
	const char *label, struct printer *printer, struct err *err)
{
	const struct report_options options = {
		.gap_ns = (uint64_t)(words->min_gap_ms * 1e6),
		.pace = words->pace,
		.histogram = words->histogram,
		.chunks = words->chunks,
	};
	struct stats_notes notes = { 0 };
	struct meter meter;
	struct stats_input input = {
		.files = files,
		.count = count,
		.nsys = words->nsys,
		.whole_runs = words->whole_runs,
		.options = &options,
		.progress = &meter.progress,
		.begin = begin_file,
		.end = end_files,
		.skip = words->keep_going ? skip_file : NULL,
		.partial = words->partial_out,
	};
	bool ok;

	meter_init(&meter, words->quiet);
	ok = stats_run(&input, words->requests, words->count, label, printer, &notes, err);
	words->read += notes.files;
	if (ok && notes.files > 0 && !words->quiet) {
		stats_say_loss(&notes, label);
		stats_say_skipped(words->requests, words->count, label);
	}
	stats_notes_release(&notes);
	return ok;
}

static bool print_pools(struct stats_args *words, const char *const *files, int count,
	struct printer *printer, struct err *err)
{
	if (!words->per_rank)
		return run_pool(words, files, (size_t)count, NULL, printer, err);
	for (int i = 0; i < count; i++) {
		if (!run_pool(words, &files[i], 1, files[i], printer, err))
			return false;
	}
	return true;
}

static bool none_read(struct err *err)
{
	return err_set(err, ERR_EMPTY, "none of the files could be read");
}

static bool print_reports(
	struct stats_args *words, const char *const *files, int count, struct err *err)
{
	struct print_options options = {
		.format = words->format,
		.width = terminal_width(words->output),
		.color = terminal_has_color(words->output),
		.many = words->count > 1 || (words->per_rank && count > 1),
		.files = files,
		.file_count = (size_t)count,
	};
	struct printer printer;
	struct out out;
	bool ok;

	if ((options.format->is_picture && !check_chart(words, count, err)) ||
		!out_check(words->output, files, (size_t)count, err) ||
		!out_open(&out, words->output, err))
		return false;
	printer_init(&printer, &options, out.file);
	ok = print_pools(words, files, count, &printer, err) && printer_close(&printer, err);
	if (ok && words->read == 0)
		ok = none_read(err);
	else if (ok && printer.tables == 0 && !words->all)
		ok = err_set(err, ERR_EMPTY, "'%s' has no data for %s: no %s", files[0],
			words->count == 1 ? words->requests[0].report->name : "these reports",
			report_lack(words->requests[0].lacks));
	printer_release(&printer);
	if (ok)
		return out_commit(&out, err);
	out_abort(&out);
	return false;
}

/* --- partial results -------------------------------------------------------------------- */

/* All reports that partial results can hold. */
static bool add_partial_reports(struct stats_args *words, struct err *err)
{
	words->all = true;
	for (size_t i = 0; report_registry[i] != NULL; i++) {
		const struct stats_request request = { .report = report_registry[i] };

		if (report_registry[i]->partial != NULL && !add_request(words, request, err))
			return false;
	}
	return true;
}

/* Reports that partial results cannot hold are left out of all, and refused by name. */
static bool choose_partial_reports(struct stats_args *words, struct err *err)
{
	size_t kept = 0;

	if (words->count == 0)
		return add_partial_reports(words, err);
	for (size_t i = 0; i < words->count; i++) {
		const struct report *report = words->requests[i].report;

		if (report->partial != NULL)
			words->requests[kept++] = words->requests[i];
		else if (!words->all)
			return err_set(err, ERR_USAGE,
				"--partial: %s cannot be merged from partial results; its files "
				"must be read by one process",
				report->name);
	}
	words->count = kept;
	return true;
}

static bool write_partial(
	struct stats_args *words, const char *const *files, size_t count, struct err *err)
{
	struct out out;
	bool ok;

	if (words->per_rank || words->format != print_formats[0])
		return err_set(err, ERR_USAGE,
			"--partial takes no --per-rank and no format, of --format or of the "
			"output's name; they apply where partial results are read");
	if (!choose_partial_reports(words, err) || !out_check(words->output, files, count, err) ||
		!out_open(&out, words->output, err))
		return false;
	words->partial_out = out.file;
	words->whole_runs = false; /* ranks that are missing here are in other partial results */
	ok = run_pool(words, files, count, NULL, NULL, err) && (words->read > 0 || none_read(err));
	words->partial_out = NULL;
	if (ok)
		return out_commit(&out, err);
	out_abort(&out);
	return false;
}

/* How many kernels and ranges fit the screen with the rest. */
static size_t top_count(const char *output)
{
	enum { OTHER_LINES = 17, LEAST = 3, MOST = 20, ELSEWHERE = 6 };
	size_t height = terminal_height(output), fit;

	if (height == 0)
		return ELSEWHERE;
	fit = height > OTHER_LINES ? (height - OTHER_LINES) / 2 : 0;
	return fit < LEAST ? LEAST : fit > MOST ? MOST : fit;
}

static bool print_overview(struct stats_args *words, const char *const *files, size_t count,
	const char *label, FILE *out, struct err *err)
{
	size_t width = terminal_width(words->output);
	const struct overview_options options = {
		.width = width > 0 ? width : SIZE_MAX,
		.color = terminal_has_color(words->output),
		.blocks = terminal_speaks_utf8(),
		.top = top_count(words->output),
	};
	struct stats_notes notes = { 0 };
	struct meter meter;
	const struct stats_input input = {
		.files = files,
		.count = count,
		.nsys = words->nsys,
		.whole_runs = words->whole_runs,
		.progress = &meter.progress,
		.begin = begin_file,
		.end = end_files,
		.skip = words->keep_going ? skip_file : NULL,
	};
	bool ok;

	meter_init(&meter, words->quiet);
	ok = overview_print(&input, &options, out, &notes, &words->found_partial, err);
	words->read += notes.files;
	if (ok && !words->quiet)
		stats_say_loss(&notes, label);
	stats_notes_release(&notes);
	return ok;
}

/* The screens of all files go to one output. */
static bool print_screens(struct stats_args *words, const char *const *files, size_t count,
	FILE *out, struct err *err)
{
	if (!words->per_rank)
		return print_overview(words, files, count, NULL, out, err);
	for (size_t i = 0; i < count; i++) {
		if (i > 0)
			fputc('\n', out);
		if (!print_overview(words, &files[i], 1, files[i], out, err))
			return false;
	}
	return true;
}

static bool print_overviews(
	struct stats_args *words, const char *const *files, int count, struct err *err)
{
	struct out out;

	if (words->format != print_formats[0]) {
		words->found_partial = partial_is(files[0]);
		return err_set(err, ERR_USAGE,
			"--format %s needs a report: --report NAME%s; --list shows them",
			words->format->name, words->format->is_picture ? "" : ", or --report all");
	}
	if (!out_check(words->output, files, (size_t)count, err) ||
		!out_open(&out, words->output, err))
		return false;
	if (print_screens(words, files, (size_t)count, out.file, err) &&
		(words->read > 0 || none_read(err)))
		return out_commit(&out, err);
	out_abort(&out);
	return false;
}

/* Fill in defaults; options without effect are reported. */
static void settle_options(struct stats_args *words)
{
	if (!isnan(words->min_gap_ms) && !words->quiet)
		say_useless(words, "--min-gap");
	if (words->chunks != NOT_GIVEN && !words->quiet)
		say_useless(words, "--chunks");
	if (words->pace != NULL && !words->quiet)
		say_useless(words, "--pace");
	if (isnan(words->min_gap_ms))
		words->min_gap_ms = 500;
	if (words->chunks == NOT_GIVEN)
		words->chunks = 30;
}

/* A file is read for each naming of kernels, and again if it turns out to be a partial result. */
static bool prepare_pipes(const char *const *files, size_t count, struct err *err)
{
	for (size_t i = 0; i < count; i++) {
		if (!bytes_make_rereadable(files[i], err))
			return false;
	}
	return true;
}

static bool run_words(struct stats_args *words, const struct file_list *list, struct err *err)
{
	const char *const *files = list->paths;
	int count = (int)list->count;

	words->whole_runs = list->is_whole;
	if (words->list) {
		print_list();
		return true;
	}
	if (count == 0)
		return err_set(err, ERR_USAGE, "no report file given; see gpuflame stats --help");
	if (!cmd_check_stdin(files, (size_t)count, err) ||
		!prepare_pipes(files, (size_t)count, err))
		return false;
	if (words->format == NULL && words->output != NULL)
		words->format = format_of_file(words->output);
	if (words->format == NULL)
		words->format = print_formats[0];
	settle_options(words);
	if (words->min_gap_ms < 0 || words->min_gap_ms > 1e12)
		return err_set(
			err, ERR_USAGE, "--min-gap %g: expected 0 to 1e12 ms", words->min_gap_ms);
	if (words->chunks < 1 || words->chunks > 100000)
		return err_set(err, ERR_USAGE, "--chunks %" PRIu64 ": expected 1 to 100000",
			words->chunks);
	if (words->partial)
		return write_partial(words, files, (size_t)count, err);
	if (words->count == 0) {
		bool ok = print_overviews(words, files, count, err);

		if (ok || !words->found_partial)
			return ok;
		*err = (struct err){ 0 };
		if (!add_partial_reports(words, err))
			return false;
	}
	return print_reports(words, files, count, err);
}

static int run(int argc, const char **argv)
{
	struct stats_args words = { .nsys = "nsys", .min_gap_ms = NAN, .chunks = NOT_GIVEN };
	const struct opt table[] = {
		OPT_HEADING("Reports"),
		OPT_CALL('r', "report", &words, "NAME,...",
			"reports to print; 'all' is every report that the files have data for",
			add_reports),
		OPT_TRUE(0, "list", &words.list, "describe each report"),
		OPT_TRUE(0, "per-rank", &words.per_rank,
			"print each file separately instead of pooling them"),
		OPT_TRUE(0, "partial", &words.partial,
			"write a partial result instead of reports; stats of several of these is "
			"as if all of their files were read at once"),
		OPT_TRUE(0, "keep-going", &words.keep_going, "skip files that cannot be read"),
		OPT_NUMBER(0, "min-gap", &words.min_gap_ms, "MS",
			"the shortest gap that gpu_gaps shows (default: 500)"),
		OPT_UINT(0, "chunks", &words.chunks, "N",
			"number of time slices in gpu_time_util (default: 30)"),
		OPT_STRING(0, "pace", &words.pace, "NAME",
			"the range or kernel that nvtx_pace and cuda_gpu_kern_pace show (the one "
			"with the most time)"),
		OPT_CALL(0, "histogram", &words, "NAME",
			"show the durations of this kernel or range (duration_histogram)",
			add_histogram),
		OPT_STRING(
			0, "nsys", &words.nsys, "PATH", "the nsys to export .nsys-rep files with"),
		OPT_HEADING("Output"),
		OPT_WORD_CALL('f', "format", &words.format, "FORMAT", format_word,
			"output format, else that of the suffix of -o FILE (svg: maps, "
			"histograms, pace, sizes)",
			set_format),
		OPT_STRING('o', "output", &words.output, "FILE", "write to FILE instead of stdout"),
		OPT_TRUE('q', "quiet", &words.quiet, "suppress warnings and progress"),
		OPT_TRUE('h', "help", &words.help, "show this"),
		OPT_END(),
	};
	const struct opt *const tables[] = { table, NULL };
	struct file_list files = { 0 };
	struct err err = { 0 };
	int count, status = EXIT_OK;

	if (!opt_parse(tables, false, argc - 1, argv + 1, &count, &err))
		status = cmd_fail(&err);
	else if (words.help)
		print_help(tables);
	else if (!file_list_add_all(&files, argv + 1, (size_t)count, &err) ||
		 !run_words(&words, &files, &err))
		status = cmd_fail(&err);
	file_list_release(&files);
	free(words.requests);
	return status;
}

const struct command command_stats = {
	.name = "stats",
	.summary = "print reports of where the time goes",
	.run = run,
};
