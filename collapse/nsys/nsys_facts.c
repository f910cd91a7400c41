#include "collapse/nsys/nsys_parts.h"

#include <string.h>

#include <sqlite3.h>

#include "base/mem.h"
#include "capture/format.h"

bool nsys_read_thread_names(struct nsys_reader *reader, struct err *err)
{
	static const char table[] = "ThreadNames";
	static const struct database_column columns[] = { { "nameId", true, NULL },
		{ "globalTid", true, NULL } };
	struct trace *trace = reader->trace;
	sqlite3_stmt *row;
	bool more, ok = true;

	trace->thread_names = mem_zeroed(trace->threads.count, sizeof(*trace->thread_names), err);
	if (trace->thread_names == NULL)
		return false;
	for (uint32_t i = 0; i < trace->threads.count; i++)
		trace->thread_names[i] = NAME_NONE;
	if (!database_select(reader->db, table, columns, ARRAY_SIZE(columns), &row, err))
		return false;
	while (row != NULL && (ok = database_step(reader->db, row, table, &more, err)) && more) {
		uint32_t thread =
			idmap_find(&trace->threads, (uint64_t)sqlite3_column_int64(row, 1));

		if (thread != IDMAP_NONE)
			trace->thread_names[thread] = nsys_string_of(reader, row, 0);
	}
	sqlite3_finalize(row);
	return ok;
}

bool nsys_read_devices(struct nsys_reader *reader, struct err *err)
{
	static const char table[] = "TARGET_INFO_GPU";
	static const struct database_column columns[] = { { "id", true, NULL },
		{ "name", true, NULL } };
	sqlite3_stmt *row;
	bool more, ok = true;

	if (!database_select(reader->db, table, columns, ARRAY_SIZE(columns), &row, err))
		return false;
	while (row != NULL && (ok = database_step(reader->db, row, table, &more, err)) && more) {
		struct device *device;
		uint32_t name;

		if (sqlite3_column_type(row, 1) == SQLITE_NULL)
			continue;
		ok = nsys_intern_column(reader, row, 1, &name, err) &&
		     (device = trace_add_device(reader->trace, err)) != NULL;
		if (!ok)
			break;
		*device = (struct device){ (uint32_t)sqlite3_column_int64(row, 0), name };
	}
	sqlite3_finalize(row);
	return ok;
}

static bool reports_loss(const char *text)
{
	static const char *const signs[] = { "Not all ", "dropped", "were lost", "incomplete" };

	for (size_t i = 0; i < ARRAY_SIZE(signs); i++) {
		if (strstr(text, signs[i]) != NULL)
			return true;
	}
	/* of our own captures */
	return strcmp(text, FORMAT_RUNNING_TEXT) == 0;
}

bool nsys_read_diagnostics(struct nsys_reader *reader, struct err *err)
{
	static const char table[] = "DIAGNOSTIC_EVENT";
	static const struct database_column columns[] = { { "text", false, NULL } };
	sqlite3_stmt *row;
	bool more, ok = true;

	if (!database_select(reader->db, table, columns, ARRAY_SIZE(columns), &row, err))
		return false;
	while (row != NULL && (ok = database_step(reader->db, row, table, &more, err)) && more) {
		const char *text = (const char *)sqlite3_column_text(row, 0);

		if (text == NULL || !reports_loss(text))
			continue;
		ok = diagnostics_add(&reader->trace->diagnostics, DIAGNOSTIC_LOSS, text, err);
		if (!ok)
			break;
	}
	sqlite3_finalize(row);
	return ok;
}
