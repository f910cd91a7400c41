#include "collapse/plan/value.h"

#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/order.h"

/* Ranges by thread, then by start; and by thread, then by end. */
struct boundaries {
	uint32_t *starts, *ends;
	size_t count;
};

static int compare_starts(const void *context, uint32_t a, uint32_t b)
{
	const struct range *left = (const struct range *)context + a;
	const struct range *right = (const struct range *)context + b;

	if (left->thread != right->thread)
		return left->thread < right->thread ? -1 : 1;
	return (left->start > right->start) - (left->start < right->start);
}

static int compare_ends(const void *context, uint32_t a, uint32_t b)
{
	const struct range *left = (const struct range *)context + a;
	const struct range *right = (const struct range *)context + b;

	if (left->thread != right->thread)
		return left->thread < right->thread ? -1 : 1;
	return (left->end > right->end) - (left->end < right->end);
}

static void sort_boundaries(const struct trace *trace, struct boundaries *boundaries)
{
	boundaries->starts = mem_zeroed(trace->range_count, sizeof(uint32_t));
	boundaries->ends = mem_zeroed(trace->range_count, sizeof(uint32_t));
	for (size_t i = 0; i < trace->range_count; i++) {
		if (trace->ranges[i].crosses)
			continue;
		boundaries->starts[boundaries->count] = (uint32_t)i;
		boundaries->ends[boundaries->count++] = (uint32_t)i;
	}
	order_by(boundaries->starts, boundaries->count, compare_starts, trace->ranges);
	order_by(boundaries->ends, boundaries->count, compare_ends, trace->ranges);
}

static void add_segment(struct trace *segments, uint32_t thread, int64_t start, int64_t end)
{
	struct op *op;

	if (start >= end)
		return;
	op = trace_add_op(segments);
	*op = (struct op){ .start = start,
		.end = end,
		.api_start = start,
		.api_end = end,
		.name = NAME_NONE,
		.thread = thread };
}

static void walk(
	const struct trace *trace, const struct boundaries *boundaries, struct trace *segments)
{
	const struct range *ranges = trace->ranges;
	size_t next_start = 0, next_end = 0;
	int64_t now = 0;

	/* Between two consecutive starts or ends on a thread, the open ranges do not change. */
	while (next_end < boundaries->count) {
		assert(ranges != NULL);
		const struct range *ending = &ranges[boundaries->ends[next_end]];
		const struct range *starting = next_start < boundaries->count
						       ? &ranges[boundaries->starts[next_start]]
						       : NULL;
		bool starts = starting != NULL && starting->thread == ending->thread &&
			      starting->start <= ending->end;
		int64_t then = starts ? starting->start : ending->end;

		if (next_start > next_end)
			add_segment(segments, ending->thread, now, then);
		now = then;
		if (starts)
			next_start++;
		else
			next_end++;
	}
}

void cpu_segments(const struct trace *trace, struct trace *segments)
{
	struct boundaries boundaries = { 0 };

	*segments = *trace;
	segments->ops = NULL;
	segments->op_count = segments->ops_cap = 0;
	segments->details = NULL;
	segments->captured = NULL;
	segments->adopted = NULL;
	segments->odd.ops_without_launch = 0;
	sort_boundaries(trace, &boundaries);
	walk(trace, &boundaries, segments);
	for (size_t kind = 0; kind < OP_KINDS; kind++)
		segments->op_end[kind] = segments->op_count;
	free(boundaries.starts);
	free(boundaries.ends);
}
