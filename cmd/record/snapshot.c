#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/out.h"
#include "base/text.h"
#include "cmd/cmd.h"
#include "cmd/record/live.h"
#include "cmd/record/scratch.h"
#include "cmd/render.h"

/* `gpuflame snapshot PID... -o FILE`: what was recorded up to now, while it goes on. */

static bool is_capture(const char *name)
{
	static const char extension[] = ".gpuflame";
	size_t len = strlen(name), tail = sizeof(extension) - 1;

	return len > tail && strcmp(name + len - tail, extension) == 0;
}

/* Of another user's process, it may be anything: no device, no pipe, nothing without an end. */
static bool copy_all(int from, FILE *to, const char *name, struct err *err)
{
	static char buffer[1 << 16];
	struct stat status;
	off_t left;

	if (fstat(from, &status) != 0 || !S_ISREG(status.st_mode))
		return err_set(err, ERR_IO, "what the process sent is not a file");
	for (left = status.st_size; left > 0;) {
		ssize_t got = read(
			from, buffer, left < (off_t)sizeof(buffer) ? (size_t)left : sizeof(buffer));

		if (live_is_late())
			return err_set(err, ERR_IO, "the capture does not arrive in time");
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return err_set_errno(err, errno, "cannot read a capture");
		if (got == 0)
			break;
		if (fwrite(buffer, 1, (size_t)got, to) != (size_t)got)
			return err_set_errno(err, errno, "cannot write '%s'", name);
		left -= got;
	}
	return true;
}

static bool copy_to(int from, const char *path, struct err *err)
{
	struct out out;

	return out_open(&out, path, err) &&
	       out_end(&out, copy_all(from, out.file, out_name(&out), err), err);
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

/* Take those of all processes into a folder: how many. */
static size_t take_all(const struct live_list *list, const char *folder)
{
	size_t taken = 0;

	for (size_t i = 0; i < list->count; i++) {
		char *path = text_format("%s/%ld.gpuflame", folder, (long)list->items[i].pid);

		taken += take(&list->items[i], path);
		free(path);
	}
	return taken;
}

static bool draw_folder(struct render_words *words, const char *folder, struct err *err)
{
	struct file_list files = { 0 };
	bool ok = file_list_add(&files, folder, err);

	files.is_whole = false; /* other ranks may be elsewhere */
	ok = ok && render_files(words, &files, err);
	file_list_release(&files);
	return ok;
}

static int draw(struct render_words *words, const struct live_list *list)
{
	struct err err = { 0 };
	char *folder = scratch_make("snapshot", &err);
	size_t taken;
	bool ok;

	if (folder == NULL)
		return cmd_fail(&err);
	taken = take_all(list, folder);
	ok = taken == 0 || draw_folder(words, folder, &err);
	scratch_remove(folder);
	free(folder);
	if (!ok)
		return cmd_fail(&err);
	return taken == list->count ? EXIT_OK : EXIT_FAILED;
}

static bool check(struct render_words *words, int count, struct err *err)
{
	if (count == 0)
		return err_set(err, ERR_USAGE, "no process given; see gpuflame help snapshot");
	if (words->output == NULL)
		return err_set(err, ERR_USAGE,
			"add -o x.gpuflame for a capture, or -o x.svg for "
			"its picture");
	return is_capture(words->output) || render_words_check(words, err);
}

static int run_words(struct render_words *words, const char *const *names, int count)
{
	struct live_list list = { 0 };
	struct err err = { 0 };
	int status;

	if (!check(words, count, &err) || !live_find(names, count, &list, &err))
		return cmd_fail(&err);
	if (!is_capture(words->output)) {
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
	fputs("usage: gpuflame snapshot PID|CAPTURE|FOLDER... -o FILE\n"
	      "\n"
	      "Write what running processes have recorded up to now; recording continues.\n"
	      "PID is the process, or its descendants; FOLDER the processes whose captures\n"
	      "are there. A picture adds several processes up.\n",
		stdout);
	opt_print_help(tables, stdout);
}

static int run(int argc, const char **argv)
{
	struct render_words words;
	enum opt_help help = HELP_NONE;
	const struct opt output[] = {
		OPT_HEADING("Output"),
		OPT_STRING('o', "output", &words.output, "FILE",
			"write a capture to FILE.gpuflame, or a picture of it to FILE.svg"),
		OPT_HELP(&help),
		OPT_END(),
	};
	const struct opt *const tables[] = { output, NULL };
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
	.summary = "write what running processes have recorded up to now",
	.run = run,
};
