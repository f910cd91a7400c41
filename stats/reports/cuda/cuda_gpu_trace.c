#include "stats/parts/report.h"

#include "stats/parts/labels.h"
#include "stats/parts/memory.h"
#include "stats/parts/rows.h"

struct gpu_trace_walk {
	const struct report_run *run;
	const struct trace *trace;
	uint32_t device, label; /* of the row before; NAME_NONE: there is none */
};

static int compare(const void *context, uint32_t a, uint32_t b)
{
	const struct op *ops = ((const struct gpu_trace_walk *)context)->trace->ops;
	int64_t left = ops[a].start, right = ops[b].start;

	return (left > right) - (left < right);
}

static void kernel_cells(const struct op_shape *shape, struct cell *cells)
{
	for (int i = 0; i < 3; i++) {
		cells[3 + i] = cell_integer(shape->grid[i]);
		cells[6 + i] = cell_integer(shape->block[i]);
	}
	cells[9] = cell_integer(shape->registers);
	cells[10] = cell_real(shape->static_shared / 1e6);
	cells[11] = cell_real(shape->dynamic_shared / 1e6);
}

static void memory_cells(
	const struct op *op, const struct op_shape *shape, bool fill, struct cell *cells)
{
	unsigned src = fill ? shape->dst_kind : shape->src_kind;
	unsigned dst = fill ? MEMORY_NONE : shape->dst_kind;

	cells[12] = cell_real((double)shape->bytes / 1e6);
	if (op->end > op->start)
		cells[13] = cell_real((double)shape->bytes * 1e3 / (double)(op->end - op->start));
	/* nsys puts the kind of memory of a fill under this heading */
	if (src != MEMORY_NONE)
		cells[14] = cell_text(memory_kind_label(src));
	if (dst != MEMORY_NONE)
		cells[15] = cell_text(memory_kind_label(dst));
}

static bool give_row(void *context, uint32_t index, struct sink *sink, struct err *err)
{
	struct gpu_trace_walk *walk = context;
	const struct trace *trace = walk->trace;
	const struct op *op = &trace->ops[index];
	const struct op_shape *shape = trace_shape(trace, index);
	const struct stream *stream = &trace->streams[op->stream];
	enum op_kind kind = trace_op_kind(trace, index);
	struct cell cells[21] = { 0 };

	if (walk->label == NAME_NONE || walk->device != stream->device) {
		if (!label_device(trace, stream->device, &walk->label, err))
			return false;
		walk->device = stream->device;
	}
	cells[0] = cell_integer(op->start);
	cells[1] = cell_integer(op->end - op->start);
	if (op->has_correlation)
		cells[2] = cell_integer(op->correlation);
	if (kind == OP_KERNEL)
		kernel_cells(shape, cells);
	else if (kind != OP_GRAPH)
		memory_cells(op, shape, kind == OP_MEMSET, cells);
	cells[16] = cell_name(walk->run->names, walk->label);
	cells[17] = cell_integer(stream->context);
	if (shape->green_context != 0)
		cells[18] = cell_integer(shape->green_context);
	cells[19] = cell_integer(stream->id);
	cells[20] = kind == OP_MEMCPY || kind == OP_MEMSET
			    ? cell_text(memory_operation_label(memory_operation(trace, index)))
			    : cell_name(walk->run->names, op->name);
	return sink_row(sink, cells, ARRAY_SIZE(cells), err);
}

static bool show(
	struct report_run *run, const struct trace *trace, struct sink *sink, struct err *err)
{
	struct gpu_trace_walk walk = { .run = run, .trace = trace, .label = NAME_NONE };
	const struct rows rows = {
		.count = trace->op_count,
		.compare = compare,
		.give = give_row,
	};

	return rows_give(&rows, &walk, sink, err);
}

static const struct column columns[] = {
	{ "Start", COLUMN_STAMP, 0, 0 },
	{ "Duration", COLUMN_TIME, 0, 0 },
	{ "CorrId", COLUMN_ID, 0, 7 },
	{ "GrdX", COLUMN_ID, 0, 5 },
	{ "GrdY", COLUMN_ID, 0, 5 },
	{ "GrdZ", COLUMN_ID, 0, 5 },
	{ "BlkX", COLUMN_ID, 0, 5 },
	{ "BlkY", COLUMN_ID, 0, 5 },
	{ "BlkZ", COLUMN_ID, 0, 5 },
	{ "Reg/Trd", COLUMN_ID, 0, 6 },
	{ "StcSMem", COLUMN_MB, 3, 8 },
	{ "DymSMem", COLUMN_MB, 3, 8 },
	{ "Bytes", COLUMN_MB, 3, 1 },
	{ "Throughput", COLUMN_RATE, 3, 1 },
	{ "SrcMemKd", COLUMN_TEXT, 0, 4 },
	{ "DstMemKd", COLUMN_TEXT, 0, 4 },
	{ "Device", COLUMN_TEXT, 0, 6 },
	{ "Ctx", COLUMN_ID, 0, 7 },
	{ "GreenCtx", COLUMN_ID, 0, 9 },
	{ "Strm", COLUMN_ID, 0, 2 },
	{ "Name", COLUMN_TEXT, 0, 0 },
};

/* Device, then context, then stream; what a launch was given. */
static const struct timeline_shape timeline = { .start = 0,
	.duration = 1,
	.name = 20,
	.process = 16,
	.thread = 19,
	.process_word = "GPU",
	.thread_word = "stream",
	.has_context = true,
	.args = 0xfffc };

const struct report report_cuda_gpu_trace = {
	.name = "cuda_gpu_trace",
	.alias = "gputrace",
	.title = "CUDA GPU trace",
	.doc = "Each kernel, copy, fill and graph on the GPU, by time.",
	.columns = columns,
	.column_count = ARRAY_SIZE(columns),
	.timeline = &timeline,
	.many_rows = true,
	.want = WANT_OTHER_OPS | WANT_DETAILS | WANT_LABELS,
	.needs = NEED_OPS | NEED_DETAILS,
	.names_kernels = true,
	.show = show,
};
