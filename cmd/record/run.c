#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "cmd/cmd.h"
#include "cmd/record/launch.h"
#include "cmd/record/record.h"
#include "cmd/record/scratch.h"
#include "cmd/record/summary.h"
#include "cmd/render.h"

/* `gpuflame run -o flame.svg -- COMMAND`: record, collapse and render. */
struct run_request {
	struct record record;
	struct opt record_table[RECORD_OPTIONS];
	struct render_words render;
	bool quiet;
	enum opt_help help;
};

static void print_help(const struct opt *const *tables)
{
	fputs("usage: gpuflame run [options] -o flame.svg [--] COMMAND [ARGUMENT...]\n"
	      "\n"
	      "Run COMMAND, record where its GPU time goes and draw that, as gpuflame record\n"
	      "and gpuflame FILE -o flame.svg do. The exit status is COMMAND's, or 1 when only\n"
	      "the recording or the picture failed.\n",
		stdout);
	opt_print_help(tables, stdout);
}

/* --- the run ----------------------------------------------------------------------- */

static void print_name(const char *before, const char *name)
{
	struct err line = { 0 };

	err_set(&line, ERR_NONE, "%s'%s'", before, name);
	fprintf(stderr, "gpuflame: %s\n", line.msg);
}

/* Whether a file can be created at `path`; checked before the run. */
static bool check_place(const char *path, struct err *err)
{
	const char *slash = strrchr(path, '/');
	char *folder;
	bool ok;
	struct stat status;

	if (stat(path, &status) == 0 && S_ISDIR(status.st_mode))
		return err_set(err, ERR_USAGE, "'%s' is a folder: expected a file name", path);
	if (slash == NULL)
		folder = text_format(".");
	else
		folder = text_format("%.*s", slash == path ? 1 : (int)(slash - path), path);
	ok = access(folder, W_OK | X_OK) == 0 ||
	     err_set_errno(err, errno, "cannot write to folder '%s'", folder);
	free(folder);
	return ok;
}

static bool check_request(struct run_request *request, struct err *err)
{
	const char *output = request->render.output;

	if (output == NULL || strcmp(output, "-") == 0)
		return err_set(err, ERR_USAGE,
			"stdout belongs to the command, so the SVG needs a file: add -o flame.svg");
	return check_place(output, err) && render_words_check(&request->render, err);
}

/* Draw what was recorded; false without an error when nothing was, which the summary has said. */
static bool draw_captures(struct run_request *request, const char *folder, struct err *err)
{
	struct file_list files = { 0 };
	bool ok = file_list_add(&files, folder, err);

	if (err->code == ERR_EMPTY)
		*err = (struct err){ 0 };
	files.is_whole = false; /* other ranks may have their own `gpuflame run` */
	ok = ok && render_files(&request->render, &files, err);
	if (ok && !request->quiet)
		print_name("the flame graph is ", request->render.output);
	file_list_release(&files);
	return ok;
}

static int record_and_draw(struct run_request *request, const char **command)
{
	struct record_result result;
	struct err err = { 0 };
	char *folder = scratch_make("run", &err);
	bool ran, drawn;

	if (folder == NULL)
		return cmd_fail(&err);
	ran = record_command(&request->record, folder, command, &result, &err);
	if (!ran)
		cmd_fail(&err);
	err = (struct err){ 0 };
	drawn = ran && draw_captures(request, folder, &err);
	/* a run may have taken days: what was recorded and cannot be drawn is kept */
	if (!drawn && err.code != ERR_NONE) {
		cmd_fail(&err);
		print_name("the captures are kept in ", folder);
	} else {
		scratch_remove(folder);
	}
	if (!drawn && result.status == EXIT_OK)
		result.status = EXIT_FAILED;
	free(folder);
	record_result_release(&result);
	if (result.signal == SIGINT)
		launch_die_of(SIGINT);
	return result.status;
}

static int run_words(struct run_request *request, const char **words, int count)
{
	struct err err = { 0 };
	const char **command;
	int status;

	if (count == 0)
		err_set(&err, ERR_USAGE,
			"no command to run: gpuflame run [options] -o flame.svg -- COMMAND");
	if (count == 0 || !check_request(request, &err))
		return cmd_fail(&err);
	request->render.collapse.options.quiet = request->quiet;
	if (request->quiet)
		request->record.summary = SUMMARY_NONE;
	command = record_copy_words(words, count);
	status = record_and_draw(request, command);
	free(command);
	return status;
}

static int run(int argc, const char **argv)
{
	struct run_request request = { 0 };
	const struct opt output[] = {
		OPT_HEADING("Output"),
		OPT_STRING(
			'o', "output", &request.render.output, "FILE", "write the picture to FILE"),
		OPT_TRUE('q', "quiet", &request.quiet, "print errors only"),
		OPT_HELP(&request.help),
		OPT_END(),
	};
	const struct opt *const tables[] = { output, request.record_table, NULL };
	struct err err = { 0 };
	int count, status = EXIT_OK;

	record_init(&request.record);
	record_fill_table(&request.record, RECORD_USE_RUN, request.record_table);
	render_words_init(&request.render);
	if (!opt_parse(tables, true, argc - 1, argv + 1, &count, &err))
		status = cmd_fail(&err);
	else if (request.help)
		print_help(tables);
	else
		status = run_words(&request, argv + 1, count);
	render_words_release(&request.render);
	record_release(&request.record);
	return status;
}

const struct command command_run = {
	.name = "run",
	.summary = "run a program and draw its GPU time",
	.starts_program = true,
	.run = run,
};
