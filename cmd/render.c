#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/out.h"
#include "cmd/cmd.h"
#include "cmd/collapse_options.h"
#include "cmd/svg_options.h"

/* `gpuflame FILE -o flame.svg`: both stages in one process, no text in between. */
struct words {
	struct collapse_words collapse;
	struct svg_settings picture;
	const char *output;
	bool help;
};

static void print_help(const struct opt *const *tables)
{
	fputs("usage: gpuflame [options] FILE... -o flame.svg\n"
	      "\n"
	      "Collapse reports and render them at once. What each FILE is, is told by its\n"
	      "content; several add up. The options are those of gpuflame collapse and of\n"
	      "gpuflame svg.\n",
		stdout);
	opt_print_help(tables, stdout);
}

static bool draw(struct words *words, const struct collapse *collapse, struct err *err)
{
	struct out out;

	if (!out_open(&out, words->output, err))
		return false;
	if (!svg_render(&collapse->tree, &words->picture.svg, out.file, err)) {
		err_prefix(err, "cannot draw '%s'", out_name(&out));
		out_abort(&out);
		return false;
	}
	return out_commit(&out, err) && svg_settings_save(&words->picture, err);
}

static bool run_words(struct words *words, const char *const *files, int count, struct err *err)
{
	struct collapse collapse;
	bool ok;

	if (count == 0)
		return err_set(err, ERR_USAGE, "no file given; see gpuflame help render");
	if (words->output == NULL && isatty(STDOUT_FILENO) == 1)
		return err_set(
			err, ERR_USAGE, "a picture is nothing for a terminal; add -o flame.svg");
	if (!svg_settings_finish(&words->picture, err) ||
		!collapse_run(&words->collapse, files, count, &collapse, err))
		return false;
	ok = draw(words, &collapse, err);
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
		{ OPT_TRUE, 'h', "help", NULL, "show this", &words.help, NULL },
		{ OPT_END },
	};
	const struct opt *const tables[] = { output, words.collapse.table, words.picture.table,
		NULL };
	struct err err = { 0 };
	int count, status = EXIT_OK;

	collapse_words_init(&words.collapse);
	svg_settings_init(&words.picture);
	if (!opt_parse(tables, false, argc - 1, argv + 1, &count, &err))
		status = cmd_fail(&err);
	else if (words.help)
		print_help(tables);
	else if (!run_words(&words, argv + 1, count, &err))
		status = cmd_fail(&err);
	svg_settings_release(&words.picture);
	collapse_words_release(&words.collapse);
	return status;
}

const struct command command_render = {
	.name = "render",
	.summary = "collapse and render at once",
	.run = run,
};
