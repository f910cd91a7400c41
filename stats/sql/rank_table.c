#include "stats/measures/rank_facts.h"
#include "stats/sql/table.h"

static const char *const whats[] = { "rank", "time", "collective", "device", "step", "clock" };
static const char *const kinds[] = { "range", "idle", "collective", "first", "data" };

/* All but names as texts are shown: what is gathered of each file is SELECT *. */
#define COLUMNS(SHOWN, HIDDEN)                                                                     \
	SHOWN(WHAT, "what_id", INTEGER, 0, FACT.what)                                              \
	SHOWN(RANK, "rank", INTEGER, 0, PLACE.has_rank ? (int64_t)PLACE.rank : SQL_NULL)           \
	SHOWN(LABEL, "label_name_id", INTEGER, 0, sql_name_value(PLACE.label))                     \
	SHOWN(NODE, "node_name_id", INTEGER, 0, sql_name_value(PLACE.node))                        \
	SHOWN(JOB, "job_name_id", INTEGER, 0, sql_name_value(PLACE.job))                           \
	SHOWN(WORLD, "world", INTEGER, 0, (int64_t)(PLACE.world & INT64_MAX))                      \
	SHOWN(UUID, "uuid_name_id", INTEGER, 0, sql_name_value(PLACE.uuid))                        \
	SHOWN(OPS, "ops", INTEGER, 0, OF(RANK, rank.ops))                                          \
	SHOWN(SPAN, "span_ns", INTEGER, 0, OF(RANK, rank.span))                                    \
	SHOWN(BUSY, "busy_ns", INTEGER, 0, OF(RANK, rank.busy))                                    \
	SHOWN(COMPUTE, "compute_ns", INTEGER, 0,                                                   \
		FACT.what == FACT_RANK ? FACT.is.rank.compute : OF(STEP, step.compute))            \
	SHOWN(EXPOSED, "exposed_ns", INTEGER, 0,                                                   \
		FACT.what == FACT_RANK ? FACT.is.rank.exposed : OF(STEP, step.exposed))            \
	SHOWN(KERNELS, "kernels_ns", INTEGER, 0, OF(RANK, rank.kernels))                           \
	SHOWN(COMMUNICATION, "communication_ns", INTEGER, 0, OF(RANK, rank.communication))         \
	SHOWN(KIND, "kind_id", INTEGER, 0, FACT.what == FACT_TIME ? (int64_t)FACT.kind : SQL_NULL) \
	SHOWN(NAME, "name_id", INTEGER, 0, sql_name_value(FACT.name))                              \
	SHOWN(STEP, "step", INTEGER, 0, FACT.step)                                                 \
	SHOWN(OWN, "own_ns", INTEGER, 0, OF(STEP, step.own))                                       \
	SHOWN(DATA, "data_ns", INTEGER, 0, OF(STEP, step.data))                                    \
	SHOWN(LATE, "late_ns", INTEGER, 0, OF(STEP, step.late))                                    \
	SHOWN(COLLECTIVES, "collectives", INTEGER, 0, OF(STEP, step.collectives))                  \
	SHOWN(STEPS, "steps", INTEGER, 0, OF(STEP, step.steps))                                    \
	SHOWN(COMMUNICATOR, "communicator", INTEGER, 0, OF(COLLECTIVE, one.communicator))          \
	SHOWN(ORDINAL, "ordinal", INTEGER, 0,                                                      \
		FACT.what == FACT_TIME ? FACT.is.one.ordinal : OF(COLLECTIVE, one.ordinal))        \
	SHOWN(DEVICE, "device", INTEGER, 0, OF(DEVICE, one.device))                                \
	SHOWN(NS, "ns", INTEGER, 0,                                                                \
		FACT.what == FACT_RANK || FACT.what == FACT_STEP ? SQL_NULL : FACT.is.one.ns)      \
	HIDDEN(WHAT_TEXT, "what", WORDS(whats), 0, FACT.what)                                      \
	HIDDEN(LABEL_TEXT, "label", NAME, 0, sql_name_value(PLACE.label))                          \
	HIDDEN(NODE_TEXT, "node", NAME, 0, sql_name_value(PLACE.node))                             \
	HIDDEN(JOB_TEXT, "job", NAME, 0, sql_name_value(PLACE.job))                                \
	HIDDEN(UUID_TEXT, "uuid", NAME, 0, sql_name_value(PLACE.uuid))                             \
	HIDDEN(KIND_TEXT, "kind", WORDS(kinds), 0,                                                 \
		FACT.what == FACT_TIME ? (int64_t)FACT.kind : SQL_NULL)                            \
	HIDDEN(NAME_TEXT, "name", NAME, 0, sql_name_value(FACT.name))

#define FACT model->ranks->list[row]
#define PLACE model->ranks->places[FACT.place]
#define OF(kind, value) (FACT.what == FACT_##kind ? (int64_t)FACT.is.value : SQL_NULL)

SQL_COLUMNS(COLUMNS, columns)

void sql_ranks_free(struct rank_facts *ranks)
{
	if (ranks == NULL)
		return;
	rank_facts_release(ranks);
	free(ranks);
}

static bool begin_ranks(struct sql_model *model, UNUSED uint64_t used, struct err *err)
{
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

SQL_TABLE(rank, COLUMNS, columns, model->ranks != NULL ? model->ranks->count : 0,
	.want = WANT_OTHER_OPS | WANT_RANGES | WANT_STREAMS | WANT_RANKS | WANT_PAYLOADS,
	.begin = begin_ranks);
