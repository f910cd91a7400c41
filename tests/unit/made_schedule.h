#ifndef TESTS_UNIT_MADE_SCHEDULE_H
#define TESTS_UNIT_MADE_SCHEDULE_H

#include "tests/unit/made_trace.h"

/* A schedule drawn by hand: calls and ranges of threads, operations of streams. */
struct drawing {
	struct made made;
	struct err err;
	size_t kernels; /* the first of the operations; the others are copies */
};

static inline uint32_t name(struct drawing *drawing, const char *text)
{
	return names_intern(&drawing->made.names, text, strlen(text));
}

static inline uint32_t stream(struct drawing *drawing, uint32_t id)
{
	const struct stream stream = { .process = 0, .device = 0, .id = id };

	return trace_add_stream(&drawing->made.trace, &stream);
}

static inline void call(
	struct drawing *drawing, uint64_t thread, const char *of, int64_t start, int64_t end)
{
	struct api_call *call = trace_add_api_call(&drawing->made.trace);

	assert_non_null(call);
	*call = (struct api_call){ .start = start,
		.end = end,
		.correlation = (uint32_t)drawing->made.trace.api_count - 1,
		.name = name(drawing, of) };
	call->thread = trace_add_thread(&drawing->made.trace, thread, 0);
}

/* An operation and its launch call; thread 0: there is none. */
static inline void launch(struct drawing *drawing, const char *of, uint64_t thread,
	int64_t api_start, int64_t api_end, uint32_t on, int64_t start, int64_t end)
{
	struct op *op = trace_add_op(&drawing->made.trace);

	assert_non_null(op);
	*op = (struct op){ .start = start,
		.end = end,
		.api_start = api_start,
		.api_end = api_end,
		.name = name(drawing, of),
		.stream = stream(drawing, on) & TRACE_STREAM_MAX,
		.thread = TRACE_NONE };
	if (thread != 0) {
		call(drawing, thread, "launch", api_start, api_end);
		op->thread = trace_add_thread(&drawing->made.trace, thread, 0);
	} else {
		drawing->made.trace.odd.ops_without_launch++;
		trace_add_thread(&drawing->made.trace, 1, 0);
	}
}

static inline void range(
	struct drawing *drawing, const char *of, uint64_t thread, int64_t start, int64_t end)
{
	made_range(&drawing->made, thread, start, end);
	drawing->made.trace.ranges[drawing->made.trace.range_count - 1].name = name(drawing, of);
}

static inline void begin(struct drawing *drawing)
{
	*drawing = (struct drawing){ .kernels = SIZE_MAX };
	made_init(&drawing->made);
}

static inline void end(struct drawing *drawing)
{
	struct trace *trace = &drawing->made.trace;

	for (int kind = 0; kind < OP_KINDS; kind++)
		trace->op_end[kind] = trace->op_count;
	if (drawing->kernels < trace->op_count)
		trace->op_end[OP_KERNEL] = drawing->kernels;
}

#endif /* TESTS_UNIT_MADE_SCHEDULE_H */
