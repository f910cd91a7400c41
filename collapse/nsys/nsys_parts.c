#include "collapse/nsys/nsys_parts.h"

#include <sqlite3.h>

#include "base/global_id.h"

enum { TICK_ROWS = 1 << 16 };

void nsys_count_row(struct nsys_reader *reader)
{
	if (++reader->rows_done % TICK_ROWS == 0 && reader->progress != NULL)
		reader->progress->tick(reader->progress, reader->rows_done, reader->rows_total);
}

bool nsys_thread_of(struct nsys_reader *reader, uint64_t tid, uint32_t *thread, struct err *err)
{
	if (reader->last_thread == TRACE_NONE || reader->last_tid != tid) {
		if (!trace_add_thread(
			    reader->trace, tid, global_process_of(tid), &reader->last_thread, err))
			return false;
		reader->last_tid = tid;
	}
	*thread = reader->last_thread;
	return true;
}

bool nsys_is_null(sqlite3_stmt *row, int column, int64_t value)
{
	return value == 0 && sqlite3_column_type(row, column) == SQLITE_NULL;
}

bool nsys_intern_column(
	struct nsys_reader *reader, sqlite3_stmt *row, int column, uint32_t *name, struct err *err)
{
	const char *text = (const char *)sqlite3_column_text(row, column);
	int len = sqlite3_column_bytes(row, column);

	*name = NAME_NONE;
	if (text != NULL)
		return names_intern(reader->trace->names, text, (size_t)len, name, err);
	return sqlite3_column_type(row, column) == SQLITE_NULL || err_nomem(err);
}

uint32_t nsys_string_of(const struct nsys_reader *reader, sqlite3_stmt *row, int column)
{
	int64_t id = sqlite3_column_int64(row, column);
	uint32_t index = idmap_find(&reader->string_ids, (uint64_t)id);

	if (index == IDMAP_NONE || nsys_is_null(row, column, id))
		return NAME_NONE;
	return reader->strings[index];
}
