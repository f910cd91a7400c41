#include "collapse/nsys/nsys_parts.h"

#include <stdio.h>
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
	const struct datum *row;
	struct table_rows *rows;
	bool ok = true;

	trace->thread_names = mem_zeroed(trace->threads.count, sizeof(*trace->thread_names));
	for (uint32_t i = 0; i < trace->threads.count; i++)
		trace->thread_names[i] = NAME_NONE;
	if (!rows_open(reader->db, table, columns, ARRAY_SIZE(columns), &rows, err))
		return false;
	while (rows != NULL && (ok = rows_next(rows, &row, err)) && row != NULL) {
		uint32_t thread =
			idmap_find(&trace->threads, (uint64_t)rows_integer(rows, &row[1]));

		if (thread != IDMAP_NONE)
			trace->thread_names[thread] = nsys_string_of(reader, rows, &row[0]);
	}
	rows_free(rows);
	return ok;
}

bool nsys_read_devices(struct nsys_reader *reader, struct err *err)
{
	static const char table[] = "TARGET_INFO_GPU";
	static const struct database_column columns[] = {
		{ "id", false, "deviceId" }, /* in exports of 2020 */
		{ "name", false, NULL }
	};
	const struct datum *row;
	struct table_rows *rows;
	bool ok = true;

	if (!rows_open(reader->db, table, columns, ARRAY_SIZE(columns), &rows, err))
		return false;
	while (rows != NULL && (ok = rows_next(rows, &row, err)) && row != NULL) {
		struct device *device;
		uint32_t name;

		/* a device without a name is shown by its number */
		if (nsys_is_null(&row[0]) || nsys_is_null(&row[1]))
			continue;
		name = nsys_intern(reader, rows, &row[1]);
		ok = (device = trace_add_device(reader->trace)) != NULL;
		if (!ok)
			break;
		*device = (struct device){ (uint32_t)rows_integer(rows, &row[0]), name };
	}
	rows_free(rows);
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
		diagnostics_add(&reader->trace->diagnostics, DIAGNOSTIC_LOSS, text);
	}
	sqlite3_finalize(row);
	return ok;
}

bool nsys_read_node(struct nsys_reader *reader, struct err *err)
{
	static const char table[] = "TARGET_INFO_SYSTEM_ENV";
	static const struct database_column columns[] = { { "name", true, NULL },
		{ "value", true, NULL } };
	struct origin *origin = &reader->trace->origin;
	sqlite3_stmt *row;
	bool more, ok = true;

	if (origin->node[0] != '\0')
		return true;
	if (!database_select(reader->db, table, columns, ARRAY_SIZE(columns), &row, err))
		return false;
	while (row != NULL && (ok = database_step(reader->db, row, table, &more, err)) && more) {
		const char *name = (const char *)sqlite3_column_text(row, 0);
		const char *value = (const char *)sqlite3_column_text(row, 1);

		if (name != NULL && value != NULL && strcmp(name, "Hostname") == 0)
			snprintf(origin->node, sizeof(origin->node), "%s", value);
	}
	sqlite3_finalize(row);
	return ok;
}
