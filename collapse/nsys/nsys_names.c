#include "collapse/nsys/nsys_parts.h"

#include <stdlib.h>
#include <string.h>

#include <sqlite3.h>

#include "base/mem.h"

bool nsys_is_null(sqlite3_stmt *row, int column, int64_t value)
{
	return value == 0 && sqlite3_column_type(row, column) == SQLITE_NULL;
}

/* The name that a text column gives, or NAME_NONE. */
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

bool nsys_read_strings(struct nsys_reader *reader, struct err *err)
{
	static const char table[] = "StringIds";
	static const struct database_column columns[] = { { "id", true, NULL },
		{ "value", true, NULL } };
	sqlite3_stmt *row;
	bool more, ok;

	if (!database_select(&reader->db, table, columns, ARRAY_SIZE(columns), &row, err))
		return false;
	while ((ok = row == NULL || database_step(&reader->db, row, table, &more, err)) &&
		row != NULL && more) {
		uint32_t index, name;

		if (sqlite3_column_type(row, 1) == SQLITE_NULL)
			continue;
		ok = idmap_add(&reader->string_ids, (uint64_t)sqlite3_column_int64(row, 0), &index,
			     err) &&
		     mem_grow((void **)&reader->strings, &reader->strings_cap,
			     reader->string_ids.count, sizeof(*reader->strings), err) &&
		     nsys_intern_column(reader, row, 1, &name, err);
		if (!ok)
			break;
		reader->strings[index] = name;
		nsys_count_row(reader);
	}
	sqlite3_finalize(row);
	return ok;
}

/* The name that a column of StringIds ids gives, or NAME_NONE. */
uint32_t nsys_string_of(const struct nsys_reader *reader, sqlite3_stmt *row, int column)
{
	int64_t id = sqlite3_column_int64(row, column);
	uint32_t index = idmap_find(&reader->string_ids, (uint64_t)id);

	if (index == IDMAP_NONE || nsys_is_null(row, column, id))
		return NAME_NONE;
	return reader->strings[index];
}
