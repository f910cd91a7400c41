#include "stats/parts/report.h"

#include <stdlib.h>

#include "stats/parts/labels.h"
#include "stats/parts/launched.h"
#include "stats/parts/rows.h"
#include "stats/parts/styles.h"

struct exec_trace_walk {
	const struct report_run *run;
	const struct trace *trace;
	const struct label_shape *labels;
};

static int compare(const void *context, uint32_t a, uint32_t b)
{
	const struct op *ops = ((const struct exec_trace_walk *)context)->trace->ops;
	int64_t left = ops[a].api_start, right = ops[b].api_start;

	return (left > right) - (left < right);
}

static bool give_row(void *context, uint32_t index, struct sink *sink, struct err *err)
{
	const struct exec_trace_walk *walk = context;
	const struct trace *trace = walk->trace;
	const struct op *op = &trace->ops[index];
	const struct op_detail *detail = &trace->details[index];
	uint64_t tid = trace->threads.keys[op->thread];
	int64_t api_end = launch_end(trace, index);
	int64_t last = api_end > op->end ? api_end : op->end;
	struct cell cells[14] = { 0 };

	cells[0] = cell_integer(op->api_start);
	cells[1] = cell_integer(api_end - op->api_start);
	if (op->start >= api_end) {
		cells[2] = cell_integer(api_end);
		cells[3] = cell_integer(op->start - api_end);
	}
	cells[4] = cell_integer(op->start);
	cells[5] = cell_integer(op->end - op->start);
	cells[6] = cell_integer(last - op->api_start);
	cells[7] = cell_integer(thread_pid(tid));
	cells[8] = cell_integer(thread_tid(tid));
	cells[9] = cell_integer(trace->streams[op->stream].device);
	cells[10] = label_api(walk->run->names, detail->api);
	cells[11] = cell_name(walk->run->names, walk->labels[detail->shape].grid);
	cells[12] = cell_name(walk->run->names, walk->labels[detail->shape].block);
	cells[13] = cell_name(walk->run->names, op->name);
	return sink_row(sink, cells, ARRAY_SIZE(cells), err);
}

static bool is_launched(const void *context, uint32_t index)
{
	const struct exec_trace_walk *walk = context;

	return launch_is_known(walk->trace, index);
}

static bool show(
	struct report_run *run, const struct trace *trace, struct sink *sink, struct err *err)
{
	struct label_shape *labels = label_shapes(trace, run->names, err);
	struct exec_trace_walk walk = { run, trace, labels };
	const struct rows rows = {
		.count = trace->op_end[OP_KERNEL],
		.is_wanted = is_launched,
		.compare = compare,
		.give = give_row,
	};

	bool ok = labels != NULL && rows_give(&rows, &walk, sink, err);

	free(labels);
	return ok;
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
	.many_rows = true,
	.want = WANT_DETAILS,
	.needs = NEED_KERNELS | NEED_API | NEED_DETAILS,
	.names_kernels = true,
	.show = show,
};
