#include <stdio.h>
#include <string.h>

#include "base/folded.h"
#include "base/out.h"
#include "cmd/cmd.h"
#include "cmd/collapse_options.h"

struct words {
	struct collapse_words collapse;
	const char *output;
	const char *print_preset;
	bool list_presets;
	bool help;
};

static void print_help(const struct opt *const *tables)
{
	fputs("usage: gpuflame collapse [options] FILE...\n"
	      "\n"
	      "Fold nsys reports (SQLite exports; .nsys-rep and .qdrep where nsys is there)\n"
	      "into stacks: NVTX ranges from the outermost in, then the GPU operation, then\n"
	      "its time in nanoseconds. Stacks that are folded already pass through the same\n"
	      "rules. Several files add up.\n",
		stdout);
	opt_print_help(tables, stdout);
}

static bool check_files(const char *const *files, int count, struct err *err)
{
	if (count == 0)
		return err_set(err, ERR_USAGE, "no report given; see gpuflame collapse --help");
	for (int i = 0; i < count; i++) {
		if (strcmp(files[i], "-") == 0)
			return err_set(err, ERR_USAGE,
				"'-' can't be read: an SQLite file needs random access; give its "
				"path");
	}
	return true;
}

static bool write_folded(
	const struct words *words, const struct collapse *collapse, struct err *err)
{
	struct out out;

	if (!out_open(&out, words->output, err))
		return false;
	if (!folded_write(&collapse->tree, "[unattributed]", out.file, err)) {
		err_prefix(err, "'%s'", out_name(&out));
		out_abort(&out);
		return false;
	}
	return out_commit(&out, err);
}

static bool run_words(
	const struct words *words, const char *const *files, int count, struct err *err)
{
	struct collapse collapse;
	bool ok;

	if (!check_files(files, count, err) ||
		!collapse_run(&words->collapse, files, count, &collapse, err))
		return false;
	ok = write_folded(words, &collapse, err);
	collapse_release(&collapse);
	return ok;
}

static int run(int argc, const char **argv)
{
	struct words words = { 0 };
	const struct opt output[] = {
		{ OPT_HEADING, .help = "Output" },
		{ OPT_STRING, 'o', "output", "FILE", "write to FILE instead of stdout",
			&words.output, NULL },
		{ OPT_TRUE, 0, "list-presets", NULL, "list the presets of --preset",
			&words.list_presets, NULL },
		{ OPT_STRING, 0, "print-preset", "NAME", "print a preset's rules",
			&words.print_preset, NULL },
		{ OPT_TRUE, 'h', "help", NULL, "show this", &words.help, NULL },
		{ OPT_END },
	};
	const struct opt *const tables[] = { words.collapse.table,
		output, NULL };
	struct err err = { 0 };
	int count, status = EXIT_OK;

	collapse_words_init(&words.collapse);
	if (!opt_parse(tables, false, argc - 1, argv + 1, &count, &err))
		status = cmd_fail(&err);
	else if (words.help)
		print_help(tables);
	else if (words.list_presets)
		rule_options_list_presets();
	else if (words.print_preset != NULL)
		status = rule_options_print_preset(words.print_preset, &err) ? EXIT_OK
									     : cmd_fail(&err);
	else if (!run_words(&words, argv + 1, count, &err))
		status = cmd_fail(&err);
	collapse_words_release(&words.collapse);
	return status;
}

const struct command command_collapse = {
	.name = "collapse",
	.summary = "fold nsys reports into stacks",
	.run = run,
};
