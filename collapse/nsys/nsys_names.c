#include "collapse/nsys/nsys_parts.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

bool nsys_read_strings(struct nsys_reader *reader, struct err *err)
{
	static const char table[] = "StringIds";
	static const struct database_column columns[] = { { "id", true, NULL },
		{ "value", true, NULL } };
	const struct datum *row;
	struct table_rows *rows;
	bool ok = true;

	if (!rows_open(reader->db, table, columns, ARRAY_SIZE(columns), &rows, err))
		return false;
	while (rows != NULL && (ok = rows_next(rows, &row, err)) && row != NULL) {
		uint32_t index, name;

		if (nsys_is_null(&row[1]))
			continue;
		ok = idmap_try_add(&reader->string_ids, (uint64_t)rows_integer(rows, &row[0]),
			     &index, err) &&
		     mem_try_grow((void **)&reader->strings, &reader->strings_cap,
			     reader->string_ids.count, sizeof(*reader->strings), err) &&
		     nsys_intern(reader, rows, &row[1], &name, err);
		if (!ok)
			break;
		reader->strings[index] = name;
		nsys_count_row(reader);
	}
	rows_free(rows);
	return ok;
}
