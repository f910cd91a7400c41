#include "collapse/nsys/nsys_parts.h"

#include <inttypes.h>
#include <stdio.h>

const struct nsys_op_table nsys_op_tables[NSYS_OP_TABLES] = {
	{ "CUPTI_ACTIVITY_KIND_KERNEL", OP_KERNEL, 0 },
	{ "CUPTI_ACTIVITY_KIND_MEMCPY", OP_MEMCPY, 0 },
	{ "CUPTI_ACTIVITY_KIND_MEM_DECOMPRESS", OP_MEMCPY, TRACE_DECOMPRESS },
	{ "CUPTI_ACTIVITY_KIND_MEMSET", OP_MEMSET, 0 },
	{ "CUPTI_ACTIVITY_KIND_GRAPH_TRACE", OP_GRAPH, 0 },
};

enum op_column {
	OP_START,
	OP_END,
	OP_CORRELATION,
	OP_PROCESS,
	OP_NAME,   /* source of the name */
	OP_DEVICE, /* from here on: only if streams are wanted */
	OP_CONTEXT,
	OP_STREAM,
	OP_GRAPH_NODE, /* from here on: only if details or moves are */
	OP_GREEN_CONTEXT,
	OP_BYTES,
	OP_COPY_KIND,
	OP_SRC_KIND,
	OP_DST_KIND,
	OP_GRID, /* x, y, z */
	OP_BLOCK = OP_GRID + 3,
	OP_REGISTERS = OP_BLOCK + 3,
	OP_STATIC_SHARED,
	OP_DYNAMIC_SHARED,
	OP_COLUMNS,
};

static uint32_t name_op(
	struct nsys_reader *reader, const struct nsys_op_table *table, const struct datum *row)
{
	int64_t number = datum_integer(&row[OP_NAME]);
	char text[64];
	int len = 0;

	switch (table->kind) {
	case OP_KERNEL:
		return nsys_string_of(reader, &row[OP_NAME]);
	case OP_MEMCPY:
		if (table->copy_kind == TRACE_DECOMPRESS)
			len = snprintf(text, sizeof(text), TRACE_DECOMPRESS_NAME);
		else if (trace_copy_name(number) != NULL)
			len = snprintf(
				text, sizeof(text), "[CUDA memcpy %s]", trace_copy_name(number));
		else
			len = snprintf(
				text, sizeof(text), "[CUDA memcpy kind %" PRId64 "]", number);
		break;
	case OP_MEMSET:
		len = snprintf(text, sizeof(text), "[CUDA memset]");
		break;
	case OP_GRAPH:
		len = snprintf(text, sizeof(text), "[CUDA graph %" PRId64 "]", number);
		break;
	case OP_KINDS:
		break;
	}
	return names_intern(reader->trace->names, text, (size_t)len);
}

static void place_op(struct nsys_reader *reader, const struct datum *row, struct op *op)
{
	struct trace *trace = reader->trace;
	uint64_t process = (uint64_t)datum_integer(&row[OP_PROCESS]);
	struct stream stream = { 0 };
	uint32_t index;

	if (process != reader->last_process || trace->processes.count == 0) {
		reader->last_process_index = idmap_add(&trace->processes, process);
		reader->last_process = process;
	}
	reader->ops_have_process |= process != 0;
	stream.process = reader->last_process_index;
	if ((reader->want & (WANT_STREAMS | WANT_DETAILS)) != 0) {
		stream.device = (uint32_t)datum_integer(&row[OP_DEVICE]);
		stream.context = (uint32_t)datum_integer(&row[OP_CONTEXT]);
		stream.id = (uint32_t)datum_integer(&row[OP_STREAM]);
	}
	/* Operations of one stream come in runs: avoid looking up each. */
	index = trace->op_count > 1 ? op[-1].stream : TRACE_NONE;
	if (index == TRACE_NONE || memcmp(&trace->streams[index], &stream, sizeof(stream)) != 0)
		index = trace_add_stream(trace, &stream);
	op->stream = index & TRACE_STREAM_MAX;
}

static uint32_t u32_of(const struct datum *datum)
{
	int64_t value = datum_integer(datum); /* 0 for NULL */

	return value >= 0 && value <= UINT32_MAX ? (uint32_t)value : 0;
}

static uint64_t u64_of(const struct datum *datum)
{
	int64_t value = datum_integer(datum);

	return value >= 0 ? (uint64_t)value : 0;
}

static uint8_t memory_of(const struct datum *datum)
{
	int64_t value = datum_integer(datum);

	if (datum->type == DATUM_NULL)
		return MEMORY_NONE;
	return value >= 0 && value < MEMORY_UNKNOWN ? (uint8_t)value : MEMORY_UNKNOWN;
}

static void read_kernel(const struct datum *row, struct op_shape *shape)
{
	for (int i = 0; i < 3; i++) {
		shape->grid[i] = u32_of(&row[OP_GRID + i]);
		shape->block[i] = u32_of(&row[OP_BLOCK + i]);
	}
	shape->registers = u32_of(&row[OP_REGISTERS]);
	shape->static_shared = u32_of(&row[OP_STATIC_SHARED]);
	shape->dynamic_shared = u32_of(&row[OP_DYNAMIC_SHARED]);
}

static void read_memory(const struct datum *row, struct op_shape *shape)
{
	int64_t copy = datum_integer(&row[OP_COPY_KIND]);

	shape->bytes = u64_of(&row[OP_BYTES]);
	shape->copy_kind = copy > 0 && copy <= UINT8_MAX ? (uint8_t)copy : 0;
	shape->src_kind = memory_of(&row[OP_SRC_KIND]);
	shape->dst_kind = memory_of(&row[OP_DST_KIND]);
}

static void add_shape(struct nsys_reader *reader, const struct datum *row)
{
	const enum op_kind kind = reader->table->kind;
	struct op_shape shape = {
		/* A graph node's id has the graph's in its upper half: any bits. */
		.graph_node = (uint64_t)datum_integer(&row[OP_GRAPH_NODE]),
		.green_context = u32_of(&row[OP_GREEN_CONTEXT]),
		.src_kind = MEMORY_NONE,
		.dst_kind = MEMORY_NONE,
	};

	if (kind == OP_KERNEL)
		read_kernel(row, &shape);
	else if (kind != OP_GRAPH)
		read_memory(row, &shape);
	if (reader->table->copy_kind != 0)
		shape.copy_kind = reader->table->copy_kind;
	trace_add_wanted(reader->trace, reader->want, kind, &shape);
}

/* Whether columns of the shape are read. */
static bool wants_shape(uint64_t want, enum op_kind kind)
{
	return (want & WANT_DETAILS) != 0 || ((want & WANT_MOVES) != 0 && kind != OP_KERNEL);
}

static void read_op(void *context, const struct datum *row)
{
	struct nsys_reader *reader = context;
	const struct nsys_op_table *table = reader->table;
	struct oddities *odd = &reader->trace->odd;
	int64_t start = datum_integer(&row[OP_START]), length;
	int64_t end = datum_integer(&row[OP_END]);
	int64_t correlation = datum_integer(&row[OP_CORRELATION]);
	struct op *op;
	uint32_t name;

	nsys_count_row(reader);
	if (nsys_is_null(&row[OP_START]) || nsys_is_null(&row[OP_END])) {
		odd->rows_without_time++;
		return;
	}
	if (end < start || __builtin_sub_overflow(end, start, &length)) {
		odd->rows_backwards++;
		return;
	}
	name = name_op(reader, table, row);
	op = trace_add_op(reader->trace);
	*op = (struct op){
		.start = start,
		.end = end,
		.name = name,
		.thread = TRACE_NONE,
		.correlation = (uint32_t)correlation,
		.has_correlation = correlation >= 0 && correlation <= UINT32_MAX &&
				   !nsys_is_null(&row[OP_CORRELATION]),
	};
	if (wants_shape(reader->want, table->kind))
		add_shape(reader, row);
	place_op(reader, row, op);
}

/* The column that provides an operation's name. */
static struct database_column name_column(uint64_t want, enum op_kind kind)
{
	switch (kind) {
	case OP_KERNEL:
		if ((want & WANT_MANGLED_NAMES) != 0)
			return (struct database_column){ "mangledName", false, "shortName" };
		if ((want & WANT_SHORT_NAMES) != 0)
			return (struct database_column){ "shortName", false, "demangledName" };
		return (struct database_column){ "demangledName", false, "shortName" };
	case OP_MEMCPY:
		return (struct database_column){ "copyKind", false, NULL };
	case OP_GRAPH:
		return (struct database_column){ "graphExecId", false, "graphId" };
	case OP_MEMSET:
	case OP_KINDS:
		break;
	}
	return (struct database_column){ "value", false, NULL }; /* any: the name is fixed */
}

static size_t op_columns(uint64_t want, enum op_kind kind)
{
	if (wants_shape(want, kind))
		return OP_COLUMNS;
	return (want & WANT_STREAMS) != 0 ? OP_GRAPH_NODE : OP_DEVICE;
}

bool nsys_read_ops(struct nsys_reader *reader, const struct nsys_op_table *table, struct err *err)
{
	const enum op_kind kind = table->kind;
	struct database_column columns[OP_COLUMNS] = {
		[OP_START] = { "start", true, NULL },
		[OP_END] = { "end", true, NULL },
		[OP_DEVICE] = { "deviceId", false, NULL },
		[OP_CONTEXT] = { "contextId", false, NULL },
		[OP_STREAM] = { "streamId", false, NULL },
		[OP_CORRELATION] = { "correlationId", true, NULL },
		[OP_PROCESS] = { "globalPid", false, NULL },
		[OP_NAME] = name_column(reader->want, kind),
		[OP_GRAPH_NODE] = { kind == OP_GRAPH ? "graphId" : "graphNodeId", false, NULL },
		[OP_GREEN_CONTEXT] = { "greenContextId", false, NULL },
		[OP_BYTES] = { "bytes", false, "sourceBytes" },
		[OP_COPY_KIND] = { "copyKind", false, NULL },
		[OP_SRC_KIND] = { "srcKind", false, NULL },
		[OP_DST_KIND] = { kind == OP_MEMSET ? "memKind" : "dstKind", false, NULL },
		[OP_GRID] = { "gridX", false, NULL },
		{ "gridY", false, NULL },
		{ "gridZ", false, NULL },
		[OP_BLOCK] = { "blockX", false, NULL },
		{ "blockY", false, NULL },
		{ "blockZ", false, NULL },
		[OP_REGISTERS] = { "registersPerThread", false, NULL },
		[OP_STATIC_SHARED] = { "staticSharedMemory", false, NULL },
		[OP_DYNAMIC_SHARED] = { "dynamicSharedMemory", false, NULL },
	};
	bool ok = true;

	reader->table = table;
	if (kind == OP_KERNEL || (reader->want & WANT_OTHER_OPS) != 0)
		ok = rows_each(reader->db, table->name, columns, op_columns(reader->want, kind),
			read_op, reader, err);
	reader->trace->op_end[kind] = reader->trace->op_count;
	return ok;
}
