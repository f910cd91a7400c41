#include "base/text.h"
#include "stats/measures/styles.h"
#include "stats/sql/table.h"

/*
 * Stacks deeper than those of any real program are cut: a text for each level of a stack a
 * million levels deep would take a terabyte.
 */
enum { LABEL_LEVELS_MAX = 100 };

/* --- ranges ----------------------------------------------------------------------------- */

#define RANGE trace->ranges[row]
#define THREAD trace->threads.keys[RANGE.thread]
#define TREE sql_model_nest(model)
#define PUSHPOP sql_model_nest_pushpop(model)
/* On the GPU, if anything was launched in it. */
#define PROJECTED(value) (GPU.launches > 0 ? (value) : SQL_NULL)
#define GPU sql_model_project(model)[row]

#define COLUMNS(SHOWN, HIDDEN)                                                                     \
	SHOWN(ID, "id", INTEGER, 0, (int64_t)row + 1)                                              \
	SHOWN(NAME, "name", NAME, 0, sql_name_value(RANGE.name))                                   \
	SHOWN(DOMAIN_NAME, "domain", NAME, 0, domain_value(trace, row))                            \
	SHOWN(STYLE, "style", WORDS(range_styles), 0, RANGE.style)                                 \
	SHOWN(START, "start", INTEGER, 0, RANGE.start)                                             \
	SHOWN(FINISH, "end", INTEGER, 0, RANGE.end)                                                \
	SHOWN(NS, "ns", INTEGER, 0, range_ns(&RANGE))                                              \
	SHOWN(PID, "pid", INTEGER, 0, thread_pid(THREAD))                                          \
	SHOWN(TID, "tid", INTEGER, 0, thread_tid(THREAD))                                          \
	SHOWN(LEVEL, "level", INTEGER, 0, TREE->level[row])                                        \
	SHOWN(PARENT, "parent", INTEGER, 0, parent_value(TREE, row))                               \
	SHOWN(OPS, "ops", INTEGER, WANT_OTHER_OPS, GPU.launches)                                   \
	SHOWN(GPU_START, "gpu_start", INTEGER, WANT_OTHER_OPS, PROJECTED(GPU.start))               \
	SHOWN(GPU_END, "gpu_end", INTEGER, WANT_OTHER_OPS, PROJECTED(GPU.end))                     \
	SHOWN(GPU_NS, "gpu_ns", INTEGER, WANT_OTHER_OPS,                                           \
		PROJECTED(ns_between(GPU.start, GPU.end)))                                         \
	SHOWN(GPU_CHILDREN, "gpu_children", INTEGER, WANT_OTHER_OPS,                               \
		sql_model_count_families(model)[row])                                              \
	SHOWN(PAYLOAD, "payload", OTHER, WANT_PAYLOADS, 0)                                         \
	SHOWN(JSON, "json", NAME, WANT_PAYLOADS, json_value(trace, row))                           \
	SHOWN(IS_OPEN, "is_open", INTEGER, 0, RANGE.never_closed)                                  \
	SHOWN(IS_SELECTED, "is_selected", INTEGER, 0, !RANGE.out)                                  \
	SHOWN(CROSSES, "crosses", INTEGER, 0, RANGE.crosses)                                       \
	HIDDEN(AT, "at", INTEGER, 0, sql_clock(trace, RANGE.start))                                \
	HIDDEN(NAME_ID, "name_id", INTEGER, 0, sql_name_value(RANGE.name))                         \
	HIDDEN(DOMAIN_ID, "domain_name_id", INTEGER, 0, domain_value(trace, row))                  \
	HIDDEN(STYLE_ID, "style_id", INTEGER, 0, RANGE.style)                                      \
	HIDDEN(THREAD_ID, "thread", INTEGER, 0, RANGE.thread)                                      \
	HIDDEN(PATH, "path", OTHER, 0, 0)                                                          \
	HIDDEN(PUSHPOP_LEVEL, "pushpop_level", INTEGER, 0, PUSHPOP->pushpop.level[row])            \
	HIDDEN(PUSHPOP_PARENT, "pushpop_parent", INTEGER, 0, parent_value(&PUSHPOP->pushpop, row)) \
	HIDDEN(PUSHPOP_CHILDREN, "pushpop_children", INTEGER, 0, PUSHPOP->pushpop_children[row])   \
	HIDDEN(PUSHPOP_CHILD_NS, "pushpop_child_ns", INTEGER, 0, PUSHPOP->pushpop_child_ns[row])   \
	HIDDEN(PUSHPOP_PATH, "pushpop_path", OTHER, 0, 0)

SQL_COLUMNS(COLUMNS, columns)

static int64_t parent_value(const struct range_tree *tree, size_t row)
{
	return tree->parent[row] != TRACE_NONE ? (int64_t)tree->parent[row] + 1 : SQL_NULL;
}

static int64_t domain_value(const struct trace *trace, size_t row)
{
	uint32_t domain = trace->ranges[row].domain;

	return domain != TRACE_NONE ? sql_name_value(trace->domains[domain]) : SQL_NULL;
}

static int64_t json_value(const struct trace *trace, size_t row)
{
	const struct payload *payload = trace_payload(trace, (uint32_t)row);

	return payload != NULL ? sql_name_value(payload->json) : SQL_NULL;
}

static void put_payload(const struct trace *trace, size_t row, sqlite3_context *to)
{
	const struct payload *payload = trace_payload(trace, (uint32_t)row);
	char text[24];

	switch (payload != NULL ? payload->kind : PAYLOAD_NONE) {
	case PAYLOAD_SIGNED:
		sqlite3_result_int64(to, payload->number.as_signed);
		break;
	case PAYLOAD_UNSIGNED:
		if (payload->number.as_unsigned <= INT64_MAX) {
			sqlite3_result_int64(to, (int64_t)payload->number.as_unsigned);
			break;
		}
		sqlite3_snprintf(sizeof(text), text, "%llu", payload->number.as_unsigned);
		sqlite3_result_text(to, text, -1, SQLITE_TRANSIENT);
		break;
	case PAYLOAD_FLOAT:
		sqlite3_result_double(to, payload->number.as_float);
		break;
	default:
		break;
	}
}

/* ":2:3": ids, the outermost first; of deep stacks, "..." and the innermost. */
static void put_path(const struct range_tree *tree, size_t row, sqlite3_context *to)
{
	char text[LABEL_LEVELS_MAX * 12 + 3], *end = text + sizeof(text), *at = end;
	uint32_t above = (uint32_t)row;

	for (int levels = 0; above != TRACE_NONE && levels < LABEL_LEVELS_MAX; levels++) {
		at = text_put_digits(at, (uint64_t)above + 1);
		*--at = ':';
		above = tree->parent[above];
	}
	if (above != TRACE_NONE) {
		at -= 3;
		memcpy(at, "...", 3);
	}
	sqlite3_result_text(to, at, (int)(end - at), SQLITE_TRANSIENT);
}

static void put_range(struct sql_model *model, size_t row, int column, sqlite3_context *to)
{
	if (column == PAYLOAD)
		put_payload(model->trace, row, to);
	else
		put_path(column == PATH ? TREE : &PUSHPOP->pushpop, row, to);
}

static const void *place_range(const struct sql_model *model, size_t row)
{
	return &model->trace->ranges[row];
}

SQL_TABLE(range, COLUMNS, columns, trace->range_count, .want = WANT_RANGES, .place = place_range,
	.put = put_range);

/* --- ranges around operations ----------------------------------------------------------- */

#define PAIR_COLUMNS(SHOWN, HIDDEN)                                                  \
	SHOWN(PAIR_RANGE, "range", INTEGER, 0, (int64_t)model->pairs[row].range + 1) \
	SHOWN(PAIR_OP, "op", INTEGER, 0, (int64_t)model->pairs[row].op + 1)

SQL_COLUMNS(PAIR_COLUMNS, pair_columns)

SQL_TABLE(range_op, PAIR_COLUMNS, pair_columns, model->pair_count, .want = WANT_RANGES,
	.make = sql_model_pair);
