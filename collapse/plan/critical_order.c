#include "collapse/plan/critical_order.h"

#include "base/order.h"
#include "collapse/fold/nest.h"
#include "collapse/model/call_kind.h"

static int compare(int64_t a, int64_t b)
{
	return (a > b) - (a < b);
}

static int compare_op_starts(const void *context, uint32_t a, uint32_t b)
{
	const struct trace *trace = context;

	return compare(trace->ops[a].start, trace->ops[b].start);
}

static int compare_op_ends(const void *context, uint32_t a, uint32_t b)
{
	const struct trace *trace = context;

	return compare(trace->ops[a].end, trace->ops[b].end);
}

static int compare_launches(const void *context, uint32_t a, uint32_t b)
{
	const struct trace *trace = context;

	return compare(trace->ops[a].api_start, trace->ops[b].api_start);
}

/* Of those that start together, the longer one first. */
static int compare_calls(const void *context, uint32_t a, uint32_t b)
{
	const struct api_call *left = &((const struct trace *)context)->api_calls[a];
	const struct api_call *right = &((const struct trace *)context)->api_calls[b];

	return left->start != right->start ? compare(left->start, right->start)
					   : compare(right->end, left->end);
}

static int compare_range_ends(const void *context, uint32_t a, uint32_t b)
{
	const struct trace *trace = context;

	return compare(trace->ranges[a].end, trace->ranges[b].end);
}

static uint32_t stream_of(const void *context, size_t op)
{
	return ((const struct trace *)context)->ops[op].stream;
}

static uint32_t process_of(const void *context, size_t op)
{
	return trace_op_process(context, op);
}

static uint32_t launching_process_of(const void *context, size_t op)
{
	const struct trace *trace = context;

	return trace->ops[op].thread != TRACE_NONE ? trace_op_process(trace, op) : BUCKET_NONE;
}

static uint32_t thread_of_call(const void *context, size_t call)
{
	return ((const struct trace *)context)->api_calls[call].thread;
}

/* Leave out calls within others, and those that overlap them. */
static void drop_inner_calls(struct critical_order *order)
{
	struct buckets *calls = &order->calls;
	size_t kept = 0, begin = 0;

	for (size_t thread = 0; thread < calls->count; thread++) {
		size_t end = calls->begin[thread + 1];
		int64_t until = INT64_MIN;

		calls->begin[thread] = kept;
		for (size_t i = begin; i < end; i++) {
			const struct api_call *call = &order->trace->api_calls[calls->items[i]];

			if (call->start < until)
				continue;
			until = call->end;
			calls->items[kept++] = calls->items[i];
		}
		begin = end;
	}
	calls->begin[calls->count] = kept;
}

static void find_call_kinds(struct critical_order *order)
{
	const struct names *names = order->trace->names;

	order->call_kinds = mem_zeroed(names->count, sizeof(*order->call_kinds));
	for (size_t i = 0; i < order->trace->api_count; i++) {
		uint32_t name = order->trace->api_calls[i].name;

		if (name != NAME_NONE && order->call_kinds[name] == CALL_UNKNOWN)
			order->call_kinds[name] = (uint8_t)call_kind_of(names->list[name].text);
	}
}

/*
 * The range around each range's start, by going through those of a thread in their order; and the
 * order in which they end, which is nearly that in which they are left here.
 */
static void find_above(struct critical_order *order)
{
	const struct range *ranges = order->trace->ranges;
	size_t at = 0;

	order->above = mem_zeroed(order->trace->range_count, sizeof(*order->above));
	order->ends = mem_zeroed(order->trace->range_count, sizeof(*order->ends));
	for (size_t thread = 0; thread < order->starts.count; thread++) {
		size_t begin = order->starts.begin[thread], end = order->starts.begin[thread + 1];
		uint32_t open = TRACE_NONE;

		for (size_t i = begin; i < end; i++) {
			uint32_t range = order->starts.items[i];

			for (; open != TRACE_NONE && ranges[open].end < ranges[range].start;
				open = order->above[open])
				order->ends[at++] = open;
			order->above[range] = open;
			open = range;
		}
		for (; open != TRACE_NONE; open = order->above[open])
			order->ends[at++] = open;
		order_by(order->ends + begin, end - begin, compare_range_ends, order->trace);
	}
}

/* The next call or outermost range of a thread, in the order of their starts. */
static bool next_active(const struct critical_order *order, uint32_t thread, size_t *call,
	size_t *range, struct critical_span *span)
{
	const struct trace *trace = order->trace;
	const struct api_call *a = NULL;
	const struct range *b = NULL;

	if (*call < order->calls.begin[thread + 1])
		a = &trace->api_calls[order->calls.items[*call]];
	if (*range < order->starts.begin[thread + 1])
		b = &trace->ranges[order->starts.items[*range]];
	if (a == NULL && b == NULL)
		return false;
	if (b == NULL || (a != NULL && a->start <= b->start)) {
		*span = (struct critical_span){ a->start, a->end };
		++*call;
	} else {
		*span = (struct critical_span){ b->start, b->end };
		++*range;
	}
	return true;
}

/* Join what overlaps or meets. */
static void find_spans(struct critical_order *order)
{
	size_t threads = order->trace->threads.count, count = 0, cap = 0;

	order->span_begin = mem_zeroed(threads + 1, sizeof(*order->span_begin));
	for (uint32_t i = 0; i < threads; i++) {
		size_t call = order->calls.begin[i], range = order->starts.begin[i];
		struct critical_span span;

		while (next_active(order, i, &call, &range, &span)) {
			struct critical_span *last =
				count > order->span_begin[i] ? &order->spans[count - 1] : NULL;

			if (last != NULL && span.start <= last->end) {
				last->end = span.end > last->end ? span.end : last->end;
				continue;
			}
			*mem_next(order->spans, cap, count) = span;
		}
		order->span_begin[i + 1] = count;
	}
}

static void find_places(struct critical_order *order)
{
	order->place = mem_zeroed(order->trace->op_count, sizeof(*order->place));
	for (size_t i = 0; i < order->trace->op_count; i++)
		order->place[order->by_stream.items[i]] = (uint32_t)i;
}

void critical_order_init(struct critical_order *order, const struct trace *trace)
{
	size_t processes = trace->processes.count, threads = trace->threads.count;

	*order = (struct critical_order){ .trace = trace };
	buckets_init(&order->by_stream, trace->stream_ids.count, trace->op_count, stream_of,
		compare_op_starts, trace);
	find_places(order);
	buckets_init(
		&order->by_end, processes, trace->op_count, process_of, compare_op_ends, trace);
	buckets_init(&order->launches, processes, trace->op_count, launching_process_of,
		compare_launches, trace);
	buckets_init(
		&order->calls, threads, trace->api_count, thread_of_call, compare_calls, trace);
	nest_sort_ranges(trace, &order->starts);
	drop_inner_calls(order);
	find_call_kinds(order);
	find_above(order);
	find_spans(order);
}

void critical_order_release(struct critical_order *order)
{
	buckets_release(&order->by_stream);
	buckets_release(&order->by_end);
	buckets_release(&order->launches);
	buckets_release(&order->calls);
	buckets_release(&order->starts);
	free(order->place);
	free(order->call_kinds);
	free(order->ends);
	free(order->above);
	free(order->spans);
	free(order->span_begin);
	*order = (struct critical_order){ 0 };
}

uint32_t critical_before(const struct critical_order *order, uint32_t op)
{
	uint32_t place = order->place[op];

	return place > order->by_stream.begin[order->trace->ops[op].stream]
		       ? order->by_stream.items[place - 1]
		       : TRACE_NONE;
}

uint32_t critical_after(const struct critical_order *order, uint32_t op)
{
	uint32_t place = order->place[op];

	return place + 1 < order->by_stream.begin[order->trace->ops[op].stream + 1]
		       ? order->by_stream.items[place + 1]
		       : TRACE_NONE;
}

enum item_time { OP_END, OP_LAUNCH, CALL_START, RANGE_START, RANGE_END };

static int64_t time_of(const struct trace *trace, enum item_time what, uint32_t item)
{
	switch (what) {
	case OP_END:
		return trace->ops[item].end;
	case OP_LAUNCH:
		return trace->ops[item].api_start;
	case CALL_START:
		return trace->api_calls[item].start;
	case RANGE_START:
		return trace->ranges[item].start;
	case RANGE_END:
		break;
	}
	return trace->ranges[item].end;
}

/* The first item of a bucket whose time is `time` or later. */
static size_t find(const struct trace *trace, const uint32_t *items, const size_t begin[2],
	enum item_time what, int64_t time)
{
	size_t at;

	ORDER_FIND(at, begin[0], begin[1], time_of(trace, what, items[at]) >= time);
	return at;
}

size_t critical_ended(const struct critical_order *order, uint32_t process, int64_t time)
{
	const struct buckets *ends = &order->by_end;

	if (time == INT64_MAX)
		return ends->begin[process + 1];
	return find(order->trace, ends->items, ends->begin + process, OP_END, time + 1);
}

uint32_t critical_launched(const struct critical_order *order, uint32_t process, int64_t time)
{
	const struct buckets *launches = &order->launches;
	size_t at = find(order->trace, launches->items, launches->begin + process, OP_LAUNCH, time);

	return at > launches->begin[process] ? launches->items[at - 1] : TRACE_NONE;
}

void critical_places(const struct critical_order *order, uint32_t thread, int64_t time,
	size_t *call, size_t *start, size_t *end)
{
	const size_t *ranges = order->starts.begin + thread;

	*call = find(
		order->trace, order->calls.items, order->calls.begin + thread, CALL_START, time);
	*start = find(order->trace, order->starts.items, ranges, RANGE_START, time);
	*end = find(order->trace, order->ends, ranges, RANGE_END, time);
}

const struct critical_span *critical_span_before(
	const struct critical_order *order, uint32_t thread, int64_t time)
{
	const size_t *begin = order->span_begin + thread;
	size_t at;

	ORDER_FIND(at, begin[0], begin[1], order->spans[at].start >= time);
	return at > begin[0] ? &order->spans[at - 1] : NULL;
}
