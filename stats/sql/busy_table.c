#include "stats/measures/styles.h"
#include "stats/sql/table.h"

/* When devices were busy: each stretch in which a device ran something for a process. */
static const char *const words[] = SQL_BUSY_WORDS;

#define SPAN (*span_of(model, row))
#define IDLE(value) (was_idle(model, row) ? (int64_t)(value) : SQL_NULL)

#define COLUMNS(SHOWN, HIDDEN)                                                               \
	SHOWN(WHAT, "what", WORDS(words), 0, find_set(model, &row))                          \
	SHOWN(START, "start", INTEGER, 0, SPAN.start)                                        \
	SHOWN(FINISH, "end", INTEGER, 0, SPAN.end)                                           \
	SHOWN(NS, "ns", INTEGER, 0, ns_between(SPAN.start, SPAN.end))                        \
	SHOWN(PID, "pid", INTEGER, 0, thread_pid(trace->processes.keys[SPAN.process]))       \
	SHOWN(DEVICE, "device", INTEGER, 0, SPAN.device)                                     \
	SHOWN(IDLE_START, "idle_start", INTEGER, 0, IDLE((&SPAN)[-1].end))                   \
	SHOWN(IDLE_NS, "idle_ns", INTEGER, 0, IDLE(ns_between((&SPAN)[-1].end, SPAN.start))) \
	SHOWN(IDLE_CONTEXT, "idle_context", INTEGER, 0, IDLE(context_of(model, &SPAN - 1)))  \
	HIDDEN(WHAT_ID, "what_id", INTEGER, 0, find_set(model, &row))                        \
	HIDDEN(PROCESS, "process", INTEGER, 0, SPAN.process)

SQL_COLUMNS(COLUMNS, columns)

static bool begin_spans(struct sql_model *model, uint64_t used, UNUSED struct err *err)
{
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

static const struct busy_span *span_of(const struct sql_model *model, size_t row)
{
	enum sql_busy what = find_set(model, &row);

	return &model->busy[what].spans[row];
}

/* Whether the device ran something before, and then nothing. */
static bool was_idle(const struct sql_model *model, size_t row)
{
	const struct busy_span *span = span_of(model, row);

	return span > model->busy[find_set(model, &row)].spans &&
	       span[-1].process == span->process && span[-1].device == span->device;
}

static void find_spans(
	struct sql_model *model, UNUSED int column, int64_t value, size_t *first, size_t *end)
{
	*first = *end = 0;
	if (value < 0 || value >= SQL_BUSY)
		return;
	sql_model_be_busy(model, (enum sql_busy)value);
	for (const enum sql_busy *what = model->busy_made; *what != (enum sql_busy)value; what++)
		*first += model->busy[*what].count;
	*end = *first + model->busy[value].count;
}

SQL_TABLE(busy, COLUMNS, columns, count_spans(model), .want = WANT_OTHER_OPS | WANT_STREAMS,
	.begin = begin_spans, .found = SQL_BIT(WHAT_ID), .find = find_spans);
