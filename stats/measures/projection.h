#ifndef STATS_MEASURES_PROJECTION_H
#define STATS_MEASURES_PROJECTION_H

#include "collapse/model/trace.h"

/*
 * Ranges projected to the GPU: from the start of the first operation that was
 * launched in a range to the end of the last one.
 */
struct projected {
	int64_t start, end; /* on the device; see launches */
	uint32_t launches;  /* number of distinct ones in the range; 0: it has no operation */
} __attribute__((packed, aligned(4))); /* there is one for each range */

/*
 * Fill `list`, one for each range of the trace, from its operations of the kinds
 * in `kinds` (bits 1 << enum op_kind).
 */
void project_ranges(const struct trace *trace, unsigned kinds, struct projected *list);

#define PROJECT_ALL (1u << OP_KERNEL | 1u << OP_MEMCPY | 1u << OP_MEMSET | 1u << OP_GRAPH)

/*
 * What was launched in each of the ranges around an operation, in time that does not grow with
 * their number: an operation is added to the innermost one, and the sums of a range, when it is
 * left, to the one around it.
 */
struct nest_sum {
	uint64_t ns, count;
	uint32_t place; /* the caller's: what the range belongs to */
	bool is_first;  /* it belongs somewhere, and no range around it belongs there, too */
};

struct nest_sums {
	struct nest_sum *open; /* of the ranges around the last operation, outermost first */
	bool *is_open;         /* by place */
	size_t depth, cap, places_cap;
};

void nest_sums_release(struct nest_sums *sums);

/* Enter a range, which belongs to a place, or nowhere. */
#define NEST_NOWHERE UINT32_MAX
void nest_sums_enter(struct nest_sums *sums, uint32_t place);

/* Add an operation, or the `count` that it represents; in no range, nothing. ERR_SUM: overflow.
 */
bool nest_sums_add(struct nest_sums *sums, uint64_t ns, uint64_t count, struct err *err) MUST_CHECK;

/* Leave the innermost range, of those that there are: its sums. ERR_SUM: overflow. */
bool nest_sums_leave(struct nest_sums *sums, struct nest_sum *left, struct err *err) MUST_CHECK;

#endif /* STATS_MEASURES_PROJECTION_H */
