#include "stats/sql/rank_table.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "stats/parts/rank_verdict.h"
#include "stats/sql/table.h"

/* --- what ranks did --------------------------------------------------------------------- */

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
	RANK_IS_STEP,
	RANK_NAME,
	RANK_COMMUNICATOR,
	RANK_DEVICE,
	RANK_NS,
	RANK_WHAT_ID,
	RANK_LABEL_ID,
	RANK_NODE_ID,
	RANK_JOB_ID,
	RANK_UUID_ID,
	RANK_KIND_ID,
	RANK_NAME_ID,
};

static const struct sql_column columns[] = {
	[RANK_WHAT] = { "what", SQL_OTHER, false, 0 },
	[RANK_RANK] = { "rank", SQL_INTEGER, false, 0 },
	[RANK_LABEL] = { "label", SQL_NAME, false, 0 },
	[RANK_NODE] = { "node", SQL_NAME, false, 0 },
	[RANK_JOB] = { "job", SQL_NAME, false, 0 },
	[RANK_UUID] = { "uuid", SQL_NAME, false, 0 },
	[RANK_OPS] = { "ops", SQL_INTEGER, false, 0 },
	[RANK_SPAN] = { "span_ns", SQL_INTEGER, false, 0 },
	[RANK_BUSY] = { "busy_ns", SQL_INTEGER, false, 0 },
	[RANK_COMPUTE] = { "compute_ns", SQL_INTEGER, false, 0 },
	[RANK_EXPOSED] = { "exposed_ns", SQL_INTEGER, false, 0 },
	[RANK_KERNELS] = { "kernels_ns", SQL_INTEGER, false, 0 },
	[RANK_COMMUNICATION] = { "communication_ns", SQL_INTEGER, false, 0 },
	[RANK_KIND] = { "kind", SQL_OTHER, false, 0 },
	[RANK_IS_STEP] = { "is_step", SQL_INTEGER, false, 0 },
	[RANK_NAME] = { "name", SQL_NAME, false, 0 },
	[RANK_COMMUNICATOR] = { "communicator", SQL_INTEGER, false, 0 },
	[RANK_DEVICE] = { "device", SQL_INTEGER, false, 0 },
	[RANK_NS] = { "ns", SQL_INTEGER, false, 0 },
	[RANK_WHAT_ID] = { "what_id", SQL_INTEGER, true, 0 },
	[RANK_LABEL_ID] = { "label_name_id", SQL_INTEGER, true, 0 },
	[RANK_NODE_ID] = { "node_name_id", SQL_INTEGER, true, 0 },
	[RANK_JOB_ID] = { "job_name_id", SQL_INTEGER, true, 0 },
	[RANK_UUID_ID] = { "uuid_name_id", SQL_INTEGER, true, 0 },
	[RANK_KIND_ID] = { "kind_id", SQL_INTEGER, true, 0 },
	[RANK_NAME_ID] = { "name_id", SQL_INTEGER, true, 0 },
};

static void add_fact(struct sql_ranks *ranks, struct rank_fact fact)
{
	mem_need(ranks->facts, ranks->cap, ranks->count + 1);
	ranks->facts[ranks->count++] = fact;
}

static void add_facts(struct sql_ranks *ranks)
{
	const struct rank_board *board = &ranks->board;

	for (uint32_t i = 0; i < board->count; i++) {
		add_fact(ranks, (struct rank_fact){ FACT_RANK, i, 0, 0 });
		for (uint32_t k = 0; k < board->column_keys.count; k++) {
			if (rank_board_column(board, i, k) > 0)
				add_fact(ranks, (struct rank_fact){ FACT_TIME, i, k, 0 });
		}
	}
	for (uint32_t i = 0; i < board->arrivals.count; i++) {
		const struct arrival_list *list = &board->arrivals.lists[i];

		for (size_t k = 0; k < list->count; k++)
			add_fact(ranks, (struct rank_fact){ FACT_COLLECTIVE, list->entry, i, k });
	}
	for (uint32_t i = 0; i < board->devices.count; i++)
		add_fact(ranks, (struct rank_fact){ FACT_DEVICE,
					(uint32_t)(board->devices.keys[i] >> 32), i, 0 });
}

void sql_ranks_free(struct sql_ranks *ranks)
{
	if (ranks == NULL)
		return;
	rank_board_release(&ranks->board);
	free(ranks->facts);
	free(ranks);
}

static bool begin_ranks(struct sql_model *model, uint64_t used, struct err *err)
{
	(void)used;
	if (model->ranks != NULL)
		return true;
	model->ranks = mem_zeroed(1, sizeof(*model->ranks));
	model->ranks->board.names = model->names;
	if (!rank_board_add(&model->ranks->board, model->trace, model->label, err))
		return false;
	add_facts(model->ranks);
	return true;
}

static size_t count_facts(const struct sql_model *model)
{
	return model->ranks != NULL ? model->ranks->count : 0;
}

static int64_t name_value(uint32_t name)
{
	return name != NAME_NONE ? name : SQL_NULL;
}

/* Of a rank as a whole. */
static int64_t entry_value(const struct rank_entry *entry, int column)
{
	const uint64_t times[] = { entry->span, entry->busy, entry->compute, entry->exposed };

	switch (column) {
	case RANK_OPS:
		return (int64_t)entry->ops;
	case RANK_KERNELS:
		return (int64_t)entry->kernels_ns;
	case RANK_COMMUNICATION:
		return (int64_t)entry->communication_ns;
	default:
		return entry->has_times ? (int64_t)times[column - RANK_SPAN] : SQL_NULL;
	}
}

/* Of a time of it. */
static int64_t time_value(const struct rank_board *board, const struct rank_fact *fact, int column)
{
	const struct rank_column *of = &board->columns[fact->which];

	switch (column) {
	case RANK_KIND:
	case RANK_KIND_ID:
		return of->kind;
	case RANK_IS_STEP:
		return of->is_step;
	case RANK_NAME:
	case RANK_NAME_ID:
		return of->name;
	case RANK_NS:
		return (int64_t)rank_board_column(board, fact->entry, fact->which);
	default:
		return SQL_NULL;
	}
}

static int64_t collective_value(
	const struct rank_board *board, const struct rank_fact *fact, int column)
{
	const struct arrival_list *list = &board->arrivals.lists[fact->which];
	uint64_t key = board->arrivals.keys.keys[list->key];

	switch (column) {
	case RANK_COMMUNICATOR:
		return (int64_t)board->arrivals.shapes.keys[key >> 32];
	case RANK_NAME:
	case RANK_NAME_ID:
		return (uint32_t)key;
	case RANK_NS:
		return (int64_t)list->ns[fact->at];
	default:
		return SQL_NULL;
	}
}

static int64_t fact_value(const struct sql_model *model, size_t row, int column)
{
	const struct rank_board *board = &model->ranks->board;
	const struct rank_fact *fact = &model->ranks->facts[row];
	const struct rank_entry *entry = &board->entries[fact->entry];

	switch (column) {
	case RANK_WHAT:
	case RANK_WHAT_ID:
		return fact->what;
	case RANK_RANK:
		return entry->has_rank ? (int64_t)entry->rank : SQL_NULL;
	case RANK_LABEL:
	case RANK_LABEL_ID:
		return name_value(entry->label);
	case RANK_NODE:
	case RANK_NODE_ID:
		return name_value(entry->node);
	case RANK_JOB:
	case RANK_JOB_ID:
		return name_value(entry->job);
	case RANK_UUID:
	case RANK_UUID_ID:
		return name_value(entry->uuid);
	default:
		break;
	}
	switch (fact->what) {
	case FACT_RANK:
		return column <= RANK_COMMUNICATION ? entry_value(entry, column) : SQL_NULL;
	case FACT_TIME:
		return time_value(board, fact, column);
	case FACT_COLLECTIVE:
		return collective_value(board, fact, column);
	case FACT_DEVICE:
		break;
	}
	return column == RANK_NS       ? (int64_t)board->device_ns[fact->which]
	       : column == RANK_DEVICE ? (int64_t)(uint32_t)board->devices.keys[fact->which]
				       : SQL_NULL;
}

static void put_fact(const struct sql_model *model, size_t row, int column, sqlite3_context *to)
{
	static const char *const whats[] = { "rank", "time", "collective", "device" };
	static const char *const kinds[] = { "range", "step", "collective" };
	int64_t value = fact_value(model, row, column);

	if (value != SQL_NULL)
		sqlite3_result_text(
			to, column == RANK_WHAT ? whats[value] : kinds[value], -1, SQLITE_STATIC);
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

/* --- the verdict ------------------------------------------------------------------------ */

/* Arguments: columns of the table, in this order. */
enum {
	FACT_WHAT,
	FACT_NUMBER,
	FACT_LABEL,
	FACT_NODE,
	FACT_JOB,
	FACT_UUID,
	FACT_SPAN,
	FACT_COMPUTE,
	FACT_KERNELS,
	FACT_COMMUNICATION,
	FACT_KIND,
	FACT_NAME,
	FACT_COMMUNICATOR,
	FACT_DEVICE_NUMBER,
	FACT_NS,
	FACT_ARGUMENTS
};

struct verdict_sum {
	struct rank_board board;
	struct idmap labels; /* of ranks without a number, by index: */
	uint32_t *label_entries;
	size_t labels_cap;
	bool fails;
};

static uint64_t number_of(sqlite3_value *value)
{
	return (uint64_t)sqlite3_value_int64(value);
}

static uint32_t name_of(const struct verdict_sum *verdict, sqlite3_value *value)
{
	sqlite3_int64 name = sqlite3_value_int64(value);

	return sqlite3_value_type(value) == SQLITE_INTEGER && name >= 0 &&
			       name < verdict->board.names->count
		       ? (uint32_t)name
		       : NAME_NONE;
}

static uint32_t find_entry(struct verdict_sum *verdict, sqlite3_value **argv)
{
	uint32_t had = verdict->labels.count, index;

	if (sqlite3_value_type(argv[FACT_NUMBER]) != SQLITE_NULL)
		return rank_board_find(&verdict->board, true, number_of(argv[FACT_NUMBER]));
	index = idmap_add(&verdict->labels, name_of(verdict, argv[FACT_LABEL]));
	mem_need(verdict->label_entries, verdict->labels_cap, verdict->labels.count);
	if (index == had)
		verdict->label_entries[index] = rank_board_find(&verdict->board, false, 0);
	return verdict->label_entries[index];
}

static bool add_rank(
	struct verdict_sum *verdict, uint32_t index, sqlite3_value **argv, struct err *err)
{
	const struct rank_place place = { name_of(verdict, argv[FACT_LABEL]),
		name_of(verdict, argv[FACT_NODE]), name_of(verdict, argv[FACT_JOB]),
		name_of(verdict, argv[FACT_UUID]) };
	struct rank_entry *entry = &verdict->board.entries[index];

	if (place.label == NAME_NONE)
		return err_set(err, ERR_FORMAT, "a rank without a label");
	rank_board_place(&verdict->board, index, &place);
	entry->has_times &= sqlite3_value_type(argv[FACT_SPAN]) != SQLITE_NULL;
	entry->compute += number_of(argv[FACT_COMPUTE]);
	entry->kernels_ns += number_of(argv[FACT_KERNELS]);
	entry->communication_ns += number_of(argv[FACT_COMMUNICATION]);
	return true;
}

static bool add_argument(struct verdict_sum *verdict, sqlite3_value **argv, struct err *err)
{
	uint32_t entry = find_entry(verdict, argv), column;
	uint32_t name = name_of(verdict, argv[FACT_NAME]);
	uint64_t ns = number_of(argv[FACT_NS]);

	switch (sqlite3_value_int(argv[FACT_WHAT])) {
	case FACT_RANK:
		return add_rank(verdict, entry, argv, err);
	case FACT_TIME:
		return name == NAME_NONE ||
		       rank_board_add_time(&verdict->board, entry,
			       (enum rank_column_kind)sqlite3_value_int(argv[FACT_KIND]), name, ns,
			       &column, err);
	case FACT_COLLECTIVE:
		arrivals_add_one(&verdict->board.arrivals, entry,
			number_of(argv[FACT_COMMUNICATOR]), name, ns);
		return true;
	default:
		return rank_board_add_device(&verdict->board, entry,
			(uint32_t)number_of(argv[FACT_DEVICE_NUMBER]), ns, err);
	}
}

static void verdict_step(sqlite3_context *to, int argc, sqlite3_value **argv)
{
	const struct sql_model *model = sqlite3_user_data(to);
	struct verdict_sum *verdict = sqlite3_aggregate_context(to, sizeof(*verdict));
	struct err err = { 0 };

	(void)argc;
	if (verdict == NULL)
		mem_die();
	verdict->board.names = model->names;
	if (verdict->fails || add_argument(verdict, argv, &err))
		return;
	verdict->fails = true;
	sqlite3_result_error(to, err.msg, -1);
}

static void verdict_end(sqlite3_context *to)
{
	struct verdict_sum *verdict = sqlite3_aggregate_context(to, 0);
	struct rank_verdict result;
	struct text text = { 0 };

	if (verdict == NULL)
		return;
	if (!verdict->fails) {
		rank_verdict_init(&result, &verdict->board);
		rank_verdict_say(&result, &verdict->board, &text);
		if (text.len > 0)
			sqlite3_result_text(to, text.bytes, (int)text.len, SQLITE_TRANSIENT);
		rank_verdict_release(&result);
	}
	text_release(&text);
	rank_board_release(&verdict->board);
	idmap_release(&verdict->labels);
	free(verdict->label_entries);
}

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

void sql_rank_functions_offer(sqlite3 *db, struct sql_model *model)
{
	if (sqlite3_create_function_v2(db, "rank_verdict", FACT_ARGUMENTS,
		    SQLITE_UTF8 | SQLITE_DIRECTONLY, model, NULL, verdict_step, verdict_end,
		    NULL) != SQLITE_OK ||
		sqlite3_create_collation_v2(
			db, "numbers", SQLITE_UTF8, NULL, compare_numbers, NULL) != SQLITE_OK)
		mem_die();
}
