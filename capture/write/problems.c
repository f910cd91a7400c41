#include "capture/write/problems.h"

#include <inttypes.h>
#include <stdio.h>

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
