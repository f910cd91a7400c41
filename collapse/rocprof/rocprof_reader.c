#include "collapse/rocprof/rocprof_reader.h"

#include <inttypes.h>
#include <stdio.h>

#include "collapse/input/decimal.h"
#include "collapse/input/json.h"
#include "collapse/rocprof/rocprof_records.h"

/*
 * {"rocprofiler-sdk-tool": [{"agents": [{...}], "buffer_records": {"kernel_dispatch": [{...}]}}]}:
 * keys of parts are at depth 3, of tables in them at 4. What records refer to is before them.
 */
enum { DEPTH_PART = 3, DEPTHS = 10 };

/* Numbers of a record by their key, and by that of the object in the record that they are in. */
static const struct {
	const char *in, *key;
	int field;
} field_keys[] = {
	{ "id", "handle", FIELD_ID },
	{ "", "key", FIELD_ID },
	{ "", "kernel_id", FIELD_ID },
	{ "", "type", FIELD_TYPE },
	{ "", "pid", FIELD_PID },
	{ "", "thread_id", FIELD_THREAD },
	{ "", "kind", FIELD_KIND },
	{ "", "operation", FIELD_OPERATION },
	{ "correlation_id", "internal", FIELD_CORRELATION },
	{ "", "start_timestamp", FIELD_START },
	{ "", "end_timestamp", FIELD_END },
	{ "agent_id", "handle", FIELD_AGENT },
	{ "src_agent_id", "handle", FIELD_FROM },
	{ "dst_agent_id", "handle", FIELD_TO },
	{ "queue_id", "handle", FIELD_QUEUE },
	{ "dispatch_info", "kernel_id", FIELD_KERNEL },
	{ "", "bytes", FIELD_BYTES },
};

struct rocprof_table;

struct rocprof_reader {
	struct rocprof_records records;
	char keys[DEPTHS][32]; /* current ones, by depth; longer ones are cut */
	const struct rocprof_table *table;
	uint64_t count;
};

/* --- the ends of records -------------------------------------------------------------------- */

static void end_process(struct rocprof_records *records)
{
	records->pid = records->numbers[FIELD_PID];
}

static void end_agent(struct rocprof_records *records)
{
	if (records->numbers[FIELD_TYPE] == 2)
		idmap_add(&records->gpus, records->numbers[FIELD_ID]);
}

static void end_kind(struct rocprof_records *records)
{
	records->kinds++;
}

static void end_text(struct rocprof_records *records)
{
	rocprof_put_name(&records->texts, records->numbers[FIELD_ID], records->name);
}

static const struct rocprof_table {
	const char *part, *table; /* "": the part itself */
	unsigned depth;           /* of its records */
	bool has_times;
	void (*end)(struct rocprof_records *records); /* of a record */
} tables[] = {
	{ "metadata", "", 4, false, end_process },
	{ "agents", "", 5, false, end_agent },
	{ "kernel_symbols", "", 5, false, rocprof_end_kernel },
	{ "strings", "buffer_records", 6, false, end_kind },
	{ "strings", "marker_api", 6, false, end_text },
	{ "buffer_records", "kernel_dispatch", 6, true, rocprof_end_dispatch },
	{ "buffer_records", "memory_copy", 6, true, rocprof_end_copy },
	{ "buffer_records", "hip_api", 6, true, rocprof_end_call },
	{ "buffer_records", "marker_api", 6, true, rocprof_end_range },
};

/* --- the text ------------------------------------------------------------------------------- */

static void take_key(struct rocprof_reader *reader, const char *text, size_t len, unsigned depth)
{
	snprintf(reader->keys[depth], sizeof(reader->keys[depth]), "%.*s", (int)len, text);
	if (depth > DEPTH_PART + 1)
		return;
	reader->table = NULL;
	for (size_t i = 0; i < ARRAY_SIZE(tables); i++) {
		const struct rocprof_table *table = &tables[i];

		if (strcmp(reader->keys[DEPTH_PART], table->part) == 0 &&
			(table->table[0] == '\0' ||
				(depth > DEPTH_PART &&
					strcmp(reader->keys[depth], table->table) == 0)))
			reader->table = table;
	}
}

static void take_number(struct rocprof_reader *reader, const char *text, size_t len, unsigned depth)
{
	uint64_t *numbers = reader->records.numbers;
	const char *in = depth > reader->table->depth ? reader->keys[depth - 1] : "";
	int64_t number;

	for (size_t i = 0; i < ARRAY_SIZE(field_keys); i++) {
		if (strcmp(field_keys[i].key, reader->keys[depth]) == 0 &&
			strcmp(field_keys[i].in, in) == 0 && decimal_parse(text, len, 0, &number) &&
			number > 0)
			numbers[field_keys[i].field] = (uint64_t)number;
	}
}

/* Names of kernels and texts, and of a kind's operations, which are counted. */
static void take_string(struct rocprof_reader *reader, const char *text, size_t len, unsigned depth)
{
	const char *key = reader->keys[reader->table->depth];
	bool is_name = strcmp(key, "value") == 0 || strcmp(key, "formatted_kernel_name") == 0;

	if (reader->table->end == end_kind && depth > reader->table->depth)
		rocprof_put_name(&reader->records.operations,
			rocprof_operation_key(
				reader->records.kinds, reader->records.numbers[FIELD_OPERATION]++),
			names_intern(reader->records.trace->names, text, len));
	else if (is_name && depth == reader->table->depth)
		reader->records.name = names_intern(reader->records.trace->names, text, len);
}

static bool take(void *context, enum json_token token, const char *text, size_t len, unsigned depth,
	struct err *err)
{
	struct rocprof_reader *reader = context;
	const struct rocprof_table *table = reader->table;
	struct trace *trace = reader->records.trace;
	uint64_t *numbers = reader->records.numbers;

	if (depth >= DEPTHS)
		return true;
	if (token == JSON_KEY) {
		take_key(reader, text, len, depth);
	} else if (table == NULL || depth < table->depth) {
		return true;
	} else if (token == JSON_OPEN_OBJECT && depth == table->depth) {
		memset(numbers, 0, sizeof(reader->records.numbers));
		reader->records.name = NAME_NONE;
	} else if (token == JSON_CLOSE_OBJECT && depth == table->depth) {
		reader->count++;
		if (table->has_times &&
			(numbers[FIELD_START] == 0 || numbers[FIELD_END] < numbers[FIELD_START]))
			return err_set(err, ERR_FORMAT, "record %" PRIu64 " ends before it starts",
				reader->count);
		if ((!table->has_times && trace->op_count > 0) ||
			(table->end == rocprof_end_dispatch &&
				trace->op_end[OP_KERNEL] < trace->op_count))
			return err_set(err, ERR_FORMAT,
				"'%s' is behind records of operations: only one process is read",
				reader->keys[DEPTH_PART]);
		trace_meet(trace, table->has_times ? (int64_t)numbers[FIELD_START] : INT64_MAX);
		table->end(&reader->records);
	} else if (token == JSON_NUMBER) {
		take_number(reader, text, len, depth);
	} else if (token == JSON_STRING) {
		take_string(reader, text, len, depth);
	}
	return true;
}

/* --- all ------------------------------------------------------------------------------------ */

bool rocprof_read(struct bytes *in, uint64_t want, struct progress *progress, struct trace *trace,
	struct err *err)
{
	struct rocprof_reader reader = { .records = { .want = want, .trace = trace } };
	struct json_parser json;
	bool ok;

	json_init(&json, take, &reader);
	ok = json_read(&json, in, progress, err);
	json_release(&json);
	if (ok)
		rocprof_end(&reader.records);
	rocprof_release(&reader.records);
	return ok;
}
