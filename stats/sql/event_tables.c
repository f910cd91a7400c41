#include "stats/measures/styles.h"
#include "stats/sql/table.h"

/* --- calls of the CUDA runtime and driver ------------------------------------------------- */

#define CALL trace->api_calls[row]
#define CALL_THREAD trace->threads.keys[CALL.thread]

#define CALL_COLUMNS(SHOWN, HIDDEN)                                                           \
	SHOWN(ID, "id", INTEGER, 0, (int64_t)row + 1)                                         \
	SHOWN(NAME, "name", CALL, 0, sql_name_value(CALL.name))                               \
	SHOWN(START, "start", INTEGER, 0, CALL.start)                                         \
	SHOWN(FINISH, "end", INTEGER, 0, CALL.end)                                            \
	SHOWN(NS, "ns", INTEGER, 0, ns_between(CALL.start, CALL.end))                         \
	SHOWN(CORRELATION, "correlation", INTEGER, 0, CALL.correlation)                       \
	SHOWN(PID, "pid", INTEGER, 0, thread_pid(CALL_THREAD))                                \
	SHOWN(TID, "tid", INTEGER, 0, thread_tid(CALL_THREAD))                                \
	SHOWN(THREAD_NAME, "thread_name", NAME, WANT_LABELS,                                  \
		sql_name_value(trace->thread_names != NULL ? trace->thread_names[CALL.thread] \
							   : NAME_NONE))                      \
	HIDDEN(AT, "at", INTEGER, 0, sql_clock(trace, CALL.start))                            \
	HIDDEN(NAME_ID, "name_id", INTEGER, 0, sql_name_value(CALL.name))                     \
	HIDDEN(THREAD, "thread", INTEGER, 0, CALL.thread)                                     \
	HIDDEN(CALL_NAME_ID, "call_name_id", INTEGER, 0, sql_call_id(model, CALL.name))

SQL_COLUMNS(CALL_COLUMNS, call_columns)

SQL_TABLE(api, CALL_COLUMNS, call_columns, trace->api_count, .want = WANT_API_CALLS);

/* --- memory in use: how much from one time to the next, by process, device and kind ------- */

#define SAMPLE trace->samples[row]
#define SERIES trace->metrics[SAMPLE.series]
#define OF_CALL(value) (SAMPLE.thread != TRACE_NONE ? (int64_t)(value) : SQL_NULL)

#define MEMORY_COLUMNS(SHOWN, HIDDEN)                                                           \
	SHOWN(SAMPLE_ID, "id", INTEGER, 0, (int64_t)row + 1)                                    \
	SHOWN(SAMPLE_START, "start", INTEGER, 0, SAMPLE.start)                                  \
	SHOWN(SAMPLE_FINISH, "end", INTEGER, 0, SAMPLE.end)                                     \
	SHOWN(SAMPLE_BYTES, "bytes", OTHER, 0, 0)                                               \
	SHOWN(SAMPLE_PID, "pid", INTEGER, 0, thread_pid(trace->processes.keys[SERIES.process])) \
	SHOWN(SAMPLE_PLACE, "place", NAME, 0, SERIES.device_name)                               \
	SHOWN(SAMPLE_NAME, "name", NAME, 0, SERIES.name)                                        \
	SHOWN(SAMPLE_TID, "tid", INTEGER, WANT_API_CALLS,                                       \
		OF_CALL(thread_tid(trace->threads.keys[SAMPLE.thread])))                        \
	SHOWN(SAMPLE_DEVICE, "device", INTEGER, 0,                                              \
		(int64_t)SERIES.device >= 0 ? (int64_t)SERIES.device : SQL_NULL)                \
	HIDDEN(SAMPLE_SERIES, "series", INTEGER, 0, SAMPLE.series)                              \
	HIDDEN(SAMPLE_PROCESS, "process", INTEGER, 0, SERIES.process)                           \
	HIDDEN(SAMPLE_THREAD, "thread", INTEGER, WANT_API_CALLS, OF_CALL(SAMPLE.thread))

SQL_COLUMNS(MEMORY_COLUMNS, memory_columns)

static void put_bytes(struct sql_model *model, size_t row, UNUSED int column, sqlite3_context *to)
{
	sqlite3_result_double(to, model->trace->samples[row].value);
}

SQL_TABLE(memory, MEMORY_COLUMNS, memory_columns, trace->sample_count, .want = WANT_MEMORY,
	.put = put_bytes);

/* --- the critical path, in pieces --------------------------------------------------------- */

#define PIECE trace->path[row]
/* Operations have theirs, and the others follow. */
#define PIECE_KIND \
	(PIECE.kind == PATH_GPU ? PIECE.op_kind : (int64_t)OP_KINDS + PIECE.kind - PATH_LATENCY)

static const char *const piece_kinds[] = { "kernel", "copy", "fill", "graph", "launch latency",
	"GPU wait", "call", "CPU" };

#define PATH_COLUMNS(SHOWN, HIDDEN)                                                             \
	SHOWN(PATH_KIND, "kind", WORDS(piece_kinds), 0, PIECE_KIND)                             \
	SHOWN(PATH_NAME, "name", NAME, 0, sql_name_value(PIECE.name))                           \
	SHOWN(PATH_NS, "ns", INTEGER, 0, PIECE.ns <= INT64_MAX ? (int64_t)PIECE.ns : INT64_MAX) \
	HIDDEN(PATH_KIND_ID, "kind_id", INTEGER, 0, PIECE_KIND)                                 \
	HIDDEN(PATH_NAME_ID, "name_id", INTEGER, 0, sql_name_value(PIECE.name))

SQL_COLUMNS(PATH_COLUMNS, path_columns)

SQL_TABLE(path, PATH_COLUMNS, path_columns, trace->path_count,
	.want = WANT_OTHER_OPS | WANT_RANGES | WANT_STREAMS | WANT_API_CALLS | WANT_AUTOGRAD |
		WANT_LABELS | WANT_PATH);
