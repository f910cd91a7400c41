#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/order.h"
#include "base/text.h"
#include "stats/parts/rank_board.h"
#include "stats/parts/rank_report.h"
#include "stats/parts/rank_verdict.h"
#include "stats/parts/report.h"
#include "stats/parts/rows.h"
#include "stats/parts/sums.h"

/* What ranks do in ranges, steps and collectives: how far apart they are, or each cell. */

/* A column of the board over all ranks. */
struct rank_spread {
	uint64_t total;
	size_t ranks; /* that have any */
	uint32_t least, most;
	double median, deviation;
};

struct range_walk {
	const struct report_run *run;
	const struct rank_board *board;
	struct rank_verdict verdict;
	struct rank_spread *spreads; /* by column of the board */
	double *values;              /* by entry */
	uint32_t *entries;           /* in order */
};

/* Numbers saturate: a total of all ranks only orders rows. */
static void measure(struct range_walk *walk, uint32_t column, struct rank_spread *spread)
{
	const struct rank_board *board = walk->board;
	double mean, squares = 0;

	*spread =
		(struct rank_spread){ .median = rank_verdict_median(board, column, walk->values) };
	for (size_t i = 0; i < board->count; i++) {
		uint32_t entry = walk->entries[i];
		uint64_t ns = rank_board_column(board, entry, column);

		if (i == 0 || ns < rank_board_column(board, spread->least, column))
			spread->least = entry;
		if (i == 0 || ns > rank_board_column(board, spread->most, column))
			spread->most = entry;
		spread->ranks += ns > 0;
		if (__builtin_add_overflow(spread->total, ns, &spread->total))
			spread->total = UINT64_MAX;
	}
	mean = (double)spread->total / (double)board->count;
	for (size_t i = 0; i < board->count; i++)
		squares += (walk->values[i] - mean) * (walk->values[i] - mean);
	if (board->count > 1)
		spread->deviation = sqrt(squares / (double)(board->count - 1));
}

static int compare_ranks(const void *context, uint32_t a, uint32_t b)
{
	return rank_board_compare(context, a, b);
}

static void range_walk_release(struct range_walk *walk)
{
	rank_verdict_release(&walk->verdict);
	free(walk->spreads);
	free(walk->values);
	free(walk->entries);
}

/* There is at least one rank. */
static void range_walk_init(struct range_walk *walk, struct report_run *run)
{
	struct rank_board *board = run->state;
	uint32_t columns = board->column_keys.count;

	*walk = (struct range_walk){ .run = run, .board = board };
	rank_verdict_init(&walk->verdict, board);
	walk->spreads = mem_zeroed(columns, sizeof(*walk->spreads));
	walk->values = mem_zeroed(board->count, sizeof(*walk->values));
	walk->entries = mem_zeroed(board->count, sizeof(*walk->entries));
	for (uint32_t i = 0; i < board->count; i++)
		walk->entries[i] = i;
	order_by(walk->entries, board->count, compare_ranks, board);
	for (uint32_t i = 0; i < columns; i++)
		measure(walk, i, &walk->spreads[i]);
}

static bool give_note(const struct range_walk *walk, struct sink *sink, struct err *err)
{
	struct text text = { 0 };
	bool ok;

	rank_verdict_say(&walk->verdict, walk->board, &text);
	ok = text.len == 0 || sink->note(sink, text.bytes, err);
	text_release(&text);
	return ok;
}

static const char *kind_of(const struct rank_column *column)
{
	if (column->kind == COLUMN_COLLECTIVE)
		return "collective";
	return column->is_step || column->kind == COLUMN_STEP ? "step" : "range";
}

/* --- a row for each range ------------------------------------------------------------------ */

static double over_median(const struct range_walk *walk, uint32_t column)
{
	const struct rank_spread *spread = &walk->spreads[column];

	return (double)rank_board_column(walk->board, spread->most, column) - spread->median;
}

static int compare_spreads(const void *context, uint32_t a, uint32_t b)
{
	const struct range_walk *walk = context;
	double left = over_median(walk, a), right = over_median(walk, b);

	if (left > right || left < right)
		return left > right ? -1 : 1;
	return sums_compare_names(
		walk->board->names, walk->board->columns[a].name, walk->board->columns[b].name);
}

static bool give_spread(void *context, uint32_t index, struct sink *sink, struct err *err)
{
	const struct range_walk *walk = context;
	const struct rank_board *board = walk->board;
	const struct rank_column *column = &board->columns[index];
	const struct rank_spread *spread = &walk->spreads[index];
	struct text least = { 0 }, most = { 0 };
	bool ok;

	if (column->kind == COLUMN_STEP || spread->total == 0)
		return true;
	rank_board_name(board, spread->least, false, &least);
	rank_board_name(board, spread->most, false, &most);
	ok = sink_row(sink,
		(struct cell[]){
			cell_name(board->names, column->name),
			cell_text(kind_of(column)),
			cell_integer((int64_t)spread->ranks),
			cell_real((double)spread->total / (double)board->count),
			cell_real(spread->median),
			cell_integer((int64_t)rank_board_column(board, spread->least, index)),
			cell_integer((int64_t)rank_board_column(board, spread->most, index)),
			cell_real(spread->deviation),
			cell_real(over_median(walk, index)),
			cell_text(least.bytes),
			cell_text(most.bytes),
		},
		11, err);
	text_release(&least);
	text_release(&most);
	return ok;
}

static bool finish_sum(struct report_run *run, struct sink *sink, struct err *err)
{
	const struct rank_board *board = run->state;
	const struct rows rows = {
		.count = board->column_keys.count, .compare = compare_spreads, .give = give_spread
	};
	struct range_walk walk;
	bool ok;

	range_walk_init(&walk, run);
	ok = give_note(&walk, sink, err) && rows_give(&rows, &walk, sink, err);
	range_walk_release(&walk);
	return ok;
}

/* --- a row for each cell ------------------------------------------------------------------- */

static int compare_totals(const void *context, uint32_t a, uint32_t b)
{
	const struct range_walk *walk = context;
	uint64_t left = walk->spreads[a].total, right = walk->spreads[b].total;

	if (left != right)
		return left > right ? -1 : 1;
	return sums_compare_names(
		walk->board->names, walk->board->columns[a].name, walk->board->columns[b].name);
}

static int compare_numbers(const void *context, uint32_t a, uint32_t b)
{
	const struct rank_board *board = ((const struct range_walk *)context)->board;

	return text_compare_numbers(board->names->list[board->columns[a].name].text,
		board->names->list[board->columns[b].name].text);
}

static bool give_cell(const struct range_walk *walk, uint32_t entry, uint32_t column,
	struct sink *sink, struct err *err)
{
	const struct rank_board *board = walk->board;
	const struct rank_entry *rank = &board->entries[entry];
	uint64_t ns = rank_board_column(board, entry, column);
	double median = walk->spreads[column].median;
	const struct cell cells[] = {
		rank_board_cell(board, entry),
		cell_name(board->names, rank->node),
		cell_name(board->names, board->columns[column].name),
		cell_text(kind_of(&board->columns[column])),
		cell_integer((int64_t)ns),
		median > 0 ? cell_real(((double)ns - median) * 100 / median) : (struct cell){ 0 },
	};

	return sink_row(sink, cells, ARRAY_SIZE(cells), err);
}

/* Cells of the columns that are steps, or of the `most` other ones with the most time. */
static bool give_cells(
	struct report_run *run, bool steps, size_t most, struct sink *sink, struct err *err)
{
	const struct rank_board *board = run->state;
	uint32_t *columns = mem_zeroed(board->column_keys.count, sizeof(*columns));
	struct range_walk walk;
	size_t count = 0;
	bool ok;

	range_walk_init(&walk, run);
	for (uint32_t i = 0; i < board->column_keys.count; i++) {
		if ((board->columns[i].kind == COLUMN_STEP) == steps && walk.spreads[i].total > 0)
			columns[count++] = i;
	}
	order_by(columns, count, steps ? compare_numbers : compare_totals, &walk);
	ok = give_note(&walk, sink, err);
	count = count < most ? count : most;
	for (size_t i = 0; ok && i < board->count; i++) {
		for (size_t k = 0; ok && k < count; k++)
			ok = give_cell(&walk, walk.entries[i], columns[k], sink, err);
	}
	range_walk_release(&walk);
	free(columns);
	return ok;
}

static bool finish_ranges(struct report_run *run, struct sink *sink, struct err *err)
{
	enum { RANGES = 40 };

	return give_cells(run, false, RANGES, sink, err);
}

static bool finish_steps(struct report_run *run, struct sink *sink, struct err *err)
{
	return give_cells(run, true, SIZE_MAX, sink, err);
}

static const struct column sum_columns[] = {
	{ "Range", COLUMN_TEXT, 0, 0 },
	{ "Kind", COLUMN_TEXT, 0, 7 },
	{ "Ranks", COLUMN_COUNT, 0, 6 },
	{ "Mean", COLUMN_TIME, 1, 4 },
	{ "Med", COLUMN_TIME, 1, 0 },
	{ "Min", COLUMN_TIME, 0, 3 },
	{ "Max", COLUMN_TIME, 0, 2 },
	{ "StdDev", COLUMN_TIME, 1, 5 },
	{ "Over Med", COLUMN_TIME, 1, 0 },
	{ "Least", COLUMN_TEXT, 0, 1 },
	{ "Most", COLUMN_TEXT, 0, 0 },
};

static const struct column map_columns[] = {
	{ "Rank", COLUMN_WORD, 0, 0 },
	{ "Node", COLUMN_TEXT, 0, 2 },
	{ "Range", COLUMN_TEXT, 0, 0 },
	{ "Kind", COLUMN_TEXT, 0, 3 },
	{ "Time", COLUMN_TIME, 0, 0 },
	{ "vs Median", COLUMN_PERCENT, 1, 0 },
};

static const char shape[] = "heat; x: Range; lane: Rank; difference: vs Median; more: Time";

const struct report report_rank_range_sum = {
	.name = "rank_range_sum",
	.title = "Ranges across ranks",
	.doc = "How far ranks are apart in each range, the farthest first: the time of the kernels"
	       " launched in it, without communication, by rank; and in each kernel of"
	       " communication. Numbers in names of ranges become N. Over Med is how much longer "
	       "the"
	       " slowest rank (Most) takes than the median rank.",
	.columns = sum_columns,
	.column_count = ARRAY_SIZE(sum_columns),
	.want = WANT_OTHER_OPS | WANT_RANGES | WANT_STREAMS | WANT_RANKS | WANT_PAYLOADS,
	.needs = NEED_KERNELS,
	.takes_sums = true,
	.state_size = sizeof(struct rank_board),
	.shares_state = true,
	.add = rank_report_add,
	.finish = finish_sum,
	.release = rank_report_release,
	.partial = &rank_report_partial,
};

const struct report report_rank_range_map = {
	.name = "rank_range_map",
	.title = "Ranks by range",
	.doc = "rank_range_sum rank by rank, of the 40 ranges and collectives with the most time,"
	       " compared with the median rank. --format svg draws a map of ranks and ranges.",
	.columns = map_columns,
	.column_count = ARRAY_SIZE(map_columns),
	.want = WANT_OTHER_OPS | WANT_RANGES | WANT_STREAMS | WANT_RANKS | WANT_PAYLOADS,
	.needs = NEED_KERNELS,
	.takes_sums = true,
	.state_size = sizeof(struct rank_board),
	.chart = shape,
	.shares_state = true,
	.add = rank_report_add,
	.finish = finish_ranges,
	.release = rank_report_release,
	.partial = &rank_report_partial,
};

const struct report report_rank_step_map = {
	.name = "rank_step_map",
	.title = "Ranks by step",
	.doc = "How long the kernels launched in each training step take on each rank, without"
	       " communication, compared with the median rank. --format svg draws a map of ranks "
	       "and"
	       " steps.",
	.columns = map_columns,
	.column_count = ARRAY_SIZE(map_columns),
	.want = WANT_OTHER_OPS | WANT_RANGES | WANT_STREAMS | WANT_RANKS | WANT_PAYLOADS,
	.needs = NEED_KERNELS | NEED_STEPS,
	.state_size = sizeof(struct rank_board),
	.chart = shape,
	.shares_state = true,
	.add = rank_report_add,
	.finish = finish_steps,
	.release = rank_report_release,
	.partial = &rank_report_partial,
};
