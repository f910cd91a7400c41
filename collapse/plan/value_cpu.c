#include "collapse/plan/value.h"

#include "collapse/fold/nest.h"

static uint32_t thread_of(const void *context, size_t i)
{
	const struct range *range = &((const struct trace *)context)->ranges[i];

	return range->crosses ? BUCKET_NONE : range->thread;
}

static int compare_ends(const void *context, uint32_t a, uint32_t b)
{
	const struct range *ranges = ((const struct trace *)context)->ranges;

	return (ranges[a].end > ranges[b].end) - (ranges[a].end < ranges[b].end);
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

/* Between two consecutive starts or ends on a thread, the open ranges do not change. */
static void walk(const struct trace *trace, const struct buckets *starts,
	const struct buckets *ends, uint32_t thread, struct trace *segments)
{
	size_t next_start = starts->begin[thread], next_end = next_start;
	size_t end = starts->begin[thread + 1];
	int64_t now = 0;

	while (next_end < end) {
		int64_t then = trace->ranges[ends->items[next_end]].end;
		bool starts_next =
			next_start < end && trace->ranges[starts->items[next_start]].start <= then;

		if (starts_next)
			then = trace->ranges[starts->items[next_start]].start;
		if (next_start > next_end)
			add_segment(segments, thread, now, then);
		now = then;
		next_start += starts_next;
		next_end += !starts_next;
	}
}

void cpu_segments(const struct trace *trace, struct trace *segments)
{
	struct buckets starts, ends;

	*segments = *trace;
	segments->ops = NULL;
	segments->op_count = segments->ops_cap = 0;
	segments->details = NULL;
	segments->captured = NULL;
	segments->adopted = NULL;
	segments->odd.ops_without_launch = 0;
	nest_sort_ranges(trace, &starts);
	buckets_init(
		&ends, trace->threads.count, trace->range_count, thread_of, compare_ends, trace);
	for (uint32_t thread = 0; thread < trace->threads.count; thread++)
		walk(trace, &starts, &ends, thread, segments);
	for (size_t kind = 0; kind < OP_KINDS; kind++)
		segments->op_end[kind] = segments->op_count;
	buckets_release(&starts);
	buckets_release(&ends);
}
