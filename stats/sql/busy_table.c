#include "stats/parts/styles.h"
#include "stats/sql/table.h"

/* When devices were busy: each stretch in which a device ran something for a process. */
enum {
	SPAN_WHAT,
	SPAN_START,
	SPAN_FINISH,
	SPAN_NS,
	SPAN_PID,
	SPAN_DEVICE,
	SPAN_IDLE_START,
	SPAN_IDLE,
	SPAN_IDLE_CONTEXT,
	SPAN_WHAT_ID,
	SPAN_PROCESS,
};

static const struct sql_column columns[] = {
	[SPAN_WHAT] = { "what", SQL_OTHER, false, 0 },
	[SPAN_START] = { "start", SQL_INTEGER, false, 0 },
	[SPAN_FINISH] = { "end", SQL_INTEGER, false, 0 },
	[SPAN_NS] = { "ns", SQL_INTEGER, false, 0 },
	[SPAN_PID] = { "pid", SQL_INTEGER, false, 0 },
	[SPAN_DEVICE] = { "device", SQL_INTEGER, false, 0 },
	[SPAN_IDLE_START] = { "idle_start", SQL_INTEGER, false, 0 },
	[SPAN_IDLE] = { "idle_ns", SQL_INTEGER, false, 0 },
	[SPAN_IDLE_CONTEXT] = { "idle_context", SQL_INTEGER, false, 0 },
	[SPAN_WHAT_ID] = { "what_id", SQL_INTEGER, true, 0 },
	[SPAN_PROCESS] = { "process", SQL_INTEGER, true, 0 },
};

static bool begin_spans(struct sql_model *model, uint64_t used, struct err *err)
{
	(void)used;
	(void)err;
	sql_model_be_busy(model);
	return true;
}

static size_t count_until(const struct sql_model *model, int64_t what)
{
	size_t count = 0;

	for (int64_t i = 0; i < what; i++)
		count += model->busy[i].count;
	return count;
}

static size_t count_spans(const struct sql_model *model)
{
	return count_until(model, SQL_BUSY);
}

/* Of what a row is, and which of its spans. */
static int find_set(const struct sql_model *model, size_t *row)
{
	int what = 0;

	for (; *row >= model->busy[what].count; what++)
		*row -= model->busy[what].count;
	return what;
}

/* Of the device's time before a span, in which it ran nothing; SQL_NULL before the first. */
static int64_t idle_value(const struct sql_model *model, const struct busy_span *span, int column)
{
	const struct op *last;

	if (span[-1].process != span->process || span[-1].device != span->device)
		return SQL_NULL;
	last = &model->trace->ops[span[-1].last_op];
	return column == SPAN_IDLE_START ? span[-1].end
	       : column == SPAN_IDLE     ? ns_between(span[-1].end, span->start)
					 : model->trace->streams[last->stream].context;
}

static int64_t span_value(const struct sql_model *model, size_t row, int column)
{
	int what = find_set(model, &row);
	const struct busy_span *span = &model->busy[what].spans[row];

	switch (column) {
	case SPAN_START:
		return span->start;
	case SPAN_FINISH:
		return span->end;
	case SPAN_NS:
		return ns_between(span->start, span->end);
	case SPAN_PID:
		return thread_pid(model->trace->processes.keys[span->process]);
	case SPAN_DEVICE:
		return span->device;
	case SPAN_WHAT_ID:
	case SPAN_WHAT:
		return what;
	case SPAN_PROCESS:
		return span->process;
	default:
		return row > 0 ? idle_value(model, span, column) : SQL_NULL;
	}
}

static void put_span(const struct sql_model *model, size_t row, int column, sqlite3_context *to)
{
	static const char *const words[] = SQL_BUSY_WORDS;

	(void)column;
	sqlite3_result_text(to, words[find_set(model, &row)], -1, SQLITE_STATIC);
}

static void find_spans(
	const struct sql_model *model, int column, int64_t value, size_t *first, size_t *end)
{
	bool is_one = value >= 0 && value < SQL_BUSY;

	(void)column;
	*first = is_one ? count_until(model, value) : 0;
	*end = is_one ? *first + model->busy[value].count : 0;
}

const struct sql_table sql_table_busy = {
	.name = "busy",
	.columns = columns,
	.column_count = sizeof(columns) / sizeof(*columns),
	.want = WANT_OTHER_OPS | WANT_STREAMS,
	.begin = begin_spans,
	.count = count_spans,
	.value = span_value,
	.put = put_span,
	.found = SQL_BIT(SPAN_WHAT_ID),
	.find = find_spans,
};
