#ifndef COLLAPSE_PLAN_CRITICAL_ORDER_H
#define COLLAPSE_PLAN_CRITICAL_ORDER_H

#include "collapse/model/device_order.h"
#include "collapse/model/trace.h"

/*
 * The orders in which the critical path (critical_path.h) looks at a trace. All are binary
 * searches and neighbours in sorted arrays of indices.
 */
struct critical_span {
	int64_t start, end;
};

struct critical_order {
	const struct trace *trace;
	struct buckets by_stream; /* operations by stream, in the order of their start */
	uint32_t *place;          /* by operation: where it is there */
	struct buckets by_end;    /* by process, in the order of their end */
	struct buckets launches;  /* those with a launch by process, in the order of their launch */
	struct buckets calls;     /* by thread; calls within others are left out */
	uint8_t *call_kinds;      /* by name: enum call_kind */
	struct buckets starts;    /* ranges by thread, in the order of their start */
	uint32_t *ends;           /* each thread's, in the same places, in that of their end */
	uint32_t *above;          /* by range: the one that is open around its start */
	struct critical_span *spans; /* by thread: when it is in a range or a call */
	size_t *span_begin;          /* by thread, and one more */
};

/* The trace needs its API calls. */
void critical_order_init(struct critical_order *order, const struct trace *trace);
void critical_order_release(struct critical_order *order);

/* Operations before and after this one on its stream, or TRACE_NONE. */
uint32_t critical_before(const struct critical_order *order, uint32_t op);
uint32_t critical_after(const struct critical_order *order, uint32_t op);

/* Of a process: so many operations end at `time` or before it. */
size_t critical_ended(const struct critical_order *order, uint32_t process, int64_t time);

/* The last operation of a process that was launched before `time`, or TRACE_NONE. */
uint32_t critical_launched(const struct critical_order *order, uint32_t process, int64_t time);

/*
 * Of a thread: where in the arrays calls and ranges begin that start, and ranges that end, at
 * `time` or after it. Those of the thread are before and after it.
 */
void critical_places(const struct critical_order *order, uint32_t thread, int64_t time,
	size_t *call, size_t *start, size_t *end);

/* The last span of a thread that begins before `time`, or NULL. */
const struct critical_span *critical_span_before(
	const struct critical_order *order, uint32_t thread, int64_t time);

#endif /* COLLAPSE_PLAN_CRITICAL_ORDER_H */
