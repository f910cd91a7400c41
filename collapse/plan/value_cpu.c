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

static bool sort_boundaries(
	const struct trace *trace, struct boundaries *boundaries, struct err *err)
{
	boundaries->starts = mem_try_zeroed(trace->range_count, sizeof(uint32_t), err);
	boundaries->ends = mem_try_zeroed(trace->range_count, sizeof(uint32_t), err);
	if (boundaries->starts == NULL || boundaries->ends == NULL)
		return false;
	for (size_t i = 0; i < trace->range_count; i++) {
		if (trace->ranges[i].crosses)
			continue;
		boundaries->starts[boundaries->count] = (uint32_t)i;
		boundaries->ends[boundaries->count++] = (uint32_t)i;
	}
	return order_sort(
		       boundaries->starts, boundaries->count, compare_starts, trace->ranges, err) &&
	       order_sort(boundaries->ends, boundaries->count, compare_ends, trace->ranges, err);
}

static bool add_segment(
	struct trace *segments, uint32_t thread, int64_t start, int64_t end, struct err *err)
{
	struct op *op;

	if (start >= end)
		return true;
	op = trace_add_op(segments, err);
	if (op == NULL)
		return false;
	*op = (struct op){ .start = start,
		.end = end,
		.api_start = start,
		.api_end = end,
		.name = NAME_NONE,
		.thread = thread };
	return true;
}

static bool walk(const struct trace *trace, const struct boundaries *boundaries,
	struct trace *segments, struct err *err)
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

		if (next_start > next_end && !add_segment(segments, ending->thread, now, then, err))
			return false;
		now = then;
		if (starts)
			next_start++;
		else
			next_end++;
	}
	return true;
}

bool cpu_segments(const struct trace *trace, struct trace *segments, struct err *err)
{
	struct boundaries boundaries = { 0 };
	bool ok;

	*segments = *trace;
	segments->ops = NULL;
	segments->op_count = segments->ops_cap = 0;
	segments->details = NULL;
	segments->odd.ops_without_launch = 0;
	ok = sort_boundaries(trace, &boundaries, err) && walk(trace, &boundaries, segments, err);
	for (size_t kind = 0; kind < OP_KINDS; kind++)
		segments->op_end[kind] = segments->op_count;
	free(boundaries.starts);
	free(boundaries.ends);
	if (!ok)
		segments_release(segments);
	return ok;
}
