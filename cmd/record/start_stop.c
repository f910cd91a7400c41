#include <inttypes.h>
#include <stdio.h>
#include <time.h>

#include "base/opt.h"
#include "cmd/cmd.h"
#include "cmd/record/live.h"

/* `gpuflame start PID...`, `gpuflame stop PID...` */

static bool fail(const struct live_process *process, const char *why)
{
	struct err err = { 0 };

	err_set(&err, ERR_IO, "process %ld %s", (long)process->pid, why);
	cmd_fail(&err);
	return false;
}

/* Ask, and report if that fails; no file is expected. */
static bool ask(const struct live_process *process, enum control_request request,
	struct live_answer *answer)
{
	struct err err = { 0 };

	if (!live_ask(process, request, answer, &err)) {
		cmd_fail(&err);
		return false;
	}
	return !answer->reply.is_refused || fail(process, answer->reply.message);
}

static bool start(const struct live_process *process, bool quiet)
{
	struct live_answer answer;

	if (!ask(process, CONTROL_START, &answer))
		return false;
	if (!quiet)
		fprintf(stderr, "gpuflame: process %ld is being recorded\n", (long)process->pid);
	return true;
}

/* Wait for its file, and name that. A process that ends finishes it, too. */
static bool wait_for_file(const struct live_process *process, bool quiet)
{
	const struct timespec pause = { .tv_nsec = 100000000 };
	struct live_answer answer;
	struct err line = { 0 }, ignored = { 0 };

	do {
		if (live_is_late())
			return fail(process, "has not finished its capture in time");
		nanosleep(&pause, NULL);
		if (!live_ask(process, CONTROL_STATE, &answer, &ignored)) {
			if (!quiet)
				fprintf(stderr, "gpuflame: process %ld has ended meanwhile\n",
					(long)process->pid);
			return true;
		}
	} while (answer.reply.state == CONTROL_STOPPING);
	if (answer.reply.path[0] == '\0')
		err_set(&line, ERR_NONE, "process %ld did nothing on the GPU meanwhile: no capture",
			(long)process->pid);
	else
		err_set(&line, ERR_NONE, "process %ld: '%s'", (long)process->pid,
			answer.reply.path);
	if (!quiet)
		fprintf(stderr, "gpuflame: %s\n", line.msg);
	return true;
}

static bool start_all(const struct live_list *list, bool quiet)
{
	bool ok = true;

	for (size_t i = 0; i < list->count; i++)
		ok &= start(&list->items[i], quiet);
	return ok;
}

/* All stop at about the same time; then all wait. */
static bool stop_all(struct live_list *list, bool quiet)
{
	size_t stopping = 0, finished = 0;

	for (size_t i = 0; i < list->count; i++) {
		const struct live_process process = list->items[i];
		struct live_answer answer;

		if (!ask(&process, CONTROL_STOP, &answer))
			continue;
		list->items[i] = list->items[stopping];
		list->items[stopping++] = process;
	}
	for (size_t i = 0; i < stopping; i++)
		finished += wait_for_file(&list->items[i], quiet);
	return finished == list->count;
}

static int show_help(bool is_start, const struct opt *const *tables)
{
	fputs(is_start ? "usage: gpuflame start PID|CAPTURE|FOLDER...\n"
			 "\n"
			 "Record running processes from now on: those that were started with\n"
			 "gpuflame record --start-later (or GPUFLAME_START=later), or were "
			 "stopped.\n"
		       : "usage: gpuflame stop PID|CAPTURE|FOLDER...\n"
			 "\n"
			 "Stop recording running processes, and finish their captures. The\n"
			 "processes continue; gpuflame start records them again, to new "
			 "captures.\n",
		stdout);
	fputs("\n"
	      "A PID stands for the process, or for its descendants; a folder for the\n"
	      "processes whose captures are there.\n",
		stdout);
	opt_print_help(tables, stdout);
	return EXIT_OK;
}

static int run(bool is_start, int argc, const char **argv)
{
	bool quiet = false, ok;
	enum opt_help help = HELP_NONE;
	const struct opt general[] = {
		OPT_TRUE('q', "quiet", &quiet, "print errors only"),
		OPT_HELP(&help),
		OPT_END(),
	};
	const struct opt *const tables[] = { general, NULL };
	struct live_list list = { 0 };
	struct err err = { 0 };
	int count;

	if (!opt_parse(tables, false, argc - 1, argv + 1, &count, &err))
		return cmd_fail(&err);
	if (help)
		return show_help(is_start, tables);
	if (count == 0) {
		err_set(&err, ERR_USAGE, "no process given; see gpuflame help %s", argv[0]);
		return cmd_fail(&err);
	}
	if (!live_find(argv + 1, count, &list, &err))
		return cmd_fail(&err);
	ok = is_start ? start_all(&list, quiet) : stop_all(&list, quiet);
	live_release(&list);
	return ok ? EXIT_OK : EXIT_FAILED;
}

static int run_start(int argc, const char **argv)
{
	return run(true, argc, argv);
}

static int run_stop(int argc, const char **argv)
{
	return run(false, argc, argv);
}

const struct command command_start = {
	.name = "start",
	.summary = "record running processes from now on",
	.run = run_start,
};

const struct command command_stop = {
	.name = "stop",
	.summary = "stop recording running processes",
	.run = run_stop,
};
