#include "collapse/nsys/nsys_parts.h"

#include <stdlib.h>
#include <string.h>

#include <sqlite3.h>

#include "base/mem.h"

bool nsys_read_strings(struct nsys_reader *reader, struct err *err)
{
	static const char table[] = "StringIds";
	static const struct database_column columns[] = { { "id", true, NULL },
		{ "value", true, NULL } };
	sqlite3_stmt *row;
	bool more, ok;

	if (!database_select(reader->db, table, columns, ARRAY_SIZE(columns), &row, err))
		return false;
	while ((ok = row == NULL || database_step(reader->db, row, table, &more, err)) &&
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
