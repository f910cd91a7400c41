#define _GNU_SOURCE /* mkostemp */

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "base/private_file.h"
#include "base/text.h"
#include "capture/config.h"
#include "capture/job.h"
#include "cmd/cmd.h"
#include "cmd/record/inject.h"
#include "cmd/record/launch.h"
#include "cmd/record/outcome.h"
#include "cmd/record/processes.h"
#include "cmd/record/python_options.h"
#include "cmd/record/record_options.h"
#include "cmd/record/record_output.h"
#include "cmd/record/summary.h"
#include "cmd/record/variables.h"

/* What a run needs and releases afterwards. */
struct session {
	struct variables variables;
	struct config config;
	char *library;
	char *status_path;   /* the file that processes write to */
	char *python_folder; /* python_options_start() */
};

static void session_release(struct session *session)
{
	if (session->status_path != NULL)
		unlink(session->status_path);
	free(session->status_path);
	if (session->python_folder != NULL)
		private_folder_remove(session->python_folder);
	free(session->python_folder);
	free(session->library);
	config_release(&session->config);
	variables_release(&session->variables);
}

/*
 * Make an empty file in `folder` that only this user can write to; its path, to free(), or
 * NULL. The number keeps the name unique where the folder is another in each container.
 */
static char *make_file(const char *folder)
{
	char *whole = realpath(folder, NULL), *path;
	int fd;

	if (whole == NULL)
		return NULL;
	path = text_format("%s/gpuflame-status-%ld-XXXXXX", whole, (long)getpid());
	free(whole);
	fd = mkostemp(path, O_CLOEXEC);
	if (fd < 0) {
		free(path);
		return NULL;
	}
	close(fd);
	return path;
}

/*
 * The status file: in TMPDIR, or beside the output if that is not possible. Else a name
 * alone, by which the captures of this run are found. To free().
 */
static char *make_status_file(const struct config *config)
{
	const char *chosen = config_getenv(NULL, "TMPDIR"), *slash = strrchr(config->output, '/');
	char *path = make_file(chosen != NULL && *chosen != '\0' ? chosen : "/tmp"), *folder;

	if (path != NULL)
		return path;
	folder = text_format("%.*s", (int)(slash - config->output), config->output);
	path = make_file(folder);
	free(folder);
	return path != NULL ? path
			    : text_format("gpuflame-status-%ld-%lld", (long)getpid(),
				      (long long)time(NULL));
}

/* Of the files that may be overwritten: none that this run writes is. */
static void set_began(struct variables *variables)
{
	struct timespec now;
	char *began;

	clock_gettime(CLOCK_REALTIME_COARSE, &now); /* that of files */
	began = text_format("%lld%09ld", (long long)now.tv_sec, now.tv_nsec);
	variables_set(variables, CONFIG_FORCE, began);
	free(began);
}

static bool prepare(const struct record *record, struct session *session, struct err *err)
{
	struct variables *variables = &session->variables;

	variables_init(variables, record->inherit);
	if (!record_set_variables(record, variables, err) ||
		!record_set_output(record, variables, err))
		return false;
	if (!config_read(&session->config, variables_look_up, variables, err))
		return record_name_options(record, err);
	if (!record_check_options(record, &session->config, err) ||
		!record_check_output(&session->config, variables, true, err))
		return false;
	if (session->config.force == 1)
		set_began(variables);
	session->library = inject_find_library(err);
	if (session->library == NULL)
		return false;
	session->status_path = make_status_file(&session->config);
	variables_set(variables, CONFIG_STATUS, session->status_path);
	inject_set(variables, session->library);
	return true;
}

static void report_left_over(const struct launch_end *end)
{
	if (end->left_over > 0)
		fprintf(stderr,
			"gpuflame: did not wait for %zu process%s that the command left behind\n",
			end->left_over, end->left_over == 1 ? "" : "es");
}

/* Print the summary, and end as the command did, or failed if it is strict and only the recording
 * did. */
static bool conclude(const struct session *session, const struct record *record,
	const struct launch_end *end, const char *command, int *status, struct err *err)
{
	struct job_place job;
	struct outcome outcome = { 0 };
	struct summary summary = {
		.outcome = &outcome,
		.config = &session->config,
		.command = command,
		.which = (enum summary_of)record->summary,
	};
	struct summary_totals totals;

	job_read(&job, config_getenv, NULL);
	if (job.rank != NULL && job.world != NULL && job_has_more_ranks(&job)) {
		summary.rank = job.rank;
		summary.world = job.world;
	}
	if (!outcome_read(&outcome, session->status_path, err))
		return false;
	outcome_find_files(&outcome, session->config.output, session->status_path);
	for (size_t i = 0; i < end->ended_count; i++)
		outcome_note_end(&outcome, end->ended[i].pid, end->ended[i].status);
	outcome_look_into_files(&outcome);
	summary_print(&summary);
	summary_add_up(&summary, &totals);
	if (record->strict && *status == EXIT_OK && (!totals.succeeded || totals.dropped > 0))
		*status = EXIT_FAILED;
	outcome_release(&outcome);
	return true;
}

/* Run `argv`; *status is for the exit, *signal what ended the command, or 0. */
static bool run_command(const struct record *record, struct session *session, const char **argv,
	int *status, int *signal, struct err *err)
{
	struct launch_end end = { 0 };
	const struct launch launch = {
		.argv = argv,
		.environment = session->variables.items,
		.wait_all = record->wait_all,
	};
	bool ok = launch_run(&launch, &end, err);

	*status = end.status;
	*signal = end.signal;
	if (ok) {
		report_left_over(&end);
		ok = conclude(session, record, &end, argv[0], status, err);
		if (!ok && record->strict && *status == EXIT_OK)
			*status = EXIT_FAILED;
	}
	free(end.ended);
	return ok;
}

/* --- gpuflame record ------------------------------------------------------------------ */

static const char usage[] =
	"usage: gpuflame record [options] [--] COMMAND [ARGUMENT...]\n"
	"\n"
	"Run COMMAND and record where its GPU time goes, by the NVTX ranges in which the\n"
	"work is launched: one capture for each process that uses CUDA. The exit\n"
	"status is COMMAND's.\n";

/* `words` end in NULL. */
static int record_words(const struct record *record, const char **words)
{
	struct session session = { 0 };
	struct err err = { 0 };
	int status, signal = 0;

	if (!prepare(record, &session, &err)) {
		status = cmd_fail(&err);
	} else {
		if (session.config.start_later)
			fprintf(stderr, "gpuflame: to start recording: gpuflame start %ld\n",
				(long)getpid());
		session.python_folder = python_options_start(&session.variables);
		if (!run_command(record, &session, words, &status, &signal, &err))
			cmd_fail(&err);
	}
	session_release(&session);
	/* so that a calling script ends on Ctrl-C, too */
	if (signal == SIGINT)
		launch_die_of(SIGINT);
	return status;
}

static int run(int argc, const char **argv)
{
	struct record record;
	struct opt table[RECORD_OPTIONS];
	const struct opt general[] = {
		OPT_HELP(&cmd_help),
		OPT_END(),
	};
	const struct opt *const tables[] = { table, general, NULL };
	struct err err = { 0 };
	int count, status;

	record_init(&record);
	record_fill_table(&record, false, table);
	if (!cmd_parse(usage, tables, true, argc, argv, &count, &status)) {
		; /* done */
	} else if (count == 0) {
		err_set(&err, ERR_USAGE,
			"no command to record: gpuflame record [options] -- COMMAND");
		status = cmd_fail(&err);
	} else {
		argv[1 + count] = NULL;
		status = record_words(&record, argv + 1);
	}
	record_release(&record);
	return status;
}

const struct command command_record = {
	.name = "record",
	.summary = "run a program and record its GPU time",
	.starts_program = true,
	.run = run,
};
