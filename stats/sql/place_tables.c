#include <string.h>

#include "base/opt.h"
#include "stats/measures/styles.h"
#include "stats/sql/table.h"

/* Where things ran: threads, devices, streams. */

/* --- threads ---------------------------------------------------------------------------- */

#define THREAD_COLUMNS(SHOWN, HIDDEN)                                              \
	SHOWN(THREAD_PID, "pid", INTEGER, 0, thread_pid(trace->threads.keys[row])) \
	SHOWN(THREAD_TID, "tid", INTEGER, 0, thread_tid(trace->threads.keys[row])) \
	SHOWN(THREAD_NAME, "name", NAME, WANT_LABELS, sql_name_value(name))        \
	HIDDEN(THREAD_INDEX, "thread", INTEGER, 0, (int64_t)row)

SQL_COLUMNS(THREAD_COLUMNS, thread_columns)

static size_t count_threads(const struct sql_model *model)
{
	return model->trace->threads.count;
}

static int64_t thread_value(const struct sql_model *model, size_t row, int column)
{
	const struct trace *trace = model->trace;
	uint32_t name = trace->thread_names != NULL ? trace->thread_names[row] : NAME_NONE;

	SQL_VALUE(THREAD_COLUMNS);
}

static void find_thread(
	struct sql_model *model, int column, int64_t value, size_t *first, size_t *end)
{
	bool is_one = value >= 0 && (uint64_t)value < model->trace->threads.count;

	(void)column;
	*first = is_one ? (size_t)value : 0;
	*end = is_one ? *first + 1 : 0;
}

const struct sql_table sql_table_thread = {
	.name = "thread",
	.columns = thread_columns,
	.column_count = ARRAY_SIZE(thread_columns),
	.count = count_threads,
	.value = thread_value,
	.found = SQL_BIT(THREAD_INDEX),
	.find = find_thread,
};

/* --- processes -------------------------------------------------------------------------- */

#define PROCESS_COLUMNS(SHOWN, HIDDEN)                                                       \
	SHOWN(PROCESS_PID, "pid", INTEGER, 0, thread_pid(model->trace->processes.keys[row])) \
	SHOWN(PROCESS_RANK, "rank", INTEGER, WANT_RANKS, rank_value(model->trace, row))      \
	HIDDEN(PROCESS_ZERO, "zero", INTEGER, 0, model->trace->began)                        \
	HIDDEN(PROCESS_INDEX, "process", INTEGER, 0, (int64_t)row)

SQL_COLUMNS(PROCESS_COLUMNS, process_columns)

static size_t count_processes(const struct sql_model *model)
{
	return model->trace->processes.count;
}

/* The number of "rank 3". */
static int64_t rank_value(const struct trace *trace, size_t process)
{
	static const char prefix[] = "rank ";
	uint32_t name = trace->process_ranks != NULL ? trace->process_ranks[process] : NAME_NONE;
	uint64_t rank;

	if (!trace->has_many_ranks && name == NAME_NONE)
		name = trace->rank;

	if (name == NAME_NONE ||
		strncmp(trace->names->list[name].text, prefix, strlen(prefix)) != 0 ||
		!opt_parse_uint(trace->names->list[name].text + strlen(prefix), &rank) ||
		rank > INT64_MAX)
		return SQL_NULL;
	return (int64_t)rank;
}

static int64_t process_value(const struct sql_model *model, size_t row, int column)
{
	SQL_VALUE(PROCESS_COLUMNS);
}

const struct sql_table sql_table_process = {
	.name = "process",
	.columns = process_columns,
	.column_count = ARRAY_SIZE(process_columns),
	.count = count_processes,
	.value = process_value,
};

/* --- devices ---------------------------------------------------------------------------- */

#define DEVICE_COLUMNS(SHOWN, HIDDEN)                      \
	SHOWN(DEVICE_ID, "device", INTEGER, 0, device->id) \
	SHOWN(DEVICE_NAME, "name", NAME, 0, sql_name_value(device->name))

SQL_COLUMNS(DEVICE_COLUMNS, device_columns)

static size_t count_devices(const struct sql_model *model)
{
	return model->trace->device_count;
}

static int64_t device_value(const struct sql_model *model, size_t row, int column)
{
	const struct device *device = &model->trace->devices[row];

	SQL_VALUE(DEVICE_COLUMNS);
}

const struct sql_table sql_table_device = {
	.name = "device",
	.columns = device_columns,
	.column_count = ARRAY_SIZE(device_columns),
	.want = WANT_LABELS,
	.count = count_devices,
	.value = device_value,
};

/* --- streams ---------------------------------------------------------------------------- */

#define STREAM_COLUMNS(SHOWN, HIDDEN)                                      \
	SHOWN(STREAM_PID, "pid", INTEGER, 0,                               \
		thread_pid(model->trace->processes.keys[stream->process])) \
	SHOWN(STREAM_DEVICE, "device", INTEGER, 0, stream->device)         \
	SHOWN(STREAM_CONTEXT, "context", INTEGER, 0, stream->context)      \
	SHOWN(STREAM_ID, "stream", INTEGER, 0, stream->id)                 \
	HIDDEN(STREAM_INDEX, "queue", INTEGER, 0, (int64_t)row)

SQL_COLUMNS(STREAM_COLUMNS, stream_columns)

static size_t count_streams(const struct sql_model *model)
{
	return model->trace->stream_ids.count;
}

static int64_t stream_value(const struct sql_model *model, size_t row, int column)
{
	const struct stream *stream = &model->trace->streams[row];

	SQL_VALUE(STREAM_COLUMNS);
}

const struct sql_table sql_table_stream = {
	.name = "stream",
	.columns = stream_columns,
	.column_count = ARRAY_SIZE(stream_columns),
	.want = WANT_STREAMS,
	.count = count_streams,
	.value = stream_value,
};
