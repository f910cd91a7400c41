#include "stats/parts/rank_report.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/sum.h"
#include "stats/parts/rank_board.h"
#include "stats/parts/sums.h"

/* --- partial results -------------------------------------------------------------------- */

/*
 * A board as groups: each rank, then its times in columns, its collectives in their order, and
 * the times of its devices. Ranks are known by their place among the ranks of one partial result.
 */
enum record_kind { RECORD_RANK, RECORD_COLUMN, RECORD_COLLECTIVE, RECORD_DEVICE, RECORD_KINDS };

struct rank_record {
	enum record_kind kind;
	uint32_t entry;
	uint32_t which; /* column; list of arrivals; or device, by its place on the board */
	size_t at;      /* in that list */
};

/* Labels: kind, place, rank, communicator or device, and names. */
enum { LABEL_KIND, LABEL_PLACE, LABEL_NUMBER, LABEL_NAME, LABEL_NODE, LABEL_JOB, LABEL_UUID };

/* Counters of a rank; of others the first is a time. */
enum {
	RANK_HAS_RANK,
	RANK_HAS_TIMES,
	RANK_DIFFERS,
	RANK_HAS_UUIDS,
	RANK_OPS,
	RANK_SPAN,
	RANK_BUSY,
	RANK_COMPUTE,
	RANK_EXPOSED,
	RANK_KERNELS,
	RANK_COMMUNICATION,
	RANK_COUNTERS
};

_Static_assert((int)RANK_COUNTERS <= (int)PARTIAL_COUNTERS, "there is room for all counters");

static bool add_record(struct rank_board *board, struct rank_record record, struct err *err)
{
	if (!mem_try_grow((void **)&board->records, &board->records_cap, board->record_count + 1,
		    sizeof(*board->records), err))
		return false;
	board->records[board->record_count++] = record;
	return true;
}

static bool prepare(struct report_run *run, struct err *err)
{
	struct rank_board *board = run->state;

	for (uint32_t i = 0; i < board->count; i++) {
		if (!add_record(board, (struct rank_record){ RECORD_RANK, i, 0, 0 }, err))
			return false;
	}
	for (uint32_t i = 0; i < board->count; i++) {
		for (uint32_t k = 0; k < board->column_keys.count; k++) {
			const struct rank_record record = { RECORD_COLUMN, i, k, 0 };

			if (rank_board_column(board, i, k) > 0 && !add_record(board, record, err))
				return false;
		}
	}
	for (uint32_t i = 0; i < board->arrivals.count; i++) {
		const struct arrival_list *list = &board->arrivals.lists[i];

		for (size_t k = 0; k < list->count; k++) {
			const struct rank_record record = { RECORD_COLLECTIVE, list->entry, i, k };

			if (!add_record(board, record, err))
				return false;
		}
	}
	for (uint32_t i = 0; i < board->devices.count; i++) {
		const struct rank_record record = { RECORD_DEVICE,
			(uint32_t)(board->devices.keys[i] >> 32), i, 0 };

		if (!add_record(board, record, err))
			return false;
	}
	if (board->record_count >= UINT32_MAX)
		return err_set(err, ERR_FORMAT, "more than 2^32 collectives");
	return true;
}

static uint32_t count_records(const struct report_run *run)
{
	return (uint32_t)((const struct rank_board *)run->state)->record_count;
}

/* --- writing ---------------------------------------------------------------------------- */

static void get_rank(const struct rank_entry *entry, struct partial_group *group)
{
	group->labels[LABEL_NUMBER] = entry->rank;
	group->labels[LABEL_NAME] = entry->label;
	group->labels[LABEL_NODE] = entry->node;
	group->labels[LABEL_JOB] = entry->job;
	group->labels[LABEL_UUID] = entry->uuid;
	group->counters[RANK_HAS_RANK] = entry->has_rank;
	group->counters[RANK_HAS_TIMES] = entry->has_times;
	group->counters[RANK_DIFFERS] = entry->differs;
	group->counters[RANK_HAS_UUIDS] = entry->has_uuids;
	group->counters[RANK_OPS] = entry->ops;
	group->counters[RANK_SPAN] = entry->span;
	group->counters[RANK_BUSY] = entry->busy;
	group->counters[RANK_COMPUTE] = entry->compute;
	group->counters[RANK_EXPOSED] = entry->exposed;
	group->counters[RANK_KERNELS] = entry->kernels_ns;
	group->counters[RANK_COMMUNICATION] = entry->communication_ns;
}

static void get_group(const struct report_run *run, uint32_t index, struct partial_group *group)
{
	const struct rank_board *board = run->state;
	const struct rank_record *record = &board->records[index];

	*group = (struct partial_group){ .labels = { record->kind, record->entry, 0, NAME_NONE,
						 NAME_NONE, NAME_NONE, NAME_NONE } };
	if (record->kind == RECORD_RANK) {
		get_rank(&board->entries[record->entry], group);
	} else if (record->kind == RECORD_COLUMN) {
		const struct rank_column *column = &board->columns[record->which];

		group->labels[LABEL_NUMBER] = column->kind << 1 | column->is_step;
		group->labels[LABEL_NAME] = column->name;
		group->counters[0] = rank_board_column(board, record->entry, record->which);
	} else if (record->kind == RECORD_DEVICE) {
		group->labels[LABEL_NUMBER] = (uint32_t)board->devices.keys[record->which];
		group->counters[0] = board->device_ns[record->which];
	} else {
		const struct arrival_list *list = &board->arrivals.lists[record->which];
		uint64_t key = board->arrivals.keys.keys[list->key];

		group->labels[LABEL_NUMBER] = board->arrivals.shapes.keys[key >> 32];
		group->labels[LABEL_NAME] = (uint32_t)key;
		group->counters[0] = list->ns[record->at];
	}
}

/* --- reading ---------------------------------------------------------------------------- */

static bool put_rank(struct rank_board *board, const struct partial_group *group, struct err *err)
{
	const uint64_t *from = group->counters;
	uint64_t place = group->labels[LABEL_PLACE];
	const struct rank_place at = { .label = (uint32_t)group->labels[LABEL_NAME],
		.node = (uint32_t)group->labels[LABEL_NODE],
		.job = (uint32_t)group->labels[LABEL_JOB],
		.uuid = (uint32_t)group->labels[LABEL_UUID] };
	struct rank_entry *entry;
	uint32_t index;

	if (place == 0)
		board->loaded_count = 0; /* another partial result */
	if (place != board->loaded_count || group->labels[LABEL_NAME] == NAME_NONE ||
		from[RANK_HAS_RANK] > 1)
		return err_set(err, ERR_FORMAT, "an impossible rank");
	mem_need(board->loaded, board->loaded_cap, board->loaded_count + 1);
	index = rank_board_find(board, from[RANK_HAS_RANK] == 1, group->labels[LABEL_NUMBER]);
	board->loaded[board->loaded_count++] = index;
	entry = &board->entries[index];
	rank_board_place(board, index, &at);
	entry->differs |= from[RANK_DIFFERS] > 0;
	entry->has_uuids |= from[RANK_HAS_UUIDS] > 0;
	entry->has_times &= from[RANK_HAS_TIMES] == 1;
	entry->span = from[RANK_SPAN] > entry->span ? from[RANK_SPAN] : entry->span;
	return sum_add(&entry->ops, from[RANK_OPS], err) &&
	       sum_add(&entry->busy, from[RANK_BUSY], err) &&
	       sum_add(&entry->compute, from[RANK_COMPUTE], err) &&
	       sum_add(&entry->exposed, from[RANK_EXPOSED], err) &&
	       sum_add(&entry->kernels_ns, from[RANK_KERNELS], err) &&
	       sum_add(&entry->communication_ns, from[RANK_COMMUNICATION], err);
}

static bool put_column(struct rank_board *board, uint32_t entry, const struct partial_group *group,
	struct err *err)
{
	uint64_t kind = group->labels[LABEL_NUMBER] >> 1, name = group->labels[LABEL_NAME];
	uint32_t column;

	if (kind > COLUMN_COLLECTIVE || name == NAME_NONE)
		return err_set(err, ERR_FORMAT, "an impossible column");
	if (!rank_board_add_time(board, entry, (enum rank_column_kind)kind, (uint32_t)name,
		    group->counters[0], &column, err))
		return false;
	board->columns[column].is_step |= (group->labels[LABEL_NUMBER] & 1) != 0;
	return true;
}

static bool put_device(struct rank_board *board, uint32_t entry, const struct partial_group *group,
	struct err *err)
{
	uint64_t device = group->labels[LABEL_NUMBER];

	return device <= UINT32_MAX ? rank_board_add_device(board, entry, (uint32_t)device,
					      group->counters[0], err)
				    : err_set(err, ERR_FORMAT, "an impossible device");
}

static bool put_group(
	struct report_run *run, const struct partial_group *group, uint32_t *index, struct err *err)
{
	struct rank_board *board = run->state;
	uint64_t place = group->labels[LABEL_PLACE];

	board->names = run->names;
	*index = 0; /* no values follow */
	if (group->labels[LABEL_KIND] == RECORD_RANK)
		return put_rank(board, group, err);
	if (group->labels[LABEL_KIND] >= RECORD_KINDS || place >= board->loaded_count)
		return err_set(err, ERR_FORMAT, "an unknown rank");
	if (group->labels[LABEL_KIND] == RECORD_COLUMN)
		return put_column(board, board->loaded[place], group, err);
	if (group->labels[LABEL_KIND] == RECORD_DEVICE)
		return put_device(board, board->loaded[place], group, err);
	arrivals_add_one(&board->arrivals, board->loaded[place], group->labels[LABEL_NUMBER],
		(uint32_t)group->labels[LABEL_NAME], group->counters[0]);
	return true;
}

const struct report_partial rank_report_partial = {
	.labels = "uuwnnnn",
	.counters = RANK_COUNTERS,
	.prepare = prepare,
	.count = count_records,
	.get = get_group,
	.put = put_group,
};
