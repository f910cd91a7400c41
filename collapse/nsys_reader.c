#include "collapse/nsys_reader.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sqlite3.h>

#include "base/mem.h"
#include "collapse/launches.h"
#include "collapse/nsys_db.h"
#include "collapse/nsys_details.h"

/* NVTX_EVENTS.eventType: ENUM_NSYS_EVENT_TYPE of nsys exports. */
enum {
	EVENT_PUSH_POP = 59,
	EVENT_START_END = 60,
	EVENT_NVTXT_PUSH_POP = 70,
	EVENT_NVTXT_START_END = 71,
	EVENT_DOMAIN_CREATE = 75,
};

/* A globalTid is hardware 8, VM 8, process 24, thread 24 bits: this leaves the globalPid. */
static const uint64_t process_bits = 0xffffffffff000000u;

enum { TICK_ROWS = 1 << 16 };

/* Where operations are; also the order in which a trace holds them. */
static const char *const op_tables[OP_KINDS] = {
	[OP_KERNEL] = "CUPTI_ACTIVITY_KIND_KERNEL",
	[OP_MEMCPY] = "CUPTI_ACTIVITY_KIND_MEMCPY",
	[OP_MEMSET] = "CUPTI_ACTIVITY_KIND_MEMSET",
	[OP_GRAPH] = "CUPTI_ACTIVITY_KIND_GRAPH_TRACE",
};

struct reader {
	struct nsys_db db;
	const struct trace_want *want;
	struct trace *trace;
	struct progress *progress;
	uint64_t rows_done, rows_total;
	struct idmap string_ids; /* StringIds.id */
	uint32_t *strings;       /* by its index: the name */
	size_t strings_cap;
	struct launches launches; /* while the API calls are read */
	uint64_t last_process;    /* of operations, which come in runs too */
	uint32_t last_process_index;
	bool ops_have_process; /* the oldest exports don't say which process an operation is of */
	uint64_t last_tid;     /* rows of one thread come in runs: its index is kept */
	uint32_t last_thread;
	uint32_t api_call; /* the newest one kept, or TRACE_NONE */
};

static void count_row(struct reader *reader)
{
	if (++reader->rows_done % TICK_ROWS == 0 && reader->progress != NULL)
		reader->progress->tick(reader->progress, reader->rows_done, reader->rows_total);
}

/* A column that is mostly a number other than 0, which is what NULL reads as. */
static bool is_null(sqlite3_stmt *row, int column, int64_t value)
{
	return value == 0 && sqlite3_column_type(row, column) == SQLITE_NULL;
}

/* --- names -------------------------------------------------------------------- */

/* The name that a text column gives, or NAME_NONE. */
static bool intern_column(
	struct reader *reader, sqlite3_stmt *row, int column, uint32_t *name, struct err *err)
{
	const char *text = (const char *)sqlite3_column_text(row, column);
	int len = sqlite3_column_bytes(row, column);

	*name = NAME_NONE;
	if (text != NULL)
		return names_intern(reader->trace->names, text, (size_t)len, name, err);
	return sqlite3_column_type(row, column) == SQLITE_NULL || err_nomem(err);
}

static bool read_strings(struct reader *reader, struct err *err)
{
	static const char table[] = "StringIds";
	static const struct nsys_column columns[] = { { "id", true, NULL },
		{ "value", true, NULL } };
	sqlite3_stmt *row;
	bool more, ok;

	if (!nsys_db_select(&reader->db, table, columns, ARRAY_SIZE(columns), &row, err))
		return false;
	while ((ok = row == NULL || nsys_db_step(&reader->db, row, table, &more, err)) &&
		row != NULL && more) {
		uint32_t index, name;

		if (sqlite3_column_type(row, 1) == SQLITE_NULL)
			continue;
		ok = idmap_add(&reader->string_ids, (uint64_t)sqlite3_column_int64(row, 0), &index,
			     err) &&
		     mem_grow((void **)&reader->strings, &reader->strings_cap,
			     reader->string_ids.count, sizeof(*reader->strings), err) &&
		     intern_column(reader, row, 1, &name, err);
		if (!ok)
			break;
		reader->strings[index] = name;
		count_row(reader);
	}
	sqlite3_finalize(row);
	return ok;
}

/* The name that a column of StringIds ids gives, or NAME_NONE. */
static uint32_t string_of(const struct reader *reader, sqlite3_stmt *row, int column)
{
	int64_t id = sqlite3_column_int64(row, column);
	uint32_t index = idmap_find(&reader->string_ids, (uint64_t)id);

	if (index == IDMAP_NONE || is_null(row, column, id))
		return NAME_NONE;
	return reader->strings[index];
}

/* --- operations ------------------------------------------------------------------ */

enum op_column {
	OP_START,
	OP_END,
	OP_CORRELATION,
	OP_PROCESS,
	OP_NAME,   /* what the name is made of */
	OP_DEVICE, /* from here on: only when streams are wanted */
	OP_CONTEXT,
	OP_STREAM,
	OP_COLUMNS,
};

static const char *copy_kind(int64_t kind)
{
	/* CUpti_ActivityMemcpyKind */
	static const char *const kinds[] = {
		[1] = "HtoD",
		[2] = "DtoH",
		[3] = "HtoA",
		[4] = "AtoH",
		[5] = "AtoA",
		[6] = "AtoD",
		[7] = "DtoA",
		[8] = "DtoD",
		[9] = "HtoH",
		[10] = "PtoP",
		[11] = "UVM HtoD",
		[12] = "UVM DtoH",
		[13] = "UVM DtoD",
	};

	return kind >= 1 && kind < (int64_t)ARRAY_SIZE(kinds) ? kinds[kind] : NULL;
}

static bool name_op(struct reader *reader, enum op_kind kind, sqlite3_stmt *row, uint32_t *name,
	struct err *err)
{
	int64_t number = sqlite3_column_int64(row, OP_NAME);
	char text[64];
	int len = 0;

	switch (kind) {
	case OP_KERNEL:
		*name = string_of(reader, row, OP_NAME);
		return true;
	case OP_MEMCPY:
		if (copy_kind(number) != NULL)
			len = snprintf(text, sizeof(text), "[CUDA memcpy %s]", copy_kind(number));
		else
			len = snprintf(
				text, sizeof(text), "[CUDA memcpy kind %" PRId64 "]", number);
		break;
	case OP_MEMSET:
		len = snprintf(text, sizeof(text), "[CUDA memset]");
		break;
	case OP_GRAPH:
		len = snprintf(text, sizeof(text), "[CUDA graph %" PRId64 "]", number);
		break;
	case OP_KINDS:
		break;
	}
	return names_intern(reader->trace->names, text, (size_t)len, name, err);
}

static bool place_op(struct reader *reader, sqlite3_stmt *row, struct op *op, struct err *err)
{
	struct trace *trace = reader->trace;
	uint64_t process = (uint64_t)sqlite3_column_int64(row, OP_PROCESS);
	struct stream stream = { 0 };
	uint32_t index;

	if (process != reader->last_process || trace->processes.count == 0) {
		if (!idmap_add(&trace->processes, process, &reader->last_process_index, err))
			return false;
		reader->last_process = process;
	}
	stream.process = reader->last_process_index;
	if (reader->want->streams || reader->want->op_details) {
		stream.device = (uint32_t)sqlite3_column_int64(row, OP_DEVICE);
		stream.context = (uint32_t)sqlite3_column_int64(row, OP_CONTEXT);
		stream.id = (uint32_t)sqlite3_column_int64(row, OP_STREAM);
	}
	/* Operations of one stream come in runs: don't look up each. */
	index = trace->op_count > 1 ? op[-1].stream : TRACE_NONE;
	if ((index == TRACE_NONE || memcmp(&trace->streams[index], &stream, sizeof(stream)) != 0) &&
		!trace_add_stream(trace, &stream, &index, err))
		return false;
	op->stream = index & INT32_MAX; /* there are fewer than operations */
	return true;
}

static bool read_op(struct reader *reader, enum op_kind kind, sqlite3_stmt *row, struct err *err)
{
	struct oddities *odd = &reader->trace->odd;
	int64_t start = sqlite3_column_int64(row, OP_START), length;
	int64_t end = sqlite3_column_int64(row, OP_END);
	int64_t correlation = sqlite3_column_int64(row, OP_CORRELATION);
	struct op *op;
	uint32_t name;

	if (is_null(row, OP_START, start) || is_null(row, OP_END, end)) {
		odd->rows_without_time++;
		return true;
	}
	if (end < start || __builtin_sub_overflow(end, start, &length)) {
		odd->rows_backwards++;
		return true;
	}
	if (!name_op(reader, kind, row, &name, err))
		return false;
	op = trace_add_op(reader->trace, err);
	if (op == NULL)
		return false;
	*op = (struct op){
		.start = start,
		.end = end,
		.name = name,
		.thread = TRACE_NONE,
		.correlation = (uint32_t)correlation,
		.has_correlation = correlation >= 0 && correlation <= UINT32_MAX &&
				   !is_null(row, OP_CORRELATION, correlation),
	};
	if (reader->want->op_details &&
		!nsys_read_detail(row, OP_COLUMNS, kind, reader->trace, err))
		return false;
	return place_op(reader, row, op, err);
}

/* The column that the name of an operation comes from. */
static struct nsys_column name_column(const struct trace_want *want, enum op_kind kind)
{
	switch (kind) {
	case OP_KERNEL:
		if (want->mangled_names)
			return (struct nsys_column){ "mangledName", false, "shortName" };
		if (want->short_names)
			return (struct nsys_column){ "shortName", false, "demangledName" };
		return (struct nsys_column){ "demangledName", false, "shortName" };
	case OP_MEMCPY:
		return (struct nsys_column){ "copyKind", false, NULL };
	case OP_GRAPH:
		return (struct nsys_column){ "graphExecId", false, "graphId" };
	case OP_MEMSET:
	case OP_KINDS:
		break;
	}
	return (struct nsys_column){ "value", false, NULL }; /* any: its name is made of nothing */
}

static size_t op_columns(const struct trace_want *want)
{
	if (want->op_details)
		return OP_COLUMNS + NSYS_DETAIL_COLUMNS;
	return want->streams ? OP_COLUMNS : OP_DEVICE;
}

static bool read_ops(struct reader *reader, enum op_kind kind, struct err *err)
{
	const char *table = op_tables[kind];
	struct nsys_column columns[OP_COLUMNS + NSYS_DETAIL_COLUMNS] = {
		[OP_START] = { "start", true, NULL },
		[OP_END] = { "end", true, NULL },
		[OP_DEVICE] = { "deviceId", false, NULL },
		[OP_CONTEXT] = { "contextId", false, NULL },
		[OP_STREAM] = { "streamId", false, NULL },
		[OP_CORRELATION] = { "correlationId", true, NULL },
		[OP_PROCESS] = { "globalPid", false, NULL },
	};
	sqlite3_stmt *row = NULL;
	bool more, ok = true;

	if (kind == OP_KERNEL || !reader->want->kernels_only) {
		columns[OP_NAME] = name_column(reader->want, kind);
		nsys_detail_columns(kind, columns + OP_COLUMNS);
		if (!nsys_db_select(
			    &reader->db, table, columns, op_columns(reader->want), &row, err))
			return false;
	}
	while (row != NULL && (ok = nsys_db_step(&reader->db, row, table, &more, err)) && more) {
		ok = read_op(reader, kind, row, err);
		if (!ok)
			break;
		reader->ops_have_process |= reader->last_process != 0;
		count_row(reader);
	}
	sqlite3_finalize(row);
	reader->trace->op_end[kind] = reader->trace->op_count;
	return ok;
}

/* --- launches ---------------------------------------------------------------------- */

enum api_column { API_START, API_END, API_TID, API_CORRELATION, API_NAME, API_COLUMNS };

/* Index of the process of a thread, as operations have it; false: of none of them. */
static bool find_process(const struct reader *reader, uint64_t tid, uint32_t *process)
{
	*process = idmap_find(
		&reader->trace->processes, reader->ops_have_process ? tid & process_bits : 0);
	return *process != IDMAP_NONE;
}

static bool thread_of(struct reader *reader, uint64_t tid, uint32_t *thread, struct err *err)
{
	if (reader->last_thread == TRACE_NONE || reader->last_tid != tid) {
		if (!trace_add_thread(
			    reader->trace, tid, tid & process_bits, &reader->last_thread, err))
			return false;
		reader->last_tid = tid;
	}
	*thread = reader->last_thread;
	return true;
}

static void set_launch(
	struct reader *reader, uint32_t index, uint32_t thread, int64_t start, int64_t end)
{
	struct op *op = &reader->trace->ops[index];

	/* A driver call inside a runtime call may repeat the id: the outer one counts. */
	if (op->thread != TRACE_NONE && op->api_start <= start)
		return;
	op->thread = thread;
	op->api_start = start;
	op->api_end = end;
	if (reader->want->op_details)
		reader->trace->details[index].api = reader->api_call;
}

/* Keep a call for its own sake: trace_want.api_calls. */
static bool keep_api_call(struct reader *reader, sqlite3_stmt *row, struct err *err)
{
	int64_t correlation = sqlite3_column_int64(row, API_CORRELATION);
	int64_t start = sqlite3_column_int64(row, API_START);
	int64_t end = sqlite3_column_int64(row, API_END), length;
	struct api_call *call;
	uint32_t thread;

	reader->api_call = TRACE_NONE;
	if (is_null(row, API_START, start) || is_null(row, API_END, end) ||
		sqlite3_column_type(row, API_TID) == SQLITE_NULL || end < start ||
		__builtin_sub_overflow(end, start, &length)) {
		reader->trace->odd.api_rows_bad++;
		return true;
	}
	if (!thread_of(reader, (uint64_t)sqlite3_column_int64(row, API_TID), &thread, err))
		return false;
	call = trace_add_api_call(reader->trace, err);
	if (call == NULL)
		return false;
	*call = (struct api_call){
		.start = start,
		.end = end,
		.thread = thread,
		.correlation =
			correlation >= 0 && correlation <= UINT32_MAX ? (uint32_t)correlation : 0,
		.name = string_of(reader, row, API_NAME),
	};
	reader->api_call = (uint32_t)(reader->trace->api_count - 1);
	return true;
}

static bool read_api_call(struct reader *reader, sqlite3_stmt *row, struct err *err)
{
	uint64_t tid = (uint64_t)sqlite3_column_int64(row, API_TID);
	int64_t correlation = sqlite3_column_int64(row, API_CORRELATION);
	uint32_t process, thread;

	if (correlation < 0 || correlation > UINT32_MAX || !find_process(reader, tid, &process) ||
		is_null(row, API_TID, (int64_t)tid) || is_null(row, API_CORRELATION, correlation))
		return true;
	for (int kind = 0; kind < OP_KINDS; kind++) {
		size_t count;
		const uint32_t *ops = launches_find(&reader->launches, (enum op_kind)kind, process,
			(uint32_t)correlation, &count);

		if (ops == NULL)
			continue;
		if (!thread_of(reader, tid, &thread, err))
			return false;
		for (size_t i = 0; i < count; i++)
			set_launch(reader, ops[i], thread, sqlite3_column_int64(row, API_START),
				sqlite3_column_int64(row, API_END));
	}
	return true;
}

static bool read_launches(struct reader *reader, struct err *err)
{
	static const char table[] = "CUPTI_ACTIVITY_KIND_RUNTIME";
	static const struct nsys_column columns[API_COLUMNS] = {
		[API_START] = { "start", true, NULL },
		[API_END] = { "end", true, NULL },
		[API_TID] = { "globalTid", true, NULL },
		[API_CORRELATION] = { "correlationId", true, NULL },
		[API_NAME] = { "nameId", false, NULL },
	};
	size_t count = reader->want->api_calls ? API_COLUMNS : API_NAME;
	struct trace *trace = reader->trace;
	sqlite3_stmt *row;
	bool more, ok = true;

	if (!launches_init(&reader->launches, trace, err) ||
		!nsys_db_select(&reader->db, table, columns, count, &row, err))
		return false;
	while (row != NULL && (ok = nsys_db_step(&reader->db, row, table, &more, err)) && more) {
		ok = (!reader->want->api_calls || keep_api_call(reader, row, err)) &&
		     read_api_call(reader, row, err);
		if (!ok)
			break;
		count_row(reader);
	}
	sqlite3_finalize(row);
	launches_release(&reader->launches);
	for (size_t i = 0; i < trace->op_count; i++)
		trace->odd.ops_without_launch += trace->ops[i].thread == TRACE_NONE;
	return ok;
}

/* --- ranges -------------------------------------------------------------------------- */

enum range_column {
	RANGE_START,
	RANGE_END,
	RANGE_TYPE,
	RANGE_TID,
	RANGE_TEXT,
	RANGE_TEXT_ID,
	RANGE_DOMAIN,
	RANGE_END_TID,
	RANGE_COLUMNS,
};

/* What is needed of any row, read once. */
struct event {
	int64_t start, end, tid; /* 0 for NULL */
};

static bool name_event(struct reader *reader, sqlite3_stmt *row, uint32_t *name, struct err *err)
{
	if (!intern_column(reader, row, RANGE_TEXT, name, err))
		return false;
	if (*name == NAME_NONE)
		*name = string_of(reader, row, RANGE_TEXT_ID);
	return true;
}

/* A domain's id counts within its process. */
static bool domain_of(struct reader *reader, sqlite3_stmt *row, const struct event *event,
	uint32_t *domain, struct err *err)
{
	uint64_t id = (uint64_t)sqlite3_column_int64(row, RANGE_DOMAIN);
	uint64_t process = (uint64_t)event->tid & process_bits;

	*domain = TRACE_NONE;
	return id == 0 ||
	       trace_add_domain(reader->trace, mem_hash(&id, sizeof(id), process), domain, err);
}

static bool read_domain(
	struct reader *reader, sqlite3_stmt *row, const struct event *event, struct err *err)
{
	uint32_t domain, name;

	if (!name_event(reader, row, &name, err) || !domain_of(reader, row, event, &domain, err))
		return false;
	if (domain != TRACE_NONE && name != NAME_NONE)
		reader->trace->domains[domain] = name;
	return true;
}

static bool read_range(struct reader *reader, sqlite3_stmt *row, const struct event *event,
	enum range_style style, struct err *err)
{
	struct trace *trace = reader->trace;
	bool never_closed = is_null(row, RANGE_END, event->end);
	struct range *range;
	uint32_t name, thread, domain;

	if (is_null(row, RANGE_START, event->start) || is_null(row, RANGE_TID, event->tid) ||
		(!never_closed && event->end < event->start)) {
		trace->odd.range_rows_bad++;
		return true;
	}
	if (!name_event(reader, row, &name, err) || !domain_of(reader, row, event, &domain, err) ||
		!thread_of(reader, (uint64_t)event->tid, &thread, err))
		return false;
	range = trace_add_range(trace, err);
	if (range == NULL)
		return false;
	*range = (struct range){
		.start = event->start,
		.end = event->end,
		.name = name,
		.domain = domain,
		.thread = thread,
		.style = (uint8_t)style,
		.never_closed = never_closed,
		.crosses = sqlite3_column_type(row, RANGE_END_TID) != SQLITE_NULL,
	};
	trace->odd.ranges_never_closed += never_closed;
	trace->odd.ranges_unnamed += name == NAME_NONE;
	if (!reader->want->payloads)
		return true;
	return nsys_read_payload(row, RANGE_COLUMNS,
		string_of(reader, row, RANGE_COLUMNS + NSYS_PAYLOAD_JSON_ID), trace, err);
}

static bool read_event(
	struct reader *reader, sqlite3_stmt *row, const struct event *event, struct err *err)
{
	switch (sqlite3_column_int64(row, RANGE_TYPE)) {
	case EVENT_PUSH_POP:
	case EVENT_NVTXT_PUSH_POP:
		return read_range(reader, row, event, RANGE_PUSH_POP, err);
	case EVENT_START_END:
	case EVENT_NVTXT_START_END:
		return read_range(reader, row, event, RANGE_START_END, err);
	case EVENT_DOMAIN_CREATE:
		return read_domain(reader, row, event, err);
	default:
		return true;
	}
}

static bool read_events(struct reader *reader, int64_t *last, struct err *err)
{
	static const char table[] = "NVTX_EVENTS";
	struct nsys_column columns[RANGE_COLUMNS + NSYS_PAYLOAD_COLUMNS] = {
		[RANGE_START] = { "start", true, NULL },
		[RANGE_END] = { "end", true, NULL },
		[RANGE_TYPE] = { "eventType", true, NULL },
		[RANGE_TID] = { "globalTid", true, NULL },
		[RANGE_TEXT] = { "text", true, NULL },
		[RANGE_TEXT_ID] = { "textId", false, NULL },
		[RANGE_DOMAIN] = { "domainId", false, NULL },
		[RANGE_END_TID] = { "endGlobalTid", false, NULL },
	};
	size_t count = RANGE_COLUMNS + (reader->want->payloads ? NSYS_PAYLOAD_COLUMNS : 0);
	sqlite3_stmt *row;
	bool more, ok = true;

	*last = INT64_MIN;
	nsys_payload_columns(columns + RANGE_COLUMNS);
	if (!nsys_db_select(&reader->db, table, columns, count, &row, err))
		return false;
	while (row != NULL && (ok = nsys_db_step(&reader->db, row, table, &more, err)) && more) {
		const struct event event = {
			.start = sqlite3_column_int64(row, RANGE_START),
			.end = sqlite3_column_int64(row, RANGE_END),
			.tid = sqlite3_column_int64(row, RANGE_TID),
		};

		if (event.start > *last)
			*last = event.start;
		if (event.end > *last)
			*last = event.end;
		ok = read_event(reader, row, &event, err);
		if (!ok)
			break;
		count_row(reader);
	}
	sqlite3_finalize(row);
	return ok;
}

/* "NCCL:ncclAllReduce" for every range of a named domain; each pair is joined once. */
static bool prefix_domains(struct reader *reader, struct err *err)
{
	struct trace *trace = reader->trace;
	struct idmap pairs = { 0 };
	uint32_t *joined = NULL;
	size_t joined_cap = 0, text_cap = 0;
	char *text = NULL;
	bool ok = true;

	for (size_t i = 0; ok && i < trace->range_count; i++) {
		struct range *range = &trace->ranges[i];
		const struct name *domain, *name;
		uint32_t pair, had = pairs.count;
		size_t len;

		if (range->domain == TRACE_NONE || range->name == NAME_NONE ||
			trace->domains[range->domain] == NAME_NONE)
			continue;
		ok = idmap_add(&pairs, (uint64_t)trace->domains[range->domain] << 32 | range->name,
			&pair, err);
		if (ok && pairs.count > had) {
			domain = &trace->names->list[trace->domains[range->domain]];
			name = &trace->names->list[range->name];
			len = (size_t)domain->len + name->len + 1;
			ok = mem_grow((void **)&joined, &joined_cap, pairs.count, sizeof(*joined),
				     err) &&
			     mem_grow((void **)&text, &text_cap, len, 1, err);
			if (ok) {
				memcpy(text, domain->text, domain->len);
				text[domain->len] = ':';
				memcpy(text + domain->len + 1, name->text, name->len);
				ok = names_intern(trace->names, text, len, &joined[pair], err);
			}
		}
		assert(!ok || joined != NULL);
		if (ok)
			range->name = joined[pair];
	}
	idmap_release(&pairs);
	free(joined);
	free(text);
	return ok;
}

static bool read_ranges(struct reader *reader, struct err *err)
{
	struct trace *trace = reader->trace;
	int64_t last;

	if (!read_events(reader, &last, err))
		return false;
	for (size_t i = 0; trace->odd.ranges_never_closed > 0 && i < trace->range_count; i++) {
		if (trace->ranges[i].never_closed)
			trace->ranges[i].end = last;
	}
	return reader->want->no_domain_prefix || prefix_domains(reader, err);
}

/* --- labels: trace_want.labels ------------------------------------------------------------ */

static bool read_thread_names(struct reader *reader, struct err *err)
{
	static const char table[] = "ThreadNames";
	static const struct nsys_column columns[] = { { "nameId", true, NULL },
		{ "globalTid", true, NULL } };
	struct trace *trace = reader->trace;
	sqlite3_stmt *row;
	bool more, ok = true;

	trace->thread_names = mem_zeroed(trace->threads.count, sizeof(*trace->thread_names), err);
	if (trace->thread_names == NULL)
		return false;
	for (uint32_t i = 0; i < trace->threads.count; i++)
		trace->thread_names[i] = NAME_NONE;
	if (!nsys_db_select(&reader->db, table, columns, ARRAY_SIZE(columns), &row, err))
		return false;
	while (row != NULL && (ok = nsys_db_step(&reader->db, row, table, &more, err)) && more) {
		uint32_t thread =
			idmap_find(&trace->threads, (uint64_t)sqlite3_column_int64(row, 1));

		if (thread != IDMAP_NONE)
			trace->thread_names[thread] = string_of(reader, row, 0);
	}
	sqlite3_finalize(row);
	return ok;
}

static bool read_devices(struct reader *reader, struct err *err)
{
	static const char table[] = "TARGET_INFO_GPU";
	static const struct nsys_column columns[] = { { "id", true, NULL },
		{ "name", true, NULL } };
	sqlite3_stmt *row;
	bool more, ok = true;

	if (!nsys_db_select(&reader->db, table, columns, ARRAY_SIZE(columns), &row, err))
		return false;
	while (row != NULL && (ok = nsys_db_step(&reader->db, row, table, &more, err)) && more) {
		struct device *device;
		uint32_t name;

		if (sqlite3_column_type(row, 1) == SQLITE_NULL)
			continue;
		ok = intern_column(reader, row, 1, &name, err) &&
		     (device = trace_add_device(reader->trace, err)) != NULL;
		if (!ok)
			break;
		*device = (struct device){ (uint32_t)sqlite3_column_int64(row, 0), name };
	}
	sqlite3_finalize(row);
	return ok;
}

/* --- what the report says of itself ---------------------------------------------------- */

static bool tells_of_loss(const char *text)
{
	static const char *const signs[] = { "Not all ", "dropped", "were lost", "incomplete" };

	for (size_t i = 0; i < ARRAY_SIZE(signs); i++) {
		if (strstr(text, signs[i]) != NULL)
			return true;
	}
	return false;
}

static bool read_diagnostics(struct reader *reader, struct err *err)
{
	static const char table[] = "DIAGNOSTIC_EVENT";
	static const struct nsys_column columns[] = { { "text", false, NULL } };
	sqlite3_stmt *row;
	bool more, ok = true;

	if (!nsys_db_select(&reader->db, table, columns, ARRAY_SIZE(columns), &row, err))
		return false;
	while (row != NULL && (ok = nsys_db_step(&reader->db, row, table, &more, err)) && more) {
		const char *text = (const char *)sqlite3_column_text(row, 0);

		if (text == NULL || !tells_of_loss(text))
			continue;
		ok = trace_add_diagnostic(reader->trace, text, err);
		if (!ok)
			break;
	}
	sqlite3_finalize(row);
	return ok;
}

static bool read_version(struct reader *reader, struct err *err)
{
	/* META_DATA_EXPORT from nsys 2023.3 on, EXPORT_META_DATA before, none before 2022 */
	static const char *const tables[] = { "META_DATA_EXPORT", "EXPORT_META_DATA" };
	static const struct nsys_column columns[] = { { "name", true, NULL },
		{ "value", true, NULL } };
	char product[32] = "", schema[32] = "";

	for (size_t i = 0; i < ARRAY_SIZE(tables) && schema[0] == '\0'; i++) {
		sqlite3_stmt *row;
		bool more, ok = true;

		if (!nsys_db_select(
			    &reader->db, tables[i], columns, ARRAY_SIZE(columns), &row, err))
			return false;
		while (row != NULL &&
			(ok = nsys_db_step(&reader->db, row, tables[i], &more, err)) && more) {
			const char *name = (const char *)sqlite3_column_text(row, 0);
			const char *value = (const char *)sqlite3_column_text(row, 1);

			if (name == NULL || value == NULL)
				continue;
			if (strcmp(name, "EXPORT_PRODUCT_VERSION") == 0)
				snprintf(product, sizeof(product), "%.31s", value);
			else if (strcmp(name, "EXPORT_SCHEMA_VERSION") == 0)
				snprintf(schema, sizeof(schema), "%.31s", value);
		}
		sqlite3_finalize(row);
		if (!ok)
			return false;
	}
	snprintf(reader->trace->format, sizeof(reader->trace->format), "nsys%s%s export%s%s",
		product[0] != '\0' ? " " : "", product, schema[0] != '\0' ? ", schema " : "",
		schema[0] != '\0' ? schema : " of before 2022");
	err_defang(reader->trace->format);
	return true;
}

/* Some table of an export must be there: any SQLite file may be given to us. */
static bool check_is_export(struct reader *reader, struct err *err)
{
	static const char *const others[] = { "StringIds", "NVTX_EVENTS",
		"CUPTI_ACTIVITY_KIND_RUNTIME", "TARGET_INFO_SESSION_START_TIME" };
	bool found = false, has = false;

	for (size_t i = 0; i < ARRAY_SIZE(others) + OP_KINDS; i++) {
		const char *table = i < OP_KINDS ? op_tables[i] : others[i - OP_KINDS];

		if (!nsys_db_has_table(&reader->db, table, &has, err))
			return false;
		found |= has;
		if (has)
			reader->rows_total += nsys_db_rows(&reader->db, table);
	}
	if (found)
		return true;
	return err_set(err, ERR_FORMAT,
		"cannot read '%s': an SQLite database without any table of an nsys export; make one"
		" with 'nsys export --type sqlite REPORT'",
		reader->db.path);
}

static bool read_all(struct reader *reader, struct err *err)
{
	if (!check_is_export(reader, err) || !read_version(reader, err) ||
		!read_strings(reader, err))
		return false;
	for (int kind = 0; kind < OP_KINDS; kind++) {
		if (!read_ops(reader, (enum op_kind)kind, err))
			return false;
	}
	return read_launches(reader, err) && read_ranges(reader, err) &&
	       (!reader->want->labels ||
		       (read_thread_names(reader, err) && read_devices(reader, err))) &&
	       read_diagnostics(reader, err);
}

bool nsys_read(const char *path, const struct trace_want *want, struct progress *progress,
	struct trace *trace, struct err *err)
{
	struct reader reader = { .want = want,
		.trace = trace,
		.progress = progress,
		.last_thread = TRACE_NONE,
		.api_call = TRACE_NONE };
	bool ok;

	if (!nsys_db_open(&reader.db, path, err))
		return false;
	ok = read_all(&reader, err);
	if (!ok && err->code == ERR_NOMEM)
		err_prefix(err, "cannot read '%s'", path);
	nsys_db_close(&reader.db);
	idmap_release(&reader.string_ids);
	launches_release(&reader.launches);
	free(reader.strings);
	return ok;
}
