#define _GNU_SOURCE /* asprintf */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/out.h"
#include "cmd/cmd.h"
#include "cmd/record/live.h"
#include "cmd/record/scratch.h"
#include "cmd/render.h"

/* `gpuflame snapshot PID... -o FILE`: what was recorded up to now, while it goes on. */

/* The captures, copied to a private folder. */
struct copies {
	char *folder;
	char **paths;
	size_t count;
	bool is_partial; /* a process gave none */
};

static bool is_capture(const char *name)
{
	static const char extension[] = ".gpuflame";
	size_t len = strlen(name), tail = sizeof(extension) - 1;

	return len > tail && strcmp(name + len - tail, extension) == 0;
}

static bool copy_all(int from, FILE *to, const char *name, struct err *err)
{
	static char buffer[1 << 16];
	ssize_t got;

	while ((got = read(from, buffer, sizeof(buffer))) != 0) {
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return err_set_errno(err, errno, "cannot read a capture");
		if (fwrite(buffer, 1, (size_t)got, to) != (size_t)got)
			return err_set_errno(err, errno, "cannot write '%s'", name);
	}
	return true;
}

static bool copy_to(int from, const char *path, struct err *err)
{
	struct out out;

	if (!out_open(&out, path, err))
		return false;
	if (copy_all(from, out.file, out_name(&out), err))
		return out_commit(&out, err);
	out_abort(&out);
	return false;
}

/* Ask a process, and copy what it gives to `path`. False: it gave none, which is reported. */
static bool take(const struct live_process *process, const char *path)
{
	struct live_answer answer;
	struct err err = { 0 };
	bool ok = live_ask(process, CONTROL_SNAPSHOT, &answer, &err);

	if (ok && answer.reply.is_refused)
		err_set(&err, ERR_IO, "process %ld %s", (long)process->pid, answer.reply.message);
	else if (ok && answer.file < 0)
		err_set(&err, ERR_IO, "process %ld sent no capture", (long)process->pid);
	else if (ok)
		ok = copy_to(answer.file, path, &err);
	if (ok && answer.file >= 0)
		close(answer.file);
	if (err.code == ERR_NONE)
		return true;
	cmd_fail(&err);
	return false;
}

static bool take_all(const struct live_list *list, struct copies *copies, struct err *err)
{
	copies->folder = scratch_make("snapshot", err);
	copies->paths = mem_zeroed(list->count, sizeof(char *), err);
	if (copies->folder == NULL || copies->paths == NULL)
		return false;
	for (size_t i = 0; i < list->count; i++) {
		char **path = &copies->paths[copies->count];

		if (asprintf(path, "%s/%ld.gpuflame", copies->folder, (long)list->items[i].pid) < 0)
			return err_nomem(err);
		if (take(&list->items[i], *path)) {
			copies->count++;
			continue;
		}
		copies->is_partial = true;
		free(*path);
		*path = NULL;
	}
	return true;
}

static void release(struct copies *copies)
{
	for (size_t i = 0; copies->paths != NULL && i < copies->count; i++)
		free(copies->paths[i]);
	free(copies->paths);
	if (copies->folder != NULL)
		scratch_remove(copies->folder);
	free(copies->folder);
}

static int draw(struct render_words *words, const struct live_list *list)
{
	struct copies copies = { 0 };
	struct err err = { 0 };
	bool ok = take_all(list, &copies, &err);
	bool is_whole = ok && !copies.is_partial;

	if (ok && copies.count > 0)
		ok = render_files(
			words, (const char *const *)(void *)copies.paths, (int)copies.count, &err);
	release(&copies);
	if (!ok)
		return cmd_fail(&err);
	return is_whole ? EXIT_OK : EXIT_FAILED;
}

static bool check(struct render_words *words, int count, struct err *err)
{
	if (count == 0)
		return err_set(err, ERR_USAGE, "no process given; see gpuflame help snapshot");
	if (words->output == NULL && isatty(STDOUT_FILENO) == 1)
		return err_set(
			err, ERR_USAGE, "refusing to write an SVG to a terminal; add -o flame.svg");
	return render_words_check(words, err);
}

static int run_words(struct render_words *words, const char *const *names, int count)
{
	struct live_list list = { 0 };
	struct err err = { 0 };
	int status;

	if (!check(words, count, &err) || !live_find(names, count, &list, &err))
		return cmd_fail(&err);
	if (words->output == NULL || !is_capture(words->output)) {
		status = draw(words, &list);
	} else if (list.count > 1) {
		err_set(&err, ERR_USAGE,
			"'%s' can hold the capture of one process, not of %zu: -o flame.svg draws "
			"them all",
			words->output, list.count);
		status = cmd_fail(&err);
	} else {
		status = take(&list.items[0], words->output) ? EXIT_OK : EXIT_FAILED;
	}
	live_release(&list);
	return status;
}

static void print_help(const struct opt *const *tables)
{
	fputs("usage: gpuflame snapshot [options] PID|CAPTURE|FOLDER... -o FILE\n"
	      "\n"
	      "Draw what running processes have recorded up to now, while they run and are\n"
	      "recorded on; several are added up. A PID stands for the process, or for all below\n"
	      "it; a folder for the processes whose captures are there.\n",
		stdout);
	opt_print_help(tables, stdout);
}

static int run(int argc, const char **argv)
{
	struct render_words words;
	bool help = false;
	const struct opt output[] = {
		OPT_HEADING("Output"),
		OPT_STRING('o', "output", &words.output, "FILE",
			"write to FILE: the capture itself if its name ends in .gpuflame, else as "
			"gpuflame FILE -o does"),
		OPT_TRUE('h', "help", &help, "show this"),
		OPT_END(),
	};
	const struct opt *const tables[] = { output, words.collapse.table, words.picture.table,
		NULL };
	struct err err = { 0 };
	int count, status = EXIT_OK;

	render_words_init(&words);
	words.collapse.is_live = true;
	if (!opt_parse(tables, false, argc - 1, argv + 1, &count, &err))
		status = cmd_fail(&err);
	else if (help)
		print_help(tables);
	else
		status = run_words(&words, argv + 1, count);
	render_words_release(&words);
	return status;
}

const struct command command_snapshot = {
	.name = "snapshot",
	.summary = "draw what running processes have recorded up to now",
	.run = run,
};
