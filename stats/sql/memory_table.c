#include "stats/measures/styles.h"
#include "stats/sql/table.h"

/* Memory in use: how much from one time to the next, by process, device and kind. */
#define COLUMNS(SHOWN, HIDDEN)                                                            \
	SHOWN(ID, "id", INTEGER, 0, (int64_t)row + 1)                                     \
	SHOWN(START, "start", INTEGER, 0, sample->start)                                  \
	SHOWN(FINISH, "end", INTEGER, 0, sample->end)                                     \
	SHOWN(BYTES, "bytes", OTHER, 0, (int64_t)sample->value)                           \
	SHOWN(PID, "pid", INTEGER, 0, thread_pid(trace->processes.keys[series->process])) \
	SHOWN(PLACE, "place", NAME, 0, series->device_name)                               \
	SHOWN(NAME, "name", NAME, 0, series->name)                                        \
	SHOWN(TID, "tid", INTEGER, WANT_API_CALLS,                                        \
		is_call ? thread_tid(trace->threads.keys[sample->thread]) : SQL_NULL)     \
	SHOWN(DEVICE, "device", INTEGER, 0,                                               \
		(int64_t)series->device >= 0 ? (int64_t)series->device : SQL_NULL)        \
	HIDDEN(SERIES, "series", INTEGER, 0, sample->series)                              \
	HIDDEN(PROCESS, "process", INTEGER, 0, series->process)                           \
	HIDDEN(THREAD, "thread", INTEGER, WANT_API_CALLS, is_call ? sample->thread : SQL_NULL)

SQL_COLUMNS(COLUMNS, columns)

static size_t count_samples(const struct sql_model *model)
{
	return model->trace->sample_count;
}

static int64_t sample_value(const struct sql_model *model, size_t row, int column)
{
	const struct trace *trace = model->trace;
	const struct metric_sample *sample = &trace->samples[row];
	const struct metric_series *series = &trace->metrics[sample->series];
	const bool is_call = sample->thread != TRACE_NONE;

	SQL_VALUE(COLUMNS);
}

static void put_bytes(const struct sql_model *model, size_t row, int column, sqlite3_context *to)
{
	(void)column;
	sqlite3_result_double(to, model->trace->samples[row].value);
}

const struct sql_table sql_table_memory = {
	.name = "memory",
	.columns = columns,
	.column_count = ARRAY_SIZE(columns),
	.want = WANT_MEMORY,
	.count = count_samples,
	.value = sample_value,
	.put = put_bytes,
};
