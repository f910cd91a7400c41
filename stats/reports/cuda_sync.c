#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/mem.h"
#include "base/order.h"
#include "stats/labels.h"
#include "stats/memory.h"
#include "stats/reports/reports.h"
#include "stats/styles.h"

/*
 * What makes the CPU wait: calls that synchronise, and copies and fills that do
 * so on the side. The longest first. Which calls count: the rules of nsys.
 */
struct found {
	const struct trace *trace;
	uint32_t index; /* of an API call, or an operation */
	int64_t ns;
};

struct list {
	struct found *items;
	size_t count, cap;
};

static bool add_found(struct list *list, struct found found, struct err *err)
{
	if (!mem_grow(
		    (void **)&list->items, &list->cap, list->count + 1, sizeof(*list->items), err))
		return false;
	list->items[list->count++] = found;
	return true;
}

static int compare(const void *context, uint32_t a, uint32_t b)
{
	const struct found *items = context;

	return (items[a].ns < items[b].ns) - (items[a].ns > items[b].ns);
}

typedef bool give_fn(
	struct report_run *run, const struct found *found, struct sink *sink, struct err *err);

static bool give_longest_first(struct report_run *run, const struct list *list, give_fn *give,
	struct sink *sink, struct err *err)
{
	uint32_t *order = mem_zeroed(list->count, sizeof(*order), err);
	bool ok = order != NULL;

	for (uint32_t i = 0; ok && i < list->count; i++)
		order[i] = i;
	ok = ok && order_sort(order, list->count, compare, list->items, err);
	for (size_t i = 0; ok && i < list->count; i++)
		ok = give(run, &list->items[order[i]], sink, err);
	free(order);
	return ok;
}

static const char *text_of(const struct trace *trace, uint32_t name)
{
	return name != NAME_NONE ? trace->names->list[name].text : "";
}

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

/* --- calls ------------------------------------------------------------------------------ */

static bool synchronises(const char *name)
{
	return begins(name, "cudaDeviceSynchronize") || begins(name, "cudaStreamSynchronize") ||
	       begins(name, "cuCtxSynchronize") || begins(name, "cuStreamSynchronize");
}

static bool give_call(
	struct report_run *run, const struct found *found, struct sink *sink, struct err *err)
{
	const struct api_call *call = &found->trace->api_calls[found->index];
	uint64_t tid = found->trace->threads.keys[call->thread];
	const struct cell cells[] = {
		cell_integer(found->ns),
		cell_integer(call->start),
		cell_integer(thread_pid(tid)),
		cell_integer(thread_tid(tid)),
		label_api(run->names, call->name),
	};

	return sink->row(sink, cells, err);
}

static bool finish_calls(struct report_run *run, struct sink *sink, struct err *err)
{
	struct list list = { 0 };
	bool ok = true;

	for (size_t file = 0; ok && file < run->trace_count; file++) {
		const struct trace *trace = run->traces[file];

		for (uint32_t i = 0; ok && i < trace->api_count; i++) {
			const struct api_call *call = &trace->api_calls[i];

			if (synchronises(text_of(trace, call->name)))
				ok = add_found(&list,
					(struct found){ trace, i, call->end - call->start }, err);
		}
	}
	ok = ok && give_longest_first(run, &list, give_call, sink, err);
	free(list.items);
	return ok;
}

/* --- copies and fills --------------------------------------------------------------------- */

static const char *call_of(const struct trace *trace, uint32_t op)
{
	uint32_t api = trace->details[op].api;

	return api != TRACE_NONE ? text_of(trace, trace->api_calls[api].name) : "";
}

static bool is_sync_copy(const struct trace *trace, uint32_t op)
{
	enum { SMALL_BYTES = 64000, HOST_TO_DEVICE = 1, WITHIN_DEVICE = 8 };
	const struct op_detail *detail = &trace->details[op];
	const char *call = call_of(trace, op);

	return (begins(call, "cudaMemcpy") || begins(call, "cuMemcpy")) && !says_async(call) &&
	       detail->copy_kind != WITHIN_DEVICE &&
	       !(detail->copy_kind == HOST_TO_DEVICE && detail->bytes <= SMALL_BYTES);
}

static bool is_pageable_copy(const struct trace *trace, uint32_t op)
{
	const struct op_detail *detail = &trace->details[op];
	const char *call = call_of(trace, op);

	return (begins(call, "cudaMemcpy") || begins(call, "cuMemcpy")) && says_async(call) &&
	       (detail->src_kind == MEMORY_PAGEABLE || detail->dst_kind == MEMORY_PAGEABLE);
}

static bool is_sync_fill(const struct trace *trace, uint32_t op)
{
	const struct op_detail *detail = &trace->details[op];
	const char *call = call_of(trace, op);

	return (begins(call, "cudaMemset") || begins(call, "cuMemset")) && !says_async(call) &&
	       (detail->dst_kind == MEMORY_PINNED || detail->dst_kind == MEMORY_MANAGED);
}

static bool give_memory(
	struct report_run *run, const struct found *found, struct sink *sink, struct err *err)
{
	const struct trace *trace = found->trace;
	const struct op *op = &trace->ops[found->index];
	const struct op_detail *detail = &trace->details[found->index];
	const struct stream *stream = &trace->streams[op->stream];
	uint32_t api = detail->api;
	struct cell cells[10], *cell = cells;

	*cell++ = cell_integer(found->ns);
	*cell++ = cell_integer(op->start);
	if (trace_op_kind(trace, found->index) == OP_MEMCPY)
		*cell++ = cell_text(memory_kind_label(detail->src_kind));
	*cell++ = cell_text(memory_kind_label(detail->dst_kind));
	*cell++ = cell_real((double)detail->bytes / 1e6);
	*cell++ = cell_integer(thread_pid(trace->processes.keys[stream->process]));
	*cell++ = cell_integer(stream->device);
	*cell++ = cell_integer(stream->context);
	*cell++ = cell_integer(stream->id);
	*cell++ = label_api(run->names, api != TRACE_NONE ? trace->api_calls[api].name : NAME_NONE);
	return sink->row(sink, cells, err);
}

static bool finish_memory(struct report_run *run, enum op_kind kind,
	bool (*counts)(const struct trace *, uint32_t), struct sink *sink, struct err *err)
{
	struct list list = { 0 };
	bool ok = true;

	for (size_t file = 0; ok && file < run->trace_count; file++) {
		const struct trace *trace = run->traces[file];

		for (uint32_t i = (uint32_t)trace->op_end[kind - 1]; ok && i < trace->op_end[kind];
			i++) {
			const struct op *op = &trace->ops[i];

			if (counts(trace, i))
				ok = add_found(&list,
					(struct found){ trace, i, op->end - op->start }, err);
		}
	}
	ok = ok && give_longest_first(run, &list, give_memory, sink, err);
	free(list.items);
	return ok;
}

static bool finish_sync_copies(struct report_run *run, struct sink *sink, struct err *err)
{
	return finish_memory(run, OP_MEMCPY, is_sync_copy, sink, err);
}

static bool finish_pageable_copies(struct report_run *run, struct sink *sink, struct err *err)
{
	return finish_memory(run, OP_MEMCPY, is_pageable_copy, sink, err);
}

static bool finish_sync_fills(struct report_run *run, struct sink *sink, struct err *err)
{
	return finish_memory(run, OP_MEMSET, is_sync_fill, sink, err);
}

static const struct column call_columns[] = {
	{ "Duration", COLUMN_TIME, 0, 0 },
	{ "Start", COLUMN_STAMP, 0, 0 },
	{ "PID", COLUMN_ID, 0, 1 },
	{ "TID", COLUMN_ID, 0, 1 },
	{ "API Name", COLUMN_TEXT, 0, 0 },
};

static const struct column copy_columns[] = {
	{ "Duration", COLUMN_TIME, 0, 0 },
	{ "Start", COLUMN_STAMP, 0, 0 },
	{ "Src Kind", COLUMN_TEXT, 0, 0 },
	{ "Dst Kind", COLUMN_TEXT, 0, 0 },
	{ "Bytes", COLUMN_MB, 3, 0 },
	{ "PID", COLUMN_ID, 0, 2 },
	{ "Device ID", COLUMN_ID, 0, 1 },
	{ "Context ID", COLUMN_ID, 0, 4 },
	{ "Stream ID", COLUMN_ID, 0, 3 },
	{ "API Name", COLUMN_TEXT, 0, 0 },
};

static const struct column fill_columns[] = {
	{ "Duration", COLUMN_TIME, 0, 0 },
	{ "Start", COLUMN_STAMP, 0, 0 },
	{ "Memory Kind", COLUMN_TEXT, 0, 0 },
	{ "Bytes", COLUMN_MB, 3, 0 },
	{ "PID", COLUMN_ID, 0, 2 },
	{ "Device ID", COLUMN_ID, 0, 1 },
	{ "Context ID", COLUMN_ID, 0, 4 },
	{ "Stream ID", COLUMN_ID, 0, 3 },
	{ "API Name", COLUMN_TEXT, 0, 0 },
};

const struct report report_cuda_api_sync = {
	.name = "cuda_api_sync",
	.title = "CUDA calls that synchronise",
	.doc = "Calls in which the CPU waits for a device or a stream: cudaDeviceSynchronize,"
	       " cudaStreamSynchronize and the driver's own; the longest first.",
	.columns = call_columns,
	.column_count = ARRAY_SIZE(call_columns),
	.want = { .kernels_only = true, .api_calls = true },
	.needs = NEED_API,
	.state_size = 1,
	.finish = finish_calls,
};

const struct report report_cuda_memcpy_sync = {
	.name = "cuda_memcpy_sync",
	.title = "CUDA copies that block",
	.doc = "Copies by a call without Async, which make the CPU wait. Not those within a device,"
	       " and not those of at most 64,000 bytes to a device.",
	.columns = copy_columns,
	.column_count = ARRAY_SIZE(copy_columns),
	.want = { .op_details = true, .api_calls = true },
	.needs = NEED_MEMORY | NEED_API | NEED_DETAILS,
	.state_size = 1,
	.finish = finish_sync_copies,
};

const struct report report_cuda_memcpy_async = {
	.name = "cuda_memcpy_async",
	.title = "CUDA copies that are not asynchronous",
	.doc = "Copies by an Async call from or to pageable memory, for which the CPU waits all the"
	       " same: pinned memory helps.",
	.columns = copy_columns,
	.column_count = ARRAY_SIZE(copy_columns),
	.want = { .op_details = true, .api_calls = true },
	.needs = NEED_MEMORY | NEED_API | NEED_DETAILS,
	.state_size = 1,
	.finish = finish_pageable_copies,
};

const struct report report_cuda_memset_sync = {
	.name = "cuda_memset_sync",
	.title = "CUDA fills that block",
	.doc = "Fills of pinned or managed memory by a call without Async, which make the CPU "
	       "wait.",
	.columns = fill_columns,
	.column_count = ARRAY_SIZE(fill_columns),
	.want = { .op_details = true, .api_calls = true },
	.needs = NEED_MEMORY | NEED_API | NEED_DETAILS,
	.state_size = 1,
	.finish = finish_sync_fills,
};
