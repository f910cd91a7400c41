#include "capture/write/problems.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "capture/clock.h"
#include "capture/device/cupti_abi.h"
#include "capture/device/subscribe.h"
#include "capture/format.h"
#include "capture/write/sources.h"

/*
 * Why so many operations did not come: what is known of the cause, and when. `result` is that of
 * the last flush. Another client is named only if it was seen.
 */
static void report_missing(const struct sources *from, const struct problems *told, int result,
	uint64_t missing, int64_t last_op_ns)
{
	struct recorder *recorder = from->recorder;
	const struct gpu *gpu = from->gpu;
	int fatal = atomic_load(&gpu->fatal);
	char when[32] = "", cause[CUPTI_WHY_SIZE];

	if (last_op_ns > 0)
		snprintf(when, sizeof(when), " after %.1f s",
			(double)(last_op_ns - recorder->begun_ns) / 1e9);
	if (fatal != 0)
		snprintf(cause, sizeof(cause),
			"CUDA failed with error %d after %" PRIu64
			" launches, and what was queued did not run, or left no record",
			fatal, atomic_load(&gpu->fatal_launches));
	else if (told->ended != NULL && strcmp(told->ended, FORMAT_ENDED_DETACHED) == 0)
		snprintf(cause, sizeof(cause), "another client of CUPTI ended it%s", when);
	else if (result != CUPTI_OK)
		snprintf(cause, sizeof(cause), "CUDA ended before CUPTI's last flush%s", when);
	else if (atomic_load(&gpu->buffers.foreign) > 0)
		snprintf(cause, sizeof(cause),
			"another client of CUPTI (torch.profiler?) took over its buffers%s", when);
	else
		snprintf(cause, sizeof(cause),
			"CUPTI %s%s (does the program use torch.profiler, or another profiler?)",
			atomic_load(&gpu->buffers.lent) > 0 ? "kept its buffers"
			: last_op_ns > 0                    ? "made no more records"
							    : "made no records",
			when);
	recorder_note(recorder, "%s: %" PRIu64 " operation%s launched but not recorded", cause,
		missing, missing == 1 ? " was" : "s were");
}

/* Of so many launches, there should be a record by then; of so many records, most complete. */
#define UNRECORDED_NS INT64_C(5000000000)
enum { MANY = 1000, BAD_SHARE = 50 };

/* A long operation may be in the way: what is said is true all the same. */
static void tell_without_records(
	const struct sources *from, struct problems *told, const struct activity_loss *loss)
{
	uint64_t missing = balance_missing(&from->gpu->balance, &from->program->threads, 0);
	int64_t now = clock_ns();
	char versions[CUPTI_WHY_SIZE / 2];

	if (told->is_unrecorded || loss->records > 0 || missing < MANY)
		return;
	if (told->many_ns == 0)
		told->many_ns = now;
	if (now - told->many_ns < UNRECORDED_NS)
		return;
	told->is_unrecorded = true;
	cupti_describe(&from->gpu->cupti, versions);
	recorder_say("%" PRIu64
		     " launches, and no record of them in %.0f s: %s (try gpuflame check)",
		missing, (double)(now - told->many_ns) / 1e9, versions);
}

static const char unknown[] =
	"have no launch that was seen: they are in no range, but in '" FORMAT_NO_LAUNCH_NAME "'";

static void tell_share(
	const struct sources *from, bool *is_told, uint64_t bad, uint64_t records, const char *what)
{
	if (*is_told || bad * BAD_SHARE <= records)
		return;
	*is_told = true;
	recorder_note(
		from->recorder, "%" PRIu64 " of %" PRIu64 " operations %s", bad, records, what);
}

/* When it is told that there was no step yet. */
#define UNTOLD_NS INT64_C(30000000000)

/* False: it is too early. */
static bool tell_without_step(const struct sources *from, uint64_t ops)
{
	struct recorder *recorder = from->recorder;
	int64_t age = clock_ns() - recorder->begun_ns;
	char text[448], more[64];
	int len;

	if (age < UNTOLD_NS && ops < MANY)
		return false;
	len = snprintf(more, sizeof(more), " in %.1f s", (double)age / 1e9);
	/* trace mode has none before the first step */
	if (ops > 0)
		snprintf(
			more + len, sizeof(more) - (size_t)len, " and %" PRIu64 " operations", ops);
	if (window_is_without_step(&from->program->window, false, more, text, sizeof(text)) &&
		(recorder->job.rank == NULL || strcmp(recorder->job.rank, "0") == 0))
		recorder_say("%s (--step-range says how steps are called)", text);
	return true;
}

static void tell(const struct sources *from, struct problems *told,
	const struct activity_loss *loss, uint64_t ops)
{
	uint64_t records = loss->records - told->seen.records;

	if (!told->is_without_step && from->recorder->config.steps > 0)
		told->is_without_step = tell_without_step(from, ops);
	tell_without_records(from, told, loss);
	if (records < MANY)
		return;
	tell_share(from, &told->is_timeless, loss->timeless - told->seen.timeless, records,
		"came without times: CUPTI lost them");
	tell_share(from, &told->is_unknown, loss->unknown - told->seen.unknown, records, unknown);
	told->seen = *loss;
}

/*
 * How often the cost of CUPTI is looked at: twice in a row beyond the limit is no accident. Flushes
 * are not in it, since they take little of the time (next_flush_ns()), and long on a busy machine.
 */
#define WATCH_NS INT64_C(2000000000)

static bool is_too_costly(
	const struct sources *from, struct problems *told, struct activity_loss *loss)
{
	uint64_t limit = from->recorder->config.cupti_limit, took = 0;
	int64_t now = clock_ns(), since = told->watched_ns;
	bool was_costly = told->is_costly, has_nodes = loss->nodes > told->watched.nodes;
	char text[64];

	/* it takes long to begin, up to its first records */
	if (limit == 0 || loss->records == 0 || now - since < WATCH_NS)
		return false;
	for (size_t i = 0; i < COST_THREADS; i++)
		took = loss->thread_ns[i] > took ? loss->thread_ns[i] : took;
	/* what came at once, in whole buffers, may be of a longer time */
	took = took < (uint64_t)(now - since) ? took : (uint64_t)(now - since);
	memset(loss->thread_ns, 0, sizeof(loss->thread_ns));
	told->watched = *loss;
	told->watched_ns = now;
	told->is_costly = since > 0 && took * 100 > limit * (uint64_t)(now - since);
	if (!told->is_costly || !was_costly)
		return false;
	told->is_costly = false;
	snprintf(text, sizeof(text), "CUPTI took %.1f s of %.1f s", (double)took / 1e9,
		(double)(now - since) / 1e9);
	if (has_nodes && gpu_leave_nodes(from->gpu)) {
		recorder_note(from->recorder,
			"%s: launches of CUDA graphs are recorded as a whole from now on", text);
		return false;
	}
	recorder_fail(from->recorder,
		"%s: recording ends (with GPUFLAME_CUPTI_LIMIT=0 it would not)", text);
	told->ended = FORMAT_ENDED_COSTLY;
	return true;
}

bool problems_detached(const struct sources *from, struct problems *told, bool goes_on)
{
	char again[64] = "";

	if (told->ended != NULL || !gpu_is_detached(from->gpu))
		return false;
	told->ended = FORMAT_ENDED_DETACHED;
	from->gpu->was_detached = true;
	if (goes_on)
		snprintf(again, sizeof(again), "; gpuflame start %d records on", (int)getpid());
	recorder_fail(from->recorder,
		"another client of CUPTI ended it by cuptiFinalize() (torch.profiler? "
		"TEARDOWN_CUPTI=0 "
		"keeps it from that): what ran since is lost%s",
		again);
	return true;
}

bool problems_tell(
	const struct sources *from, struct problems *told, struct activity_loss *loss, uint64_t ops)
{
	tell(from, told, loss, ops);
	return problems_detached(from, told, true) || is_too_costly(from, told, loss);
}

void problems_report(const struct sources *from, const struct file_facts *facts, int result,
	struct problems *told, const struct activity_loss *loss, int64_t last_op_ns, bool has_file)
{
	struct recorder *recorder = from->recorder;
	uint64_t missing = facts->loss[LOSS_MISSING].count;
	char why[CUPTI_WHY_SIZE];

	/* CUDA may have shut down already, with everything handed over: not an error */
	if (result != CUPTI_OK && facts->ops == 0 && atomic_load(&from->gpu->fatal) == 0 &&
		balance_launched(&from->program->threads) > 0) {
		cupti_explain(&from->gpu->cupti, result, why);
		recorder_fail(recorder, "CUPTI delivers no records: %s", why);
	} else if (missing > 0) {
		report_missing(from, told, result, missing, last_op_ns);
	}
	if (has_file)
		tell_share(from, &told->is_unknown, loss->unknown, loss->records, unknown);
	if (has_file && loss->doubtful > 0)
		recorder_note(recorder,
			"CUPTI before CUDA 13.1.1 mistakes launches of CUDA graphs in a second "
			"recording: their operations (%" PRIu64 ") are in '" FORMAT_NO_LAUNCH_NAME
			"'",
			loss->doubtful);
	if (has_file && facts->inside > 0)
		recorder_note(recorder,
			"ranges opened before the start are not in the stacks (%" PRIu32
			" thread%s)",
			facts->inside, facts->inside == 1 ? "" : "s");
}

bool problems_without_step(const struct sources *from, uint64_t ops)
{
	bool is_trace = recorder_is_trace(from->recorder);
	char text[448];

	if (!window_is_without_step(&from->program->window, true,
		    is_trace ? "" : ": all of it was recorded", text, sizeof(text)))
		return false;
	if (is_trace)
		recorder_say("%s", text);
	else if (ops > 0)
		recorder_fail(from->recorder, "%s", text);
	return true;
}
