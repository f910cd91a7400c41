#ifndef COLLAPSE_FOLD_NEST_H
#define COLLAPSE_FOLD_NEST_H

#include "collapse/model/trace.h"

/*
 * Nesting: for each operation, the NVTX ranges that contain its launch.
 *
 * A range contains an operation when both are on one thread and range.start <= api_start and
 * range.end >= api_end (the call's times, not the device's): the rule of nsys's own reports.
 * Ranges that ended on another thread contain nothing. Outermost first: by start, then the
 * longer one, then the report's row order. One sweep over a thread's ranges and launches;
 * ranges that overlap without nesting are allowed.
 *
 * An operation with a point in trace->adopted is visited at that point, and is in the ranges there,
 * with its own ranges inside them.
 */
struct nest_level {
	uint32_t range;
	int64_t least_end; /* of this range and all before it in the list */
};

struct own_range {
	uint32_t range, above; /* index + 1 of the one around it; 0: none */
};

struct nest {
	const struct trace *trace;

	/* The answer of nest_next(). */
	uint32_t op;      /* index in trace->ops */
	uint32_t *ranges; /* indices in trace->ranges, outermost first */
	size_t depth;
	size_t same; /* how many, from the outermost, are as in the previous answer */

	struct buckets ops_order; /* the operations as they are answered, by thread */

	/* private */
	struct buckets ranges_order; /* the trace's, as ops_order, or: */
	struct buckets own_ops, own_ranges;
	uint32_t thread;
	size_t next_op, next_range;
	struct nest_level *open; /* begun and possibly not ended; outermost first */
	size_t open_count, open_cap, ranges_cap;
	struct own_range *own_chains; /* what adopted operations are in, each below another */
	uint32_t *own_chain;          /* by op: its innermost, + 1 */
	size_t own_count, own_cap;
	size_t changed; /* levels of `open` from here on were added since the last answer */
	size_t whole;   /* levels of `open`, from the bottom, that are all in the last answer */
};

/*
 * Keep in `trace` the order that nest_init() needs, for several sweeps over it; the trace must not
 * change any more.
 */
void nest_keep_order(struct trace *trace);

/* Ranges by thread as they are opened: by start, then the longer one. Those that cross are left
 * out. */
void nest_sort_ranges(const struct trace *trace, struct buckets *order);

/*
 * Sort the input. Operations without a launch record are not visited: the caller detects them
 * by op.thread == TRACE_NONE.
 */
void nest_init(struct nest *nest, const struct trace *trace);
void nest_release(struct nest *nest);

/*
 * Go on to the next operation, by thread and time of launch, and its ranges. False: there is none.
 * The answer is valid until the next call.
 */
bool nest_next(struct nest *nest);

#endif /* COLLAPSE_FOLD_NEST_H */
