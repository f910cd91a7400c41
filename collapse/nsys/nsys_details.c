#include "collapse/nsys/nsys_details.h"

#include <string.h>

/* Tables differ in their columns: a missing one reads as NULL. */
enum detail_column {
	DETAIL_GRAPH_NODE,
	DETAIL_GREEN_CONTEXT,
	DETAIL_BYTES,
	DETAIL_COPY_KIND,
	DETAIL_SRC_KIND,
	DETAIL_DST_KIND,
	DETAIL_GRID, /* x, y, z */
	DETAIL_BLOCK = DETAIL_GRID + 3,
	DETAIL_REGISTERS = DETAIL_BLOCK + 3,
	DETAIL_STATIC_SHARED,
	DETAIL_DYNAMIC_SHARED,
	DETAIL_COLUMNS,
};

_Static_assert((int)DETAIL_COLUMNS == NSYS_DETAIL_COLUMNS, "columns are counted in the header");

enum payload_column {
	PAYLOAD_U64,
	PAYLOAD_I64,
	PAYLOAD_F64,
	PAYLOAD_U32,
	PAYLOAD_I32,
	PAYLOAD_F32,
	PAYLOAD_JSON,
	PAYLOAD_JSON_ID,
	PAYLOAD_BINARY,
	PAYLOAD_COLUMNS,
};

_Static_assert((int)PAYLOAD_COLUMNS == NSYS_PAYLOAD_COLUMNS &&
		       (int)PAYLOAD_JSON_ID == NSYS_PAYLOAD_JSON_ID,
	"columns are counted in the header");

void nsys_detail_columns(enum op_kind kind, struct database_column columns[NSYS_DETAIL_COLUMNS])
{
	static const struct database_column all[NSYS_DETAIL_COLUMNS] = {
		[DETAIL_GRAPH_NODE] = { "graphNodeId", false, NULL },
		[DETAIL_GREEN_CONTEXT] = { "greenContextId", false, NULL },
		[DETAIL_BYTES] = { "bytes", false, "sourceBytes" },
		[DETAIL_COPY_KIND] = { "copyKind", false, NULL },
		[DETAIL_SRC_KIND] = { "srcKind", false, NULL },
		[DETAIL_DST_KIND] = { "dstKind", false, NULL },
		[DETAIL_GRID] = { "gridX", false, NULL },
		{ "gridY", false, NULL },
		{ "gridZ", false, NULL },
		[DETAIL_BLOCK] = { "blockX", false, NULL },
		{ "blockY", false, NULL },
		{ "blockZ", false, NULL },
		[DETAIL_REGISTERS] = { "registersPerThread", false, NULL },
		[DETAIL_STATIC_SHARED] = { "staticSharedMemory", false, NULL },
		[DETAIL_DYNAMIC_SHARED] = { "dynamicSharedMemory", false, NULL },
	};

	memcpy(columns, all, sizeof(all));
	if (kind == OP_MEMSET)
		columns[DETAIL_DST_KIND].name = "memKind";
	if (kind == OP_GRAPH)
		columns[DETAIL_GRAPH_NODE].name = "graphId";
}

static uint32_t u32_of(struct table_rows *rows, const struct datum *datum)
{
	int64_t value = rows_integer(rows, datum); /* 0 for NULL */

	return value >= 0 && value <= UINT32_MAX ? (uint32_t)value : 0;
}

static uint64_t u64_of(struct table_rows *rows, const struct datum *datum)
{
	int64_t value = rows_integer(rows, datum);

	return value >= 0 ? (uint64_t)value : 0;
}

static uint8_t memory_of(struct table_rows *rows, const struct datum *datum)
{
	int64_t value = rows_integer(rows, datum);

	if (datum->type == DATUM_NULL)
		return MEMORY_NONE;
	return value >= 0 && value < MEMORY_UNKNOWN ? (uint8_t)value : MEMORY_UNKNOWN;
}

static void read_kernel(struct table_rows *rows, const struct datum *row, struct op_shape *shape)
{
	for (int i = 0; i < 3; i++) {
		shape->grid[i] = u32_of(rows, &row[DETAIL_GRID + i]);
		shape->block[i] = u32_of(rows, &row[DETAIL_BLOCK + i]);
	}
	shape->registers = u32_of(rows, &row[DETAIL_REGISTERS]);
	shape->static_shared = u32_of(rows, &row[DETAIL_STATIC_SHARED]);
	shape->dynamic_shared = u32_of(rows, &row[DETAIL_DYNAMIC_SHARED]);
}

static void read_memory(struct table_rows *rows, const struct datum *row, struct op_shape *shape)
{
	int64_t copy = rows_integer(rows, &row[DETAIL_COPY_KIND]);

	shape->bytes = u64_of(rows, &row[DETAIL_BYTES]);
	shape->copy_kind = copy > 0 && copy <= UINT8_MAX ? (uint8_t)copy : 0;
	shape->src_kind = memory_of(rows, &row[DETAIL_SRC_KIND]);
	shape->dst_kind = memory_of(rows, &row[DETAIL_DST_KIND]);
}

void nsys_read_detail(struct table_rows *rows, const struct datum *row, enum op_kind kind,
	uint8_t copy_kind, struct trace *trace)
{
	struct op_shape shape = {
		/* A graph node's id has the graph's in its upper half: any bits. */
		.graph_node = (uint64_t)rows_integer(rows, &row[DETAIL_GRAPH_NODE]),
		.green_context = u32_of(rows, &row[DETAIL_GREEN_CONTEXT]),
		.src_kind = MEMORY_NONE,
		.dst_kind = MEMORY_NONE,
	};

	if (kind == OP_KERNEL)
		read_kernel(rows, row, &shape);
	else if (kind != OP_GRAPH)
		read_memory(rows, row, &shape);
	if (copy_kind != 0)
		shape.copy_kind = copy_kind;
	trace_add_detail(trace, &shape);
}

void nsys_read_move(struct table_rows *rows, const struct datum *row, struct trace *trace)
{
	struct move *move = trace_add_move(trace);

	move->bytes = u64_of(rows, &row[DETAIL_BYTES]);
	move->src_kind = memory_of(rows, &row[DETAIL_SRC_KIND]);
	move->dst_kind = memory_of(rows, &row[DETAIL_DST_KIND]);
}

void nsys_payload_columns(struct database_column columns[NSYS_PAYLOAD_COLUMNS])
{
	static const struct database_column all[NSYS_PAYLOAD_COLUMNS] = {
		[PAYLOAD_U64] = { "uint64Value", false, NULL },
		[PAYLOAD_I64] = { "int64Value", false, NULL },
		[PAYLOAD_F64] = { "doubleValue", false, NULL },
		[PAYLOAD_U32] = { "uint32Value", false, NULL },
		[PAYLOAD_I32] = { "int32Value", false, NULL },
		[PAYLOAD_F32] = { "floatValue", false, NULL },
		[PAYLOAD_JSON] = { "jsonText", false, NULL },
		[PAYLOAD_JSON_ID] = { "jsonTextId", false, NULL },
		[PAYLOAD_BINARY] = { "binaryData", false, NULL },
	};

	memcpy(columns, all, sizeof(all));
}

/* The payload's bytes as JSON, or NAME_NONE. */
static uint32_t decode_payload(struct table_rows *rows, const struct datum *datum,
	struct nsys_payloads *payloads, struct names *names)
{
	const char *json, *bytes;
	size_t size;

	rows_bytes(rows, datum, &bytes, &size);
	nsys_payload_json(payloads, (const unsigned char *)bytes, size, &json);
	return json != NULL ? names_intern(names, json, strlen(json)) : NAME_NONE;
}

void nsys_read_payload(struct table_rows *rows, const struct datum *row, uint32_t json,
	struct nsys_payloads *payloads, struct trace *trace)
{
	struct payload payload = { .json = json };
	const char *text;
	size_t len;
	int column = PAYLOAD_U64;

	while (column < PAYLOAD_JSON && row[column].type == DATUM_NULL)
		column++;
	if (column == PAYLOAD_F64 || column == PAYLOAD_F32) {
		payload.kind = PAYLOAD_FLOAT;
		payload.number.as_float = rows_real(rows, &row[column]);
	} else if (column == PAYLOAD_U64 || column == PAYLOAD_U32) {
		payload.kind = PAYLOAD_UNSIGNED;
		payload.number.as_unsigned = (uint64_t)rows_integer(rows, &row[column]);
	} else if (column < PAYLOAD_JSON) {
		payload.kind = PAYLOAD_SIGNED;
		payload.number.as_signed = rows_integer(rows, &row[column]);
	}
	if (row[PAYLOAD_JSON].type != DATUM_NULL) {
		rows_text(rows, &row[PAYLOAD_JSON], &text, &len);
		payload.json = names_intern(trace->names, text, len);
	} else if (json == NAME_NONE) {
		payload.json = decode_payload(rows, &row[PAYLOAD_BINARY], payloads, trace->names);
	}
	if (!(payload.kind == PAYLOAD_NONE && payload.json == NAME_NONE))
		trace_add_payload(trace, &payload);
}
