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
	CALL_THREAD_NAME,
	CALL_CALL_NAME_ID,
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
	[CALL_THREAD_NAME] = { "thread_name", SQL_NAME, false, WANT_LABELS },
	[CALL_CALL_NAME_ID] = { "call_name_id", SQL_INTEGER, true, 0 },
};

static size_t count_calls(const struct sql_model *model)
{
	return model->trace->api_count;
}

static bool begin_calls(struct sql_model *model, uint64_t used, struct err *err)
{
	(void)err;
	if ((used & SQL_BIT(CALL_CALL_NAME_ID)) != 0)
		sql_model_name_calls(model);
	return true;
}

static int64_t name_value(uint32_t name)
{
	return name != NAME_NONE ? name : SQL_NULL;
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
	case CALL_THREAD_NAME:
		return trace->thread_names != NULL ? name_value(trace->thread_names[call->thread])
						   : SQL_NULL;
	case CALL_CALL_NAME_ID:
		return call->name != NAME_NONE ? model->call_names[call->name] : SQL_NULL;
	default:
		return name_value(call->name);
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
	.begin = begin_calls,
	.count = count_calls,
	.value = call_value,
	.put = put_call,
};
