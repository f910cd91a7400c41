#include "capture/write/missing.h"

#include <inttypes.h>
#include <stdio.h>

#include "capture/device/cupti_abi.h"
#include "capture/write/capture_file.h"
#include "capture/write/sources.h"

void missing_count(struct file_facts *facts)
{
	const uint64_t dropped = facts->loss[LOSS_DROPPED].count;
	uint64_t missing = facts->pending > dropped ? facts->pending - dropped : 0;

	facts->pending = 0;
	if (facts->loss[LOSS_BUFFERS].count == 0)
		facts->loss[LOSS_MISSING].count = missing;
	else if (missing > facts->loss[LOSS_BUFFERS].count)
		facts->loss[LOSS_BUFFERS].count = missing;
}

/* CUDA may have shut down already, with everything handed over: not an error. */
void missing_report_all(const struct sources *from, int result)
{
	char why[256];

	if (!launches_any(&from->gpu->launches))
		return;
	cupti_explain(&from->gpu->cupti, result, why, sizeof(why));
	recorder_fail(from->recorder, "CUPTI delivers no records: %s", why);
}

void missing_report_stacks(const struct sources *from, bool has_file)
{
	uint32_t inside = atomic_load(&from->program->threads.inside);

	if (has_file && inside > 0)
		recorder_note(from->recorder,
			"ranges opened before the start are not in the stacks (%" PRIu32
			" thread%s)",
			inside, inside == 1 ? "" : "s");
}

/* The likely cause, and when: the last record came then. */
void missing_report(const struct sources *from, int result, uint64_t missing, int64_t last_op_ns)
{
	const struct buffers *buffers = &from->gpu->buffers;
	double last_s = (double)(last_op_ns - from->recorder->begun_ns) / 1e9;
	const char *cause =
		"another client of CUPTI (torch.profiler?) took over or stopped its recording";
	char when[32] = "";

	if (result != CUPTI_OK)
		cause = "CUDA ended before CUPTI's last flush";
	else if (atomic_load(&buffers->foreign) > 0 || atomic_load(&buffers->lent) > 0)
		cause = "another client of CUPTI (torch.profiler?) took over its buffers";
	if (last_op_ns > 0)
		snprintf(when, sizeof(when), " after %.1f s", last_s);
	recorder_note(from->recorder, "%s%s: %" PRIu64 " operation%s launched but not recorded",
		cause, when, missing, missing == 1 ? " was" : "s were");
}
