#ifndef STATS_SURVEY_WAITS_H
#define STATS_SURVEY_WAITS_H

#include "collapse/model/trace.h"

/*
 * CUDA calls in which the CPU may wait for a device: those that synchronise, copy, or allocate
 * and free memory of the device.
 */
struct wait {
	int64_t start, end;
	uint32_t thread;
	uint32_t name;
	bool is_copy, allocates;
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
 * For how long of [from, to) a thread was in calls that allocate or free, and the name of the
 * longest.
 */
uint64_t waits_allocating(
	const struct waits *waits, uint32_t thread, int64_t from, int64_t to, uint32_t *name);

#endif /* STATS_SURVEY_WAITS_H */
