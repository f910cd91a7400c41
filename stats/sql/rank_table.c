#include "stats/sql/rank_table.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "stats/parts/rank_facts.h"
#include "stats/sql/table.h"

/* All but names as texts are shown: what is gathered of each file is SELECT *. */
enum {
	RANK_WHAT,
	RANK_RANK,
	RANK_LABEL,
	RANK_NODE,
	RANK_JOB,
	RANK_UUID,
	RANK_OPS,
	RANK_SPAN,
	RANK_BUSY,
	RANK_COMPUTE,
	RANK_EXPOSED,
	RANK_KERNELS,
	RANK_COMMUNICATION,
	RANK_KIND,
	RANK_NAME,
	RANK_STEP,
	RANK_OWN,
	RANK_DATA,
	RANK_LATE,
	RANK_COLLECTIVES,
	RANK_STEPS,
	RANK_COMMUNICATOR,
	RANK_ORDINAL,
	RANK_DEVICE,
	RANK_NS,
	RANK_WHAT_TEXT,
	RANK_LABEL_TEXT,
	RANK_NODE_TEXT,
	RANK_JOB_TEXT,
	RANK_UUID_TEXT,
	RANK_KIND_TEXT,
	RANK_NAME_TEXT,
};

static const struct sql_column columns[] = {
	[RANK_WHAT] = { "what_id", SQL_INTEGER, false, 0 },
	[RANK_RANK] = { "rank", SQL_INTEGER, false, 0 },
	[RANK_LABEL] = { "label_name_id", SQL_INTEGER, false, 0 },
	[RANK_NODE] = { "node_name_id", SQL_INTEGER, false, 0 },
	[RANK_JOB] = { "job_name_id", SQL_INTEGER, false, 0 },
	[RANK_UUID] = { "uuid_name_id", SQL_INTEGER, false, 0 },
	[RANK_OPS] = { "ops", SQL_INTEGER, false, 0 },
	[RANK_SPAN] = { "span_ns", SQL_INTEGER, false, 0 },
	[RANK_BUSY] = { "busy_ns", SQL_INTEGER, false, 0 },
	[RANK_COMPUTE] = { "compute_ns", SQL_INTEGER, false, 0 },
	[RANK_EXPOSED] = { "exposed_ns", SQL_INTEGER, false, 0 },
	[RANK_KERNELS] = { "kernels_ns", SQL_INTEGER, false, 0 },
	[RANK_COMMUNICATION] = { "communication_ns", SQL_INTEGER, false, 0 },
	[RANK_KIND] = { "kind_id", SQL_INTEGER, false, 0 },
	[RANK_NAME] = { "name_id", SQL_INTEGER, false, 0 },
	[RANK_STEP] = { "step", SQL_INTEGER, false, 0 },
	[RANK_OWN] = { "own_ns", SQL_INTEGER, false, 0 },
	[RANK_DATA] = { "data_ns", SQL_INTEGER, false, 0 },
	[RANK_LATE] = { "late_ns", SQL_INTEGER, false, 0 },
	[RANK_COLLECTIVES] = { "collectives", SQL_INTEGER, false, 0 },
	[RANK_STEPS] = { "steps", SQL_INTEGER, false, 0 },
	[RANK_COMMUNICATOR] = { "communicator", SQL_INTEGER, false, 0 },
	[RANK_ORDINAL] = { "ordinal", SQL_INTEGER, false, 0 },
	[RANK_DEVICE] = { "device", SQL_INTEGER, false, 0 },
	[RANK_NS] = { "ns", SQL_INTEGER, false, 0 },
	[RANK_WHAT_TEXT] = { "what", SQL_OTHER, true, 0 },
	[RANK_LABEL_TEXT] = { "label", SQL_NAME, true, 0 },
	[RANK_NODE_TEXT] = { "node", SQL_NAME, true, 0 },
	[RANK_JOB_TEXT] = { "job", SQL_NAME, true, 0 },
	[RANK_UUID_TEXT] = { "uuid", SQL_NAME, true, 0 },
	[RANK_KIND_TEXT] = { "kind", SQL_OTHER, true, 0 },
	[RANK_NAME_TEXT] = { "name", SQL_NAME, true, 0 },
};

void sql_ranks_free(struct rank_facts *ranks)
{
	if (ranks == NULL)
		return;
	rank_facts_release(ranks);
	free(ranks);
}

static bool begin_ranks(struct sql_model *model, uint64_t used, struct err *err)
{
	(void)used;
	if (model->ranks != NULL)
		return true;
	model->ranks = mem_zeroed(1, sizeof(*model->ranks));
	model->ranks->names = model->names;
	return rank_facts_add(model->ranks, model->trace, model->label, err);
}

static size_t count_facts(const struct sql_model *model)
{
	return model->ranks != NULL ? model->ranks->count : 0;
}

static int64_t name_value(uint32_t name)
{
	return name != NAME_NONE ? name : SQL_NULL;
}

static int64_t rank_value(const struct rank_fact *fact, int column)
{
	const int64_t values[] = { fact->is.rank.ops, fact->is.rank.span, fact->is.rank.busy,
		fact->is.rank.compute, fact->is.rank.exposed, fact->is.rank.kernels,
		fact->is.rank.communication };

	return column >= RANK_OPS && column <= RANK_COMMUNICATION ? values[column - RANK_OPS]
								  : SQL_NULL;
}

static int64_t step_value(const struct rank_fact *fact, int column)
{
	const int64_t values[] = { fact->is.step.own, fact->is.step.data, fact->is.step.late,
		fact->is.step.collectives, fact->is.step.steps };

	return column == RANK_COMPUTE                       ? fact->is.step.compute
	       : column == RANK_EXPOSED                     ? fact->is.step.exposed
	       : column >= RANK_OWN && column <= RANK_STEPS ? values[column - RANK_OWN]
							    : SQL_NULL;
}

/* Of a time, a collective or a device. */
static int64_t one_value(const struct rank_fact *fact, int column)
{
	bool is_collective = fact->what == FACT_COLLECTIVE;

	switch (column) {
	case RANK_KIND:
	case RANK_KIND_TEXT:
		return fact->what == FACT_TIME ? (int64_t)fact->kind : SQL_NULL;
	case RANK_COMMUNICATOR:
		return is_collective ? (int64_t)fact->is.one.communicator : SQL_NULL;
	case RANK_ORDINAL:
		return fact->what == FACT_DEVICE ? SQL_NULL : fact->is.one.ordinal;
	case RANK_DEVICE:
		return fact->what == FACT_DEVICE ? (int64_t)fact->is.one.device : SQL_NULL;
	case RANK_NS:
		return fact->is.one.ns;
	default:
		return SQL_NULL;
	}
}

static int64_t fact_value(const struct sql_model *model, size_t row, int column)
{
	const struct rank_fact *fact = &model->ranks->list[row];
	const struct rank_place *place = &model->ranks->places[fact->place];

	switch (column) {
	case RANK_WHAT:
	case RANK_WHAT_TEXT:
		return fact->what;
	case RANK_RANK:
		return place->has_rank ? (int64_t)place->rank : SQL_NULL;
	case RANK_LABEL:
	case RANK_LABEL_TEXT:
		return name_value(place->label);
	case RANK_NODE:
	case RANK_NODE_TEXT:
		return name_value(place->node);
	case RANK_JOB:
	case RANK_JOB_TEXT:
		return name_value(place->job);
	case RANK_UUID:
	case RANK_UUID_TEXT:
		return name_value(place->uuid);
	case RANK_NAME:
	case RANK_NAME_TEXT:
		return name_value(fact->name);
	case RANK_STEP:
		return fact->step;
	default:
		return fact->what == FACT_RANK   ? rank_value(fact, column)
		       : fact->what == FACT_STEP ? step_value(fact, column)
						 : one_value(fact, column);
	}
}

static void put_fact(const struct sql_model *model, size_t row, int column, sqlite3_context *to)
{
	static const char *const whats[] = { "rank", "time", "collective", "device", "step" };
	static const char *const kinds[] = { "range", "idle", "collective" };
	int64_t value = fact_value(model, row, column);

	if (value != SQL_NULL)
		sqlite3_result_text(to, column == RANK_WHAT_TEXT ? whats[value] : kinds[value], -1,
			SQLITE_STATIC);
}

const struct sql_table sql_table_rank = {
	.name = "rank",
	.columns = columns,
	.column_count = sizeof(columns) / sizeof(*columns),
	.want = WANT_OTHER_OPS | WANT_RANGES | WANT_STREAMS | WANT_RANKS | WANT_PAYLOADS,
	.begin = begin_ranks,
	.count = count_facts,
	.value = fact_value,
	.put = put_fact,
};

static char *copy(const void *text, int len)
{
	char *bytes = mem_zeroed((size_t)len + 1, 1);

	memcpy(bytes, text, (size_t)len);
	return bytes;
}

/* "rank 2" before "rank 10". */
static int compare_numbers(
	void *data, int left_len, const void *left, int right_len, const void *right)
{
	char *a = copy(left, left_len), *b = copy(right, right_len);
	int order = text_compare_numbers(a, b);

	(void)data;
	free(a);
	free(b);
	return order;
}

void sql_rank_functions_offer(sqlite3 *db)
{
	if (sqlite3_create_collation_v2(db, "numbers", SQLITE_UTF8, NULL, compare_numbers, NULL) !=
		SQLITE_OK)
		mem_die();
}
