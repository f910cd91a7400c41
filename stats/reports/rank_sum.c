#include "stats/parts/report.h"

#include "base/mem.h"
#include "stats/parts/rank_board.h"
#include "stats/parts/rank_report.h"
#include "stats/parts/rank_verdict.h"
#include "stats/parts/rows.h"

/* Ranks beside each other: how their devices spend their time, and who waits for whom. */

struct rank_walk {
	const struct report_run *run;
	const struct rank_board *board;
	struct rank_verdict verdict;
};

static int compare(const void *context, uint32_t a, uint32_t b)
{
	return rank_board_compare(((const struct rank_walk *)context)->board, a, b);
}

static void time_cells(const struct rank_entry *entry, struct cell *cells)
{
	uint64_t room = entry->span * entry->devices;

	cells[0] = cell_integer((int64_t)entry->exposed);
	cells[1] = cell_integer((int64_t)(room > entry->busy ? room - entry->busy : 0));
}

static void arrival_cells(const struct arrival *arrival, struct cell *cells)
{
	cells[0] = cell_integer((int64_t)arrival->wait_ns);
	cells[1] = cell_real((double)arrival->wait_ns / (double)arrival->collectives);
	cells[2] = cell_integer((int64_t)arrival->last);
	cells[3] = cell_real((double)arrival->last * 100 / (double)arrival->collectives);
	cells[4] = cell_integer((int64_t)arrival->first);
}

static bool give_row(void *context, uint32_t index, struct sink *sink, struct err *err)
{
	const struct rank_walk *walk = context;
	const struct rank_entry *entry = &walk->board->entries[index];
	const struct arrival *arrival = &walk->verdict.arrivals[index];
	struct cell cells[19] = {
		rank_board_cell(walk->board, index),
		cell_name(walk->run->names, entry->node),
		cell_integer(rank_board_device(walk->board, index)),
		cell_name(walk->run->names, rank_board_uuid(walk->board, index)),
		cell_integer((int64_t)entry->devices),
		cell_integer((int64_t)entry->ops),
		[7] = cell_integer(
			(int64_t)rank_verdict_compute(&walk->verdict, walk->board, index)),
		[8] = cell_real(rank_verdict_compared(&walk->verdict, walk->board, index)),
		[9] = cell_integer((int64_t)entry->communication_ns),
		[17] = cell_text(rank_verdict_is_slow(&walk->verdict, walk->board, index)
					 ? "straggler"
					 : ""),
		[18] = cell_name(walk->run->names, entry->label),
	};

	if (entry->has_times) {
		cells[6] = cell_integer((int64_t)entry->span);
		time_cells(entry, cells + 10);
	}
	if (arrival->collectives > 0)
		arrival_cells(arrival, cells + 12);
	return sink_row(sink, cells, ARRAY_SIZE(cells), err);
}

static bool give_note(const struct rank_walk *walk, struct sink *sink, struct err *err)
{
	struct text text = { 0 };
	bool ok;

	rank_verdict_say(&walk->verdict, walk->board, &text);
	ok = text.len == 0 || sink->note(sink, text.bytes, err);
	text_release(&text);
	return ok;
}

static bool finish(struct report_run *run, struct sink *sink, struct err *err)
{
	struct rank_board *board = run->state;
	struct rank_walk walk = { .run = run, .board = board };
	const struct rows rows = {
		.count = (uint32_t)board->count, .compare = compare, .give = give_row
	};
	bool ok;

	rank_verdict_init(&walk.verdict, board);
	ok = give_note(&walk, sink, err) && rows_give(&rows, &walk, sink, err);
	rank_verdict_release(&walk.verdict);
	return ok;
}

static const struct column columns[] = {
	{ "Rank", COLUMN_WORD, 0, 0 },
	{ "Node", COLUMN_TEXT, 0, 1 },
	{ "GPU", COLUMN_ID, 0, 2 },
	{ "UUID", COLUMN_TEXT, 0, 12 },
	{ "Devices", COLUMN_COUNT, 0, 11 },
	{ "GPU Ops", COLUMN_COUNT, 0, 10 },
	{ "Span", COLUMN_TIME, 0, 6 },
	{ "Compute", COLUMN_TIME, 0, 0 },
	{ "vs Median", COLUMN_PERCENT, 1, 0 },
	{ "Comm", COLUMN_TIME, 0, 3 },
	{ "Exposed Comm", COLUMN_TIME, 0, 5 },
	{ "Idle", COLUMN_TIME, 0, 5 },
	{ "Wait", COLUMN_TIME, 0, 3 },
	{ "Avg Wait", COLUMN_TIME, 1, 7 },
	{ "Last", COLUMN_COUNT, 0, 3 },
	{ "Last Share", COLUMN_PERCENT, 1, 7 },
	{ "First", COLUMN_COUNT, 0, 8 },
	{ "Note", COLUMN_TEXT, 0, 0 },
	{ "File", COLUMN_TEXT, 0, 9 },
};

const struct report report_rank_sum = {
	.name = "rank_sum",
	.title = "Ranks side by side",
	.doc = "One row per rank: from its first operation to its last (Span), how long its devices"
	       " ran compute kernels (Compute), NCCL's (Comm), only NCCL's (Exposed Comm), or"
	       " nothing (Idle); overlaps count once except in Comm, or twice in Compute where the"
	       " files hold sums. A straggler computes over 5 % longer than the median rank. The"
	       " rank whose kernel of a collective is the shortest came last (Last); the others"
	       " waited (Wait) for the difference. GPU is the device that computes longest.",
	.columns = columns,
	.column_count = ARRAY_SIZE(columns),
	.want = WANT_OTHER_OPS | WANT_RANGES | WANT_STREAMS | WANT_RANKS | WANT_PAYLOADS,
	.needs = NEED_OPS,
	.takes_sums = true,
	.state_size = sizeof(struct rank_board),
	.shares_state = true,
	.add = rank_report_add,
	.finish = finish,
	.release = rank_report_release,
	.partial = &rank_report_partial,
};
