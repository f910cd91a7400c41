#include "collapse/rocprof/rocprof_reader.h"

#include <stdio.h>

#include "collapse/input/json.h"
#include "collapse/input/table_rows.h"
#include "collapse/rocprof/rocprof_records.h"

enum { COLUMNS_MAX = 9, TICK_ROWS = 1 << 16, FIELD_TEXT = FIELDS };

struct rocpd_reader {
	struct rocprof_records records;
	const struct rocpd_table *table;
	const char *text; /* of the current row */
	size_t len;
	bool in_message;             /* the next string of the text is that of a range */
	struct rocprof_names stacks; /* by event: the call that it is, or that launched it */
	struct progress *progress;
	uint64_t rows_done, rows_total;
};

/* --- the ends of rows ----------------------------------------------------------------------- */

static uint32_t text_of(const struct rocpd_reader *reader)
{
	return reader->text != NULL
		       ? names_intern(reader->records.trace->names, reader->text, reader->len)
		       : NAME_NONE;
}

static void end_agent(struct rocpd_reader *reader)
{
	if (reader->len == strlen("GPU") && memcmp(reader->text, "GPU", reader->len) == 0)
		idmap_add(&reader->records.gpus, reader->records.numbers[FIELD_ID]);
}

static void end_string(struct rocpd_reader *reader)
{
	rocprof_put_name(&reader->records.operations,
		rocprof_operation_key(0, reader->records.numbers[FIELD_ID]), text_of(reader));
}

static void end_kernel(struct rocpd_reader *reader)
{
	reader->records.name = text_of(reader);
	rocprof_end_kernel(&reader->records);
}

static bool take_message(void *context, enum json_token token, const char *text, size_t len,
	UNUSED unsigned depth, UNUSED struct err *err)
{
	struct rocpd_reader *reader = context;

	if (token == JSON_STRING && reader->in_message)
		rocprof_put_name(&reader->records.texts, reader->records.numbers[FIELD_CORRELATION],
			names_intern(reader->records.trace->names, text, len));
	reader->in_message =
		token == JSON_KEY && len == strlen("message") && memcmp(text, "message", len) == 0;
	return true;
}

/* The text of a range is in the extdata of its event, {"message": "step 1"}. */
static void end_event(struct rocpd_reader *reader)
{
	const uint64_t *numbers = reader->records.numbers;
	struct json_parser json;
	struct err damaged = { 0 };

	rocprof_put_name(&reader->stacks, numbers[FIELD_ID],
		numbers[FIELD_CORRELATION] <= UINT32_MAX ? (uint32_t)numbers[FIELD_CORRELATION]
							 : 0);
	if (reader->len <= strlen("{}"))
		return;
	json_init(&json, take_message, reader);
	(void)!json_feed(&json, reader->text, reader->len, &damaged);
	json_release(&json);
	reader->in_message = false;
}

/* A call of HIP, or a range; those of HSA and RCCL launch nothing themselves. */
static void end_region(struct rocpd_reader *reader)
{
	if (rocprof_operation_has(&reader->records, "hip"))
		rocprof_end_call(&reader->records);
	else
		rocprof_end_range(&reader->records);
}

/* --- tables --------------------------------------------------------------------------------- */

/* In the order in which they are read: what rows refer to comes first, kernels before copies. */
static const struct rocpd_table {
	const char *name;
	bool has_times;
	void (*end)(struct rocpd_reader *reader); /* of a row; or */
	void (*end_record)(struct rocprof_records *records);
	struct database_column columns[COLUMNS_MAX];
	int fields[COLUMNS_MAX];
} tables[] = {
	{ "rocpd_info_agent", false, end_agent, NULL,
		{ { "id", true, NULL }, { "type", true, NULL } }, { FIELD_ID, FIELD_TEXT } },
	{ "rocpd_string", false, end_string, NULL,
		{ { "id", true, NULL }, { "string", true, NULL } }, { FIELD_ID, FIELD_TEXT } },
	{ "rocpd_info_kernel_symbol", false, end_kernel, NULL,
		{ { "id", true, NULL }, { "display_name", false, "kernel_name" } },
		{ FIELD_ID, FIELD_TEXT } },
	{ "rocpd_event", false, end_event, NULL,
		{ { "id", true, NULL }, { "stack_id", true, NULL }, { "extdata", false, NULL } },
		{ FIELD_ID, FIELD_CORRELATION, FIELD_TEXT } },
	{ "rocpd_kernel_dispatch", true, NULL, rocprof_end_dispatch,
		{ { "start", true, NULL }, { "end", true, NULL }, { "pid", true, NULL },
			{ "tid", false, NULL }, { "agent_id", true, NULL },
			{ "queue_id", false, NULL }, { "kernel_id", true, NULL },
			{ "event_id", true, NULL } },
		{ FIELD_START, FIELD_END, FIELD_PID, FIELD_THREAD, FIELD_AGENT, FIELD_QUEUE,
			FIELD_KERNEL, FIELD_ID } },
	{ "rocpd_memory_copy", true, NULL, rocprof_end_copy,
		{ { "start", true, NULL }, { "end", true, NULL }, { "pid", true, NULL },
			{ "tid", false, NULL }, { "src_agent_id", true, NULL },
			{ "dst_agent_id", true, NULL }, { "queue_id", false, NULL },
			{ "size", true, NULL }, { "event_id", true, NULL } },
		{ FIELD_START, FIELD_END, FIELD_PID, FIELD_THREAD, FIELD_FROM, FIELD_TO,
			FIELD_QUEUE, FIELD_BYTES, FIELD_ID } },
	{ "rocpd_region", true, end_region, NULL,
		{ { "start", true, NULL }, { "end", true, NULL }, { "pid", true, NULL },
			{ "tid", true, NULL }, { "name_id", true, NULL },
			{ "event_id", true, NULL } },
		{ FIELD_START, FIELD_END, FIELD_PID, FIELD_THREAD, FIELD_OPERATION, FIELD_ID } },
};

static size_t count_columns(const struct rocpd_table *table)
{
	size_t count = 0;

	while (count < COLUMNS_MAX && table->columns[count].name != NULL)
		count++;
	return count;
}

/* A row becomes the record that the JSON would have. */
static void take_row(void *context, const struct datum *row)
{
	struct rocpd_reader *reader = context;
	struct oddities *odd = &reader->records.trace->odd;
	uint64_t *numbers = reader->records.numbers;
	const struct rocpd_table *table = reader->table;
	uint32_t event;

	if (++reader->rows_done % TICK_ROWS == 0 && reader->progress != NULL)
		reader->progress->tick(reader->progress, reader->rows_done, reader->rows_total);
	memset(numbers, 0, sizeof(reader->records.numbers));
	reader->text = NULL;
	reader->len = 0;
	for (size_t i = 0; i < count_columns(table); i++) {
		int64_t number;

		if (table->fields[i] == FIELD_TEXT) {
			datum_text(&row[i], &reader->text, &reader->len);
			continue;
		}
		number = datum_integer(&row[i]);
		numbers[table->fields[i]] = number > 0 ? (uint64_t)number : 0;
	}
	if (table->has_times) {
		if (numbers[FIELD_START] == 0 || numbers[FIELD_END] == 0) {
			odd->rows_without_time++;
			return;
		}
		if (numbers[FIELD_END] < numbers[FIELD_START]) {
			odd->rows_backwards++;
			return;
		}
		trace_meet(reader->records.trace, (int64_t)numbers[FIELD_START]);
		event = idmap_find(&reader->stacks.ids, numbers[FIELD_ID]);
		numbers[FIELD_CORRELATION] = event != IDMAP_NONE ? reader->stacks.names[event] : 0;
		reader->records.pid = numbers[FIELD_PID];
	}
	if (table->end != NULL)
		table->end(reader);
	else
		table->end_record(&reader->records);
}

static bool read_tables(
	struct rocpd_reader *reader, const struct database *db, const char *run, struct err *err)
{
	char name[ARRAY_SIZE(tables)][200];

	for (size_t i = 0; i < ARRAY_SIZE(tables); i++) {
		snprintf(name[i], sizeof(name[i]), "%s%s", tables[i].name, run);
		reader->rows_total += database_rows(db, name[i]);
	}
	for (size_t i = 0; i < ARRAY_SIZE(tables); i++) {
		reader->table = &tables[i];
		if (!rows_each(db, name[i], tables[i].columns, count_columns(&tables[i]), take_row,
			    reader, err))
			return false;
	}
	return true;
}

bool rocpd_read(const struct database *db, uint64_t want, struct progress *progress,
	struct trace *trace, struct err *err)
{
	struct rocpd_reader reader = { .records = { .want = want, .trace = trace },
		.progress = progress };
	char run[100];
	size_t runs = database_tables(db, "rocpd_kernel_dispatch", run, sizeof(run));
	bool ok;

	if (runs != 1)
		return err_set(err, ERR_FORMAT,
			runs > 1 ? "cannot read '%s': a database of %zu runs of rocprofv3, of "
				   "which one is read: give the files that it was made of"
				 : "cannot read '%s': a database of ROCm's profilers with %zu "
				   "tables of kernels; those of rocprofv3 since ROCm 7 are read",
			db->path, runs);
	ok = read_tables(&reader, db, run, err);
	if (ok)
		rocprof_end(&reader.records);
	idmap_release(&reader.stacks.ids);
	free(reader.stacks.names);
	rocprof_release(&reader.records);
	return ok;
}
