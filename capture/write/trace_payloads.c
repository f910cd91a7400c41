#include "capture/write/trace_payloads.h"

#include "capture/write/sources.h"

/* nsys writes 0 as NULL. */
static void bind_number(sqlite3_stmt *row, int at, uint64_t number)
{
	if (number != 0)
		sqlite3_bind_int64(row, at, (int64_t)number);
	else
		sqlite3_bind_null(row, at);
}

static void bind_text(sqlite3_stmt *row, int at, const char *text)
{
	sqlite3_bind_text(row, at, text, -1, SQLITE_STATIC);
}

/* The first columns of both tables. */
static void bind_id(sqlite3_stmt *row, const struct payload_schema *schema)
{
	sqlite3_bind_int64(row, 1, schema->domain);
	sqlite3_bind_int64(row, 2, (int64_t)schema->id);
}

static void write_schema(struct trace_db *db, const struct payload_schema *schema)
{
	sqlite3_stmt *row = trace_db_row(db, INSERT_SCHEMA);

	if (row == NULL)
		return;
	bind_id(row, schema);
	bind_text(row, 3, schema->name);
	bind_number(row, 4, schema->type);
	bind_number(row, 5, schema->flags);
	sqlite3_bind_int64(row, 6, schema->count);
	bind_number(row, 7, schema->size);
	bind_number(row, 8, schema->alignment);
	trace_db_step(db, row);
	for (uint32_t i = 0; i < schema->count; i++) {
		const struct payload_entry *entry = &schema->entries[i];

		row = trace_db_row(db, INSERT_SCHEMA_ENTRY);
		if (row == NULL)
			return;
		bind_id(row, schema);
		sqlite3_bind_int64(row, 3, i);
		bind_number(row, 4, entry->flags);
		bind_number(row, 5, entry->type);
		bind_text(row, 6, entry->name);
		bind_text(row, 7, entry->description);
		bind_number(row, 8, entry->detail);
		bind_number(row, 9, entry->offset);
		trace_db_step(db, row);
	}
}

const struct payload_schema *trace_payloads_write_schemas(
	struct trace_db *db, const struct payload_schema *last)
{
	const struct nvtx_schemas *schemas = &db->from->program->nvtx.schemas;
	const struct payload_schema *next;

	for (;; last = next) {
		next = atomic_load_explicit(
			last != NULL ? &last->next : &schemas->first, memory_order_acquire);
		if (next == NULL)
			return last;
		write_schema(db, next);
	}
}
