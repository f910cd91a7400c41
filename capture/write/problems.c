#include "capture/write/problems.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "capture/clock.h"
#include "capture/device/cupti_abi.h"
#include "capture/write/sources.h"

/*
 * Why so many operations did not come: the likely cause, and when. `result` is that of the last
 * flush.
 */
static void report_missing(
	const struct sources *from, int result, uint64_t missing, int64_t last_op_ns)
{
	struct recorder *recorder = from->recorder;
	const struct buffers *buffers = &from->gpu->buffers;
	const char *cause =
		"another client of CUPTI (torch.profiler?) took over or stopped its recording";
	char when[32] = "";

	if (result != CUPTI_OK)
		cause = "CUDA ended before CUPTI's last flush";
	else if (atomic_load(&buffers->foreign) > 0 || atomic_load(&buffers->lent) > 0)
		cause = "another client of CUPTI (torch.profiler?) took over its buffers";
	if (last_op_ns > 0)
		snprintf(when, sizeof(when), " after %.1f s",
			(double)(last_op_ns - recorder->begun_ns) / 1e9);
	recorder_note(recorder, "%s%s: %" PRIu64 " operation%s launched but not recorded", cause,
		when, missing, missing == 1 ? " was" : "s were");
}

void problems_report(const struct sources *from, const struct file_facts *facts, int result,
	int64_t last_op_ns, bool has_file)
{
	struct recorder *recorder = from->recorder;
	char why[256];

	/* CUDA may have shut down already, with everything handed over: not an error */
	if (result != CUPTI_OK && facts->ops == 0 &&
		balance_launched(&from->program->threads) > 0) {
		cupti_explain(&from->gpu->cupti, result, why, sizeof(why));
		recorder_fail(recorder, "CUPTI delivers no records: %s", why);
	} else if (facts->loss[LOSS_MISSING].count > 0) {
		report_missing(from, result, facts->loss[LOSS_MISSING].count, last_op_ns);
	}
	if (has_file && facts->inside > 0)
		recorder_note(recorder,
			"ranges opened before the start are not in the stacks (%" PRIu32
			" thread%s)",
			facts->inside, facts->inside == 1 ? "" : "s");
}

/* When it is told that there was no step yet. */
#define UNTOLD_NS INT64_C(30000000000)
enum { UNTOLD_OPS = 1000 };

bool problems_tell_without_step(const struct sources *from, uint64_t ops)
{
	struct recorder *recorder = from->recorder;
	int64_t age = clock_ns() - recorder->begun_ns;
	char text[448], more[64];

	if (age < UNTOLD_NS && ops < UNTOLD_OPS)
		return false;
	snprintf(more, sizeof(more), " in %.1f s and %" PRIu64 " operations", (double)age / 1e9,
		ops);
	if (window_is_without_step(&from->program->window, false, more, text, sizeof(text)) &&
		(recorder->job.rank == NULL || strcmp(recorder->job.rank, "0") == 0))
		recorder_say("%s (--step-range says how steps are called)", text);
	return true;
}

bool problems_without_step(const struct sources *from, uint64_t ops)
{
	char text[448];

	if (!window_is_without_step(
		    &from->program->window, true, ": all of it was recorded", text, sizeof(text)))
		return false;
	if (ops > 0)
		recorder_fail(from->recorder, "%s", text);
	return true;
}
