#include "stats/measures/styles.h"
#include "stats/sql/table.h"

/* When devices were busy: each stretch in which a device ran something for a process. */
#define IDLE(value) (was_idle ? (int64_t)(value) : SQL_NULL)

#define COLUMNS(SHOWN, HIDDEN)                                                                 \
	SHOWN(WHAT, "what", OTHER, 0, what)                                                    \
	SHOWN(START, "start", INTEGER, 0, span->start)                                         \
	SHOWN(FINISH, "end", INTEGER, 0, span->end)                                            \
	SHOWN(NS, "ns", INTEGER, 0, ns_between(span->start, span->end))                        \
	SHOWN(PID, "pid", INTEGER, 0, thread_pid(model->trace->processes.keys[span->process])) \
	SHOWN(DEVICE, "device", INTEGER, 0, span->device)                                      \
	SHOWN(IDLE_START, "idle_start", INTEGER, 0, IDLE(span[-1].end))                        \
	SHOWN(IDLE_NS, "idle_ns", INTEGER, 0, IDLE(ns_between(span[-1].end, span->start)))     \
	SHOWN(IDLE_CONTEXT, "idle_context", INTEGER, 0, IDLE(context_of(model, &span[-1])))    \
	HIDDEN(WHAT_ID, "what_id", INTEGER, 0, what)                                           \
	HIDDEN(PROCESS, "process", INTEGER, 0, span->process)

SQL_COLUMNS(COLUMNS, columns)

static bool begin_spans(struct sql_model *model, uint64_t used, struct err *err)
{
	(void)err;
	for (int i = 0; (used & SQL_LOOKS_UP) == 0 && i < SQL_BUSY; i++)
		sql_model_be_busy(model, (enum sql_busy)i);
	return true;
}

/* Rows keep their places: sets that are asked for later are behind those that there are. */
static size_t count_spans(const struct sql_model *model)
{
	size_t count = 0;

	for (size_t i = 0; i < model->busy_count; i++)
		count += model->busy[model->busy_made[i]].count;
	return count;
}

/* Of what a row is, and which of its spans. */
static enum sql_busy find_set(const struct sql_model *model, size_t *row)
{
	const enum sql_busy *what = model->busy_made;

	for (; *row >= model->busy[*what].count; what++)
		*row -= model->busy[*what].count;
	return *what;
}

static int64_t context_of(const struct sql_model *model, const struct busy_span *span)
{
	return model->trace->streams[model->trace->ops[span->last_op].stream].context;
}

static int64_t span_value(const struct sql_model *model, size_t row, int column)
{
	enum sql_busy what = find_set(model, &row);
	const struct busy_span *span = &model->busy[what].spans[row];
	/* the device ran something before, and then nothing */
	const bool was_idle =
		row > 0 && span[-1].process == span->process && span[-1].device == span->device;

	SQL_VALUE(COLUMNS);
}

static void put_span(const struct sql_model *model, size_t row, int column, sqlite3_context *to)
{
	static const char *const words[] = SQL_BUSY_WORDS;

	(void)column;
	sqlite3_result_text(to, words[find_set(model, &row)], -1, SQLITE_STATIC);
}

static void find_spans(
	struct sql_model *model, int column, int64_t value, size_t *first, size_t *end)
{
	(void)column;
	*first = *end = 0;
	if (value < 0 || value >= SQL_BUSY)
		return;
	sql_model_be_busy(model, (enum sql_busy)value);
	for (const enum sql_busy *what = model->busy_made; *what != (enum sql_busy)value; what++)
		*first += model->busy[*what].count;
	*end = *first + model->busy[value].count;
}

const struct sql_table sql_table_busy = {
	.name = "busy",
	.columns = columns,
	.column_count = ARRAY_SIZE(columns),
	.want = WANT_OTHER_OPS | WANT_STREAMS,
	.begin = begin_spans,
	.count = count_spans,
	.value = span_value,
	.put = put_span,
	.found = SQL_BIT(WHAT_ID),
	.find = find_spans,
};
