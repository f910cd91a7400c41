#include "stats/measures/styles.h"
#include "stats/sql/table.h"

/* Calls of the CUDA runtime and driver. */
#define COLUMNS(SHOWN, HIDDEN)                                                                  \
	SHOWN(ID, "id", INTEGER, 0, (int64_t)row + 1)                                           \
	SHOWN(NAME, "name", OTHER, 0, sql_name_value(call->name))                               \
	SHOWN(START, "start", INTEGER, 0, call->start)                                          \
	SHOWN(FINISH, "end", INTEGER, 0, call->end)                                             \
	SHOWN(NS, "ns", INTEGER, 0, ns_between(call->start, call->end))                         \
	SHOWN(CORRELATION, "correlation", INTEGER, 0, call->correlation)                        \
	SHOWN(PID, "pid", INTEGER, 0, thread_pid(trace->threads.keys[call->thread]))            \
	SHOWN(TID, "tid", INTEGER, 0, thread_tid(trace->threads.keys[call->thread]))            \
	SHOWN(THREAD_NAME, "thread_name", NAME, WANT_LABELS,                                    \
		trace->thread_names != NULL ? sql_name_value(trace->thread_names[call->thread]) \
					    : SQL_NULL)                                         \
	HIDDEN(NAME_ID, "name_id", INTEGER, 0, sql_name_value(call->name))                      \
	HIDDEN(THREAD, "thread", INTEGER, 0, call->thread)                                      \
	HIDDEN(CALL_NAME_ID, "call_name_id", INTEGER, 0, sql_call_id(model, call->name))

SQL_COLUMNS(COLUMNS, columns)

static size_t count_calls(const struct sql_model *model)
{
	return model->trace->api_count;
}

static int64_t call_value(const struct sql_model *model, size_t row, int column)
{
	const struct trace *trace = model->trace;
	const struct api_call *call = &trace->api_calls[row];

	SQL_VALUE(COLUMNS);
}

static void put_call(const struct sql_model *model, size_t row, int column, sqlite3_context *to)
{
	(void)column;
	sql_put_call(to, model->trace->names, model->trace->api_calls[row].name);
}

const struct sql_table sql_table_api = {
	.name = "api",
	.columns = columns,
	.column_count = ARRAY_SIZE(columns),
	.want = WANT_API_CALLS,
	.count = count_calls,
	.value = call_value,
	.put = put_call,
};
