#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "stats/parts/styles.h"
#include "stats/sql/table.h"

/*
 * Stacks deeper than those of any real program are cut: a text for each level of a stack a
 * million levels deep would take a terabyte.
 */
enum { LABEL_LEVELS_MAX = 100 };

/* --- ranges ----------------------------------------------------------------------------- */

enum {
	RANGE_ID,
	RANGE_NAME,
	RANGE_DOMAIN,
	RANGE_STYLE,
	RANGE_START,
	RANGE_FINISH,
	RANGE_NS,
	RANGE_PID,
	RANGE_TID,
	RANGE_LEVEL,
	RANGE_PARENT,
	RANGE_OPS,
	RANGE_GPU_START,
	RANGE_GPU_END,
	RANGE_GPU_NS,
	RANGE_GPU_CHILDREN,
	RANGE_PAYLOAD,
	RANGE_JSON,
	RANGE_IS_OPEN,
	RANGE_IS_SELECTED,
	RANGE_CROSSES,
	RANGE_NAME_ID,
	RANGE_DOMAIN_ID,
	RANGE_STYLE_ID,
	RANGE_THREAD,
	RANGE_PATH,
	RANGE_PUSHPOP_LEVEL,
	RANGE_PUSHPOP_PARENT,
	RANGE_PUSHPOP_CHILDREN,
	RANGE_PUSHPOP_CHILD_NS,
	RANGE_PUSHPOP_PATH,
};

static const struct sql_column columns[] = {
	[RANGE_ID] = { "id", SQL_INTEGER, false, 0 },
	[RANGE_NAME] = { "name", SQL_NAME, false, 0 },
	[RANGE_DOMAIN] = { "domain", SQL_NAME, false, 0 },
	[RANGE_STYLE] = { "style", SQL_OTHER, false, 0 },
	[RANGE_START] = { "start", SQL_INTEGER, false, 0 },
	[RANGE_FINISH] = { "end", SQL_INTEGER, false, 0 },
	[RANGE_NS] = { "ns", SQL_INTEGER, false, 0 },
	[RANGE_PID] = { "pid", SQL_INTEGER, false, 0 },
	[RANGE_TID] = { "tid", SQL_INTEGER, false, 0 },
	[RANGE_LEVEL] = { "level", SQL_INTEGER, false, 0 },
	[RANGE_PARENT] = { "parent", SQL_INTEGER, false, 0 },
	[RANGE_OPS] = { "ops", SQL_INTEGER, false, WANT_OTHER_OPS },
	[RANGE_GPU_START] = { "gpu_start", SQL_INTEGER, false, WANT_OTHER_OPS },
	[RANGE_GPU_END] = { "gpu_end", SQL_INTEGER, false, WANT_OTHER_OPS },
	[RANGE_GPU_NS] = { "gpu_ns", SQL_INTEGER, false, WANT_OTHER_OPS },
	[RANGE_GPU_CHILDREN] = { "gpu_children", SQL_INTEGER, false, WANT_OTHER_OPS },
	[RANGE_PAYLOAD] = { "payload", SQL_OTHER, false, WANT_PAYLOADS },
	[RANGE_JSON] = { "json", SQL_NAME, false, WANT_PAYLOADS },
	[RANGE_IS_OPEN] = { "is_open", SQL_INTEGER, false, 0 },
	[RANGE_IS_SELECTED] = { "is_selected", SQL_INTEGER, false, 0 },
	[RANGE_CROSSES] = { "crosses", SQL_INTEGER, false, 0 },
	[RANGE_NAME_ID] = { "name_id", SQL_INTEGER, true, 0 },
	[RANGE_DOMAIN_ID] = { "domain_name_id", SQL_INTEGER, true, 0 },
	[RANGE_STYLE_ID] = { "style_id", SQL_INTEGER, true, 0 },
	[RANGE_THREAD] = { "thread", SQL_INTEGER, true, 0 },
	[RANGE_PATH] = { "path", SQL_OTHER, true, 0 },
	[RANGE_PUSHPOP_LEVEL] = { "pushpop_level", SQL_INTEGER, true, 0 },
	[RANGE_PUSHPOP_PARENT] = { "pushpop_parent", SQL_INTEGER, true, 0 },
	[RANGE_PUSHPOP_CHILDREN] = { "pushpop_children", SQL_INTEGER, true, 0 },
	[RANGE_PUSHPOP_CHILD_NS] = { "pushpop_child_ns", SQL_INTEGER, true, 0 },
	[RANGE_PUSHPOP_PATH] = { "pushpop_path", SQL_OTHER, true, 0 },
};

static size_t count_ranges(const struct sql_model *model)
{
	return model->trace->range_count;
}

static bool begin_ranges(struct sql_model *model, uint64_t used, struct err *err)
{
	const uint64_t nested = SQL_BIT(RANGE_LEVEL) | SQL_BIT(RANGE_PARENT) | SQL_BIT(RANGE_PATH);
	const uint64_t pushpop = SQL_BIT(RANGE_PUSHPOP_LEVEL) | SQL_BIT(RANGE_PUSHPOP_PARENT) |
				 SQL_BIT(RANGE_PUSHPOP_CHILDREN) | SQL_BIT(RANGE_PUSHPOP_CHILD_NS) |
				 SQL_BIT(RANGE_PUSHPOP_PATH);
	const uint64_t projected = SQL_BIT(RANGE_OPS) | SQL_BIT(RANGE_GPU_START) |
				   SQL_BIT(RANGE_GPU_END) | SQL_BIT(RANGE_GPU_NS);

	(void)err;
	if ((used & nested) != 0)
		sql_model_nest(model);
	if ((used & pushpop) != 0)
		sql_model_nest_pushpop(model);
	if ((used & projected) != 0)
		sql_model_project(model);
	if ((used & SQL_BIT(RANGE_GPU_CHILDREN)) != 0)
		sql_model_count_families(model);
	return true;
}

static int64_t name_value(uint32_t name)
{
	return name != NAME_NONE ? name : SQL_NULL;
}

static int64_t parent_value(const struct range_tree *tree, size_t row)
{
	return tree->parent[row] != TRACE_NONE ? (int64_t)tree->parent[row] + 1 : SQL_NULL;
}

static int64_t projected_value(const struct projected *projected, int column)
{
	switch (column) {
	case RANGE_OPS:
		return projected->launches;
	case RANGE_GPU_NS:
		return projected->launches > 0 ? ns_between(projected->start, projected->end)
					       : SQL_NULL;
	case RANGE_GPU_START:
		return projected->launches > 0 ? projected->start : SQL_NULL;
	default:
		return projected->launches > 0 ? projected->end : SQL_NULL;
	}
}

/* Where it is among other ranges, and on the GPU. */
static int64_t place_value(const struct sql_model *model, size_t row, int column)
{
	switch (column) {
	case RANGE_LEVEL:
		return model->tree.level[row];
	case RANGE_PARENT:
		return parent_value(&model->tree, row);
	case RANGE_PUSHPOP_LEVEL:
		return model->pushpop.level[row];
	case RANGE_PUSHPOP_PARENT:
		return parent_value(&model->pushpop, row);
	case RANGE_PUSHPOP_CHILDREN:
		return model->pushpop_children[row];
	case RANGE_PUSHPOP_CHILD_NS:
		return model->pushpop_child_ns[row];
	case RANGE_GPU_CHILDREN:
		return model->families[row];
	default:
		return projected_value(&model->projected[row], column);
	}
}

static int64_t json_value(const struct trace *trace, size_t row)
{
	const struct payload *payload = trace_payload(trace, (uint32_t)row);

	return payload != NULL ? name_value(payload->json) : SQL_NULL;
}

static int64_t range_value(const struct sql_model *model, size_t row, int column)
{
	const struct trace *trace = model->trace;
	const struct range *range = &trace->ranges[row];

	switch (column) {
	case RANGE_ID:
		return (int64_t)row + 1;
	case RANGE_NAME:
	case RANGE_NAME_ID:
		return name_value(range->name);
	case RANGE_DOMAIN:
	case RANGE_DOMAIN_ID:
		return range->domain != TRACE_NONE ? name_value(trace->domains[range->domain])
						   : SQL_NULL;
	case RANGE_STYLE:
	case RANGE_STYLE_ID:
		return range->style;
	case RANGE_START:
		return range->start;
	case RANGE_FINISH:
		return range->end;
	case RANGE_NS:
		return range_ns(range);
	case RANGE_PID:
		return thread_pid(trace->threads.keys[range->thread]);
	case RANGE_TID:
		return thread_tid(trace->threads.keys[range->thread]);
	case RANGE_THREAD:
		return range->thread;
	case RANGE_JSON:
		return json_value(trace, row);
	case RANGE_IS_OPEN:
		return range->never_closed;
	case RANGE_IS_SELECTED:
		return !range->out;
	case RANGE_CROSSES:
		return range->crosses;
	case RANGE_PAYLOAD:
	case RANGE_PATH:
	case RANGE_PUSHPOP_PATH:
		return 0; /* nothing to sort by */
	default:
		return place_value(model, row, column);
	}
}

static void prefetch_range(const struct sql_model *model, size_t row)
{
	__builtin_prefetch(&model->trace->ranges[row]);
	if (model->projected != NULL)
		__builtin_prefetch(&model->projected[row]);
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
	char *text = mem_zeroed((size_t)LABEL_LEVELS_MAX * 12 + 3, 1);
	char *end = text + (size_t)LABEL_LEVELS_MAX * 12 + 3, *at = end;
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
	free(text);
}

static void put_range(const struct sql_model *model, size_t row, int column, sqlite3_context *to)
{
	if (column == RANGE_STYLE)
		sqlite3_result_text(
			to, range_style_name(model->trace->ranges[row].style), -1, SQLITE_STATIC);
	else if (column == RANGE_PATH)
		put_path(&model->tree, row, to);
	else if (column == RANGE_PUSHPOP_PATH)
		put_path(&model->pushpop, row, to);
	else
		put_payload(model->trace, row, to);
}

const struct sql_table sql_table_range = {
	.name = "range",
	.columns = columns,
	.column_count = sizeof(columns) / sizeof(*columns),
	.want = WANT_RANGES,
	.begin = begin_ranges,
	.count = count_ranges,
	.value = range_value,
	.prefetch = prefetch_range,
	.put = put_range,
};

/* --- ranges around operations ----------------------------------------------------------- */

enum {
	PAIR_RANGE,
	PAIR_OP,
};

static const struct sql_column pair_columns[] = {
	[PAIR_RANGE] = { "range", SQL_INTEGER, false, 0 },
	[PAIR_OP] = { "op", SQL_INTEGER, false, 0 },
};

static bool begin_pairs(struct sql_model *model, uint64_t used, struct err *err)
{
	(void)used, (void)err;
	sql_model_pair(model);
	return true;
}

static size_t count_pairs(const struct sql_model *model)
{
	return model->pair_count;
}

static int64_t pair_value(const struct sql_model *model, size_t row, int column)
{
	const struct sql_pair *pair = &model->pairs[row];

	return (int64_t)(column == PAIR_RANGE ? pair->range : pair->op) + 1;
}

const struct sql_table sql_table_range_op = {
	.name = "range_op",
	.columns = pair_columns,
	.column_count = sizeof(pair_columns) / sizeof(*pair_columns),
	.want = WANT_RANGES,
	.begin = begin_pairs,
	.count = count_pairs,
	.value = pair_value,
};
