#include "stats/measures/styles.h"
#include "stats/sql/table.h"

/* Where things ran: threads, processes, devices, streams. */

/* --- threads ---------------------------------------------------------------------------- */

#define NAME_OF_THREAD (trace->thread_names != NULL ? trace->thread_names[row] : NAME_NONE)

#define THREAD_COLUMNS(SHOWN, HIDDEN)                                                 \
	SHOWN(THREAD_PID, "pid", INTEGER, 0, thread_pid(trace->threads.keys[row]))    \
	SHOWN(THREAD_TID, "tid", INTEGER, 0, thread_tid(trace->threads.keys[row]))    \
	SHOWN(THREAD_NAME, "name", NAME, WANT_LABELS, sql_name_value(NAME_OF_THREAD)) \
	HIDDEN(THREAD_INDEX, "thread", INTEGER, 0, (int64_t)row)

SQL_COLUMNS(THREAD_COLUMNS, thread_columns)

static void find_thread(
	struct sql_model *model, UNUSED int column, int64_t value, size_t *first, size_t *end)
{
	bool is_one = value >= 0 && (uint64_t)value < model->trace->threads.count;

	*first = is_one ? (size_t)value : 0;
	*end = is_one ? *first + 1 : 0;
}

SQL_TABLE(thread, THREAD_COLUMNS, thread_columns, trace->threads.count,
	.found = SQL_BIT(THREAD_INDEX), .find = find_thread);

/* --- processes -------------------------------------------------------------------------- */

#define PROCESS_COLUMNS(SHOWN, HIDDEN)                                                \
	SHOWN(PROCESS_PID, "pid", INTEGER, 0, thread_pid(trace->processes.keys[row])) \
	SHOWN(PROCESS_RANK, "rank", INTEGER, WANT_RANKS, rank_value(trace, row))      \
	HIDDEN(PROCESS_INDEX, "process", INTEGER, 0, (int64_t)row)

SQL_COLUMNS(PROCESS_COLUMNS, process_columns)

static int64_t rank_value(const struct trace *trace, size_t process)
{
	uint32_t name = trace->process_ranks != NULL ? trace->process_ranks[process] : NAME_NONE;
	uint64_t rank;

	if (!trace->has_many_ranks && name == NAME_NONE)
		name = trace->rank;
	return name != NAME_NONE && rank_number(trace->names->list[name].text, &rank) &&
			       rank <= INT64_MAX
		       ? (int64_t)rank
		       : SQL_NULL;
}

SQL_TABLE(process, PROCESS_COLUMNS, process_columns, trace->processes.count, .want = 0);

/* --- devices ---------------------------------------------------------------------------- */

#define DEVICE_COLUMNS(SHOWN, HIDDEN)                                  \
	SHOWN(DEVICE_ID, "device", INTEGER, 0, trace->devices[row].id) \
	SHOWN(DEVICE_NAME, "name", NAME, 0, sql_name_value(trace->devices[row].name))

SQL_COLUMNS(DEVICE_COLUMNS, device_columns)

SQL_TABLE(device, DEVICE_COLUMNS, device_columns, trace->device_count, .want = WANT_LABELS);

/* --- streams ---------------------------------------------------------------------------- */

#define STREAM trace->streams[row]

#define STREAM_COLUMNS(SHOWN, HIDDEN)                                                           \
	SHOWN(STREAM_PID, "pid", INTEGER, 0, thread_pid(trace->processes.keys[STREAM.process])) \
	SHOWN(STREAM_DEVICE, "device", INTEGER, 0, STREAM.device)                               \
	SHOWN(STREAM_CONTEXT, "context", INTEGER, 0, STREAM.context)                            \
	SHOWN(STREAM_ID, "stream", INTEGER, 0, STREAM.id)                                       \
	HIDDEN(STREAM_INDEX, "queue", INTEGER, 0, (int64_t)row)

SQL_COLUMNS(STREAM_COLUMNS, stream_columns)

SQL_TABLE(stream, STREAM_COLUMNS, stream_columns, trace->stream_ids.count, .want = WANT_STREAMS);
