#include <stdio.h>

#include "base/opt.h"
#include "base/out.h"
#include "cmd/cmd.h"
#include "cmd/collapse_summary.h"
#include "cmd/meter.h"
#include "cmd/output_format.h"
#include "cmd/selection_options.h"
#include "cmd/terminal.h"
#include "collapse/input/file_list.h"
#include "stats/overview.h"

enum { FORMATS = 3 };

static const struct output_format formats[FORMATS + 1] = {
	{ "text", ".txt", NULL },
	{ "markdown", ".md .markdown", ".txt" },
	{ "json", ".json", NULL },
};

static findings_print_fn *const printers[FORMATS] = {
	findings_print_text,
	findings_print_markdown,
	findings_print_json,
};

struct findings_args {
	const char *output, *format; /* a word of formats[]; NULL: by the suffix of the output */
	struct collapse_options cut; /* what is selected, and how to call nsys */
	size_t chosen;               /* of formats[] */
	bool keep_going, strict;
	unsigned color; /* enum color_when */
	struct opt table[48];
};

static const char *format_word(size_t index)
{
	return formats[index].name;
}

static const char usage[] =
	"usage: gpuflame findings [options] FILE...\n"
	"\n"
	"List what costs the most time and what to try: at most seven findings, the\n"
	"largest first, each with an upper bound of the time to save, where it is, the\n"
	"evidence, and the rule. Several files, or the reports in a folder, are the\n"
	"ranks of one run.\n";

static bool write_findings(const struct findings_args *words, const struct file_list *list,
	struct findings_print *print, FILE *out, struct err *err)
{
	size_t width = terminal_width(words->output);
	struct stats_notes notes = { 0 };
	struct meter meter;
	const struct stats_input input = {
		.files = list->paths,
		.count = list->count,
		.cut = &words->cut,
		.whole_runs = list->is_whole,
		.progress = &meter.progress,
		.begin = meter_begin,
		.end = meter_end,
		.skip = words->keep_going || (!words->strict && file_list_may_skip(list))
				? meter_skip
				: NULL,
	};
	bool ok;

	print->files = list->paths;
	print->file_count = list->count;
	print->width = width > 0 ? width : 100;
	print->color = terminal_has_color(words->output, words->color);
	meter_init(&meter, words->cut.quiet);
	ok = findings_files(&input, print, printers[words->chosen], out, &notes, err);
	if (ok && notes.files == 0)
		ok = err_set(err, ERR_EMPTY, "none of the files could be read");
	if (ok && !words->cut.quiet) {
		cmd_print_earlier(list);
		oddities_print(&notes.odd, &notes.diagnostics, NULL);
	}
	ok = ok && oddities_check(&notes.odd, &notes.diagnostics, words->strict, err);
	stats_notes_release(&notes);
	return ok;
}

/* What the commands of findings need, to show the same part of the same files. */
static void add_options(
	const struct findings_args *words, struct text *options, struct text *device)
{
	const struct selection *selection = &words->cut.plan.selection;

	if (strcmp(words->cut.nsys, "nsys") != 0) {
		text_add_string(options, " --nsys ");
		text_add_shell(options, words->cut.nsys);
	}
	if (words->cut.graph_captures != NULL) {
		text_add_string(options, " --graph-captures ");
		text_add_shell(options, words->cut.graph_captures);
	}
	if (words->cut.plan.adopt_given)
		text_add_string(
			options, words->cut.plan.adopt ? " --adopt autograd" : " --adopt none");
	text_add_string(options, words->keep_going ? " --keep-going" : "");
	selection_options_words(selection, words->cut.rank_pattern, options);
	selection_options_devices(selection, device);
}

static bool write_all(const struct findings_args *words, const struct file_list *list,
	const char *const *operands, size_t count, FILE *out, struct err *err)
{
	struct text options = { 0 }, device = { 0 };
	struct findings_print print = { .operands = operands, .operand_count = count };
	bool ok;

	add_options(words, &options, &device);
	print.options = options.bytes;
	print.device = device.bytes;
	ok = write_findings(words, list, &print, out, err);
	text_release(&options);
	text_release(&device);
	return ok;
}

static bool run_words(struct findings_args *words, const struct file_list *list,
	const char *const *operands, size_t count, struct err *err)
{
	struct out out;

	if (!cmd_check_files("findings --help", list->paths, list->count, err) ||
		!output_format_find(formats, "gpuflame findings", words->output, words->format,
			&words->chosen, err) ||
		!findings_check_selection(&words->cut.plan.selection, err) ||
		!plan_check(&words->cut.plan, err) ||
		!out_check(words->output, list->paths, list->count, err) ||
		!out_open(&out, words->output, err))
		return false;
	return out_end(&out, write_all(words, list, operands, count, out.file, err), err);
}

static void words_init(struct findings_args *words)
{
	static const char *const hidden[] = { "range", "stream" };
	*words = (struct findings_args){ .cut = { .nsys = "nsys", .plan.adopt = true } };

	const struct opt entries[] = {
		OPT_HEADING("Input"),
		OPT_TRUE(0, "keep-going", &words->keep_going,
			"skip files that are absent or cannot be read"),
		OPT_TRUE(0, "strict", &words->strict, CMD_STRICT_HELP),
		OPT_STRING(0, "nsys", &words->cut.nsys, "PATH",
			"the nsys to export .nsys-rep files with"),
		OPT_STRING(0, "graph-captures", &words->cut.graph_captures, "PATH",
			GRAPH_CAPTURES_HELP),
		OPT_CALL(0, "adopt", &words->cut.plan, "WHAT", SELECTION_ADOPT_HELP("autograd"),
			selection_options_adopt),
		OPT_HEADING("Output"),
		OPT_WORD_CALL('f', "format", &words->format, "FORMAT", format_word,
			"output format, else that of the suffix of -o FILE", output_format_set),
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
	for (size_t i = 0; i < ARRAY_SIZE(hidden); i++)
		opt_hide(words->table, hidden[i]);
}

static int run(int argc, const char **argv)
{
	struct findings_args words;
	const struct opt *const tables[] = { words.table, NULL };
	struct file_list files = { 0 };
	struct err err = { 0 };
	int count, status;

	words_init(&words);
	if (cmd_parse(usage, tables, false, argc, argv, &count, &status) &&
		(!file_list_add_all(&files, argv + 1, (size_t)count, &err) ||
			!run_words(&words, &files, argv + 1, (size_t)count, &err)))
		status = cmd_fail(&err);
	file_list_release(&files);
	selection_options_release(&words.cut.plan.selection);
	return status;
}

const struct command command_findings = {
	.name = "findings",
	.summary = "list what costs the most time, and what to try",
	.run = run,
};
