#include <stdio.h>
#include <unistd.h>

#include "base/opt.h"
#include "base/out.h"
#include "cmd/cmd.h"
#include "cmd/collapse_summary.h"
#include "cmd/meter.h"
#include "cmd/stats_options.h"
#include "cmd/output_format.h"
#include "cmd/terminal.h"
#include "collapse/collapse_files.h"
#include "collapse/input/file_list.h"
#include "collapse/input/input.h"
#include "stats/overview.h"
#include "stats/partial_file.h"
#include "stats/stats_run.h"
#include "stats/reports/registry.h"
#include "svg/short_names.h"

static const char usage[] =
	"usage: gpuflame stats [--report NAME[,NAME...]] [options] FILE...\n"
	"\n"
	"Print reports of nsys exports and captures, in the columns of nsys stats.\n"
	"Without --report, one screen shows where the time goes. Several files, or\n"
	"the reports in a folder, are pooled: a median is over the values of all files.\n";

/* --- what is said of the input -------------------------------------------------------------- */

/* With `strict`, rows that contradict the hardware are an error. */
static bool check_refused(
	const struct stats_request *requests, size_t count, bool strict, struct err *err)
{
	for (size_t i = 0; strict && i < count; i++) {
		if (requests[i].refused > 0)
			return err_set(err, ERR_FORMAT,
				"%s has rows with more than the hardware can do, and --strict is "
				"on",
				requests[i].report->name);
	}
	return true;
}

/* "note: skipped, since the input has no kernels: A, B", a line for each reason. */
static void say_lacks(const struct stats_request *requests, size_t count, const char *label)
{
	/* With one report of one file, what is missing becomes the error. */
	bool others = count > 1 || label != NULL;

	for (unsigned need = 1; others && need != 0; need <<= 1) {
		const char *between = NULL;

		for (size_t i = 0; i < count; i++) {
			unsigned lacks = requests[i].lacks;
			char name[64];

			if ((lacks & -lacks) != need)
				continue;
			if (between == NULL) {
				cmd_begin_note(label);
				fprintf(stderr, "skipped, since the input has no %s",
					report_lack(need));
			}
			stats_request_name(&requests[i], name);
			fprintf(stderr, "%s%s", between == NULL ? ": " : between, name);
			between = ", ";
		}
		if (between != NULL)
			fputc('\n', stderr);
	}
}

static void say_left_out(const struct stats_request *requests, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (requests[i].lacks == 0 && requests[i].sums_left_out)
			fprintf(stderr,
				"gpuflame: note: %s: files that have only sums were left out\n",
				requests[i].report->name);
	}
}

/* What of the requests could not be shown, and why. */
static void say_skipped(const struct stats_request *requests, size_t count, const char *label)
{
	say_lacks(requests, count, label);
	say_left_out(requests, count);
}

/* --- running -------------------------------------------------------------------------- */

/* The screen has names as pictures have them. */
static struct collapse_options screen_cut(const struct stats_args *words)
{
	struct collapse_options cut = words->cut;

	if (!words->no_default_rules)
		cut.rules.defaults = (struct default_rules){ true, true, true, false };
	if (cut.rules.presets == NULL)
		cut.rules.presets = "auto";
	if (!cut.rules.strip_given && (cut.torch_frames & TORCH_SHAPES) == 0)
		cut.rules.strip_numbers = STRIP_AUTO;
	cut.plan.adopt |= !cut.plan.adopt_given;
	return cut;
}

static struct stats_input input_of(const struct stats_args *words,
	const struct collapse_options *cut, const char *const *files, size_t count,
	struct meter *meter)
{
	meter_init(meter, words->cut.quiet);
	return (struct stats_input){
		.files = files,
		.count = count,
		.cut = cut,
		.whole_runs = words->whole_runs,
		.progress = &meter->progress,
		.begin = meter_begin,
		.end = meter_end,
		.skip = words->keep_going ? meter_skip : NULL,
	};
}

/* What there is to say about the files when all is printed; releases `notes`. */
static bool end_notes(struct stats_args *words, struct stats_notes *notes, const char *label,
	bool ok, struct err *err)
{
	words->read += notes->files;
	if (ok && notes->files > 0 && !words->cut.quiet)
		oddities_print(&notes->odd, &notes->diagnostics, label);
	ok = ok && oddities_check(&notes->odd, &notes->diagnostics, words->strict, err);
	stats_notes_release(notes);
	return ok;
}

/* One run over pooled files; `label` names them, if there are several. */
static bool run_pool(struct stats_args *words, const char *const *files, size_t count,
	const char *label, struct printer *printer, struct err *err)
{
	const struct report_options options = {
		.peak = &words->peak,
		.stated = &words->stated,
	};
	struct stats_notes notes = { 0 };
	struct meter meter;
	struct stats_input input = input_of(words, &words->cut, files, count, &meter);
	size_t read = words->read;
	bool ok;

	input.options = &options;
	input.partial = words->partial_out;
	ok = stats_run(&input, words->requests, words->count, label, printer, &notes, err);
	ok = end_notes(words, &notes, label, ok, err);
	/* a partial result of all reports, or a timeline, has what there is */
	if (ok && words->read > read && !words->cut.quiet &&
		(!words->all || (words->partial_out == NULL && !words->format->is_timeline)))
		say_skipped(words->requests, words->count, label);
	return ok && check_refused(words->requests, words->count, words->strict, err);
}

static bool none_read(struct err *err)
{
	return err_set(err, ERR_EMPTY, "none of the files could be read");
}

/* One file, or one of each report. */
static bool open_output(const struct stats_args *words, struct print_options *options,
	struct table_folder *folder, struct out *out, struct err *err)
{
	if (!words->to_folder)
		return out_open(out, words->output, err);
	options->next = table_folder_next;
	options->context = folder;
	return table_folder_open(folder, err);
}

static void find_readable(
	void *names, const char *name, size_t len, const char **text, size_t *text_len)
{
	short_names_find(names, name, len, text, text_len);
}

static bool print_reports(
	struct stats_args *words, const char *const *files, size_t count, struct err *err)
{
	const bool apart = words->per_rank && count > 1;
	struct print_options options = {
		.format = words->format,
		.width = terminal_width(words->output),
		.color = terminal_has_color(words->output, words->color),
		.rows = words->rows,
		.files = files,
		.file_count = count,
		.budget = words->budget,
		.tables = words->count * (apart ? count : 1),
	};
	struct table_folder folder = { .path = words->output, .ending = options.format->ending };
	struct out out = { 0 };
	struct printer printer;
	bool ok = true;

	if (options.format->is_picture && (words->count != 1 || apart))
		return err_set(err, ERR_USAGE, "--format svg draws a single report; give one");
	if (!out_check(words->output, files, count, err) ||
		!open_output(words, &options, &folder, &out, err))
		return false;
	if (options.format->is_timeline) {
		options.readable_names = short_names_new();
		options.readable = find_readable;
	}
	printer_init(&printer, &options, out.file);
	for (size_t i = 0, of = words->per_rank ? 1 : count; ok && i < count; i += of)
		ok = run_pool(
			words, &files[i], of, words->per_rank ? files[i] : NULL, &printer, err);
	if (ok)
		printer_close(&printer);
	if (ok && words->read == 0)
		ok = none_read(err);
	else if (ok && printer.tables == 0)
		ok = err_set(err, ERR_EMPTY, "'%s' has no data for %s: no %s%s", files[0],
			words->count == 1 ? words->requests[0].report->name : "these reports",
			report_lack(words->requests[0].lacks),
			selection_is_asked_for(&words->cut.plan.selection) ? " are selected" : "");
	ok = ok && stated_works_check(&words->stated, err);
	printer_release(&printer);
	short_names_free(options.readable_names);
	if (words->to_folder)
		return table_folder_close(&folder, !ok, err) && ok;
	return out_end(&out, ok, err);
}

/* --- partial results -------------------------------------------------------------------- */

static bool merges(const struct report *report)
{
	return report->merges;
}

/* Reports that partial results cannot hold are left out of all, and refused by name. */
static bool choose_partial_reports(struct stats_args *words, struct err *err)
{
	size_t kept = 0;

	if (words->count == 0)
		return stats_options_add_all(words, merges, err);
	for (size_t i = 0; i < words->count; i++) {
		const struct report *report = words->requests[i].report;

		if (report->merges)
			words->requests[kept++] = words->requests[i];
		else if (!words->all)
			return err_set(err, ERR_USAGE,
				"%s cannot be merged from partial results: read all files at once, "
				"without --partial",
				report->name);
	}
	words->count = kept;
	return true;
}

static bool write_partial(
	struct stats_args *words, const char *const *files, size_t count, struct err *err)
{
	struct out out;

	if (words->per_rank || words->format != print_formats[0])
		return err_set(err, ERR_USAGE,
			"--partial cannot be combined with --per-rank or a format (--format, or "
			"the output's name); give these when partial results are read");
	if (!choose_partial_reports(words, err) || !out_check(words->output, files, count, err) ||
		!out_open(&out, words->output, err))
		return false;
	words->partial_out = out.file;
	words->whole_runs = false; /* ranks that are missing here are in other partial results */
	return out_end(&out,
		run_pool(words, files, count, NULL, NULL, err) &&
			(words->read > 0 || none_read(err)),
		err);
}

/* How many kernels and ranges fit the screen with the rest. */
static size_t top_count(const char *output)
{
	enum { OTHER_LINES = 22, LEAST = 3, MOST = 20, ELSEWHERE = 6 };
	size_t height = terminal_height(output), fit;

	if (height == 0)
		return ELSEWHERE;
	fit = height > OTHER_LINES ? (height - OTHER_LINES) / 2 : 0;
	return fit < LEAST ? LEAST : fit > MOST ? MOST : fit;
}

static bool print_screen(struct stats_args *words, const char *const *files, size_t count,
	const char *label, FILE *out, struct err *err)
{
	enum { JSON_TOP = 20 };
	size_t width = terminal_width(words->output);
	const struct overview_options options = {
		.width = width > 0 ? width : SIZE_MAX,
		.color = terminal_has_color(words->output, words->color),
		.blocks = terminal_speaks_utf8(),
		.json = words->format != print_formats[0],
		.budget = words->budget,
		.with_validation = words->no_default_rules,
		.top = words->rows.limit > 0               ? (size_t)words->rows.limit
		       : words->format == print_formats[0] ? top_count(words->output)
							   : JSON_TOP,
	};
	const struct collapse_options cut = screen_cut(words);
	struct stats_notes notes = { 0 };
	struct meter meter;
	const struct stats_input input = input_of(words, &cut, files, count, &meter);
	bool ok = overview_print(&input, &options, out, &notes, err);

	return end_notes(words, &notes, label, ok, err);
}

/* The screens of all files go to one output. */
static bool print_screens(
	struct stats_args *words, const char *const *files, size_t count, struct err *err)
{
	struct out out;
	bool ok = true;

	if (strcmp(words->format->name, "json") == 0 ? words->per_rank && count > 1
						     : words->format != print_formats[0])
		return err_set(err, ERR_USAGE,
			"--format %s needs a report: --report NAME%s; --list shows them",
			words->format->name, words->format->is_picture ? "" : ", or --report all");
	if (!out_check(words->output, files, count, err) || !out_open(&out, words->output, err))
		return false;
	for (size_t i = 0, of = words->per_rank ? 1 : count; ok && i < count; i += of) {
		if (i > 0)
			fputc('\n', out.file);
		ok = print_screen(
			words, &files[i], of, words->per_rank ? files[i] : NULL, out.file, err);
	}
	return out_end(&out, ok && (words->read > 0 || none_read(err)), err);
}

/* A report that was given as if it were a file. */
static bool check_names(const char *const *names, int count, struct err *err)
{
	for (int i = 0; i < count; i++) {
		if (report_find(names[i], strlen(names[i])) != NULL && access(names[i], F_OK) != 0)
			return err_set(err, ERR_USAGE,
				"no file '%s'; reports are asked for with --report %s", names[i],
				names[i]);
	}
	return true;
}

/* Find the files, and check all options. */
static bool prepare(struct stats_args *words, struct file_list *files, const char *const *names,
	int count, struct err *err)
{
	if (!check_names(names, count, err) || !file_list_add_all(files, names, (size_t)count, err))
		return false;
	if (!words->cut.quiet)
		cmd_print_earlier(files);
	words->whole_runs = files->is_whole;
	words->keep_going |= !words->strict && file_list_may_skip(files);
	/* what a step computes is in its backward pass, too */
	if (words->count == 1 && strcmp(words->requests[0].report->name, "mfu") == 0)
		words->cut.plan.adopt |= !words->cut.plan.adopt_given;
	return cmd_check_files("stats --help", files->paths, files->count, err) &&
	       stats_settle_requests(
		       files->paths[0], &words->cut, words->requests, words->count, err) &&
	       stats_options_settle(words, err);
}

static int run(int argc, const char **argv)
{
	struct stats_args words;
	const struct opt *const tables[] = { words.table, NULL };
	struct file_list files = { 0 };
	struct err err = { 0 };
	int count, status;

	stats_options_init(&words);
	if (!cmd_parse(usage, tables, false, argc, argv, &count, &status))
		; /* done */
	else if (words.list)
		stats_options_list();
	else if (!prepare(&words, &files, argv + 1, count, &err) ||
		 !(words.partial           ? write_partial
			 : words.count > 0 ? print_reports
					   : print_screens)(&words, files.paths, files.count, &err))
		status = cmd_fail(&err);
	file_list_release(&files);
	stats_options_release(&words);
	return status;
}

const struct command command_stats = {
	.name = "stats",
	.summary = "print reports of where the time goes",
	.run = run,
};
