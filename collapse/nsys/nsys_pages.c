#include "collapse/nsys/nsys_parts.h"

/* Tables of unified memory, and the copies that are migrations of its pages. */

enum { TABLES = 3, COPY_TO_DEVICE = 11, COPY_TO_HOST = 12 }; /* CUpti_ActivityMemcpyKind */

static const struct page_table {
	const char *name;
	uint8_t kind; /* enum page_kind; of copies, as their rows say */
	bool is_copy;
} tables[TABLES] = {
	{ "CUPTI_ACTIVITY_KIND_MEMCPY", PAGE_KINDS, true },
	{ "CUDA_UM_CPU_PAGE_FAULT_EVENTS", PAGE_CPU_FAULT, false },
	{ "CUDA_UM_GPU_PAGE_FAULT_EVENTS", PAGE_GPU_FAULT, false },
};

enum page_column {
	PAGE_START,
	PAGE_END,
	PAGE_PROCESS,
	PAGE_ADDRESS,
	PAGE_AMOUNT,
	PAGE_COPY_KIND,
	PAGE_INSTRUCTION,
	PAGE_COLUMNS,
};

static const struct database_column columns[PAGE_COLUMNS] = {
	[PAGE_START] = { "start", true, NULL },
	[PAGE_END] = { "end", false, NULL },
	[PAGE_PROCESS] = { "globalPid", false, NULL },
	[PAGE_ADDRESS] = { "virtualAddress", false, "address" },
	[PAGE_AMOUNT] = { "bytes", false, "numberOfPageFaults" },
	[PAGE_COPY_KIND] = { "copyKind", false, NULL },
	[PAGE_INSTRUCTION] = { "CpuInstruction", false, NULL },
};

/* Which kind a row is; PAGE_KINDS: of no page. */
static enum page_kind kind_of(
	const struct page_table *table, struct table_rows *rows, const struct datum *row)
{
	int64_t copy;

	if (nsys_is_null(&row[PAGE_START]) || nsys_is_null(&row[PAGE_ADDRESS]))
		return PAGE_KINDS;
	if (!table->is_copy)
		return (enum page_kind)table->kind;
	copy = rows_integer(rows, &row[PAGE_COPY_KIND]);
	return copy == COPY_TO_DEVICE ? PAGE_TO_DEVICE
	       : copy == COPY_TO_HOST ? PAGE_TO_HOST
				      : PAGE_KINDS;
}

static bool read_page(struct nsys_reader *reader, const struct page_table *table,
	struct table_rows *rows, const struct datum *row, struct err *err)
{
	enum page_kind kind = kind_of(table, rows, row);
	struct host_event event = {
		.start = rows_integer(rows, &row[PAGE_START]),
		.name = nsys_string_of(reader, rows, &row[PAGE_INSTRUCTION]),
		.kind = HOST_PAGES,
	};
	int64_t amount = rows_integer(rows, &row[PAGE_AMOUNT]);
	struct host_event *added;
	struct page_event *page;

	if (kind == PAGE_KINDS)
		return true;
	event.end = nsys_is_null(&row[PAGE_END]) ? event.start : rows_integer(rows, &row[PAGE_END]);
	if (event.end < event.start) {
		reader->trace->odd.range_rows_bad++;
		return true;
	}
	/* the thread is not known: one that stands for its process */
	if (!nsys_thread_of(
		    reader, (uint64_t)rows_integer(rows, &row[PAGE_PROCESS]), &event.thread, err))
		return false;
	page = trace_add_page_event(reader->trace, err);
	added = page != NULL ? trace_add_host_event(reader->trace, err) : NULL;
	if (added == NULL)
		return false;
	*added = event;
	*page = (struct page_event){
		.address = (uint64_t)rows_integer(rows, &row[PAGE_ADDRESS]),
		.amount = kind == PAGE_CPU_FAULT ? 1
			  : amount > 0           ? (uint64_t)amount
						 : 0,
		.kind = (uint8_t)kind,
	};
	return true;
}

static bool read_table(struct nsys_reader *reader, const struct page_table *table, struct err *err)
{
	const struct datum *row;
	struct table_rows *rows;
	bool ok = true;

	if (!rows_open(reader->db, table->name, columns, PAGE_COLUMNS, &rows, err))
		return false;
	while (rows != NULL && (ok = rows_next(rows, &row, err)) && row != NULL) {
		ok = read_page(reader, table, rows, row, err);
		if (!ok)
			break;
		nsys_count_row(reader);
	}
	rows_free(rows);
	return ok;
}

bool nsys_read_pages(struct nsys_reader *reader, struct err *err)
{
	for (size_t i = 0; i < TABLES; i++) {
		if (!read_table(reader, &tables[i], err))
			return false;
	}
	return true;
}
