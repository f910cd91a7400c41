#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/mem.h"
#include "stats/parts/labels.h"
#include "stats/parts/memory.h"
#include "stats/parts/report.h"
#include "stats/parts/rows.h"
#include "stats/parts/styles.h"

/* Copies and fills that make the CPU wait, the longest first, by nsys's rules. */
struct memory_wait {
	int64_t start, ns;
	uint64_t process;
	struct op_shape shape;
	struct stream stream;
	uint32_t api;
	size_t file;
};

struct memory_sync_state {
	struct memory_wait *waits;
	size_t count, cap;
};

static bool begins(const char *text, const char *begin)
{
	return strncmp(text, begin, strlen(begin)) == 0;
}

static bool says_async(const char *text)
{
	for (; *text != '\0'; text++) {
		if (strncasecmp(text, "async", 5) == 0)
			return true;
	}
	return false;
}

typedef bool waits_fn(const struct op_shape *shape, const char *call);

static bool is_sync_copy(const struct op_shape *shape, const char *call)
{
	enum { SMALL_BYTES = 64000, HOST_TO_DEVICE = 1, WITHIN_DEVICE = 8 };

	return (begins(call, "cudaMemcpy") || begins(call, "cuMemcpy")) && !says_async(call) &&
	       shape->copy_kind != WITHIN_DEVICE &&
	       !(shape->copy_kind == HOST_TO_DEVICE && shape->bytes <= SMALL_BYTES);
}

static bool is_pageable_copy(const struct op_shape *shape, const char *call)
{
	return (begins(call, "cudaMemcpy") || begins(call, "cuMemcpy")) && says_async(call) &&
	       (shape->src_kind == MEMORY_PAGEABLE || shape->dst_kind == MEMORY_PAGEABLE);
}

static bool is_sync_fill(const struct op_shape *shape, const char *call)
{
	return (begins(call, "cudaMemset") || begins(call, "cuMemset")) && !says_async(call) &&
	       (shape->dst_kind == MEMORY_PINNED || shape->dst_kind == MEMORY_MANAGED);
}

static bool add_waits(struct report_run *run, const struct trace *trace, enum op_kind kind,
	waits_fn *waits, struct err *err)
{
	struct memory_sync_state *state = run->state;

	for (size_t i = trace->op_end[kind - 1]; i < trace->op_end[kind]; i++) {
		const struct op *op = &trace->ops[i];
		const struct op_shape *shape = trace_shape(trace, i);
		uint32_t api = trace->details[i].api;
		const struct stream *stream = &trace->streams[op->stream];

		if (api == NAME_NONE || !waits(shape, run->names->list[api].text))
			continue;
		if (!mem_try_grow((void **)&state->waits, &state->cap, state->count + 1,
			    sizeof(*state->waits), err))
			return false;
		state->waits[state->count++] = (struct memory_wait){
			.start = op->start,
			.ns = op->end - op->start,
			.process = trace->processes.keys[stream->process],
			.shape = *shape,
			.stream = *stream,
			.api = api,
			.file = run->file,
		};
	}
	return true;
}

static bool add_sync_copies(struct report_run *run, const struct trace *trace, struct err *err)
{
	return add_waits(run, trace, OP_MEMCPY, is_sync_copy, err);
}

static bool add_pageable_copies(struct report_run *run, const struct trace *trace, struct err *err)
{
	return add_waits(run, trace, OP_MEMCPY, is_pageable_copy, err);
}

static bool add_sync_fills(struct report_run *run, const struct trace *trace, struct err *err)
{
	return add_waits(run, trace, OP_MEMSET, is_sync_fill, err);
}

static const struct memory_wait *waits_of(const struct report_run *run)
{
	return ((const struct memory_sync_state *)run->state)->waits;
}

static int compare(const void *context, uint32_t a, uint32_t b)
{
	const struct memory_wait *waits = waits_of(context);

	return (waits[a].ns < waits[b].ns) - (waits[a].ns > waits[b].ns);
}

/* The cells after the kinds of memory. */
static void place_cells(
	const struct report_run *run, const struct memory_wait *wait, struct cell *cells)
{
	*cells++ = cell_text(memory_kind_label(wait->shape.dst_kind));
	*cells++ = cell_real((double)wait->shape.bytes / 1e6);
	*cells++ = cell_integer(thread_pid(wait->process));
	*cells++ = cell_integer(wait->stream.device);
	*cells++ = cell_integer(wait->stream.context);
	*cells++ = cell_integer(wait->stream.id);
	*cells++ = label_api(run->names, wait->api);
}

static bool give_copy(void *context, uint32_t index, struct sink *sink, struct err *err)
{
	const struct report_run *run = context;
	const struct memory_wait *wait = &waits_of(run)[index];
	struct cell cells[10] = {
		cell_integer(wait->ns),
		cell_integer(wait->start),
		cell_text(memory_kind_label(wait->shape.src_kind)),
	};

	place_cells(run, wait, cells + 3);
	sink->file = run->labels[wait->file];
	return sink_row(sink, cells, ARRAY_SIZE(cells), err);
}

static bool give_fill(void *context, uint32_t index, struct sink *sink, struct err *err)
{
	const struct report_run *run = context;
	const struct memory_wait *wait = &waits_of(run)[index];
	struct cell cells[9] = { cell_integer(wait->ns), cell_integer(wait->start) };

	place_cells(run, wait, cells + 2);
	sink->file = run->labels[wait->file];
	return sink_row(sink, cells, ARRAY_SIZE(cells), err);
}

static bool finish_copies(struct report_run *run, struct sink *sink, struct err *err)
{
	const struct memory_sync_state *state = run->state;
	const struct rows rows = { .count = state->count, .compare = compare, .give = give_copy };

	return rows_give(&rows, run, sink, err);
}

static bool finish_fills(struct report_run *run, struct sink *sink, struct err *err)
{
	const struct memory_sync_state *state = run->state;
	const struct rows rows = { .count = state->count, .compare = compare, .give = give_fill };

	return rows_give(&rows, run, sink, err);
}

static void release(struct report_run *run)
{
	free(((struct memory_sync_state *)run->state)->waits);
}

#define PLACE_COLUMNS                                                                \
	{ "Bytes", COLUMN_MB, 3, 0 }, { "PID", COLUMN_ID, 0, 2 },                    \
		{ "Device ID", COLUMN_ID, 0, 1 }, { "Context ID", COLUMN_ID, 0, 4 }, \
		{ "Stream ID", COLUMN_ID, 0, 3 },                                    \
	{                                                                            \
		"API Name", COLUMN_TEXT, 0, 0                                        \
	}

static const struct column copy_columns[] = {
	{ "Duration", COLUMN_TIME, 0, 0 },
	{ "Start", COLUMN_STAMP, 0, 0 },
	{ "Src Kind", COLUMN_TEXT, 0, 0 },
	{ "Dst Kind", COLUMN_TEXT, 0, 0 },
	PLACE_COLUMNS,
};

static const struct column fill_columns[] = {
	{ "Duration", COLUMN_TIME, 0, 0 },
	{ "Start", COLUMN_STAMP, 0, 0 },
	{ "Memory Kind", COLUMN_TEXT, 0, 0 },
	PLACE_COLUMNS,
};

const struct report report_cuda_memcpy_sync = {
	.name = "cuda_memcpy_sync",
	.title = "CUDA copies that block",
	.doc = "Copies by a call without Async, which make the CPU wait; except those within a"
	       " device, and those of at most 64,000 bytes to a device.",
	.columns = copy_columns,
	.column_count = ARRAY_SIZE(copy_columns),
	.want = WANT_OTHER_OPS | WANT_DETAILS,
	.needs = NEED_MEMORY | NEED_API | NEED_DETAILS,
	.by_file = true,
	.state_size = sizeof(struct memory_sync_state),
	.add = add_sync_copies,
	.finish = finish_copies,
	.release = release,
};

const struct report report_cuda_memcpy_async = {
	.name = "cuda_memcpy_async",
	.title = "CUDA copies that are not asynchronous",
	.doc = "Copies by an Async call from or to pageable memory, for which the CPU waits anyway:"
	       " pinned memory helps.",
	.columns = copy_columns,
	.column_count = ARRAY_SIZE(copy_columns),
	.want = WANT_OTHER_OPS | WANT_DETAILS,
	.needs = NEED_MEMORY | NEED_API | NEED_DETAILS,
	.by_file = true,
	.state_size = sizeof(struct memory_sync_state),
	.add = add_pageable_copies,
	.finish = finish_copies,
	.release = release,
};

const struct report report_cuda_memset_sync = {
	.name = "cuda_memset_sync",
	.title = "CUDA fills that block",
	.doc = "Fills of pinned or managed memory by a call without Async, which make the CPU "
	       "wait.",
	.columns = fill_columns,
	.column_count = ARRAY_SIZE(fill_columns),
	.want = WANT_OTHER_OPS | WANT_DETAILS,
	.needs = NEED_MEMORY | NEED_API | NEED_DETAILS,
	.by_file = true,
	.state_size = sizeof(struct memory_sync_state),
	.add = add_sync_fills,
	.finish = finish_fills,
	.release = release,
};
