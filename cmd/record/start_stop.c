#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/opt.h"
#include "cmd/cmd.h"
#include "cmd/record/reach.h"

/* `gpuflame start PID...`, `gpuflame stop PID...` */

struct start_words {
	uint64_t steps; /* 0: what the processes are set up for */
	uint64_t from;  /* 0: a multiple of this */
	uint64_t multiple;
	bool has_at, quiet, is_relay;
	struct reach_words where;
};

enum { STEP_SECONDS = 120 }; /* how long a step is waited for */

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void pause_for(int ms)
{
	nanosleep(&(const struct timespec){ ms / 1000, ms % 1000 * 1000000L }, NULL);
}

static bool fail(const char *message)
{
	struct err err = { 0 };

	err_set(&err, ERR_IO, "%s", message);
	cmd_fail(&err);
	return false;
}

static void name_process(const struct control_reply *reply)
{
	struct err line = { 0 };

	if (reply->state == CONTROL_GONE)
		err_set(&line, ERR_NONE, "process %" PRId64 " has ended meanwhile", reply->pid);
	else if (reply->state == CONTROL_RECORDING)
		err_set(&line, ERR_NONE, "process %" PRId64 " is being recorded", reply->pid);
	else if (reply->path[0] == '\0')
		err_set(&line, ERR_NONE,
			"process %" PRId64 " did nothing on the GPU meanwhile: no capture",
			reply->pid);
	else
		err_set(&line, ERR_NONE, "process %" PRId64 ": '%s'", reply->pid, reply->path);
	fprintf(stderr, "gpuflame: %s\n", line.msg);
}

static size_t count_state(const struct reach *reach, enum control_state state)
{
	size_t count = 0;

	for (size_t i = 0; i < reach->count; i++)
		count += reach->answers[i].reply.state == state &&
			 !reach->answers[i].reply.is_refused;
	return count;
}

/* Those that stop and, if all are, that are `recorded`. One that ends finishes its capture, too. */
static bool wait_for_files(struct reach *reach, bool recorded, bool quiet)
{
	const struct control_request state = { CONTROL_STATE, 0, 0 };
	size_t finished = 0;

	while (count_state(reach, CONTROL_STOPPING) > 0 ||
		(recorded && count_state(reach, CONTROL_RECORDING) > 0)) {
		if (live_is_late())
			return fail("not all have finished their captures in time");
		pause_for(recorded ? 200 : 100);
		if (recorded) /* steps may be long */
			live_set_deadline();
		reach_ask(reach, &state);
	}
	for (size_t i = 0; i < reach->count; i++) {
		const struct control_reply *reply = &reach->answers[i].reply;

		finished += reply->state == CONTROL_STOPPED && reply->path[0] != '\0';
		if (!quiet && !reach_is_rank(reply))
			name_process(reply);
	}
	if (!quiet && reach->count > 0 && reach_is_rank(&reach->answers[0].reply))
		fprintf(stderr, "gpuflame: %zu captures are finished\n", finished);
	return true;
}

/* --- start ---------------------------------------------------------------------------------- */

/* How many processes wait for the number of their first step; how many have seen one; the last. */
static size_t count_waiting(const struct reach *reach, size_t *seen, uint64_t *last)
{
	size_t waiting = 0;

	*seen = 0;
	*last = 0;
	for (size_t i = 0; i < reach->count; i++) {
		const struct control_reply *reply = &reach->answers[i].reply;

		waiting += reply->state == CONTROL_WAITING;
		*seen += reply->state == CONTROL_WAITING && reply->step > 0;
		if (reply->state == CONTROL_WAITING && reply->step > *last)
			*last = reply->step;
	}
	return waiting;
}

/* Whether a process numbered its steps anew before the first was recorded. */
static bool went_back(const struct reach *reach)
{
	size_t i = 0;

	while (i < reach->count && reach->answers[i].reply.step != CONTROL_WAIT)
		i++;
	return i < reach->count;
}

/*
 * A step that all processes that wait have still before them: the last that any of them is in, and
 * those that may begin until they know, by how many began in a second and how long they took to
 * answer. 0: they do not wait, or no step comes.
 */
static uint64_t find_step(struct reach *reach)
{
	const struct control_request state = { CONTROL_STATE, 0, 0 };
	double begun = now(), first_time = 0, asked, answered;
	uint64_t first = 0, last;
	size_t seen;

	while (count_waiting(reach, &seen, &last) > 0) {
		if (now() - begun > STEP_SECONDS || live_is_late() || went_back(reach))
			return 0;
		pause_for(100);
		asked = now();
		reach_ask(reach, &state);
		answered = now();
		if (count_waiting(reach, &seen, &last) > seen)
			continue;
		if (first_time == 0) {
			first_time = answered;
			first = last;
		} else if (answered - first_time >= 1) {
			return last + 2 +
			       (uint64_t)((double)(last > first ? last - first + 1 : 1) /
					  (answered - first_time) * (1 + 4 * (answered - asked)));
		}
	}
	return 0;
}

/* None is to wait any more. Those that gave up by themselves refuse, and are finishing, too. */
static bool give_up(struct reach *reach, const char *why)
{
	const struct control_request request = { CONTROL_STOP, 0, CONTROL_WAIT };
	const struct control_request state = { CONTROL_STATE, 0, 0 };

	reach_ask(reach, &request);
	reach_ask(reach, &state);
	(void)wait_for_files(reach, false, true);
	return fail(why);
}

static const char *why_no_step(const struct reach *reach)
{
	uint64_t last;
	size_t seen;

	if (went_back(reach))
		return "the numbers of steps went back before that step came, as in a new epoch: "
		       "--steps needs numbers that grow; gpuflame start without it, and gpuflame "
		       "stop, do not";
	if (count_waiting(reach, &seen, &last) == 0)
		return "nothing is recorded: the processes ended, or were stopped, before a step "
		       "was agreed on";
	return "nothing is recorded: no step whose name has a number was seen in all processes "
	       "(see gpuflame record --step-range)";
}

/* Until those that wait for step `from` have recorded: whether all have, all steps. */
static bool wait_for_steps(struct reach *reach, const struct start_words *words, uint64_t from)
{
	const struct control_request state = { CONTROL_STATE, 0, 0 };
	uint64_t last = 0, step;
	double since = now();
	size_t seen, all = 0;
	struct err err = { 0 };

	while (count_waiting(reach, &seen, &step) > 0 && !went_back(reach)) {
		if (step > last)
			since = now();
		last = step;
		if (now() - since > STEP_SECONDS)
			return give_up(reach, "nothing is recorded: no further step comes");
		pause_for(200);
		live_set_deadline();
		reach_ask(reach, &state);
	}
	if (went_back(reach))
		return give_up(reach, why_no_step(reach));
	if (!wait_for_files(reach, true, words->quiet))
		return false;
	for (size_t i = 0; i < reach->count; i++) {
		const struct control_reply *reply = &reach->answers[i].reply;

		all += reply->state == CONTROL_STOPPED && reply->step >= words->steps;
	}
	if (all < reach->count) {
		err_set(&err, ERR_IO,
			"%zu of %zu processes ended, or were stopped, before they had told that "
			"%" PRIu64 " steps from step %" PRIu64 " on were recorded",
			reach->count - all, reach->count, words->steps, from);
		cmd_fail(&err);
	} else if (!words->quiet) {
		fprintf(stderr,
			"gpuflame: %" PRIu64 " steps from step %" PRIu64 " on were recorded\n",
			words->steps, from);
	}
	return all == reach->count;
}

/* All that wait begin with the same step. */
static bool start_at_step(struct reach *reach, const struct start_words *words)
{
	struct control_request request = { CONTROL_START, words->steps, words->from };
	uint64_t step;
	size_t seen;
	bool ok;

	if (count_waiting(reach, &seen, &step) == 0)
		return reach_report(reach, words->quiet);
	step = find_step(reach);
	if (step == 0)
		return give_up(reach, why_no_step(reach));
	if (request.from == 0)
		request.from = (step + words->multiple - 1) / words->multiple * words->multiple;
	if (request.from < step)
		return give_up(reach, "nothing is recorded: that step has passed, or is too near "
				      "for all processes to know of it");
	reach_ask(reach, &request);
	if (went_back(reach))
		return give_up(reach, why_no_step(reach));
	ok = reach_report(reach, words->quiet);
	if (!words->quiet &&
		count_state(reach, CONTROL_WAITING) + count_state(reach, CONTROL_RECORDING) > 0)
		fprintf(stderr, "gpuflame: steps %" PRIu64 " to %" PRIu64 " will be recorded\n",
			request.from, request.from + words->steps - 1);
	/* those that refused may be recorded forever */
	return (reach->refused > 0 || wait_for_steps(reach, words, request.from)) && ok;
}

static bool start(struct reach *reach, const struct start_words *words)
{
	const struct control_request request = { CONTROL_START, words->steps,
		words->steps > 0 ? CONTROL_WAIT : 0 };

	reach_ask(reach, &request);
	if (words->steps > 0)
		return start_at_step(reach, words);
	for (size_t i = 0; i < reach->count && !words->quiet; i++) {
		const struct control_reply *reply = &reach->answers[i].reply;

		if (!reply->is_refused && !reach_is_rank(reply))
			name_process(reply);
	}
	return reach_report(reach, words->quiet);
}

/* --- stop ----------------------------------------------------------------------------------- */

/* All stop at about the same time. */
static bool stop(struct reach *reach, bool quiet)
{
	const struct control_request request = { CONTROL_STOP, 0, 0 };
	bool ok;

	reach_ask(reach, &request);
	ok = reach_report(reach, quiet);
	return (count_state(reach, CONTROL_STOPPING) == 0 || wait_for_files(reach, false, quiet)) &&
	       ok;
}

/* --- options -------------------------------------------------------------------------------- */

static bool set_steps(void *value, const char *arg, struct err *err)
{
	struct start_words *words = value;

	return (opt_parse_uint(arg, &words->steps) && words->steps > 0) ||
	       err_set(err, ERR_USAGE, "expected a number from 1 up, not '%s'", arg);
}

static bool set_at(void *value, const char *arg, struct err *err)
{
	static const char prefix[] = "multiple:";
	struct start_words *words = value;
	bool is_multiple = strncmp(arg, prefix, strlen(prefix)) == 0;

	words->from = 0;
	words->has_at = true;
	if (opt_parse_uint(is_multiple ? arg + strlen(prefix) : arg,
		    is_multiple ? &words->multiple : &words->from) &&
		words->multiple > 0 && (is_multiple || words->from > 0))
		return true;
	return err_set(err, ERR_USAGE, "expected a number from 1 up, or multiple:N, not '%s'", arg);
}

#define WHICH_PROCESSES                                                                \
	"\n"                                                                           \
	"A PID selects that process or, if it is not recorded itself, those that it\n" \
	"started; a folder selects the processes whose captures are in it. A number\n" \
	"that no process has is that of a job of Slurm.\n"

static const char start_usage[] =
	"usage: gpuflame start [--steps N] [--job JOB] [PID|CAPTURE|FOLDER...]\n"
	"\n"
	"Record running processes from now on: those that were started with\n"
	"gpuflame record --start-later (or GPUFLAME_START=later), or were "
	"stopped.\n" WHICH_PROCESSES;

static const char stop_usage[] =
	"usage: gpuflame stop [--job JOB] [PID|CAPTURE|FOLDER...]\n"
	"\n"
	"Stop recording running processes, and finish their captures. The\n"
	"processes continue; gpuflame start records them again, to new captures.\n" WHICH_PROCESSES;

static int run(bool is_start, int argc, const char **argv)
{
	struct start_words words = { .multiple = 10 };
	const struct opt which[] = {
		OPT_CALL(0, "steps", &words, "N",
			"record N steps, the same in all processes; their names have numbers",
			set_steps),
		OPT_CALL(0, "at-step", &words, "WHICH",
			"the number of the first: N, or multiple:N, the next that all still have "
			"before them (default: multiple:10)",
			set_at),
		OPT_TRUE(0, "relay", &words.is_relay, NULL),
		OPT_END(),
	};
	const struct opt general[] = {
		OPT_TRUE('q', "quiet", &words.quiet, "print errors only"),
		OPT_HELP(&cmd_help),
		OPT_END(),
	};
	struct opt where[REACH_OPTIONS];
	const struct opt *const tables[] = { is_start ? which : where, is_start ? where : general,
		is_start ? general : NULL, NULL };
	struct reach reach;
	struct err err = { 0 };
	int count, status;
	bool ok;

	reach_options(&words.where, where);
	if (!cmd_parse(is_start ? start_usage : stop_usage, tables, false, argc, argv, &count,
		    &status))
		return status;
	if (words.has_at && words.steps == 0) {
		(void)!err_set(&err, ERR_USAGE, "--at-step needs --steps");
		return cmd_fail(&err);
	}
	if (words.is_relay)
		return reach_relay(argv + 1, count);
	if (!reach_open(&reach, &words.where, argv + 1, count, &err))
		return cmd_fail(&err);
	ok = is_start ? start(&reach, &words) : stop(&reach, words.quiet);
	reach_close(&reach);
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
