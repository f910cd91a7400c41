#include "collapse/nsys/nsys_parts.h"

#include "base/global_id.h"

enum { TICK_ROWS = 1 << 16 };

void nsys_count_row(struct nsys_reader *reader)
{
	if (++reader->rows_done % TICK_ROWS == 0 && reader->progress != NULL)
		reader->progress->tick(reader->progress, reader->rows_done, reader->rows_total);
}

uint32_t nsys_thread_of(struct nsys_reader *reader, uint64_t tid)
{
	if (reader->last_thread == TRACE_NONE || reader->last_tid != tid) {
		reader->last_thread = trace_add_thread(reader->trace, tid, global_process_of(tid));
		reader->last_tid = tid;
	}
	return reader->last_thread;
}

uint32_t nsys_intern(struct nsys_reader *reader, const struct datum *datum)
{
	const char *text;
	size_t len;

	datum_text(datum, &text, &len);
	return text != NULL ? names_intern(reader->trace->names, text, len) : NAME_NONE;
}

uint32_t nsys_string_of(const struct nsys_reader *reader, const struct datum *datum)
{
	uint32_t index;

	if (nsys_is_null(datum))
		return NAME_NONE;
	index = idmap_find(&reader->string_ids, (uint64_t)datum_integer(datum));
	return index != IDMAP_NONE ? reader->strings[index] : NAME_NONE;
}

static void read_string(void *context, const struct datum *row)
{
	struct nsys_reader *reader = context;
	uint32_t index;

	if (nsys_is_null(&row[1]))
		return;
	index = idmap_add(&reader->string_ids, (uint64_t)datum_integer(&row[0]));
	mem_need(reader->strings, reader->strings_cap, reader->string_ids.count);
	reader->strings[index] = nsys_intern(reader, &row[1]);
	nsys_count_row(reader);
}

bool nsys_read_strings(struct nsys_reader *reader, struct err *err)
{
	static const struct database_column columns[] = { { "id", true, NULL },
		{ "value", true, NULL } };

	return rows_each(
		reader->db, "StringIds", columns, ARRAY_SIZE(columns), read_string, reader, err);
}
