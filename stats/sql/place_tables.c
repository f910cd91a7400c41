#include <string.h>

#include "base/opt.h"
#include "stats/parts/styles.h"
#include "stats/sql/table.h"

/* Where things ran: threads, devices, streams. */

/* --- threads ---------------------------------------------------------------------------- */

enum {
	THREAD_PID,
	THREAD_TID,
	THREAD_NAME,
	THREAD_INDEX,
};

static const struct sql_column thread_columns[] = {
	[THREAD_PID] = { "pid", SQL_INTEGER, false, 0 },
	[THREAD_TID] = { "tid", SQL_INTEGER, false, 0 },
	[THREAD_NAME] = { "name", SQL_NAME, false, WANT_LABELS },
	[THREAD_INDEX] = { "thread", SQL_INTEGER, true, 0 },
};

static size_t count_threads(const struct sql_model *model)
{
	return model->trace->threads.count;
}

static int64_t thread_value(const struct sql_model *model, size_t row, int column)
{
	const struct trace *trace = model->trace;
	uint32_t name = trace->thread_names != NULL ? trace->thread_names[row] : NAME_NONE;

	switch (column) {
	case THREAD_PID:
		return thread_pid(trace->threads.keys[row]);
	case THREAD_TID:
		return thread_tid(trace->threads.keys[row]);
	case THREAD_NAME:
		return name != NAME_NONE ? name : SQL_NULL;
	default:
		return (int64_t)row;
	}
}

static void find_thread(
	const struct sql_model *model, int column, int64_t value, size_t *first, size_t *end)
{
	bool is_one = value >= 0 && (uint64_t)value < model->trace->threads.count;

	(void)column;
	*first = is_one ? (size_t)value : 0;
	*end = is_one ? *first + 1 : 0;
}

const struct sql_table sql_table_thread = {
	.name = "thread",
	.columns = thread_columns,
	.column_count = sizeof(thread_columns) / sizeof(*thread_columns),
	.count = count_threads,
	.value = thread_value,
	.found = SQL_BIT(THREAD_INDEX),
	.find = find_thread,
};

/* --- processes -------------------------------------------------------------------------- */

enum {
	PROCESS_PID,
	PROCESS_RANK,
	PROCESS_INDEX,
};

static const struct sql_column process_columns[] = {
	[PROCESS_PID] = { "pid", SQL_INTEGER, false, 0 },
	[PROCESS_RANK] = { "rank", SQL_INTEGER, false, WANT_RANKS },
	[PROCESS_INDEX] = { "process", SQL_INTEGER, true, 0 },
};

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

	if (name == NAME_NONE ||
		strncmp(trace->names->list[name].text, prefix, strlen(prefix)) != 0 ||
		!opt_parse_uint(trace->names->list[name].text + strlen(prefix), &rank) ||
		rank > INT64_MAX)
		return SQL_NULL;
	return (int64_t)rank;
}

static int64_t process_value(const struct sql_model *model, size_t row, int column)
{
	switch (column) {
	case PROCESS_PID:
		return thread_pid(model->trace->processes.keys[row]);
	case PROCESS_RANK:
		return rank_value(model->trace, row);
	default:
		return (int64_t)row;
	}
}

const struct sql_table sql_table_process = {
	.name = "process",
	.columns = process_columns,
	.column_count = sizeof(process_columns) / sizeof(*process_columns),
	.count = count_processes,
	.value = process_value,
};

/* --- devices ---------------------------------------------------------------------------- */

enum {
	DEVICE_ID,
	DEVICE_NAME,
};

static const struct sql_column device_columns[] = {
	[DEVICE_ID] = { "device", SQL_INTEGER, false, 0 },
	[DEVICE_NAME] = { "name", SQL_NAME, false, 0 },
};

static size_t count_devices(const struct sql_model *model)
{
	return model->trace->device_count;
}

static int64_t device_value(const struct sql_model *model, size_t row, int column)
{
	const struct device *device = &model->trace->devices[row];

	if (column == DEVICE_ID)
		return device->id;
	return device->name != NAME_NONE ? device->name : SQL_NULL;
}

const struct sql_table sql_table_device = {
	.name = "device",
	.columns = device_columns,
	.column_count = sizeof(device_columns) / sizeof(*device_columns),
	.want = WANT_LABELS,
	.count = count_devices,
	.value = device_value,
};

/* --- streams ---------------------------------------------------------------------------- */

enum {
	STREAM_PID,
	STREAM_DEVICE,
	STREAM_CONTEXT,
	STREAM_ID,
	STREAM_INDEX,
};

static const struct sql_column stream_columns[] = {
	[STREAM_PID] = { "pid", SQL_INTEGER, false, 0 },
	[STREAM_DEVICE] = { "device", SQL_INTEGER, false, 0 },
	[STREAM_CONTEXT] = { "context", SQL_INTEGER, false, 0 },
	[STREAM_ID] = { "stream", SQL_INTEGER, false, 0 },
	[STREAM_INDEX] = { "queue", SQL_INTEGER, true, 0 },
};

static size_t count_streams(const struct sql_model *model)
{
	return model->trace->stream_ids.count;
}

static int64_t stream_value(const struct sql_model *model, size_t row, int column)
{
	const struct stream *stream = &model->trace->streams[row];

	switch (column) {
	case STREAM_PID:
		return thread_pid(model->trace->processes.keys[stream->process]);
	case STREAM_DEVICE:
		return stream->device;
	case STREAM_CONTEXT:
		return stream->context;
	case STREAM_ID:
		return stream->id;
	default:
		return (int64_t)row;
	}
}

const struct sql_table sql_table_stream = {
	.name = "stream",
	.columns = stream_columns,
	.column_count = sizeof(stream_columns) / sizeof(*stream_columns),
	.want = WANT_STREAMS,
	.count = count_streams,
	.value = stream_value,
};
