#include <stdio.h>

#include "base/opt.h"
#include "base/out.h"
#include "base/word_list.h"
#include "cmd/cmd.h"
#include "cmd/collapse_run.h"
#include "cmd/diff_files.h"
#include "cmd/output_format.h"
#include "cmd/render.h"
#include "cmd/terminal.h"
#include "collapse/refusals.h"
#include "collapse/fold/fold_tree.h"
#include "stats/diff/diff_print.h"
#include "stats/diff/gate.h"
#include "stats/diff/diff_runs.h"

enum { EXIT_CONDITION = 3 };

enum format {
	FORMAT_TABLE,
	FORMAT_MARKDOWN,
	FORMAT_JSON,
	FORMAT_FOLDED,
	FORMAT_SVG,
	FORMAT_HTML, /* a page with that */
	FORMATS,
};

static const struct output_format formats[FORMATS + 1] = {
	[FORMAT_TABLE] = { "table", ".txt", NULL },
	[FORMAT_MARKDOWN] = { "markdown", ".md .markdown", ".txt" },
	[FORMAT_JSON] = { "json", ".json", NULL },
	[FORMAT_FOLDED] = { "folded", ".folded", ".txt" },
	[FORMAT_SVG] = { "svg", ".svg", NULL },
	[FORMAT_HTML] = { "html", ".html .htm", NULL },
};

static const char *format_word(size_t index)
{
	return formats[index].name;
}

struct diff_args {
	struct collapse_words collapse;
	struct svg_settings picture;
	struct diff_files files;
	const char *output, *format; /* a word of formats[]; NULL: by the suffix of the output */
	size_t chosen;               /* enum format */
	uint64_t limit;              /* of the stacks that are listed */
	struct gate gate;
	bool no_steps;
	unsigned color; /* enum color_when */
};

static const char usage[] =
	"usage: gpuflame diff [options] BEFORE AFTER\n"
	"       gpuflame diff [options] --before FILE... --after FILE...\n"
	"       gpuflame diff [options] --history FILE... [--after FILE]\n"
	"\n"
	"Compare two runs, or two sets of runs, stack by stack. A run is a file that\n"
	"gpuflame collapse reads, or a folder with a file of each rank. If every run has\n"
	"training steps, values are per step.\n";

/* --- the command line ----------------------------------------------------------------------- */

static bool add_condition(void *value, const char *arg, struct err *err)
{
	return gate_add(value, arg, err);
}

/* --- reading ------------------------------------------------------------------------ */

/* Runs are compared, each as a whole. */
static bool check_collapse_words(const struct diff_args *words, struct err *err)
{
	if (words->collapse.files.aggregate != AGGREGATE_SUM ||
		words->collapse.options.plan.normalize_steps)
		return err_set(err, ERR_USAGE,
			"--aggregate and --normalize do not apply to diff, which compares whole "
			"runs, per step");
	return collapse_words_check(&words->collapse, err);
}

/* Those that the files state, or else one for each file. */
static uint64_t ranks_of(const struct collapse *run, const struct file_list *files)
{
	return run->origins.count > files->count ? run->origins.count : files->count;
}

struct diff_reading {
	const struct diff_args *words;
	struct diff *diff;
};

static bool add_run(void *context, size_t index, const struct file_list *files,
	const struct collapse *run, UNUSED struct err *err)
{
	struct diff_reading *reading = context;
	const struct diff_files *named = &reading->words->files;

	diff_add_run(reading->diff, index < named->before_count ? DIFF_BEFORE : DIFF_AFTER,
		named->all.list[index], &run->tree, run->steps, ranks_of(run, files));
	return true;
}

/* The runs of both sides are folded at once. */
static bool fold_runs(const struct diff_args *words, struct diff *diff, struct err *err)
{
	const struct diff_path_list *all = &words->files.all;
	struct diff_reading reading = { .words = words, .diff = diff };
	const struct collapse_taker taker = { &reading, add_run };

	return collapse_runs(&words->collapse, all->list, all->count, words->output, &taker, err);
}

/* Numbers that --strip auto finds: in all runs together, so that they fold alike. */
static bool fold_numbers(const struct diff_args *words, struct diff *diff, struct err *err)
{
	const struct ruleset *set = &words->collapse.options.rules;
	const struct plan_options *plan = &words->collapse.options.plan;
	uint32_t *twins = NULL;
	bool ok;

	if (set->strip_numbers == STRIP_NONE)
		return true;
	/* frames of --by name places, not numbered repetitions of equal work */
	ok = ruleset_strip_numbers(set, &diff->tree, (uint32_t)plan->grouping.count,
		plan->value == VALUE_CPU_TIME, &twins, err);
	if (ok)
		diff_fold(diff, twins);
	free(twins);
	return ok;
}

/* Whole runs of different lengths are compared if one of them cannot be divided. */
static void print_no_steps(const struct diff_args *words, const struct diff *diff)
{
	const char *without = NULL;
	struct err note = { 0 }; /* err_set() cleans the file's name */
	bool some = false;

	for (size_t i = 0; i < diff_runs(diff); i++) {
		some |= diff->runs[i].steps > 0;
		if (diff->runs[i].steps == 0 && without == NULL)
			without = diff->runs[i].file;
	}
	if (!some || without == NULL || words->no_steps || words->collapse.options.quiet)
		return;
	err_set(&note, ERR_FORMAT,
		"runs are compared as a whole, not per step, since '%s' has no training steps",
		without);
	fprintf(stderr, "gpuflame: note: %s\n", note.msg);
}

static bool read_runs(const struct diff_args *words, struct diff *diff, struct err *err)
{
	if (!fold_runs(words, diff, err) || !fold_numbers(words, diff, err))
		return false;
	diff_close(diff, !words->no_steps);
	diff_pairs_find(diff);
	print_no_steps(words, diff);
	if (diff->stack_count == 0)
		return empty_values(err);
	return true;
}

/* --- writing ------------------------------------------------------------------------ */

static bool draw(struct diff_args *words, struct diff *diff, FILE *out, struct err *err)
{
	struct svg_options *svg = &words->picture.svg;
	const char *title = svg->title, *step = diff->per_step ? " per step" : "";
	struct tree before, after;
	char *own;
	bool ok;

	/* what is compared is not known of stacks whose unit was given on the command line */
	own = svg->countname != NULL
		      ? text_format("What changed%s", step)
		      : text_format("%s%s: what changed",
				value_kind(words->collapse.options.plan.value)->subject, step);
	if (title == NULL)
		svg->title = own;
	svg->countname = diff->countname;
	if (svg->order == SVG_BY_DEFAULT)
		svg->order = SVG_BY_WIDTH;
	svg->ops_scale = DIFF_OPS_SCALE;
	tree_init(&before, &diff->names);
	tree_init(&after, &diff->names);
	ok = diff_side_tree(diff, DIFF_BEFORE, &before, err) &&
	     diff_side_tree(diff, DIFF_AFTER, &after, err);
	render_name_by_place(&before);
	render_name_by_place(&after);
	ok = ok && svg_render_diff(&before, &after, svg, out, err);
	svg->title = title;
	free(own);
	tree_release(&before);
	tree_release(&after);
	return ok;
}

static bool write_to(struct diff_args *words, struct diff *diff, FILE *out, struct err *err)
{
	enum format format = (enum format)words->chosen;
	const struct diff_page page = {
		.diff = diff,
		.gate = &words->gate,
		.limit = words->limit,
		.width = terminal_width(words->output),
		.is_markdown = format == FORMAT_MARKDOWN,
		.color = terminal_has_color(words->output, words->color),
		.blocks = terminal_speaks_utf8(),
	};

	if (format == FORMAT_SVG || format == FORMAT_HTML)
		return draw(words, diff, out, err);
	if (format == FORMAT_JSON)
		diff_print_json(&page, out);
	else if (format == FORMAT_FOLDED)
		diff_print_folded(diff, out);
	else
		diff_print_page(&page, out);
	return true;
}

static bool write_diff(struct diff_args *words, struct diff *diff, struct err *err)
{
	struct out out;

	return out_open(&out, words->output, err) &&
	       out_end(&out, write_to(words, diff, out.file, err), err);
}

/* --- the verdict -------------------------------------------------------------------- */

/* A line for stderr: an objection to the comparison, or a warning. */
static void add_reason(const struct diff_args *words, bool objects, const struct text *reason,
	struct text *verdict)
{
	if (objects || !words->collapse.options.quiet)
		text_addf(verdict, "gpuflame: %s%s\n", objects ? "" : "warning: ", reason->bytes);
}

/* Why the gate does not pass, and what makes it doubtful. */
static void add_verdict(
	const struct diff_args *words, const struct diff *diff, struct text *verdict)
{
	struct text line = { 0 };

	for (size_t i = 0; i < words->gate.count; i++) {
		const struct gate_condition *condition = &words->gate.list[i];
		enum gate_result result = condition->result;
		bool objects = gate_objects(&words->gate, result);

		if (result == GATE_PASSES)
			continue;
		gate_reason(condition, diff, &line);
		if (objects && result != GATE_HOLDS)
			text_add_string(&line, "; --allow-missing lets it pass");
		add_reason(words, objects, &line, verdict);
	}
	line.len = 0;
	if (diff->work.implausible) {
		diff_implausible_text(diff, &line);
		text_add_string(&line, ": is it the same program?");
		add_reason(words, words->gate.strict, &line, verdict);
	}
	text_release(&line);
}

static int status_of(const struct gate *gate, const struct diff *diff)
{
	static const int statuses[] = {
		[VERDICT_PASSED] = EXIT_OK,
		[VERDICT_FAILED] = EXIT_CONDITION,
		[VERDICT_INVALID] = EXIT_FAILED,
	};
	return statuses[gate_verdict(gate, diff->work.implausible)];
}

/* --- the whole ---------------------------------------------------------------------- */

static bool run_words(struct diff_args *words, const char *const *operands, int count, int *status,
	struct err *err)
{
	enum value value = words->collapse.options.plan.value;
	struct text verdict = { 0 };
	const char *countname;
	struct diff diff;
	bool ok;

	words->gate.strict = words->collapse.strict;
	if (!output_format_find(
		    formats, "gpuflame diff", words->output, words->format, &words->chosen, err) ||
		!diff_files_gather(&words->files, operands, count, err))
		return false;
	words->picture.svg.page = words->chosen == FORMAT_HTML;
	if (!cmd_check_files("diff --help", words->files.all.list, words->files.all.count, err) ||
		!rule_options_check_output(&words->collapse.options.rules, words->output, err) ||
		!check_collapse_words(words, err) || !svg_options_check(&words->picture.svg, err))
		return false;
	/* --unit is for stacks folded by other tools. */
	countname = words->picture.svg.countname;
	if (countname == NULL && strcmp(value_kind(value)->unit, "ns") != 0)
		countname = value_kind(value)->unit;
	if (!gate_check(&words->gate, countname, err))
		return false;
	diff_init(&diff);
	diff.countname = countname;
	diff.is_history = words->files.history.count > 0;
	/* The verdict is below the output, but made before, since what is written stays. */
	ok = read_runs(words, &diff, err) && gate_judge(&words->gate, &diff, err);
	if (ok) {
		add_verdict(words, &diff, &verdict);
		ok = write_diff(words, &diff, err);
	}
	if (ok) {
		fputs(verdict.len > 0 ? verdict.bytes : "", stderr);
		*status = status_of(&words->gate, &diff);
	}
	text_release(&verdict);
	diff_release(&diff);
	return ok;
}

static void release(struct diff_args *words)
{
	gate_release(&words->gate);
	diff_files_release(&words->files);
	collapse_words_release(&words->collapse);
}

static int run(int argc, const char **argv)
{
	struct diff_args words = { .limit = 5 };
	const struct opt table[] = {
		OPT_HEADING("Comparison"),
		OPT_CALL(0, "before", &words.files.before, "FILE...", "runs before the change",
			diff_files_add),
		OPT_CALL(0, "after", &words.files.after, "FILE...",
			"runs after it; with two runs or more on"
			" each side, noise is distinguished from change",
			diff_files_add),
		OPT_TRUE(0, "no-steps", &words.no_steps,
			"do not divide by the number of training steps"),
		OPT_CALL(0, "history", &words.files.history, "FILE...",
			"runs in the order of time, or a folder of them; AFTER, or else the last "
			"run, is compared with their median",
			diff_files_add),
		OPT_HEADING("Gate"),
		OPT_CALL(0, "fail-if", &words.gate, "COND",
			"exit 3 if 'total > 5%', 'REGEX > 2%' (stacks with such a frame),"
			" 'range:REGEX > +10ms', 'kernel:REGEX < -5%' or"
			" 'kind:attention > 50ms'",
			add_condition),
		OPT_TRUE(0, "allow-missing", &words.gate.allow_missing,
			"a condition that matches nothing is not an error"),
		OPT_HEADING("Output"),
		OPT_WORD_CALL('f', "format", &words.format, "FORMAT", format_word,
			"output format, else that of the suffix of -o FILE", output_format_set),
		OPT_UINT(0, "limit", &words.limit, "N",
			"list the N largest changes (default 5); 0: all"),
		OPT_STRING('o', "output", &words.output, "FILE", "write to FILE instead of stdout"),
		TERMINAL_COLOR_OPT(&words.color),
		OPT_HELP(&cmd_help),
		OPT_END(),
	};
	const struct opt *const tables[] = { table, words.collapse.table, words.picture.table,
		NULL };
	struct err err = { 0 };
	int count, status, left = argc - 1;

	collapse_words_init(&words.collapse);
	/* check_collapse_words() refuses them */
	opt_hide(words.collapse.table, "aggregate");
	opt_hide(words.collapse.table, "normalize");
	/* before rules remove their numbers */
	words.collapse.options.plan.count_names = true;
	svg_settings_init(&words.picture);
	if (!diff_files_take_lists(&words.files, &left, argv + 1, &err) ||
		(cmd_parse(usage, tables, false, left + 1, argv, &count, &status) &&
			!run_words(&words, argv + 1, count, &status, &err)))
		status = cmd_fail(&err);
	release(&words);
	return status;
}

const struct command command_diff = {
	.name = "diff",
	.summary = "show what changed between runs",
	.run = run,
};
