#include "base/mem.h"
#include "collapse/plan/phases.h"
#include "stats/parts/launched.h"
#include "stats/parts/memory.h"
#include "stats/parts/styles.h"
#include "stats/sql/table.h"

/* Operations of devices: all, or kernels alone. */
enum {
	OP_ID,
	OP_KIND,
	OP_NAME,
	OP_START,
	OP_END,
	OP_NS,
	OP_COUNT,
	OP_MIN,
	OP_MAX,
	OP_CORRELATION,
	OP_LAUNCH,
	OP_LAUNCH_START,
	OP_LAUNCH_END,
	OP_LAUNCH_NS,
	OP_QUEUE_NS,
	OP_TOTAL_NS,
	OP_LAUNCH_PID,
	OP_LAUNCH_TID,
	OP_PID,
	OP_DEVICE,
	OP_CONTEXT,
	OP_GREEN_CONTEXT,
	OP_STREAM,
	OP_BYTES,
	OP_COPY_KIND,
	OP_SRC_KIND,
	OP_DST_KIND,
	OP_GRID_X,
	OP_GRID_Y,
	OP_GRID_Z,
	OP_BLOCK_X,
	OP_BLOCK_Y,
	OP_BLOCK_Z,
	OP_REGISTERS,
	OP_STATIC_SHARED,
	OP_DYNAMIC_SHARED,
	OP_GRAPH_NODE,
	OP_KIND_ID,
	OP_NAME_ID,
	OP_LAUNCH_NAME_ID,
	OP_LAUNCH_THREAD,
	OP_PROCESS,
	OP_QUEUE,
	OP_SHAPE,
	OP_LAYER_NAME_ID,
	OP_OPERATION,
	OP_OPERATION_ID,
	OP_KERNEL_NAME_ID,
	OP_CALL_NAME_ID,
	OP_OWN_PID,
	OP_OWN_TID,
	OP_DEVICE_NAME,
};

static const struct sql_column columns[] = {
	[OP_ID] = { "id", SQL_INTEGER, false, 0 },
	[OP_KIND] = { "kind", SQL_OTHER, false, 0 },
	[OP_NAME] = { "name", SQL_NAME, false, 0 },
	[OP_START] = { "start", SQL_INTEGER, false, 0 },
	[OP_END] = { "end", SQL_INTEGER, false, 0 },
	[OP_NS] = { "ns", SQL_INTEGER, false, 0 },
	[OP_COUNT] = { "count", SQL_INTEGER, false, 0 },
	[OP_MIN] = { "min", SQL_INTEGER, false, 0 },
	[OP_MAX] = { "max", SQL_INTEGER, false, 0 },
	[OP_CORRELATION] = { "correlation", SQL_INTEGER, false, 0 },
	[OP_LAUNCH] = { "launch", SQL_OTHER, false, WANT_DETAILS },
	[OP_LAUNCH_START] = { "launch_start", SQL_INTEGER, false, 0 },
	[OP_LAUNCH_END] = { "launch_end", SQL_INTEGER, false, 0 },
	[OP_LAUNCH_NS] = { "launch_ns", SQL_INTEGER, false, 0 },
	[OP_QUEUE_NS] = { "queue_ns", SQL_INTEGER, false, 0 },
	[OP_TOTAL_NS] = { "total_ns", SQL_INTEGER, false, 0 },
	[OP_LAUNCH_PID] = { "launch_pid", SQL_INTEGER, false, 0 },
	[OP_LAUNCH_TID] = { "launch_tid", SQL_INTEGER, false, 0 },
	[OP_PID] = { "pid", SQL_INTEGER, false, 0 },
	[OP_DEVICE] = { "device", SQL_INTEGER, false, WANT_STREAMS },
	[OP_CONTEXT] = { "context", SQL_INTEGER, false, WANT_STREAMS },
	[OP_GREEN_CONTEXT] = { "green_context", SQL_INTEGER, false, WANT_DETAILS },
	[OP_STREAM] = { "stream", SQL_INTEGER, false, WANT_STREAMS },
	[OP_BYTES] = { "bytes", SQL_INTEGER, false, WANT_DETAILS },
	[OP_COPY_KIND] = { "copy_kind", SQL_INTEGER, false, WANT_DETAILS },
	[OP_SRC_KIND] = { "src_kind", SQL_OTHER, false, WANT_DETAILS },
	[OP_DST_KIND] = { "dst_kind", SQL_OTHER, false, WANT_DETAILS },
	[OP_GRID_X] = { "grid_x", SQL_INTEGER, false, WANT_DETAILS },
	[OP_GRID_Y] = { "grid_y", SQL_INTEGER, false, WANT_DETAILS },
	[OP_GRID_Z] = { "grid_z", SQL_INTEGER, false, WANT_DETAILS },
	[OP_BLOCK_X] = { "block_x", SQL_INTEGER, false, WANT_DETAILS },
	[OP_BLOCK_Y] = { "block_y", SQL_INTEGER, false, WANT_DETAILS },
	[OP_BLOCK_Z] = { "block_z", SQL_INTEGER, false, WANT_DETAILS },
	[OP_REGISTERS] = { "registers", SQL_INTEGER, false, WANT_DETAILS },
	[OP_STATIC_SHARED] = { "static_shared", SQL_INTEGER, false, WANT_DETAILS },
	[OP_DYNAMIC_SHARED] = { "dynamic_shared", SQL_INTEGER, false, WANT_DETAILS },
	[OP_GRAPH_NODE] = { "graph_node", SQL_INTEGER, false, WANT_DETAILS },
	[OP_KIND_ID] = { "kind_id", SQL_INTEGER, true, 0 },
	[OP_NAME_ID] = { "name_id", SQL_INTEGER, true, 0 },
	[OP_LAUNCH_NAME_ID] = { "launch_name_id", SQL_INTEGER, true, WANT_DETAILS },
	[OP_LAUNCH_THREAD] = { "launch_thread", SQL_INTEGER, true, 0 },
	[OP_PROCESS] = { "process", SQL_INTEGER, true, 0 },
	[OP_QUEUE] = { "queue", SQL_INTEGER, true, WANT_STREAMS },
	[OP_SHAPE] = { "shape", SQL_INTEGER, true, WANT_DETAILS },
	[OP_LAYER_NAME_ID] = { "layer_name_id", SQL_INTEGER, true, WANT_RANGES },
	[OP_OPERATION] = { "operation", SQL_OTHER, false, WANT_DETAILS },
	[OP_OPERATION_ID] = { "operation_id", SQL_INTEGER, true, WANT_DETAILS },
	[OP_KERNEL_NAME_ID] = { "kernel_name_id", SQL_INTEGER, true, 0 },
	[OP_CALL_NAME_ID] = { "call_name_id", SQL_INTEGER, true, WANT_DETAILS },
	[OP_OWN_PID] = { "own_pid", SQL_INTEGER, true, 0 },
	[OP_OWN_TID] = { "own_tid", SQL_INTEGER, true, 0 },
	[OP_DEVICE_NAME] = { "device_name", SQL_NAME, false, WANT_STREAMS | WANT_LABELS },
};

static size_t count_ops(const struct sql_model *model)
{
	return model->trace->op_count;
}

static size_t count_kernels(const struct sql_model *model)
{
	return model->trace->op_end[OP_KERNEL];
}

static int64_t known(uint64_t number)
{
	return number != 0 ? (int64_t)number : SQL_NULL;
}

static int64_t name_value(uint32_t name)
{
	return name != NAME_NONE ? name : SQL_NULL;
}

/* What was launched: SQL_NULL where it does not apply to the kind of operation. */
static int64_t shape_value(const struct trace *trace, size_t row, int column)
{
	bool is_kernel = row < trace->op_end[OP_KERNEL];
	bool is_move = !is_kernel && row < trace->op_end[OP_MEMSET];
	const struct op_shape *shape;

	if (trace->details == NULL)
		return SQL_NULL;
	shape = trace_shape(trace, row);
	switch (column) {
	case OP_OPERATION:
	case OP_OPERATION_ID:
		return is_move ? (int64_t)memory_operation(trace, row) : SQL_NULL;
	case OP_GREEN_CONTEXT:
		return known(shape->green_context);
	case OP_BYTES:
		return is_move ? (int64_t)shape->bytes : SQL_NULL;
	case OP_COPY_KIND:
		return known(shape->copy_kind);
	case OP_SRC_KIND:
		return is_move && shape->src_kind != MEMORY_NONE ? shape->src_kind : SQL_NULL;
	case OP_DST_KIND:
		return is_move && shape->dst_kind != MEMORY_NONE ? shape->dst_kind : SQL_NULL;
	case OP_GRID_X:
	case OP_GRID_Y:
	case OP_GRID_Z:
		return is_kernel ? shape->grid[column - OP_GRID_X] : SQL_NULL;
	case OP_BLOCK_X:
	case OP_BLOCK_Y:
	case OP_BLOCK_Z:
		return is_kernel ? shape->block[column - OP_BLOCK_X] : SQL_NULL;
	case OP_REGISTERS:
		return is_kernel ? shape->registers : SQL_NULL;
	case OP_STATIC_SHARED:
		return is_kernel ? shape->static_shared : SQL_NULL;
	case OP_DYNAMIC_SHARED:
		return is_kernel ? shape->dynamic_shared : SQL_NULL;
	case OP_GRAPH_NODE:
		return known(shape->graph_node);
	case OP_LAUNCH:
	case OP_LAUNCH_NAME_ID:
		return name_value(trace->details[row].api);
	default:
		return trace->details[row].shape;
	}
}

/* Of the call that launched it: SQL_NULL where none is known, or its times cannot be. */
static int64_t launch_value(const struct trace *trace, size_t row, int column)
{
	const struct op *op = &trace->ops[row];
	int64_t end;

	if (!launch_is_known(trace, (uint32_t)row))
		return SQL_NULL;
	end = launch_end(trace, (uint32_t)row);
	switch (column) {
	case OP_LAUNCH_START:
		return op->api_start;
	case OP_LAUNCH_END:
		return end;
	case OP_LAUNCH_NS:
		return end - op->api_start;
	case OP_QUEUE_NS:
		return op->start >= end ? op->start - end : SQL_NULL;
	case OP_TOTAL_NS:
		return (end > op->end ? end : op->end) - op->api_start;
	case OP_LAUNCH_PID:
	case OP_OWN_PID:
		return thread_pid(trace->threads.keys[op->thread]);
	case OP_LAUNCH_TID:
	case OP_OWN_TID:
		return thread_tid(trace->threads.keys[op->thread]);
	default:
		return op->thread;
	}
}

/* The name of the call without its version. */
static int64_t call_value(const struct sql_model *model, size_t row)
{
	uint32_t name = model->trace->details != NULL ? model->trace->details[row].api : NAME_NONE;

	return name != NAME_NONE ? model->call_names[name] : SQL_NULL;
}

static bool begin_ops(struct sql_model *model, uint64_t used, struct err *err)
{
	if ((used & SQL_BIT(OP_CALL_NAME_ID)) != 0)
		sql_model_name_calls(model);
	if ((used & SQL_BIT(OP_LAYER_NAME_ID)) == 0 || model->layers != NULL)
		return true;
	model->layers = mem_zeroed(model->trace->op_count + 1, sizeof(*model->layers));
	return layers_find(model->trace, NULL, model->layers, err);
}

static int64_t op_value(const struct sql_model *model, size_t row, int column)
{
	const struct trace *trace = model->trace;
	const struct op *op = &trace->ops[row];
	const struct op_sum *sum = trace->sums != NULL ? &trace->sums[row] : NULL;

	switch (column) {
	case OP_ID:
		return (int64_t)row + 1;
	case OP_KIND:
	case OP_KIND_ID:
		return trace_op_kind(trace, row);
	case OP_NAME:
	case OP_NAME_ID:
		return name_value(op->name);
	case OP_START:
		return op->start;
	case OP_END:
		return op->end;
	case OP_NS:
		return op->end - op->start;
	case OP_COUNT:
		return sum != NULL ? (int64_t)sum->count : 1;
	case OP_MIN:
		return sum != NULL && sum->count > 1 ? (int64_t)sum->min : op->end - op->start;
	case OP_MAX:
		return sum != NULL && sum->count > 1 ? (int64_t)sum->max : op->end - op->start;
	case OP_CORRELATION:
		return op->has_correlation ? op->correlation : SQL_NULL;
	case OP_PID:
		return thread_pid(trace->processes.keys[trace->streams[op->stream].process]);
	case OP_PROCESS:
		return trace->streams[op->stream].process;
	case OP_DEVICE:
		return trace->streams[op->stream].device;
	case OP_CONTEXT:
		return trace->streams[op->stream].context;
	case OP_STREAM:
		return trace->streams[op->stream].id;
	case OP_QUEUE:
		return op->stream;
	case OP_LAYER_NAME_ID:
		return name_value(model->layers[row]);
	case OP_DEVICE_NAME:
		return name_value(trace_device_name(trace, trace->streams[op->stream].device));
	case OP_KERNEL_NAME_ID:
		return row < trace->op_end[OP_KERNEL] ? name_value(op->name) : SQL_NULL;
	case OP_CALL_NAME_ID:
		return call_value(model, row);
	case OP_OWN_PID:
	case OP_OWN_TID:
		return model->file == NULL ? launch_value(trace, row, column) : SQL_NULL;
	case OP_LAUNCH_START:
	case OP_LAUNCH_END:
	case OP_LAUNCH_NS:
	case OP_QUEUE_NS:
	case OP_TOTAL_NS:
	case OP_LAUNCH_PID:
	case OP_LAUNCH_TID:
	case OP_LAUNCH_THREAD:
		return launch_value(trace, row, column);
	default:
		return shape_value(trace, row, column);
	}
}

static void prefetch_op(const struct sql_model *model, size_t row)
{
	__builtin_prefetch(&model->trace->ops[row]);
	if (model->trace->details != NULL)
		__builtin_prefetch(&model->trace->details[row]);
}

static void put_op(const struct sql_model *model, size_t row, int column, sqlite3_context *to)
{
	static const char *const kinds[OP_KINDS] = { "kernel", "memcpy", "memset", "graph" };
	int64_t value = op_value(model, row, column);

	if (column == OP_OPERATION && value == SQL_NULL)
		sql_put_name(to, model->trace->names, model->trace->ops[row].name);
	else if (value == SQL_NULL)
		return;
	else if (column == OP_KIND)
		sqlite3_result_text(to, kinds[value], -1, SQLITE_STATIC);
	else if (column == OP_LAUNCH)
		sql_put_call(to, model->trace->names, (uint32_t)value);
	else if (column == OP_OPERATION)
		sqlite3_result_text(to, memory_operation_label((unsigned)value), -1, SQLITE_STATIC);
	else
		sqlite3_result_text(to, memory_kind_label((unsigned)value), -1, SQLITE_STATIC);
}

enum { COLUMNS = sizeof(columns) / sizeof(*columns) };

const struct sql_table sql_table_op = {
	.name = "op",
	.columns = columns,
	.column_count = COLUMNS,
	.want = WANT_OTHER_OPS,
	.begin = begin_ops,
	.count = count_ops,
	.value = op_value,
	.prefetch = prefetch_op,
	.put = put_op,
};

const struct sql_table sql_table_kernel = {
	.name = "kernel",
	.columns = columns,
	.column_count = COLUMNS,
	.begin = begin_ops,
	.count = count_kernels,
	.value = op_value,
	.prefetch = prefetch_op,
	.put = put_op,
};
