#include "stats/parts/styles.h"
#include "stats/sql/table.h"

/* Calls of the CUDA runtime and driver. */
enum {
	CALL_ID,
	CALL_NAME,
	CALL_START,
	CALL_END,
	CALL_NS,
	CALL_CORRELATION,
	CALL_PID,
	CALL_TID,
	CALL_NAME_ID,
	CALL_THREAD,
};

static const struct sql_column columns[] = {
	[CALL_ID] = { "id", SQL_INTEGER, false, 0 },
	[CALL_NAME] = { "name", SQL_OTHER, false, 0 },
	[CALL_START] = { "start", SQL_INTEGER, false, 0 },
	[CALL_END] = { "end", SQL_INTEGER, false, 0 },
	[CALL_NS] = { "ns", SQL_INTEGER, false, 0 },
	[CALL_CORRELATION] = { "correlation", SQL_INTEGER, false, 0 },
	[CALL_PID] = { "pid", SQL_INTEGER, false, 0 },
	[CALL_TID] = { "tid", SQL_INTEGER, false, 0 },
	[CALL_NAME_ID] = { "name_id", SQL_INTEGER, true, 0 },
	[CALL_THREAD] = { "thread", SQL_INTEGER, true, 0 },
};

static size_t count_calls(const struct sql_model *model)
{
	return model->trace->api_count;
}

static int64_t call_value(const struct sql_model *model, size_t row, int column)
{
	const struct trace *trace = model->trace;
	const struct api_call *call = &trace->api_calls[row];

	switch (column) {
	case CALL_ID:
		return (int64_t)row + 1;
	case CALL_START:
		return call->start;
	case CALL_END:
		return call->end;
	case CALL_NS:
		return ns_between(call->start, call->end);
	case CALL_CORRELATION:
		return call->correlation;
	case CALL_PID:
		return thread_pid(trace->threads.keys[call->thread]);
	case CALL_TID:
		return thread_tid(trace->threads.keys[call->thread]);
	case CALL_THREAD:
		return call->thread;
	default:
		return call->name != NAME_NONE ? call->name : SQL_NULL;
	}
}

static void put_call(const struct sql_model *model, size_t row, int column, sqlite3_context *to)
{
	(void)column;
	sql_put_call(to, model->trace->names, model->trace->api_calls[row].name);
}

const struct sql_table sql_table_api = {
	.name = "api",
	.columns = columns,
	.column_count = sizeof(columns) / sizeof(*columns),
	.want = WANT_API_CALLS,
	.count = count_calls,
	.value = call_value,
	.put = put_call,
};
