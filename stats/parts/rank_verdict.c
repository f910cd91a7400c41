#include "stats/parts/rank_verdict.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/units.h"

/* In percent: what differs less is noise. */
static const double limit = 5;

/* --- medians ----------------------------------------------------------------------------- */

static int compare_doubles(const void *a, const void *b)
{
	double left = *(const double *)a, right = *(const double *)b;

	return (left > right) - (left < right);
}

/* Of `count` values, at least 1, which are sorted. */
static double median_of(double *values, size_t count)
{
	qsort(values, count, sizeof(*values), compare_doubles);
	return (values[(count - 1) / 2] + values[count / 2]) / 2;
}

uint64_t rank_verdict_compute(
	const struct rank_verdict *verdict, const struct rank_board *board, size_t entry)
{
	return verdict->are_times ? board->entries[entry].compute
				  : board->entries[entry].kernels_ns;
}

double rank_verdict_compared(
	const struct rank_verdict *verdict, const struct rank_board *board, size_t entry)
{
	double compute = (double)rank_verdict_compute(verdict, board, entry);

	/* in this order of operations, 105 is not more than 5 % over 100 */
	return verdict->median > 0 ? (compute - verdict->median) * 100 / verdict->median : 0;
}

bool rank_verdict_is_slow(
	const struct rank_verdict *verdict, const struct rank_board *board, size_t entry)
{
	return rank_verdict_compared(verdict, board, entry) > limit;
}

/* Arrivals are compared in the order of ranks. */
static void place_lists(struct rank_board *board)
{
	for (size_t i = 0; i < board->arrivals.count; i++) {
		const struct rank_entry *entry = &board->entries[board->arrivals.lists[i].entry];

		board->arrivals.lists[i].place = entry->has_rank ? entry->rank : UINT64_MAX;
	}
}

bool rank_verdict_init(struct rank_verdict *verdict, struct rank_board *board, struct err *err)
{
	double *values = mem_try_zeroed(board->count, sizeof(*values), err);

	*verdict = (struct rank_verdict){
		.are_times = rank_board_has_times(board),
		.arrivals = mem_try_zeroed(board->count, sizeof(*verdict->arrivals), err),
	};
	if (values == NULL || verdict->arrivals == NULL) {
		free(values);
		rank_verdict_release(verdict);
		return false;
	}
	for (size_t i = 0; i < board->count; i++)
		values[i] = (double)rank_verdict_compute(verdict, board, i);
	if (board->count > 0)
		verdict->median = median_of(values, board->count);
	for (size_t i = 0; i < board->count; i++)
		verdict->has_slow |= rank_verdict_is_slow(verdict, board, i);
	place_lists(board);
	arrivals_compare(&board->arrivals, verdict->arrivals);
	free(values);
	return true;
}

void rank_verdict_release(struct rank_verdict *verdict)
{
	free(verdict->arrivals);
	*verdict = (struct rank_verdict){ 0 };
}

/* --- where it is slow --------------------------------------------------------------------- */

double rank_verdict_median(const struct rank_board *board, uint32_t column, double *values)
{
	for (size_t i = 0; i < board->count; i++)
		values[i] = (double)rank_board_column(board, i, column);
	return median_of(values, board->count);
}

/*
 * The range to name: of those that have most of the excess, the one in which the median rank
 * is shortest, as it says most. UINT32_MAX: none has.
 */
static bool find_range(const struct rank_board *board, size_t entry, double whole, uint32_t *range,
	double *excess, struct err *err)
{
	double *values = mem_try_zeroed(board->count, sizeof(*values), err), least = 0;

	*range = UINT32_MAX;
	if (values == NULL)
		return false;
	for (uint32_t i = 0; i < board->column_keys.count; i++) {
		double median, more;

		if (board->columns[i].kind != COLUMN_RANGE)
			continue;
		median = rank_verdict_median(board, i, values);
		more = (double)rank_board_column(board, entry, i) - median;
		if (more < whole * 0.7)
			continue;
		/* in whichever order ranges came */
		if (*range != UINT32_MAX &&
			(median > least ||
				(median >= least &&
					(more < *excess ||
						(more <= *excess &&
							names_compare(board->names,
								board->columns[i].name,
								board->columns[*range].name) >
								0)))))
			continue;
		*range = i;
		*excess = more;
		least = median;
	}
	free(values);
	return true;
}

/* --- the sentence ------------------------------------------------------------------------- */

static bool say_time(
	struct text *text, const char *before, double ns, const char *after, struct err *err)
{
	char time[UNITS_SIZE];

	units_time(ns > 0 ? (uint64_t)ns : 0, time, sizeof(time));
	return text_try_add_string(text, before, err) && text_try_add_string(text, time, err) &&
	       text_try_add_string(text, after, err);
}

static bool say_waits(
	const struct rank_verdict *verdict, size_t entry, struct text *text, struct err *err)
{
	const struct arrival *arrival = &verdict->arrivals[entry];
	char times[128];

	if (arrival->last == 0)
		return true;
	snprintf(times, sizeof(times), "; it is the last at %llu of %llu collectives",
		(unsigned long long)arrival->last, (unsigned long long)arrival->collectives);
	return text_try_add_string(text, times, err) &&
	       say_time(text, ", where the others wait ", arrival->blame_ns, " for it", err);
}

/* "; 3 more ranks are slow", and where, if all are there. */
static bool say_others(const struct rank_verdict *verdict, const struct rank_board *board,
	size_t entry, struct text *text, struct err *err)
{
	uint32_t node = board->entries[entry].node;
	size_t slow = 0;
	bool same_node = node != NAME_NONE;
	char more[64];

	for (size_t i = 0; i < board->count; i++) {
		if (i == entry || !rank_verdict_is_slow(verdict, board, i))
			continue;
		slow++;
		same_node &= board->entries[i].node == node;
	}
	if (slow == 0)
		return true;
	snprintf(more, sizeof(more), "; %zu more rank%s slow%s", slow, slow == 1 ? " is" : "s are",
		same_node ? ", of the same node" : "");
	return text_try_add_string(text, more, err);
}

static bool say_slow(const struct rank_verdict *verdict, const struct rank_board *board,
	size_t entry, struct text *text, struct err *err)
{
	double whole = (double)rank_verdict_compute(verdict, board, entry) - verdict->median;
	double excess = 0;
	uint32_t range;
	char percent[96];

	snprintf(percent, sizeof(percent), " computes %.1f %% longer than the median rank",
		rank_verdict_compared(verdict, board, entry));
	if (!find_range(board, entry, whole, &range, &excess, err) ||
		!rank_board_name(board, entry, true, text, err) ||
		!text_try_add_string(text, percent, err) || !say_time(text, " (+", whole, ")", err))
		return false;
	if (range != UINT32_MAX) {
		const struct name *name = &board->names->list[board->columns[range].name];

		if (!text_try_add_string(text, ", most of it in '", err) ||
			!text_try_add_clean(text, name->text, name->len, 0, err) ||
			!say_time(text, "' (+", excess, ")", err))
			return false;
	}
	return say_waits(verdict, entry, text, err) && say_others(verdict, board, entry, text, err);
}

/* Of ranks that are alike, the first is named. */
static bool comes_before(const struct rank_board *board, size_t a, size_t b)
{
	return rank_board_compare(board, (uint32_t)a, (uint32_t)b) < 0;
}

/* The rank for which the others wait longest, if that is over the limit; else SIZE_MAX. */
static size_t find_late(const struct rank_verdict *verdict, const struct rank_board *board)
{
	size_t late = 0;

	for (size_t i = 1; i < board->count; i++) {
		double blame = verdict->arrivals[i].blame_ns;

		if (blame > verdict->arrivals[late].blame_ns ||
			(blame >= verdict->arrivals[late].blame_ns && comes_before(board, i, late)))
			late = i;
	}
	return verdict->arrivals[late].blame_ns * 100 > verdict->median * limit &&
			       verdict->arrivals[late].last * 2 >
				       verdict->arrivals[late].collectives
		       ? late
		       : SIZE_MAX;
}

/* With sums alone: the rank with the least time in collectives is the one that is waited for. */
static bool find_eager(const struct rank_verdict *verdict, const struct rank_board *board,
	size_t *eager, double *less, struct err *err)
{
	double *values = mem_try_zeroed(board->count, sizeof(*values), err), least = 0;

	*eager = SIZE_MAX;
	if (values == NULL)
		return false;
	for (size_t i = 0; i < board->count; i++) {
		values[i] = (double)board->entries[i].communication_ns;
		if (*eager == SIZE_MAX || values[i] < least ||
			(values[i] <= least && comes_before(board, i, *eager))) {
			least = values[i];
			*eager = i;
		}
	}
	*less = -(double)board->entries[*eager].communication_ns;
	*less += median_of(values, board->count);
	if (verdict->arrivals[*eager].collectives > 0 || *less * 100 <= verdict->median * limit)
		*eager = SIZE_MAX;
	free(values);
	return true;
}

static bool say_who(const struct rank_verdict *verdict, const struct rank_board *board,
	struct text *text, struct err *err)
{
	size_t most = 0, late, eager;
	double less;

	for (size_t i = 1; i < board->count; i++) {
		uint64_t ns = rank_verdict_compute(verdict, board, i);
		uint64_t best = rank_verdict_compute(verdict, board, most);

		if (ns > best || (ns == best && comes_before(board, i, most)))
			most = i;
	}
	if (verdict->has_slow)
		return say_slow(verdict, board, most, text, err);
	late = find_late(verdict, board);
	if (late != SIZE_MAX)
		return rank_board_name(board, late, true, text, err) &&
		       text_try_add_string(
			       text, " computes no longer than others, but is late", err) &&
		       say_waits(verdict, late, text, err);
	if (!find_eager(verdict, board, &eager, &less, err))
		return false;
	if (eager != SIZE_MAX)
		return rank_board_name(board, eager, true, text, err) &&
		       text_try_add_string(
			       text, " computes no longer than others, but is late", err) &&
		       say_time(text, ": it spends ", less,
			       " less in collectives than the median rank", err);
	char none[128];

	snprintf(none, sizeof(none),
		"no rank is slow: none computes more than %.1f %% longer than the median rank",
		rank_verdict_compared(verdict, board, most));
	return text_try_add_string(text, none, err);
}

/* Ranks that several jobs or nodes claim are added up; maybe nobody wanted that. */
static bool say_mixed(const struct rank_board *board, struct text *text, struct err *err)
{
	size_t first = SIZE_MAX, count = 0;
	char more[64] = "";

	for (size_t i = 0; i < board->count; i++) {
		if (!board->entries[i].differs)
			continue;
		if (count++ == 0 || comes_before(board, i, first))
			first = i;
	}
	if (count == 0)
		return true;
	if (count > 1)
		snprintf(more, sizeof(more), " and %zu more", count - 1);
	return (text->len == 0 || text_try_add_string(text, "; ", err)) &&
	       rank_board_name(board, first, false, text, err) &&
	       text_try_add_string(text, more, err) &&
	       text_try_add_string(text,
		       count > 1 ? " add up files of several jobs or nodes"
				 : " adds up files of several jobs or nodes",
		       err);
}

bool rank_verdict_say(const struct rank_verdict *verdict, const struct rank_board *board,
	struct text *text, struct err *err)
{
	return (board->count < 2 || say_who(verdict, board, text, err)) &&
	       say_mixed(board, text, err);
}
