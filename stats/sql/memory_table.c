#include "stats/parts/styles.h"
#include "stats/sql/table.h"

/* Memory in use: how much from one time to the next, by process, device and kind. */
enum {
	MEMORY_ID,
	MEMORY_START,
	MEMORY_FINISH,
	MEMORY_BYTES,
	MEMORY_PID,
	MEMORY_PLACE,
	MEMORY_NAME,
	MEMORY_TID,
	MEMORY_NUMBER,
	MEMORY_SERIES,
	MEMORY_PROCESS,
	MEMORY_THREAD,
};

static const struct sql_column columns[] = {
	[MEMORY_ID] = { "id", SQL_INTEGER, false, 0 },
	[MEMORY_START] = { "start", SQL_INTEGER, false, 0 },
	[MEMORY_FINISH] = { "end", SQL_INTEGER, false, 0 },
	[MEMORY_BYTES] = { "bytes", SQL_OTHER, false, 0 },
	[MEMORY_PID] = { "pid", SQL_INTEGER, false, 0 },
	[MEMORY_PLACE] = { "place", SQL_NAME, false, 0 },
	[MEMORY_NAME] = { "name", SQL_NAME, false, 0 },
	[MEMORY_TID] = { "tid", SQL_INTEGER, false, WANT_API_CALLS },
	[MEMORY_NUMBER] = { "device", SQL_INTEGER, false, 0 },
	[MEMORY_SERIES] = { "series", SQL_INTEGER, true, 0 },
	[MEMORY_PROCESS] = { "process", SQL_INTEGER, true, 0 },
	[MEMORY_THREAD] = { "thread", SQL_INTEGER, true, WANT_API_CALLS },
};

static size_t count_samples(const struct sql_model *model)
{
	return model->trace->sample_count;
}

static int64_t sample_value(const struct sql_model *model, size_t row, int column)
{
	const struct trace *trace = model->trace;
	const struct metric_sample *sample = &trace->samples[row];
	const struct metric_series *series = &trace->metrics[sample->series];

	switch (column) {
	case MEMORY_ID:
		return (int64_t)row + 1;
	case MEMORY_START:
		return sample->start;
	case MEMORY_FINISH:
		return sample->end;
	case MEMORY_BYTES:
		return (int64_t)sample->value;
	case MEMORY_PID:
		return thread_pid(trace->processes.keys[series->process]);
	case MEMORY_PLACE:
		return series->device_name;
	case MEMORY_NAME:
		return series->name;
	case MEMORY_TID:
		return sample->thread != TRACE_NONE
			       ? (int64_t)thread_tid(trace->threads.keys[sample->thread])
			       : SQL_NULL;
	case MEMORY_NUMBER:
		return (int64_t)series->device >= 0 ? (int64_t)series->device : SQL_NULL;
	case MEMORY_SERIES:
		return sample->series;
	case MEMORY_PROCESS:
		return series->process;
	default:
		return sample->thread != TRACE_NONE ? sample->thread : SQL_NULL;
	}
}

static void put_bytes(const struct sql_model *model, size_t row, int column, sqlite3_context *to)
{
	(void)column;
	sqlite3_result_double(to, model->trace->samples[row].value);
}

const struct sql_table sql_table_memory = {
	.name = "memory",
	.columns = columns,
	.column_count = sizeof(columns) / sizeof(*columns),
	.want = WANT_MEMORY,
	.count = count_samples,
	.value = sample_value,
	.put = put_bytes,
};
