#include "base/global_id.h"
#include "collapse/nsys/nsys_parts.h"

enum api_column { API_START, API_END, API_TID, API_CORRELATION, API_NAME, API_COLUMNS };

/* Index of a thread's process, as operations have it; false: no operation has it. */
static bool find_process(const struct nsys_reader *reader, uint64_t tid, uint32_t *process)
{
	*process = idmap_find(
		&reader->trace->processes, reader->ops_have_process ? global_process_of(tid) : 0);
	return *process != IDMAP_NONE;
}

static void set_launch(
	struct nsys_reader *reader, uint32_t index, uint32_t thread, const struct datum *row)
{
	struct op *op = &reader->trace->ops[index];
	int64_t start = datum_integer(&row[API_START]);

	/* A driver call inside a runtime call may repeat the id: the outer one counts. */
	if (op->thread != TRACE_NONE && op->api_start <= start)
		return;
	op->thread = thread;
	op->api_start = start;
	op->api_end = datum_integer(&row[API_END]);
	if ((reader->want & WANT_DETAILS) != 0)
		reader->trace->details[index].api = nsys_string_of(reader, &row[API_NAME]);
}

/* Record the call itself: WANT_API_CALLS. */
static void keep_api_call(struct nsys_reader *reader, const struct datum *row)
{
	int64_t correlation = datum_integer(&row[API_CORRELATION]);
	int64_t start = datum_integer(&row[API_START]);
	int64_t end = datum_integer(&row[API_END]), length;
	struct api_call *call;
	uint32_t thread;

	if (nsys_is_null(&row[API_START]) || nsys_is_null(&row[API_END]) ||
		nsys_is_null(&row[API_TID]) || end < start ||
		__builtin_sub_overflow(end, start, &length)) {
		reader->trace->odd.api_rows_bad++;
		return;
	}
	thread = nsys_thread_of(reader, (uint64_t)datum_integer(&row[API_TID]));
	call = trace_add_api_call(reader->trace);
	*call = (struct api_call){
		.start = start,
		.end = end,
		.thread = thread,
		.correlation =
			correlation >= 0 && correlation <= UINT32_MAX ? (uint32_t)correlation : 0,
		.name = nsys_string_of(reader, &row[API_NAME]),
	};
}

/* Whether the call launched a kernel. */
static bool set_launches(struct nsys_reader *reader, const struct datum *row)
{
	uint64_t tid = (uint64_t)datum_integer(&row[API_TID]);
	int64_t correlation = datum_integer(&row[API_CORRELATION]);
	uint32_t process, thread;
	bool is_kernel = false;

	if (correlation < 0 || correlation > UINT32_MAX || !find_process(reader, tid, &process) ||
		nsys_is_null(&row[API_TID]) || nsys_is_null(&row[API_CORRELATION]))
		return false;
	for (int kind = 0; kind < OP_KINDS; kind++) {
		uint32_t op = launches_find(
			&reader->launches, (enum op_kind)kind, process, (uint32_t)correlation);

		if (op == TRACE_NONE)
			continue;
		is_kernel |= kind == OP_KERNEL;
		thread = nsys_thread_of(reader, tid);
		set_launch(reader, op, thread, row);
	}
	return is_kernel;
}

static void read_api_call(void *context, const struct datum *row)
{
	struct nsys_reader *reader = context;
	bool is_kernel = set_launches(reader, row);

	if ((reader->want & WANT_API_WAITS) != 0 &&
		!(is_kernel && (reader->want & WANT_API_CALLS) == WANT_API_WAITS))
		keep_api_call(reader, row);
	nsys_count_row(reader);
}

bool nsys_read_launches(struct nsys_reader *reader, struct err *err)
{
	static const struct database_column columns[API_COLUMNS] = {
		[API_START] = { "start", true, NULL },
		[API_END] = { "end", true, NULL },
		[API_TID] = { "globalTid", true, NULL },
		[API_CORRELATION] = { "correlationId", true, NULL },
		[API_NAME] = { "nameId", false, NULL },
	};
	const bool names = (reader->want & (WANT_API_WAITS | WANT_DETAILS)) != 0;
	struct trace *trace = reader->trace;
	bool ok;

	launches_init(&reader->launches, trace);
	ok = rows_each(reader->db, "CUPTI_ACTIVITY_KIND_RUNTIME", columns,
		names ? API_COLUMNS : API_NAME, read_api_call, reader, err);
	launches_share(&reader->launches, trace);
	launches_release(&reader->launches);
	for (size_t i = 0; i < trace->op_count; i++)
		trace->odd.ops_without_launch += trace->ops[i].thread == TRACE_NONE;
	return ok;
}
