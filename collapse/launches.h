#ifndef COLLAPSE_LAUNCHES_H
#define COLLAPSE_LAUNCHES_H

#include "collapse/trace.h"

/*
 * The launches that operations wait for: (process, correlation id) -> all the
 * operations of that launch (a CUDA graph's launch has many). Made when all
 * operations are read; API calls are then looked up one by one, and those that
 * launched nothing cost a look.
 */
struct launch {
	uint64_t key; /* process index << 32 | correlation id */
	uint32_t op;
};

struct launches {
	struct launch *list; /* by key, then by op */
	size_t count, cap;
	size_t cursor; /* where the last look-up ended: the next is mostly beside it */
};

/* Expect a launch record for operation `op` of `process`. ERR_NOMEM. */
bool launches_expect(struct launches *launches, uint32_t process, uint32_t correlation, uint32_t op,
	struct err *err) MUST_CHECK;

/* Sort; after the last launches_expect(), before the first launches_find(). */
void launches_sort(struct launches *launches);

/* The operations of a launch: *count entries from the one returned, or NULL. */
const struct launch *launches_find(
	struct launches *launches, uint32_t process, uint32_t correlation, size_t *count);

void launches_release(struct launches *launches);

#endif /* COLLAPSE_LAUNCHES_H */
