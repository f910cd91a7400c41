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
		index = idmap_add(&reader->string_ids, (uint64_t)rows_integer(rows, &row[0]));
		mem_need(reader->strings, reader->strings_cap, reader->string_ids.count);
		name = nsys_intern(reader, rows, &row[1]);
		reader->strings[index] = name;
		nsys_count_row(reader);
	}
	rows_free(rows);
	return ok;
}
