#include "collapse/plan/phases.h"
#include "stats/measures/styles.h"
#include "stats/sql/table.h"

/* --- copies and fills, by nsys's names --------------------------------------------------- */

/* Numbers after those of CUpti_ActivityMemcpyKind. */
enum { OPERATION_UNKNOWN = 0, OPERATION_MEMSET = 14, OPERATION_DECOMPRESS };

/* The type of a copy or fill as a number: equal for equal labels, by kind of copy. */
static unsigned memory_operation(const struct trace *trace, size_t op)
{
	unsigned kind = trace_shape(trace, op)->copy_kind;

	if (op >= trace->op_end[OP_MEMCPY])
		return OPERATION_MEMSET;
	if (kind == TRACE_DECOMPRESS)
		return OPERATION_DECOMPRESS;
	return kind < OPERATION_MEMSET ? kind : OPERATION_UNKNOWN;
}

const char *sql_operation_label(unsigned operation)
{
	/* ENUM_CUDA_MEMCPY_OPER.label of nsys exports */
	static const char *const labels[] = {
		[OPERATION_UNKNOWN] = "[CUDA memcpy Unknown]",
		[1] = "[CUDA memcpy Host-to-Device]",
		[2] = "[CUDA memcpy Device-to-Host]",
		[3] = "[CUDA memcpy Host-to-Array]",
		[4] = "[CUDA memcpy Array-to-Host]",
		[5] = "[CUDA memcpy Array-to-Array]",
		[6] = "[CUDA memcpy Array-to-Device]",
		[7] = "[CUDA memcpy Device-to-Array]",
		[8] = "[CUDA memcpy Device-to-Device]",
		[9] = "[CUDA memcpy Host-to-Host]",
		[10] = "[CUDA memcpy Peer-to-Peer]",
		[11] = "[CUDA memcpy Unified Host-to-Device]",
		[12] = "[CUDA memcpy Unified Device-to-Host]",
		[13] = "[CUDA memcpy Unified Device-to-Device]",
		[OPERATION_MEMSET] = "[CUDA memset]",
		[OPERATION_DECOMPRESS] = TRACE_DECOMPRESS_NAME,
	};

	return labels[operation < ARRAY_SIZE(labels) ? operation : OPERATION_UNKNOWN];
}

/* --- operations of devices: all, or kernels alone ------------------------------------------ */

static const char *const kinds[OP_KINDS] = { "kernel", "memcpy", "memset", "graph" };

/* ENUM_CUDA_MEM_KIND.label of nsys exports */
static const char *const memory_kinds[] = {
	[MEMORY_PAGEABLE] = "Pageable",
	[MEMORY_PINNED] = "Pinned",
	[MEMORY_DEVICE] = "Device",
	[MEMORY_ARRAY] = "Array",
	[MEMORY_MANAGED] = "Managed",
	[MEMORY_DEVICE_STATIC] = "Device Static",
	[MEMORY_MANAGED_STATIC] = "Managed Static",
	[MEMORY_UNKNOWN] = "Unknown",
};

#define OP trace->ops[row]
#define ON trace->streams[OP.stream]
#define OP_NS (OP.end - OP.start)
/* Of one operation, or of all that it is the sum of. */
#define ONE(member) \
	(trace_op_count(trace, (uint32_t)row) > 1 ? (int64_t)trace->sums[row].member : OP_NS)
#define IS_KERNEL (row < trace->op_end[OP_KERNEL])
#define IS_MOVE (!IS_KERNEL && row < trace->op_end[OP_MEMSET])
/* What was launched, if it applies to the kind of operation. */
#define SHAPE(applies, member) \
	(trace->details != NULL && (applies) ? (int64_t)trace_shape(trace, row)->member : SQL_NULL)
/* Of the call that launched it, if it is known, and its times can be subtracted. */
#define LAUNCH(value) (launch_is_known(trace, (uint32_t)row) ? (int64_t)(value) : SQL_NULL)
#define RETURNED launch_end(trace, (uint32_t)row)
#define THREAD(number_of) LAUNCH(number_of(trace->threads.keys[OP.thread]))

#define COLUMNS(SHOWN, HIDDEN)                                                                   \
	SHOWN(ID, "id", INTEGER, 0, (int64_t)row + 1)                                            \
	SHOWN(KIND, "kind", WORDS(kinds), 0, trace_op_kind(trace, row))                          \
	SHOWN(NAME, "name", NAME, 0, sql_name_value(OP.name))                                    \
	SHOWN(START, "start", INTEGER, 0, OP.start)                                              \
	SHOWN(FINISH, "end", INTEGER, 0, OP.end)                                                 \
	SHOWN(NS, "ns", INTEGER, 0, OP_NS)                                                       \
	SHOWN(COUNT, "count", INTEGER, 0, (int64_t)trace_op_count(trace, (uint32_t)row))         \
	SHOWN(MIN, "min", INTEGER, 0, ONE(min))                                                  \
	SHOWN(MAX, "max", INTEGER, 0, ONE(max))                                                  \
	SHOWN(CORRELATION, "correlation", INTEGER, 0,                                            \
		OP.has_correlation ? OP.correlation : SQL_NULL)                                  \
	SHOWN(LAUNCH_NAME, "launch", CALL, WANT_DETAILS, sql_name_value(call_of(trace, row)))    \
	SHOWN(LAUNCH_START, "launch_start", INTEGER, 0, LAUNCH(OP.api_start))                    \
	SHOWN(LAUNCH_END, "launch_end", INTEGER, 0, LAUNCH(RETURNED))                            \
	SHOWN(LAUNCH_NS, "launch_ns", INTEGER, 0, LAUNCH(RETURNED - OP.api_start))               \
	SHOWN(QUEUE_NS, "queue_ns", INTEGER, 0,                                                  \
		LAUNCH(OP.start >= RETURNED ? OP.start - RETURNED : SQL_NULL))                   \
	SHOWN(TOTAL_NS, "total_ns", INTEGER, 0,                                                  \
		LAUNCH((RETURNED > OP.end ? RETURNED : OP.end) - OP.api_start))                  \
	SHOWN(LAUNCH_PID, "launch_pid", INTEGER, 0, THREAD(thread_pid))                          \
	SHOWN(LAUNCH_TID, "launch_tid", INTEGER, 0, THREAD(thread_tid))                          \
	SHOWN(PID, "pid", INTEGER, 0, thread_pid(trace->processes.keys[ON.process]))             \
	SHOWN(DEVICE, "device", INTEGER, WANT_STREAMS, ON.device)                                \
	SHOWN(CONTEXT, "context", INTEGER, WANT_STREAMS, ON.context)                             \
	SHOWN(GREEN_CONTEXT, "green_context", INTEGER, WANT_DETAILS,                             \
		known(SHAPE(true, green_context)))                                               \
	SHOWN(STREAM, "stream", INTEGER, WANT_STREAMS, ON.id)                                    \
	SHOWN(BYTES, "bytes", INTEGER, WANT_DETAILS, SHAPE(IS_MOVE, bytes))                      \
	SHOWN(COPY_KIND, "copy_kind", INTEGER, WANT_DETAILS, known(SHAPE(true, copy_kind)))      \
	SHOWN(SRC_KIND, "src_kind", WORDS(memory_kinds), WANT_DETAILS,                           \
		place(SHAPE(IS_MOVE, src_kind)))                                                 \
	SHOWN(DST_KIND, "dst_kind", WORDS(memory_kinds), WANT_DETAILS,                           \
		place(SHAPE(IS_MOVE, dst_kind)))                                                 \
	SHOWN(GRID_X, "grid_x", INTEGER, WANT_DETAILS, SHAPE(IS_KERNEL, grid[0]))                \
	SHOWN(GRID_Y, "grid_y", INTEGER, WANT_DETAILS, SHAPE(IS_KERNEL, grid[1]))                \
	SHOWN(GRID_Z, "grid_z", INTEGER, WANT_DETAILS, SHAPE(IS_KERNEL, grid[2]))                \
	SHOWN(BLOCK_X, "block_x", INTEGER, WANT_DETAILS, SHAPE(IS_KERNEL, block[0]))             \
	SHOWN(BLOCK_Y, "block_y", INTEGER, WANT_DETAILS, SHAPE(IS_KERNEL, block[1]))             \
	SHOWN(BLOCK_Z, "block_z", INTEGER, WANT_DETAILS, SHAPE(IS_KERNEL, block[2]))             \
	SHOWN(REGISTERS, "registers", INTEGER, WANT_DETAILS, SHAPE(IS_KERNEL, registers))        \
	SHOWN(STATIC_SHARED, "static_shared", INTEGER, WANT_DETAILS,                             \
		SHAPE(IS_KERNEL, static_shared))                                                 \
	SHOWN(DYNAMIC_SHARED, "dynamic_shared", INTEGER, WANT_DETAILS,                           \
		SHAPE(IS_KERNEL, dynamic_shared))                                                \
	SHOWN(GRAPH_NODE, "graph_node", INTEGER, WANT_DETAILS, known(SHAPE(true, graph_node)))   \
	SHOWN(OPERATION, "operation", OTHER, WANT_DETAILS, operation_of(trace, row))             \
	SHOWN(DEVICE_NAME, "device_name", NAME, WANT_STREAMS | WANT_LABELS,                      \
		sql_name_value(trace_device_name(trace, ON.device)))                             \
	HIDDEN(AT, "at", INTEGER, 0, sql_clock(trace, OP.start))                                 \
	HIDDEN(KIND_ID, "kind_id", INTEGER, 0, trace_op_kind(trace, row))                        \
	HIDDEN(NAME_ID, "name_id", INTEGER, 0, sql_name_value(OP.name))                          \
	HIDDEN(LAUNCH_NAME_ID, "launch_name_id", INTEGER, WANT_DETAILS,                          \
		sql_name_value(call_of(trace, row)))                                             \
	HIDDEN(LAUNCH_THREAD, "launch_thread", INTEGER, 0, LAUNCH(OP.thread))                    \
	HIDDEN(PROCESS, "process", INTEGER, 0, ON.process)                                       \
	HIDDEN(QUEUE, "queue", INTEGER, WANT_STREAMS, OP.stream)                                 \
	HIDDEN(SHAPE_ID, "shape", INTEGER, WANT_DETAILS,                                         \
		trace->details != NULL ? trace->details[row].shape : SQL_NULL)                   \
	HIDDEN(LAYER, "layer_name_id", INTEGER, WANT_RANGES, sql_name_value(model->layers[row])) \
	HIDDEN(OPERATION_ID, "operation_id", INTEGER, WANT_DETAILS, operation_of(trace, row))    \
	HIDDEN(KERNEL, "kernel_name_id", INTEGER, 0,                                             \
		IS_KERNEL ? sql_name_value(OP.name) : SQL_NULL)                                  \
	HIDDEN(CALL_NAME_ID, "call_name_id", INTEGER, WANT_DETAILS,                              \
		sql_call_id(model, call_of(trace, row)))                                         \
	HIDDEN(OWN_PID, "own_pid", INTEGER, 0,                                                   \
		model->file == NULL ? THREAD(thread_pid) : SQL_NULL)                             \
	HIDDEN(OWN_TID, "own_tid", INTEGER, 0, model->file == NULL ? THREAD(thread_tid) : SQL_NULL)

SQL_COLUMNS(COLUMNS, columns)

/* When the call that launched an operation returned: halved calls are of even length. */
static int64_t launch_end(const struct trace *trace, uint32_t index)
{
	const struct op *op = &trace->ops[index];

	return op->api_halved ? op->api_end + (op->api_end - op->api_start) : op->api_end;
}

/*
 * Whether the call that launched an operation is known, and times since its start can be
 * subtracted without overflow: a damaged report may hold any.
 */
static bool launch_is_known(const struct trace *trace, uint32_t index)
{
	const struct op *op = &trace->ops[index];
	int64_t ns;

	return op->thread != TRACE_NONE && op->api_start <= op->api_end &&
	       !__builtin_sub_overflow(launch_end(trace, index), op->api_start, &ns) &&
	       !__builtin_sub_overflow(op->end, op->api_start, &ns);
}

static int64_t known(int64_t number)
{
	return number != 0 ? number : SQL_NULL;
}

static int64_t place(int64_t kind)
{
	return kind != MEMORY_NONE ? kind : SQL_NULL;
}

static uint32_t call_of(const struct trace *trace, size_t row)
{
	return trace->details != NULL ? trace->details[row].api : NAME_NONE;
}

static int64_t operation_of(const struct trace *trace, size_t row)
{
	return trace->details != NULL && IS_MOVE ? (int64_t)memory_operation(trace, row) : SQL_NULL;
}

static bool begin_ops(struct sql_model *model, uint64_t used, struct err *err)
{
	if ((used & SQL_BIT(LAYER)) == 0 || model->layers != NULL)
		return true;
	model->layers = mem_zeroed(model->trace->op_count + 1, sizeof(*model->layers));
	return layers_find(model->trace, NULL, model->layers, err);
}

/* What has no label of its own, by its name. */
static void put_operation(
	struct sql_model *model, size_t row, UNUSED int column, sqlite3_context *to)
{
	int64_t value = operation_of(model->trace, row);

	if (value == SQL_NULL)
		sql_put_name(to, model->trace->names, model->trace->ops[row].name);
	else
		sqlite3_result_text(to, sql_operation_label((unsigned)value), -1, SQLITE_STATIC);
}

static const void *place_op(const struct sql_model *model, size_t row)
{
	return &model->trace->ops[row];
}

SQL_TABLE(op, COLUMNS, columns, trace->op_count, .want = WANT_OTHER_OPS, .begin = begin_ops,
	.place = place_op, .put = put_operation);

SQL_TABLE(kernel, COLUMNS, columns, trace->op_end[OP_KERNEL], .begin = begin_ops, .place = place_op,
	.put = put_operation);
