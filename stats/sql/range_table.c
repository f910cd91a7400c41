#include "stats/parts/styles.h"
#include "stats/sql/table.h"

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
};

static size_t count_ranges(const struct sql_model *model)
{
	return model->trace->range_count;
}

static bool begin_ranges(struct sql_model *model, uint64_t used, struct err *err)
{
	const uint64_t nested =
		SQL_BIT(RANGE_LEVEL) | SQL_BIT(RANGE_PARENT) | SQL_BIT(RANGE_GPU_CHILDREN);
	const uint64_t projected =
		SQL_BIT(RANGE_OPS) | SQL_BIT(RANGE_GPU_START) | SQL_BIT(RANGE_GPU_END);

	return ((used & nested) == 0 || sql_model_nest(model, err)) &&
	       ((used & projected) == 0 || sql_model_project(model, err));
}

static int64_t name_value(uint32_t name)
{
	return name != NAME_NONE ? name : SQL_NULL;
}

/* Where it is among other ranges, and on the GPU. */
static int64_t place_value(const struct sql_model *model, size_t row, int column)
{
	const struct projected *projected = &model->projected[row];

	switch (column) {
	case RANGE_LEVEL:
		return model->tree.level[row];
	case RANGE_PARENT:
		return model->tree.parent[row] != TRACE_NONE ? (int64_t)model->tree.parent[row] + 1
							     : SQL_NULL;
	case RANGE_GPU_CHILDREN:
		return model->families[row];
	case RANGE_OPS:
		return projected->launches;
	case RANGE_GPU_START:
		return projected->launches > 0 ? projected->start : SQL_NULL;
	default:
		return projected->launches > 0 ? projected->end : SQL_NULL;
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
		return 0;
	default:
		return place_value(model, row, column);
	}
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

static void put_range(const struct sql_model *model, size_t row, int column, sqlite3_context *to)
{
	if (column == RANGE_STYLE)
		sqlite3_result_text(
			to, range_style_name(model->trace->ranges[row].style), -1, SQLITE_STATIC);
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
	(void)used;
	return sql_model_pair(model, err);
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
