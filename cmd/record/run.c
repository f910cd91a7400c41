#define _GNU_SOURCE /* asprintf */
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"
#include "capture/config.h"
#include "cmd/cmd.h"
#include "cmd/record/launch.h"
#include "cmd/record/record.h"
#include "cmd/record/scratch.h"
#include "cmd/render.h"

/* `gpuflame run -o flame.svg -- COMMAND`: record, collapse and render. */
struct run_request {
	struct record record;
	struct opt record_table[RECORD_OPTIONS];
	struct render_words render;
	bool help;
};

/* The captures of a private folder. */
struct captures {
	char *folder;
	char **paths; /* owned */
	size_t count, cap;
};

static void print_help(const struct opt *const *tables)
{
	fputs("usage: gpuflame run [options] -o flame.svg [--] COMMAND [ARGUMENT...]\n"
	      "\n"
	      "Run COMMAND, record where its GPU time goes and draw that: gpuflame record and\n"
	      "gpuflame FILE in one, with the options of both. The exit status is COMMAND's,\n"
	      "or 1 when only the recording or the picture failed.\n",
		stdout);
	opt_print_help(tables, stdout);
}

/* --- the private folder --------------------------------------------------------- */

static bool add_path(struct captures *captures, const char *name, struct err *err)
{
	void *paths = captures->paths;
	char *path = NULL;

	if (!mem_grow(&paths, &captures->cap, captures->count + 1, sizeof(char *), err))
		return false;
	captures->paths = paths;
	if (asprintf(&path, "%s/%s", captures->folder, name) < 0)
		return err_nomem(err);
	captures->paths[captures->count++] = path;
	return true;
}

static bool is_capture(const char *name)
{
	static const char extension[] = ".gpuflame";
	size_t len = strlen(name), tail = sizeof(extension) - 1;

	return len > tail && strcmp(name + len - tail, extension) == 0;
}

static int compare_paths(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The captures in the folder, including those of killed processes. */
static bool list_captures(struct captures *captures, struct err *err)
{
	DIR *folder = opendir(captures->folder);
	const struct dirent *entry;
	bool ok = true;

	if (folder == NULL)
		return err_set_errno(err, errno, "cannot read '%s'", captures->folder);
	/* the stream is this function's own */
	while (ok && (entry = readdir(folder)) != NULL) { /* NOLINT(concurrency-mt-unsafe) */
		if (is_capture(entry->d_name))
			ok = add_path(captures, entry->d_name, err);
	}
	closedir(folder);
	if (ok && captures->count > 0)
		qsort(captures->paths, captures->count, sizeof(char *), compare_paths);
	return ok;
}

static void release_captures(struct captures *captures)
{
	for (size_t i = 0; i < captures->count; i++)
		free(captures->paths[i]);
	free(captures->paths);
	free(captures->folder);
}

/* --- the run ----------------------------------------------------------------------- */

static void print_name(const char *before, const char *name, const char *after)
{
	struct err line = { 0 };

	err_set(&line, ERR_NONE, "%s'%s'%s", before, name, after);
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
		folder = strdup(".");
	else
		folder = strndup(path, slash == path ? 1 : (size_t)(slash - path));
	if (folder == NULL)
		return err_nomem(err);
	ok = access(folder, W_OK | X_OK) == 0 ||
	     err_set_errno(err, errno, "cannot write to folder '%s'", folder);
	free(folder);
	return ok;
}

static bool check_request(struct run_request *request, struct err *err)
{
	const struct ruleset *rules = &request->render.collapse.options.rules;
	const char *output = request->render.output;

	if (output == NULL || strcmp(output, "-") == 0)
		return err_set(err, ERR_USAGE,
			"stdout belongs to the command, so the SVG needs a file: add -o flame.svg");
	/* what recording leaves out cannot be kept afterwards */
	if (!rules->defaults.strip_layer_number || !rules->defaults.strip_train_iter_number ||
		rules->strip_numbers == STRIP_NONE)
		request->record.keep_numbers = true;
	return check_place(output, err) && render_words_check(&request->render, err);
}

/*
 * Draw what was recorded. A run may have taken days: its captures are kept if
 * drawing fails.
 */
static bool draw_captures(
	struct run_request *request, const struct captures *captures, struct err *err)
{
	if (!render_files(&request->render, (const char *const *)(void *)captures->paths,
		    (int)captures->count, err))
		return false;
	print_name("the flame graph is ", request->render.output, "");
	return true;
}

static int record_and_draw(struct run_request *request, const char **command)
{
	struct captures captures = { 0 };
	struct record_result result;
	struct err err = { 0 };
	bool ran, drawn;

	captures.folder = scratch_make("run", &err);
	if (captures.folder == NULL)
		return cmd_fail(&err);
	ran = record_command(&request->record, captures.folder, command, &result, &err);
	if (!ran)
		cmd_fail(&err);
	err = (struct err){ 0 };
	/* the summary says that there are none */
	ran = ran && list_captures(&captures, &err);
	drawn = ran && captures.count > 0 && draw_captures(request, &captures, &err);
	if (!drawn && err.code != ERR_NONE) {
		cmd_fail(&err);
		print_name("the captures are kept in ", captures.folder, "");
	} else {
		scratch_remove(captures.folder);
	}
	if (!drawn && result.status == EXIT_OK)
		result.status = EXIT_FAILED;
	release_captures(&captures);
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
	command = mem_zeroed((size_t)count + 1, sizeof(char *), &err);
	if (command == NULL)
		return cmd_fail(&err);
	memcpy(command, words, (size_t)count * sizeof(char *));
	status = record_and_draw(request, command);
	free(command);
	return status;
}

/* Letters that `record` uses too are its own; the picture's options keep their names. */
static void drop_letters_taken(const struct opt *taken, struct opt *table)
{
	for (; table->kind != OPTION_END; table++) {
		for (const struct opt *other = taken; other->kind != OPTION_END; other++) {
			if (table->letter == other->letter)
				table->letter = '\0';
		}
	}
}

static int run(int argc, const char **argv)
{
	struct run_request request = { 0 };
	const struct opt output[] = {
		OPT_HEADING("Output"),
		OPT_STRING(
			'o', "output", &request.render.output, "FILE", "write the picture to FILE"),
		OPT_TRUE('h', "help", &request.help, "show this"),
		OPT_END(),
	};
	const struct opt *const tables[] = { output, request.record_table,
		request.render.collapse.table, request.render.picture.table, NULL };
	struct err err = { 0 };
	int count, status = EXIT_OK;

	record_init(&request.record);
	record_fill_table(&request.record, false, request.record_table);
	render_words_init(&request.render);
	drop_letters_taken(request.record_table, request.render.collapse.table);
	drop_letters_taken(request.record_table, request.render.picture.table);
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
