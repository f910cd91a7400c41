#include "collapse/rocprof/rocprof_reader.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/global_id.h"
#include "base/mem.h"
#include "collapse/input/decimal.h"
#include "collapse/input/json.h"
#include "collapse/model/launches.h"

/*
 * {"rocprofiler-sdk-tool": [{"agents": [{...}], "buffer_records": {"kernel_dispatch": [{...}]}}]}:
 * keys of parts are at depth 3, of tables in them at 4. What records refer to is before them.
 */
enum { DEPTH_PART = 3, DEPTHS = 10 };

enum field {
	FIELD_ID, /* of an agent, a kernel, a text */
	FIELD_TYPE,
	FIELD_PID,
	FIELD_THREAD,
	FIELD_KIND,
	FIELD_OPERATION,
	FIELD_CORRELATION,
	FIELD_START,
	FIELD_END,
	FIELD_AGENT,
	FIELD_FROM,
	FIELD_TO,
	FIELD_QUEUE,
	FIELD_KERNEL,
	FIELD_BYTES,
	FIELDS,
};

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

/* Names by a number. */
struct rocprof_names {
	struct idmap ids;
	uint32_t *names;
	size_t cap;
};

struct rocprof_table;

struct rocprof_reader {
	uint64_t want;
	struct trace *trace;
	char keys[DEPTHS][32]; /* current ones, by depth; longer ones are cut */
	const struct rocprof_table *table;
	uint64_t numbers[FIELDS]; /* of the current record; 0: it has none */
	uint32_t name;            /* the text that it has */
	uint64_t pid, kinds, records;
	struct idmap gpus; /* agents that are */
	struct rocprof_names kernels, texts, operations;
};

static void put_name(struct rocprof_names *names, uint64_t id, uint32_t name)
{
	uint32_t index = idmap_add(&names->ids, id);

	mem_need(names->names, names->cap, names->ids.count);
	names->names[index] = name;
}

static uint32_t get_name(const struct rocprof_names *names, uint64_t id)
{
	uint32_t index = idmap_find(&names->ids, id);

	return index != IDMAP_NONE ? names->names[index] : NAME_NONE;
}

static uint64_t operation_key(uint64_t kind, uint64_t operation)
{
	return kind << 32 | (operation & UINT32_MAX);
}

/* What the current record is of, "MEMORY_COPY_HOST_TO_DEVICE": a name, or NAME_NONE. */
static uint32_t operation_of(const struct rocprof_reader *reader)
{
	return get_name(&reader->operations,
		operation_key(reader->numbers[FIELD_KIND], reader->numbers[FIELD_OPERATION]));
}

static bool operation_has(const struct rocprof_reader *reader, const char *word)
{
	uint32_t name = operation_of(reader);

	return name != NAME_NONE && strstr(reader->trace->names->list[name].text, word) != NULL;
}

static uint32_t thread_of(struct rocprof_reader *reader)
{
	uint64_t process = global_pid(0, reader->pid);

	return trace_add_thread(
		reader->trace, global_tid(process, reader->numbers[FIELD_THREAD]), process);
}

/* --- the ends of records -------------------------------------------------------------------- */

static void end_process(struct rocprof_reader *reader)
{
	reader->pid = reader->numbers[FIELD_PID];
}

static void end_agent(struct rocprof_reader *reader)
{
	if (reader->numbers[FIELD_TYPE] == 2)
		idmap_add(&reader->gpus, reader->numbers[FIELD_ID]);
}

static void end_kernel(struct rocprof_reader *reader)
{
	put_name(&reader->kernels, reader->numbers[FIELD_ID], reader->name);
}

static void end_kind(struct rocprof_reader *reader)
{
	reader->kinds++;
}

static void end_text(struct rocprof_reader *reader)
{
	put_name(&reader->texts, reader->numbers[FIELD_ID], reader->name);
}

static bool is_gpu(const struct rocprof_reader *reader, enum field field)
{
	return idmap_find(&reader->gpus, reader->numbers[field]) != IDMAP_NONE;
}

static void add_op(struct rocprof_reader *reader, enum op_kind kind, enum field on, uint32_t name,
	const struct op_shape *shape)
{
	struct trace *trace = reader->trace;
	uint32_t thread = thread_of(reader);
	struct stream stream = { .process = trace->thread_process[thread] };
	uint64_t correlation = reader->numbers[FIELD_CORRELATION];

	if ((reader->want & (WANT_STREAMS | WANT_DETAILS)) != 0) {
		stream.device =
			is_gpu(reader, on) ? idmap_find(&reader->gpus, reader->numbers[on]) : 0;
		stream.id = (uint32_t)reader->numbers[FIELD_QUEUE];
	}
	*trace_add_op(trace) = (struct op){
		.start = (int64_t)reader->numbers[FIELD_START],
		.end = (int64_t)reader->numbers[FIELD_END],
		.correlation = (uint32_t)correlation,
		.has_correlation = correlation > 0 && correlation <= UINT32_MAX,
		.name = name,
		.thread = TRACE_NONE,
		.stream = trace_add_stream(trace, &stream) & TRACE_STREAM_MAX,
	};
	if ((reader->want & WANT_DETAILS) != 0)
		trace_add_detail(trace, shape);
	for (int each = (int)kind; each < OP_KINDS; each++)
		trace->op_end[each] = trace->op_count;
}

static void end_dispatch(struct rocprof_reader *reader)
{
	static const struct op_shape shape = { .src_kind = MEMORY_NONE, .dst_kind = MEMORY_NONE };

	add_op(reader, OP_KERNEL, FIELD_AGENT,
		get_name(&reader->kernels, reader->numbers[FIELD_KERNEL]), &shape);
}

static void end_copy(struct rocprof_reader *reader)
{
	const bool from = is_gpu(reader, FIELD_FROM), to = is_gpu(reader, FIELD_TO);
	const char *word = from ? to ? "[CUDA memcpy DtoD]" : "[CUDA memcpy DtoH]"
			   : to ? "[CUDA memcpy HtoD]"
				: "[CUDA memcpy HtoH]";
	const struct op_shape shape = {
		.bytes = reader->numbers[FIELD_BYTES],
		.copy_kind = trace_copy_kind(word),
		.src_kind = from ? MEMORY_DEVICE : MEMORY_UNKNOWN,
		.dst_kind = to ? MEMORY_DEVICE : MEMORY_UNKNOWN,
	};

	if ((reader->want & WANT_OTHER_OPS) == 0)
		return;
	add_op(reader, OP_MEMCPY, to ? FIELD_TO : FIELD_FROM,
		names_intern(reader->trace->names, word, strlen(word)), &shape);
	if ((reader->want & WANT_MOVES) != 0)
		*trace_add_move(reader->trace) =
			(struct move){ shape.bytes, shape.src_kind, shape.dst_kind };
}

static void end_call(struct rocprof_reader *reader)
{
	uint64_t correlation = reader->numbers[FIELD_CORRELATION];

	*trace_add_api_call(reader->trace) = (struct api_call){
		.start = (int64_t)reader->numbers[FIELD_START],
		.end = (int64_t)reader->numbers[FIELD_END],
		.thread = thread_of(reader),
		.correlation = correlation <= UINT32_MAX ? (uint32_t)correlation : 0,
		.name = operation_of(reader),
		.kernel = NAME_NONE,
	};
}

/* roctxRangePush and -Start have their ends, too; also called roctxThreadRange and -ProcessRange.
 */
static void end_range(struct rocprof_reader *reader)
{
	uint32_t name = get_name(&reader->texts, reader->numbers[FIELD_CORRELATION]);
	bool pushed = operation_has(reader, "ThreadRange") || operation_has(reader, "RangePush");

	if ((reader->want & WANT_RANGES) == 0 ||
		!(pushed || operation_has(reader, "ProcessRange") ||
			operation_has(reader, "RangeStart")))
		return;
	*trace_add_range(reader->trace) = (struct range){
		.start = (int64_t)reader->numbers[FIELD_START],
		.end = (int64_t)reader->numbers[FIELD_END],
		.name = name,
		.domain = TRACE_NONE,
		.thread = thread_of(reader),
		.style = pushed ? RANGE_PUSH_POP : RANGE_START_END,
	};
	reader->trace->odd.ranges_unnamed += name == NAME_NONE;
}

static const struct rocprof_table {
	const char *part, *table; /* "": the part itself */
	unsigned depth;           /* of its records */
	bool has_times;
	void (*end)(struct rocprof_reader *reader); /* of a record */
} tables[] = {
	{ "metadata", "", 4, false, end_process },
	{ "agents", "", 5, false, end_agent },
	{ "kernel_symbols", "", 5, false, end_kernel },
	{ "strings", "buffer_records", 6, false, end_kind },
	{ "strings", "marker_api", 6, false, end_text },
	{ "buffer_records", "kernel_dispatch", 6, true, end_dispatch },
	{ "buffer_records", "memory_copy", 6, true, end_copy },
	{ "buffer_records", "hip_api", 6, true, end_call },
	{ "buffer_records", "marker_api", 6, true, end_range },
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
	const char *in = depth > reader->table->depth ? reader->keys[depth - 1] : "";
	int64_t number;

	for (size_t i = 0; i < ARRAY_SIZE(field_keys); i++) {
		if (strcmp(field_keys[i].key, reader->keys[depth]) == 0 &&
			strcmp(field_keys[i].in, in) == 0 && decimal_parse(text, len, 0, &number) &&
			number > 0)
			reader->numbers[field_keys[i].field] = (uint64_t)number;
	}
}

/* Names of kernels and texts, and of a kind's operations, which are counted. */
static void take_string(struct rocprof_reader *reader, const char *text, size_t len, unsigned depth)
{
	const char *key = reader->keys[reader->table->depth];
	bool is_name = strcmp(key, "value") == 0 || strcmp(key, "formatted_kernel_name") == 0;

	if (reader->table->end == end_kind && depth > reader->table->depth)
		put_name(&reader->operations,
			operation_key(reader->kinds, reader->numbers[FIELD_OPERATION]++),
			names_intern(reader->trace->names, text, len));
	else if (is_name && depth == reader->table->depth)
		reader->name = names_intern(reader->trace->names, text, len);
}

static bool take(void *context, enum json_token token, const char *text, size_t len, unsigned depth,
	struct err *err)
{
	struct rocprof_reader *reader = context;
	const struct rocprof_table *table = reader->table;
	const struct trace *trace = reader->trace;

	if (depth >= DEPTHS)
		return true;
	if (token == JSON_KEY) {
		take_key(reader, text, len, depth);
	} else if (table == NULL || depth < table->depth) {
		return true;
	} else if (token == JSON_OPEN_OBJECT && depth == table->depth) {
		memset(reader->numbers, 0, sizeof(reader->numbers));
		reader->name = NAME_NONE;
	} else if (token == JSON_CLOSE_OBJECT && depth == table->depth) {
		reader->records++;
		if (table->has_times &&
			(reader->numbers[FIELD_START] == 0 ||
				reader->numbers[FIELD_END] < reader->numbers[FIELD_START]))
			return err_set(err, ERR_FORMAT, "record %" PRIu64 " ends before it starts",
				reader->records);
		if ((!table->has_times && trace->op_count > 0) ||
			(table->end == end_dispatch && trace->op_end[OP_KERNEL] < trace->op_count))
			return err_set(err, ERR_FORMAT,
				"'%s' is behind records of operations: only one process is read",
				reader->keys[DEPTH_PART]);
		table->end(reader);
	} else if (token == JSON_NUMBER) {
		take_number(reader, text, len, depth);
	} else if (token == JSON_STRING) {
		take_string(reader, text, len, depth);
	}
	return true;
}

/* --- all ------------------------------------------------------------------------------------ */

static void find_launches(struct rocprof_reader *reader)
{
	struct trace *trace = reader->trace;

	launches_join(trace);
	if (trace->api_count == 0 && trace->op_count > 0)
		diagnostics_add(&trace->diagnostics, DIAGNOSTIC_NOTICE,
			"no kernel is in a range, since the calls that launched them were not "
			"recorded: rocprofv3 --hip-trace does that");
	if ((reader->want & WANT_API_WAITS) == 0)
		trace->api_count = 0;
}

static bool read_text(
	struct json_parser *json, struct bytes *in, struct progress *progress, struct err *err)
{
	uint64_t done, total;
	char piece[1 << 15];
	size_t len;

	do {
		if (!bytes_read(in, piece, sizeof(piece), &len, err))
			return false;
		if (!(len > 0 ? json_feed(json, piece, len, err) : json_end(json, err)))
			return err_prefix(err, "cannot read '%s'", in->path);
		bytes_progress(in, &done, &total);
		if (progress != NULL)
			progress->tick(progress, done, total);
	} while (len > 0);
	return true;
}

bool rocprof_read(struct bytes *in, uint64_t want, struct progress *progress, struct trace *trace,
	struct err *err)
{
	struct rocprof_reader reader = { .want = want, .trace = trace };
	struct rocprof_names *names[] = { &reader.kernels, &reader.texts, &reader.operations };
	struct json_parser json;
	bool ok;

	json_init(&json, take, &reader);
	ok = read_text(&json, in, progress, err);
	json_release(&json);
	if (ok)
		find_launches(&reader);
	snprintf(trace->format.text, sizeof(trace->format.text), "trace of rocprofv3");
	idmap_release(&reader.gpus);
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		idmap_release(&names[i]->ids);
		free(names[i]->names);
	}
	return ok;
}
