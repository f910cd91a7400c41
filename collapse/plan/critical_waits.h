#ifndef COLLAPSE_PLAN_CRITICAL_WAITS_H
#define COLLAPSE_PLAN_CRITICAL_WAITS_H

#include "collapse/plan/critical_order.h"

/* Which operations others, and calls, waited for, as far as trace->syncs says so. */
struct critical_wait {
	uint32_t who; /* the operation or the call */
	uint32_t on;  /* an operation; TRACE_NONE: of what is in the trace, nothing */
};

struct critical_waits {
	struct critical_wait *of_ops, *of_calls; /* by `who` */
	size_t op_count, call_count, ops_cap, calls_cap;
};

void critical_waits_init(struct critical_waits *waits, const struct critical_order *order);
void critical_waits_release(struct critical_waits *waits);

/* The first of those of an operation, or of a call; they follow each other. NULL: none is known. */
const struct critical_wait *critical_waits_of(
	const struct critical_wait *list, size_t count, uint32_t who);

#endif /* COLLAPSE_PLAN_CRITICAL_WAITS_H */
