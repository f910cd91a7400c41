#include "collapse/nsys/nsys_parts.h"

#include <stdio.h>
#include <string.h>

#include <sqlite3.h>

#include "base/mem.h"
#include "capture/format.h"

static void read_thread_name(void *context, struct table_rows *rows, const struct datum *row)
{
	const struct nsys_reader *reader = context;
	struct trace *trace = reader->trace;
	uint32_t thread = idmap_find(&trace->threads, (uint64_t)rows_integer(rows, &row[1]));

	if (thread != IDMAP_NONE)
		trace->thread_names[thread] = nsys_string_of(reader, rows, &row[0]);
}

bool nsys_read_thread_names(struct nsys_reader *reader, struct err *err)
{
	static const struct database_column columns[] = { { "nameId", true, NULL },
		{ "globalTid", true, NULL } };
	struct trace *trace = reader->trace;

	trace->thread_names = mem_zeroed(trace->threads.count, sizeof(*trace->thread_names));
	for (uint32_t i = 0; i < trace->threads.count; i++)
		trace->thread_names[i] = NAME_NONE;
	return rows_each(reader->db, "ThreadNames", columns, ARRAY_SIZE(columns), read_thread_name,
		reader, err);
}

static void read_device(void *context, struct table_rows *rows, const struct datum *row)
{
	struct nsys_reader *reader = context;

	/* a device without a name is shown by its number */
	if (!nsys_is_null(&row[0]) && !nsys_is_null(&row[1]))
		*trace_add_device(reader->trace) =
			(struct device){ (uint32_t)rows_integer(rows, &row[0]),
				nsys_intern(reader, rows, &row[1]) };
}

bool nsys_read_devices(struct nsys_reader *reader, struct err *err)
{
	static const struct database_column columns[] = {
		{ "id", false, "deviceId" }, /* in exports of 2020 */
		{ "name", false, NULL }
	};

	return rows_each(reader->db, "TARGET_INFO_GPU", columns, ARRAY_SIZE(columns), read_device,
		reader, err);
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

static bool read_diagnostic(void *context, sqlite3_stmt *row, struct err *err)
{
	struct nsys_reader *reader = context;
	const char *text = (const char *)sqlite3_column_text(row, 0);

	(void)err;
	if (text != NULL && reports_loss(text))
		diagnostics_add(&reader->trace->diagnostics, DIAGNOSTIC_LOSS, text);
	return true;
}

bool nsys_read_diagnostics(struct nsys_reader *reader, struct err *err)
{
	static const struct database_column columns[] = { { "text", false, NULL } };

	return database_each(reader->db, "DIAGNOSTIC_EVENT", columns, ARRAY_SIZE(columns),
		read_diagnostic, reader, err);
}

static bool read_node(void *context, const char *name, const char *value, struct err *err)
{
	struct origin *origin = context;

	(void)err;
	if (strcmp(name, "Hostname") == 0)
		snprintf(origin->node, sizeof(origin->node), "%s", value);
	return true;
}

bool nsys_read_node(struct nsys_reader *reader, struct err *err)
{
	struct origin *origin = &reader->trace->origin;

	return origin->node[0] != '\0' ||
	       rows_facts(reader->db, "TARGET_INFO_SYSTEM_ENV", read_node, origin, err);
}
