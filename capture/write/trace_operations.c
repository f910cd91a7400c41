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

static sqlite3_stmt *bind_kernel(
	struct trace_db *db, struct trace_texts *texts, const struct operation *op)
{
	const struct kernel_texts *name =
		trace_texts_kernel(texts, db, op->name != NULL ? op->name : "", op->buffer);
	sqlite3_stmt *row = trace_db_row(db, INSERT_KERNEL);
	const unsigned char *record = op->record;

	if (row == NULL)
		return NULL;
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
	return row;
}

static sqlite3_stmt *bind_memcpy(struct trace_db *db, const struct operation *op)
{
	sqlite3_stmt *row = trace_db_row(db, INSERT_MEMCPY);
	const unsigned char *record = op->record;

	if (row == NULL)
		return NULL;
	sqlite3_clear_bindings(row);
	sqlite3_bind_int64(row, 9, (int64_t)record_u64(record, MEMCPY_BYTES));
	sqlite3_bind_int64(row, 10, op->copy_kind);
	sqlite3_bind_int(row, 11, memory_kind(record[MEMCPY_SOURCE]));
	sqlite3_bind_int(row, 12, memory_kind(record[MEMCPY_TARGET]));
	if (op->is_peer_copy) {
		sqlite3_bind_int64(row, 13, record_u32(record, MEMCPY2_SOURCE_DEVICE));
		sqlite3_bind_int64(row, 14, record_u32(record, MEMCPY2_TARGET_DEVICE));
	}
	return row;
}

static sqlite3_stmt *bind_memset(struct trace_db *db, const struct operation *op)
{
	sqlite3_stmt *row = trace_db_row(db, INSERT_MEMSET);

	if (row == NULL)
		return NULL;
	sqlite3_bind_int64(row, 9, (int64_t)record_u64(op->record, MEMSET_BYTES));
	sqlite3_bind_int64(row, 10, record_u32(op->record, MEMSET_VALUE));
	sqlite3_bind_int(row, 11, memory_kind(record_u16(op->record, MEMSET_MEMORY)));
	return row;
}

static sqlite3_stmt *bind_memory(struct trace_db *db, const struct operation *op)
{
	sqlite3_stmt *row = trace_db_row(db, INSERT_MEMORY);
	const unsigned char *record = op->record;

	if (row == NULL)
		return NULL;
	sqlite3_bind_int64(row, 9, (int64_t)record_u64(record, MEMORY_BYTES));
	sqlite3_bind_int(row, 10, memory_kind(record_u32(record, MEMORY_KIND)));
	/* 0 allocates, 1 frees; CUPTI counts from 1 */
	sqlite3_bind_int64(row, 11, (int64_t)record_u32(record, MEMORY_OPERATION) - 1);
	sqlite3_bind_int64(row, 12, (int64_t)record_u64(record, MEMORY_ADDRESS));
	sqlite3_bind_int64(row, 13, (int64_t)record_u64(record, MEMORY_PC));
	return row;
}

void trace_operation_write(
	struct trace_db *db, struct trace_texts *texts, const struct operation *op)
{
	sqlite3_stmt *row = NULL;

	switch (op->kind) {
	case OPERATION_KERNEL:
		row = bind_kernel(db, texts, op);
		break;
	case OPERATION_MEMCPY:
		row = bind_memcpy(db, op);
		break;
	case OPERATION_MEMSET:
		row = bind_memset(db, op);
		break;
	case OPERATION_GRAPH:
		row = trace_db_row(db, INSERT_GRAPH);
		break;
	case OPERATION_MEMORY:
		row = bind_memory(db, op);
		break;
	}
	if (row == NULL)
		return;
	bind_operation(db, row, op);
	trace_db_step(db, row);
}
