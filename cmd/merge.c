#include <stdio.h>
#include <stdlib.h>

#include "base/folded.h"
#include "base/mem.h"
#include "base/out.h"
#include "cmd/cmd.h"
#include "cmd/collapse_summary.h"
#include "cmd/output_format.h"
#include "cmd/rule_options.h"
#include "collapse/collapse_files.h"
#include "collapse/input/file_list.h"

struct merge_args {
	struct collapse_options options;
	struct files_options files;
	const char *output;
	bool strict, help;
	struct opt table[32];
};

static void print_help(const struct opt *const *tables)
{
	fputs("usage: gpuflame merge [options] FILE...\n"
	      "\n"
	      "Merge folded stacks, such as those of the ranks of a run, stack by stack. A\n"
	      "stack that a file does not have counts as 0 there. Sums, minima and maxima can\n"
	      "be merged again, in any order and grouping. A folder stands for the reports or\n"
	      "stacks in it. No rules apply by default.\n",
		stdout);
	opt_print_help(tables, stdout);
}

static void words_init(struct merge_args *words)
{
	const struct opt entries[] = {
		OPT_HEADING("Merging"),
		OPT_WORD(0, "aggregate", &words->files.aggregate, "HOW", aggregate_word,
			"how to combine files"),
		OPT_TRUE(0, "keep-going", &words->files.keep_going,
			"skip files that cannot be read"),
		OPT_TRUE(0, "strict", &words->strict, CMD_STRICT_HELP),
		OPT_STRING(
			'o', "output", &words->output, "FILE", "write to FILE instead of stdout"),
		OPT_TRUE('h', "help", &words->help, "show this"),
		OPT_END(),
	};

	opt_append(words->table, ARRAY_SIZE(words->table), entries);
	rule_options_init_bare(&words->options.rules, words->table, ARRAY_SIZE(words->table));
}

static bool write_folded(const struct merge_args *words, const struct tree *tree, struct err *err)
{
	struct out out;

	if (!out_open(&out, words->output, err))
		return false;
	if (!folded_write(tree, "[unattributed]", out.file, err)) {
		err_prefix(err, "'%s'", out_name(&out));
		out_abort(&out);
		return false;
	}
	/* parts with no stack in common leave nothing, written so that it can be merged again: an
	 * empty file would look like a failed write */
	if (tree->total == 0)
		fputs("[unattributed] 0\n", out.file);
	return out_commit(&out, err);
}

static bool merge(const struct merge_args *words, const struct file_list *files, struct err *err)
{
	struct file_result *results = mem_try_zeroed(files->count, sizeof(*results), err);
	struct files_options how = words->files;
	struct collapse collapse;
	bool ok;

	if (results == NULL)
		return false;
	if (!collapse_init(&collapse, err)) {
		free(results);
		return false;
	}
	how.whole_runs = files->is_whole;
	ok = collapse_files(
		&collapse, files->paths, files->count, &words->options, &how, results, err);
	for (size_t i = 0; (ok || words->files.keep_going) && i < files->count; i++) {
		if (results[i].err.code != ERR_NONE)
			fprintf(stderr, "gpuflame: skipped: %s\n", results[i].err.msg);
	}
	if (ok)
		collapse_print_oddities(&collapse);
	if (ok && words->strict && collapse_is_odd(&collapse))
		ok = cmd_refuse_odd(err);
	ok = ok && write_folded(words, &collapse.tree, err);
	collapse_release(&collapse);
	free(results);
	return ok;
}

static bool run_words(
	const struct merge_args *words, const struct file_list *files, struct err *err)
{
	static const struct output_format formats[] = {
		{ "folded", ".folded .txt", NULL },
		{ NULL, NULL, NULL },
	};
	const char *format;

	if (files->count == 0)
		return err_set(err, ERR_USAGE, "no file given; see gpuflame merge --help");
	if (!output_format_find(formats, "gpuflame merge", words->output, NULL, &format, err) ||
		!cmd_check_stdin(files->paths, files->count, err) ||
		!out_check(words->output, files->paths, files->count, err) ||
		!rule_options_check_output(&words->options.rules, words->output, err))
		return false;
	return merge(words, files, err);
}

static int run(int argc, const char **argv)
{
	struct merge_args words = { .options.nsys = "nsys", .files.each_apart = true };
	const struct opt *const tables[] = { words.table, NULL };
	struct file_list files = { 0 };
	struct err err = { 0 };
	int count, status = EXIT_OK;

	words_init(&words);
	if (!opt_parse(tables, false, argc - 1, argv + 1, &count, &err))
		status = cmd_fail(&err);
	else if (words.help)
		print_help(tables);
	else if (!file_list_add_all(&files, argv + 1, (size_t)count, &err) ||
		 !run_words(&words, &files, &err))
		status = cmd_fail(&err);
	file_list_release(&files);
	rule_options_release(&words.options.rules);
	return status;
}

const struct command command_merge = {
	.name = "merge",
	.summary = "merge folded stacks: sum, mean, min, max",
	.run = run,
};
