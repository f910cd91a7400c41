#include "stats/measures/busy.h"

#include "base/order.h"

static const struct stream *stream_of(const struct trace *trace, uint32_t op)
{
	return &trace->streams[trace->ops[op].stream];
}

static int compare_ops(const void *context, uint32_t a, uint32_t b)
{
	const struct trace *trace = context;
	const struct stream *left = stream_of(trace, a), *right = stream_of(trace, b);
	int64_t left_start = trace->ops[a].start, right_start = trace->ops[b].start;

	if (left->process != right->process)
		return left->process < right->process ? -1 : 1;
	if (left->device != right->device)
		return left->device < right->device ? -1 : 1;
	return (left_start > right_start) - (left_start < right_start);
}

/* Add [start, end) of an operation; called in order of device and start. */
static void add_span(
	struct busy *busy, const struct trace *trace, uint32_t index, int64_t start, int64_t end)
{
	const struct stream *stream = stream_of(trace, index);
	struct busy_span *last = busy->count > 0 ? &busy->spans[busy->count - 1] : NULL;

	if (last != NULL && last->process == stream->process && last->device == stream->device &&
		start <= last->end) {
		if (end > last->end) {
			last->end = end;
			last->last_op = index;
		}
		return;
	}
	*mem_next(busy->spans, busy->cap, busy->count) =
		(struct busy_span){ start, end, stream->process, stream->device, index };
}

static bool is_wanted(const struct trace *trace, uint32_t op, unsigned kinds, const bool *wanted)
{
	return (kinds >> trace_op_kind(trace, op) & 1) != 0 && (wanted == NULL || wanted[op]);
}

uint32_t *busy_order(const struct trace *trace, unsigned kinds, const bool *wanted, size_t *count)
{
	uint32_t *order = mem_zeroed(trace->op_count, sizeof(*order));

	*count = 0;
	for (uint32_t i = 0; i < trace->op_count; i++) {
		if (is_wanted(trace, i, kinds, wanted))
			order[(*count)++] = i;
	}
	order_by(order, *count, compare_ops, trace);
	return order;
}

void busy_init_ordered(struct busy *busy, const struct trace *trace, const uint32_t *order,
	size_t count, unsigned kinds, const bool *wanted)
{
	*busy = (struct busy){ 0 };
	for (size_t i = 0; i < count; i++) {
		const struct op *op = &trace->ops[order[i]];

		if (is_wanted(trace, order[i], kinds, wanted))
			add_span(busy, trace, order[i], op->start, op->end);
	}
}

void busy_init_twice(struct busy *busy, const struct trace *trace, const uint32_t *order,
	size_t count, const bool *wanted)
{
	int64_t latest = 0; /* the last end so far on this device */
	const struct stream *before = NULL;

	*busy = (struct busy){ 0 };
	for (size_t i = 0; i < count; i++) {
		const struct op *op = &trace->ops[order[i]];
		const struct stream *stream = stream_of(trace, order[i]);
		bool follows = before != NULL && before->process == stream->process &&
			       before->device == stream->device;

		if (!is_wanted(trace, order[i], 1u << OP_KERNEL, wanted))
			continue;
		if (follows && op->start < latest)
			add_span(busy, trace, order[i], op->start,
				op->end < latest ? op->end : latest);
		if (!follows || op->end > latest)
			latest = op->end;
		before = stream;
	}
}

static bool is_communication(const struct names *names, uint32_t name)
{
	const char *text = name != NAME_NONE ? names->list[name].text : "";

	return strncmp(text, "nccl", 4) == 0 || strncmp(text, "void nccl", 9) == 0;
}

bool *busy_mark_kernels(const struct trace *trace, bool others)
{
	enum { UNKNOWN, NO, YES };
	bool *marks = mem_zeroed(trace->op_count, sizeof(*marks));
	uint8_t *known = mem_zeroed((size_t)trace->names->count + 1, sizeof(*known));

	for (size_t i = 0; i < trace->op_end[OP_KERNEL]; i++) {
		uint32_t name = trace->ops[i].name;
		uint8_t *is = &known[(uint32_t)(name + 1)];

		if (*is == UNKNOWN)
			*is = is_communication(trace->names, name) ? YES : NO;
		marks[i] = (*is == YES) != others;
	}
	free(known);
	return marks;
}

void busy_release(struct busy *busy)
{
	free(busy->spans);
	*busy = (struct busy){ 0 };
}

size_t busy_first(const struct busy *busy, uint32_t process, uint32_t device, int64_t from)
{
	const struct busy_span *spans = busy->spans;
	size_t at;

	ORDER_FIND(at, 0, busy->count,
		spans[at].process != process ? spans[at].process > process
		: spans[at].device != device ? spans[at].device > device
					     : spans[at].end > from);
	return at;
}

uint64_t busy_within(
	const struct busy *busy, uint32_t process, uint32_t device, int64_t from, int64_t to)
{
	uint64_t sum = 0;

	for (size_t i = busy_first(busy, process, device, from); i < busy->count; i++) {
		const struct busy_span *span = &busy->spans[i];
		int64_t start = span->start > from ? span->start : from;
		int64_t end = span->end < to ? span->end : to;

		if (span->process != process || span->device != device || span->start >= to)
			break;
		if (__builtin_add_overflow(sum, (uint64_t)end - (uint64_t)start, &sum))
			return UINT64_MAX;
	}
	return sum;
}
