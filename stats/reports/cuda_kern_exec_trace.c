#include "stats/reports/reports.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/order.h"
#include "stats/labels.h"
#include "stats/styles.h"

static int compare(const void *context, uint32_t a, uint32_t b)
{
	const struct trace *trace = context;
	int64_t left = trace->ops[a].api_start, right = trace->ops[b].api_start;

	return (left > right) - (left < right);
}

static uint32_t api_name(const struct trace *trace, uint32_t op)
{
	uint32_t api = trace->details[op].api;

	return api != TRACE_NONE ? trace->api_calls[api].name : NAME_NONE;
}

static bool give_row(struct report_run *run, const struct trace *trace, uint32_t index,
	struct sink *sink, struct err *err)
{
	const struct op *op = &trace->ops[index];
	const struct op_detail *detail = &trace->details[index];
	uint64_t tid = trace->threads.keys[op->thread];
	int64_t last = op->api_end > op->end ? op->api_end : op->end;
	struct cell cells[14] = { 0 };
	uint32_t grid, block;

	if (!label_shape(run->names, detail->grid, &grid, err) ||
		!label_shape(run->names, detail->block, &block, err))
		return false;
	cells[0] = cell_integer(op->api_start);
	cells[1] = cell_integer(op->api_end - op->api_start);
	if (op->start >= op->api_end) {
		cells[2] = cell_integer(op->api_end);
		cells[3] = cell_integer(op->start - op->api_end);
	}
	cells[4] = cell_integer(op->start);
	cells[5] = cell_integer(op->end - op->start);
	cells[6] = cell_integer(last - op->api_start);
	cells[7] = cell_integer(thread_pid(tid));
	cells[8] = cell_integer(thread_tid(tid));
	cells[9] = cell_integer(trace->streams[op->stream].device);
	cells[10] = label_api(run->names, api_name(trace, index));
	cells[11] = cell_name(run->names, grid);
	cells[12] = cell_name(run->names, block);
	cells[13] = cell_name(run->names, op->name);
	return sink->row(sink, cells, err);
}

static bool give_trace(
	struct report_run *run, const struct trace *trace, struct sink *sink, struct err *err)
{
	uint32_t *order = mem_zeroed(trace->op_end[OP_KERNEL], sizeof(*order), err);
	size_t count = 0;
	bool ok;

	if (order == NULL)
		return false;
	for (uint32_t i = 0; i < trace->op_end[OP_KERNEL]; i++) {
		if (trace->ops[i].thread != TRACE_NONE)
			order[count++] = i;
	}
	ok = order_sort(order, count, compare, trace, err);
	for (size_t i = 0; ok && i < count; i++)
		ok = give_row(run, trace, order[i], sink, err);
	free(order);
	return ok;
}

static bool finish(struct report_run *run, struct sink *sink, struct err *err)
{
	for (size_t i = 0; i < run->trace_count; i++) {
		if (!give_trace(run, run->traces[i], sink, err))
			return false;
	}
	return true;
}

static const struct column columns[] = {
	{ "API Start", COLUMN_STAMP, 0, 1 },
	{ "API Dur", COLUMN_TIME, 0, 0 },
	{ "Queue Start", COLUMN_STAMP, 0, 8 },
	{ "Queue Dur", COLUMN_TIME, 0, 0 },
	{ "Kernel Start", COLUMN_STAMP, 0, 7 },
	{ "Kernel Dur", COLUMN_TIME, 0, 0 },
	{ "Total Dur", COLUMN_TIME, 0, 2 },
	{ "PID", COLUMN_ID, 0, 5 },
	{ "TID", COLUMN_ID, 0, 5 },
	{ "DevId", COLUMN_ID, 0, 5 },
	{ "API Function", COLUMN_TEXT, 0, 3 },
	{ "GridXYZ", COLUMN_TEXT, 0, 6 },
	{ "BlockXYZ", COLUMN_TEXT, 0, 6 },
	{ "Kernel Name", COLUMN_TEXT, 0, 0 },
};

const struct report report_cuda_kern_exec_trace = {
	.name = "cuda_kern_exec_trace",
	.alias = "kernexectrace",
	.title = "CUDA kernel launches and executions",
	.doc = "Each kernel: its launch call on the CPU, how long it then waited, and its run on"
	       " the GPU. A kernel that began before the call returned has not waited.",
	.columns = columns,
	.column_count = ARRAY_SIZE(columns),
	.want = { .kernels_only = true, .op_details = true, .api_calls = true },
	.needs = NEED_KERNELS | NEED_API | NEED_DETAILS,
	.names_kernels = true,
	.state_size = 1,
	.finish = finish,
};
