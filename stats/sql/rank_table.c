
#include <stdlib.h>

#include "base/mem.h"
#include "stats/measures/rank_facts.h"
#include "stats/sql/table.h"

/* All but names as texts are shown: what is gathered of each file is SELECT *. */
#define COLUMNS(SHOWN, HIDDEN)                                                                   \
	SHOWN(WHAT, "what_id", INTEGER, 0, fact->what)                                           \
	SHOWN(RANK, "rank", INTEGER, 0, place->has_rank ? (int64_t)place->rank : SQL_NULL)       \
	SHOWN(LABEL, "label_name_id", INTEGER, 0, sql_name_value(place->label))                  \
	SHOWN(NODE, "node_name_id", INTEGER, 0, sql_name_value(place->node))                     \
	SHOWN(JOB, "job_name_id", INTEGER, 0, sql_name_value(place->job))                        \
	SHOWN(WORLD, "world", INTEGER, 0, (int64_t)(place->world & INT64_MAX))                   \
	SHOWN(UUID, "uuid_name_id", INTEGER, 0, sql_name_value(place->uuid))                     \
	SHOWN(OPS, "ops", INTEGER, 0, OF(RANK, rank.ops))                                        \
	SHOWN(SPAN, "span_ns", INTEGER, 0, OF(RANK, rank.span))                                  \
	SHOWN(BUSY, "busy_ns", INTEGER, 0, OF(RANK, rank.busy))                                  \
	SHOWN(COMPUTE, "compute_ns", INTEGER, 0,                                                 \
		fact->what == FACT_RANK ? fact->is.rank.compute : OF(STEP, step.compute))        \
	SHOWN(EXPOSED, "exposed_ns", INTEGER, 0,                                                 \
		fact->what == FACT_RANK ? fact->is.rank.exposed : OF(STEP, step.exposed))        \
	SHOWN(KERNELS, "kernels_ns", INTEGER, 0, OF(RANK, rank.kernels))                         \
	SHOWN(COMMUNICATION, "communication_ns", INTEGER, 0, OF(RANK, rank.communication))       \
	SHOWN(KIND, "kind_id", INTEGER, 0,                                                       \
		fact->what == FACT_TIME ? (int64_t)fact->kind : SQL_NULL)                        \
	SHOWN(NAME, "name_id", INTEGER, 0, sql_name_value(fact->name))                           \
	SHOWN(STEP, "step", INTEGER, 0, fact->step)                                              \
	SHOWN(OWN, "own_ns", INTEGER, 0, OF(STEP, step.own))                                     \
	SHOWN(DATA, "data_ns", INTEGER, 0, OF(STEP, step.data))                                  \
	SHOWN(LATE, "late_ns", INTEGER, 0, OF(STEP, step.late))                                  \
	SHOWN(COLLECTIVES, "collectives", INTEGER, 0, OF(STEP, step.collectives))                \
	SHOWN(STEPS, "steps", INTEGER, 0, OF(STEP, step.steps))                                  \
	SHOWN(COMMUNICATOR, "communicator", INTEGER, 0, OF(COLLECTIVE, one.communicator))        \
	SHOWN(ORDINAL, "ordinal", INTEGER, 0,                                                    \
		fact->what == FACT_TIME ? fact->is.one.ordinal : OF(COLLECTIVE, one.ordinal))    \
	SHOWN(DEVICE, "device", INTEGER, 0, OF(DEVICE, one.device))                              \
	SHOWN(NS, "ns", INTEGER, 0,                                                              \
		fact->what == FACT_RANK || fact->what == FACT_STEP ? SQL_NULL : fact->is.one.ns) \
	HIDDEN(WHAT_TEXT, "what", OTHER, 0, fact->what)                                          \
	HIDDEN(LABEL_TEXT, "label", NAME, 0, sql_name_value(place->label))                       \
	HIDDEN(NODE_TEXT, "node", NAME, 0, sql_name_value(place->node))                          \
	HIDDEN(JOB_TEXT, "job", NAME, 0, sql_name_value(place->job))                             \
	HIDDEN(UUID_TEXT, "uuid", NAME, 0, sql_name_value(place->uuid))                          \
	HIDDEN(KIND_TEXT, "kind", OTHER, 0,                                                      \
		fact->what == FACT_TIME ? (int64_t)fact->kind : SQL_NULL)                        \
	HIDDEN(NAME_TEXT, "name", NAME, 0, sql_name_value(fact->name))

#define OF(kind, value) (fact->what == FACT_##kind ? (int64_t)fact->is.value : SQL_NULL)

SQL_COLUMNS(COLUMNS, columns)

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
	if (model->kept != NULL)
		model->ranks = *model->kept;
	if (model->ranks != NULL)
		return true;
	model->ranks = mem_zeroed(1, sizeof(*model->ranks));
	if (model->kept != NULL)
		*model->kept = model->ranks;
	model->ranks->names = model->names;
	return rank_facts_add(model->ranks, model->trace, model->label, err);
}

static size_t count_facts(const struct sql_model *model)
{
	return model->ranks != NULL ? model->ranks->count : 0;
}

static int64_t fact_value(const struct sql_model *model, size_t row, int column)
{
	const struct rank_fact *fact = &model->ranks->list[row];
	const struct rank_place *place = &model->ranks->places[fact->place];

	SQL_VALUE(COLUMNS);
}

static void put_fact(const struct sql_model *model, size_t row, int column, sqlite3_context *to)
{
	static const char *const whats[] = { "rank", "time", "collective", "device", "step",
		"clock" };
	static const char *const kinds[] = { "range", "idle", "collective" };
	int64_t value = fact_value(model, row, column);

	if (value != SQL_NULL)
		sqlite3_result_text(
			to, column == WHAT_TEXT ? whats[value] : kinds[value], -1, SQLITE_STATIC);
}

const struct sql_table sql_table_rank = {
	.name = "rank",
	.columns = columns,
	.column_count = ARRAY_SIZE(columns),
	.want = WANT_OTHER_OPS | WANT_RANGES | WANT_STREAMS | WANT_RANKS | WANT_PAYLOADS,
	.begin = begin_ranks,
	.count = count_facts,
	.value = fact_value,
	.put = put_fact,
};
