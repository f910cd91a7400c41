#include "capture/write/trace_operations.h"

#include "capture/device/cupti_abi.h"
#include "capture/write/sources.h"

/* The eight columns that all operations begin with; graphs have no node. */
static void bind_operation(const struct trace_db *db, sqlite3_stmt *row, const struct operation *op)
{
	int64_t start = trace_time(db, device_clock_ns(&db->from->gpu->clock, op->start_ns));

	sqlite3_bind_int64(row, 1, start);
	sqlite3_bind_int64(row, 2, start + (int64_t)(op->end_ns - op->start_ns));
	sqlite3_bind_int64(row, 3, op->device);
	sqlite3_bind_int64(row, 4, op->context);
	sqlite3_bind_int64(row, 5, op->stream);
	sqlite3_bind_int64(row, 6, op->correlation);
	sqlite3_bind_int64(row, 7, trace_global_id(db, 0));
	if (op->kind == OPERATION_GRAPH)
		sqlite3_bind_int64(row, 8, op->graph);
	else if (op->graph_node != 0)
		sqlite3_bind_int64(row, 8, (int64_t)op->graph_node);
	else
		sqlite3_bind_null(row, 8);
}

/* A kind of memory as ENUM_CUDA_MEM_KIND numbers it: as CUPTI, but for the unknown one, its last.
 */
static int memory_kind(uint32_t kind)
{
	return kind > CUPTI_MEMORY_UNKNOWN && kind <= CUPTI_MEMORY_MANAGED_STATIC
		       ? (int)kind - CUPTI_MEMORY_PAGEABLE
		       : CUPTI_MEMORY_MANAGED_STATIC;
}

static void bind_kernel(
	sqlite3_stmt *row, const struct kernel_texts *name, const struct operation *op)
{
	const unsigned char *record = op->record;

	sqlite3_bind_int64(row, 9, name->full);
	sqlite3_bind_int64(row, 10, name->brief);
	sqlite3_bind_int64(row, 11, name->mangled);
	sqlite3_bind_int64(row, 12, record_u16(record, KERNEL_REGISTERS));
	for (int i = 0; i < 3; i++) {
		size_t offset = (size_t)i * sizeof(int32_t);

		sqlite3_bind_int64(row, 13 + i, (int32_t)record_u32(record, KERNEL_GRID + offset));
		sqlite3_bind_int64(row, 16 + i, (int32_t)record_u32(record, KERNEL_BLOCK + offset));
	}
	sqlite3_bind_int64(row, 19, record_u32(record, KERNEL_STATIC_SHARED));
	sqlite3_bind_int64(row, 20, record_u32(record, KERNEL_DYNAMIC_SHARED));
	sqlite3_bind_int64(row, 21, record_u32(record, KERNEL_LOCAL_PER_THREAD));
	sqlite3_bind_int64(row, 22, record_u32(record, KERNEL_LOCAL_TOTAL));
	sqlite3_bind_int64(row, 23, (int64_t)record_u64(record, KERNEL_GRID_ID));
}

static void bind_memcpy(sqlite3_stmt *row, const struct operation *op)
{
	const unsigned char *record = op->record;

	sqlite3_clear_bindings(row);
	sqlite3_bind_int64(row, 9, (int64_t)op->bytes);
	sqlite3_bind_int64(row, 10, op->copy_kind);
	sqlite3_bind_int(row, 11, memory_kind(record[MEMCPY_SOURCE]));
	sqlite3_bind_int(row, 12, memory_kind(record[MEMCPY_TARGET]));
	if (op->is_peer_copy) {
		sqlite3_bind_int64(row, 13, record_u32(record, MEMCPY2_SOURCE_DEVICE));
		sqlite3_bind_int64(row, 14, record_u32(record, MEMCPY2_TARGET_DEVICE));
	}
}

static void bind_memset(sqlite3_stmt *row, const struct operation *op)
{
	sqlite3_bind_int64(row, 9, (int64_t)op->bytes);
	sqlite3_bind_int64(row, 10, record_u32(op->record, MEMSET_VALUE));
	sqlite3_bind_int(row, 11, memory_kind(record_u16(op->record, MEMSET_MEMORY)));
}

void trace_operation_write(
	struct trace_db *db, struct trace_texts *texts, const struct operation *op)
{
	static const enum trace_statement inserts[] = {
		[OPERATION_KERNEL] = INSERT_KERNEL,
		[OPERATION_MEMCPY] = INSERT_MEMCPY,
		[OPERATION_MEMSET] = INSERT_MEMSET,
		[OPERATION_GRAPH] = INSERT_GRAPH,
	};
	const struct kernel_texts *name = NULL;
	sqlite3_stmt *row;

	if (op->kind == OPERATION_KERNEL)
		name = trace_texts_kernel(texts, db, op->name != NULL ? op->name : "", op->buffer);
	row = trace_db_row(db, inserts[op->kind]);
	if (row == NULL)
		return;
	if (name != NULL)
		bind_kernel(row, name, op);
	else if (op->kind == OPERATION_MEMCPY)
		bind_memcpy(row, op);
	else if (op->kind == OPERATION_MEMSET)
		bind_memset(row, op);
	bind_operation(db, row, op);
	trace_db_step(db, row);
}
