#ifndef STATS_SURVEY_WAITS_H
#define STATS_SURVEY_WAITS_H

#include "collapse/model/call_kind.h"
#include "collapse/model/trace.h"

/*
 * CUDA calls in which the CPU may wait for a device: those that synchronise, copy, or allocate
 * and free memory of the device; and those that load kernels, or from the begin to the end of a
 * capture.
 */
struct wait {
	int64_t start, end;
	uint32_t thread; /* of CALL_PREPARES, waits_of_process() of its process */
	uint32_t name;
	uint8_t kind; /* enum call_kind */
};

struct waits {
	struct wait *list; /* by thread, then by start */
	size_t count, cap;
};

/* Of a trace with api_calls. */
void waits_init(struct waits *waits, const struct trace *trace);
void waits_release(struct waits *waits);

/* The call that a thread was in at a time, or NULL. */
const struct wait *waits_at(const struct waits *waits, uint32_t thread, int64_t time);

/*
 * For how long of [from, to) a thread was in calls that allocate or free, or, with
 * waits_of_process(), any thread in calls that prepare; and the name of the longest.
 */
uint64_t waits_sum(
	const struct waits *waits, uint32_t thread, int64_t from, int64_t to, uint32_t *name);

static inline uint32_t waits_of_process(uint32_t process)
{
	return UINT32_MAX - process;
}

#endif /* STATS_SURVEY_WAITS_H */
