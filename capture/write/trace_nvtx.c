#include "capture/write/trace_nvtx.h"

#include <unistd.h>

#include "base/mem.h"
#include "capture/program/nvtx.h"
#include "capture/write/sources.h"

struct open_ranges {
	struct trace_range *ranges; /* outermost first */
	size_t count, cap;
};

/* In the column of its type: those of NVTX count from 1. */
static void bind_number(sqlite3_stmt *row, uint64_t number, uint32_t type)
{
	int column = 10 + (int)type;
	double d;
	float f;

	if (type == NVTX_PAYLOAD_TYPE_DOUBLE) {
		memcpy(&d, &number, sizeof(d));
		sqlite3_bind_double(row, column, d);
	} else if (type == NVTX_PAYLOAD_TYPE_FLOAT) {
		memcpy(&f, &number, sizeof(f));
		sqlite3_bind_double(row, column, (double)f);
	} else if (type == NVTX_PAYLOAD_TYPE_UNSIGNED_INT32) {
		sqlite3_bind_int64(row, column, (uint32_t)number);
	} else if (type == NVTX_PAYLOAD_TYPE_INT32) {
		sqlite3_bind_int64(row, column, (int32_t)(uint32_t)number);
	} else {
		sqlite3_bind_int64(row, column, (int64_t)number);
	}
}

/* A row of NVTX_EVENTS; end_ns 0: no end; id 0: the next. */
static void write_row(struct trace_db *db, enum nsys_event_type type, const struct thread *thread,
	const struct trace_range *range, int64_t end_ns, int64_t id)
{
	sqlite3_stmt *row = trace_db_row(db, INSERT_NVTX);

	if (row == NULL)
		return;
	sqlite3_clear_bindings(row);
	sqlite3_bind_int64(row, 1, trace_time(db, range->start_ns));
	if (end_ns != 0)
		sqlite3_bind_int64(row, 2, trace_time(db, end_ns));
	sqlite3_bind_int(row, 3, (int)type);
	sqlite3_bind_int64(row, 4, trace_global_id(db, thread_tid(thread)));
	/* an empty name is none, as in nsys */
	if (range->name != NAME_NONE)
		sqlite3_bind_int64(row, 5, range->name);
	sqlite3_bind_int64(row, 6, range->domain);
	if (id != 0)
		sqlite3_bind_int64(row, 18, id);
	if (range->number_type != 0)
		bind_number(row, range->number, range->number_type);
	if (range->payload.size > 0)
		sqlite3_bind_blob64(
			row, 17, range->payload.bytes, range->payload.size, SQLITE_STATIC);
	trace_db_step(db, row);
}

static void write_range(struct trace_db *db, const struct thread *thread,
	const struct trace_range *range, int64_t end_ns, int64_t id)
{
	/* two threads' clocks: that of the one that ended it may be slightly behind */
	if (end_ns < range->start_ns)
		end_ns = range->start_ns;
	write_row(db, range->is_span ? NSYS_START_END : NSYS_PUSH_POP, thread, range, end_ns, id);
}

void trace_nvtx_mark(
	struct trace_db *db, const struct thread *thread, const struct trace_range *mark)
{
	write_row(db, NSYS_MARK, thread, mark, 0, 0);
}

static struct open_ranges *open_of(struct trace_db *db, struct thread *thread)
{
	if (thread->open == NULL)
		thread->open = mem_may_zero(1, sizeof(*thread->open));
	(void)trace_db_has_memory(db, thread->open != NULL);
	return thread->open;
}

void trace_nvtx_open(struct trace_db *db, struct thread *thread, const struct trace_range *range)
{
	struct open_ranges *open = open_of(db, thread);

	if (open != NULL &&
		trace_db_has_memory(db, mem_may_need(open->ranges, open->cap, open->count + 1)))
		open->ranges[open->count++] = *range;
}

void trace_nvtx_set_number(struct thread *thread, uint32_t at, uint64_t number, uint32_t type)
{
	if (thread->open == NULL || at >= thread->open->count)
		return;
	thread->open->ranges[at].number = number;
	thread->open->ranges[at].number_type = type;
}

void trace_nvtx_add_payload(
	struct trace_db *db, struct thread *thread, uint32_t at, const void *bytes, size_t size)
{
	struct open_ranges *open = open_of(db, thread);
	struct trace_payload *payload;

	if (open == NULL || at >= open->count)
		return;
	payload = &open->ranges[at].payload;
	if (!trace_db_has_memory(
		    db, mem_may_need(payload->bytes, payload->cap, payload->size + size)))
		return;
	memcpy(payload->bytes + payload->size, bytes, size);
	payload->size += size;
}

void trace_nvtx_close(struct trace_db *db, struct thread *thread, uint32_t at, int64_t end_ns)
{
	struct open_ranges *open = thread->open;

	if (open == NULL || at >= open->count)
		return;
	write_range(db, thread, &open->ranges[at], end_ns, 0);
	free(open->ranges[at].payload.bytes);
	open->count--;
	memmove(&open->ranges[at], &open->ranges[at + 1],
		(open->count - at) * sizeof(*open->ranges));
}

void trace_nvtx_thread_ended(struct trace_db *db, struct thread *thread)
{
	int64_t now = clock_ns();

	while (thread->open != NULL && thread->open->count > 0)
		trace_nvtx_close(db, thread, (uint32_t)thread->open->count - 1, now);
}

void trace_nvtx_forget(struct thread *thread)
{
	struct open_ranges *open = thread->open;

	if (open == NULL)
		return;
	for (size_t i = 0; i < open->count; i++)
		free(open->ranges[i].payload.bytes);
	open->count = 0;
}

/* Rows of ranges that are open have numbers below 0; those of the last flush go. */
static void write_open_ranges(struct trace_db *db)
{
	int64_t now = clock_ns(), id = 0;

	trace_db_put(db, DELETE_PROVISIONAL, NULL, 0);
	for (struct thread *thread = atomic_load(&db->from->program->threads.list); thread != NULL;
		thread = thread->next) {
		for (size_t i = 0; thread->open != NULL && i < thread->open->count; i++)
			write_range(db, thread, &thread->open->ranges[i], now, --id);
	}
}

static void write_domains(struct trace_nvtx *nvtx, struct trace_db *db)
{
	nvtx->next_domains = nvtx_domain_count(&db->from->program->nvtx);

	for (uint32_t id = nvtx->domains + 1; id <= nvtx->next_domains; id++) {
		const char *name = nvtx_domain_name(&db->from->program->nvtx, id);
		sqlite3_stmt *row = trace_db_row(db, INSERT_NVTX);

		if (row == NULL)
			return;
		sqlite3_clear_bindings(row);
		sqlite3_bind_int64(row, 1, 0);
		sqlite3_bind_int(row, 3, NSYS_DOMAIN);
		sqlite3_bind_int64(row, 4, trace_global_id(db, (uint32_t)getpid()));
		sqlite3_bind_int64(row, 6, id);
		sqlite3_bind_text(row, 10, name, -1, SQLITE_STATIC);
		trace_db_step(db, row);
	}
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
	sqlite3_bind_int64(row, 4, (int64_t)schema->type);
	sqlite3_bind_int64(row, 5, (int64_t)schema->flags);
	sqlite3_bind_int64(row, 6, schema->count);
	sqlite3_bind_int64(row, 7, (int64_t)schema->size);
	sqlite3_bind_int64(row, 8, (int64_t)schema->alignment);
	trace_db_step(db, row);
	for (uint32_t i = 0; i < schema->count; i++) {
		const struct payload_entry *entry = &schema->entries[i];

		row = trace_db_row(db, INSERT_SCHEMA_ENTRY);
		if (row == NULL)
			return;
		bind_id(row, schema);
		sqlite3_bind_int64(row, 3, i);
		sqlite3_bind_int64(row, 4, (int64_t)entry->flags);
		sqlite3_bind_int64(row, 5, (int64_t)entry->type);
		bind_text(row, 6, entry->name);
		sqlite3_bind_int64(row, 7, (int64_t)entry->detail);
		sqlite3_bind_int64(row, 8, (int64_t)entry->offset);
		trace_db_step(db, row);
	}
}

/* Write the schemas that the program registered after `last` (NULL: all): returns the latest. */
static const struct payload_schema *write_schemas(
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

void trace_nvtx_write(struct trace_nvtx *nvtx, struct trace_db *db)
{
	write_open_ranges(db);
	write_domains(nvtx, db);
	nvtx->next_schema = write_schemas(db, nvtx->schema);
}

void trace_nvtx_committed(struct trace_nvtx *nvtx)
{
	nvtx->domains = nvtx->next_domains;
	nvtx->schema = nvtx->next_schema;
}
