#include "stats/parts/rank_verdict.h"

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

static uint64_t compute_of(
	const struct rank_verdict *verdict, const struct rank_board *board, size_t entry)
{
	return verdict->are_times ? board->entries[entry].compute
				  : board->entries[entry].kernels_ns;
}

static double compared(
	const struct rank_verdict *verdict, const struct rank_board *board, size_t entry)
{
	double compute = (double)compute_of(verdict, board, entry);

	/* in this order of operations, 105 is not more than 5 % over 100 */
	return verdict->median > 0 ? (compute - verdict->median) * 100 / verdict->median : 0;
}

static bool is_slow(
	const struct rank_verdict *verdict, const struct rank_board *board, size_t entry)
{
	return compared(verdict, board, entry) > limit;
}

/* Arrivals are compared in the order of ranks. */
static void place_lists(struct rank_board *board)
{
	for (size_t i = 0; i < board->arrivals.count; i++) {
		const struct rank_entry *entry = &board->entries[board->arrivals.lists[i].entry];

		board->arrivals.lists[i].place = entry->has_rank ? entry->rank : UINT64_MAX;
	}
}

void rank_verdict_init(struct rank_verdict *verdict, struct rank_board *board)
{
	double *values = mem_zeroed(board->count, sizeof(*values));

	*verdict = (struct rank_verdict){
		.are_times = rank_board_has_times(board),
		.arrivals = mem_zeroed(board->count, sizeof(*verdict->arrivals)),
	};
	for (size_t i = 0; i < board->count; i++)
		values[i] = (double)compute_of(verdict, board, i);
	if (board->count > 0)
		verdict->median = median_of(values, board->count);
	for (size_t i = 0; i < board->count; i++)
		verdict->has_slow |= is_slow(verdict, board, i);
	place_lists(board);
	arrivals_compare(&board->arrivals, verdict->arrivals);
	free(values);
}

void rank_verdict_release(struct rank_verdict *verdict)
{
	free(verdict->arrivals);
	*verdict = (struct rank_verdict){ 0 };
}

/* --- where it is slow --------------------------------------------------------------------- */

static double column_median(const struct rank_board *board, uint32_t column, double *values)
{
	for (size_t i = 0; i < board->count; i++)
		values[i] = (double)rank_board_column(board, i, column);
	return median_of(values, board->count);
}

/*
 * The range to name: of those that have most of the excess, the one in which the median rank
 * is shortest, as it says most. UINT32_MAX: none has.
 */
static uint32_t find_range(
	const struct rank_board *board, size_t entry, double whole, double *excess)
{
	double *values = mem_zeroed(board->count, sizeof(*values)), least = 0;
	uint32_t range = UINT32_MAX;

	for (uint32_t i = 0; i < board->column_keys.count; i++) {
		double median, more;

		if (board->columns[i].kind != COLUMN_RANGE)
			continue;
		median = column_median(board, i, values);
		more = (double)rank_board_column(board, entry, i) - median;
		if (more < whole * 0.7)
			continue;
		/* in whichever order ranges came */
		if (range != UINT32_MAX &&
			(median > least ||
				(median >= least &&
					(more < *excess ||
						(more <= *excess &&
							names_compare(board->names,
								board->columns[i].name,
								board->columns[range].name) > 0)))))
			continue;
		range = i;
		*excess = more;
		least = median;
	}
	free(values);
	return range;
}

/* --- the sentence ------------------------------------------------------------------------- */

static void say_time(struct text *text, const char *before, double ns, const char *after)
{
	char time[UNITS_SIZE];

	units_time(ns > 0 ? (uint64_t)ns : 0, time, sizeof(time));
	text_addf(text, "%s%s%s", before, time, after);
}

static void say_waits(const struct rank_verdict *verdict, size_t entry, struct text *text)
{
	const struct arrival *arrival = &verdict->arrivals[entry];

	if (arrival->last == 0)
		return;
	text_addf(text, "; it is the last at %llu of %llu collectives",
		(unsigned long long)arrival->last, (unsigned long long)arrival->collectives);
	say_time(text, ", where the others wait ", arrival->blame_ns, " for it");
}

/* "; 3 more ranks are slow", and where, if all are there. */
static void say_others(const struct rank_verdict *verdict, const struct rank_board *board,
	size_t entry, struct text *text)
{
	uint32_t node = board->entries[entry].node;
	size_t slow = 0;
	bool same_node = node != NAME_NONE;

	for (size_t i = 0; i < board->count; i++) {
		if (i == entry || !is_slow(verdict, board, i))
			continue;
		slow++;
		same_node &= board->entries[i].node == node;
	}
	if (slow > 0)
		text_addf(text, "; %zu more rank%s slow%s", slow, slow == 1 ? " is" : "s are",
			same_node ? ", of the same node" : "");
}

static void say_slow(const struct rank_verdict *verdict, const struct rank_board *board,
	size_t entry, struct text *text)
{
	double whole = (double)compute_of(verdict, board, entry) - verdict->median;
	double excess = 0;
	uint32_t range = find_range(board, entry, whole, &excess);

	rank_board_name(board, entry, true, text);
	text_addf(text, " computes %.1f %% longer than the median rank",
		compared(verdict, board, entry));
	say_time(text, " (+", whole, ")");
	if (range != UINT32_MAX) {
		const struct name *name = &board->names->list[board->columns[range].name];

		text_add_string(text, ", most of it in '");
		text_add_clean(text, name->text, name->len, 0);
		say_time(text, "' (+", excess, ")");
	}
	say_waits(verdict, entry, text);
	say_others(verdict, board, entry, text);
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

/*
 * With sums alone: the rank with the least time in collectives is the one that is waited for; if
 * that is not over the limit, SIZE_MAX.
 */
static size_t find_eager(
	const struct rank_verdict *verdict, const struct rank_board *board, double *less)
{
	double *values = mem_zeroed(board->count, sizeof(*values)), least = 0;
	size_t eager = SIZE_MAX;

	for (size_t i = 0; i < board->count; i++) {
		values[i] = (double)board->entries[i].communication_ns;
		if (eager == SIZE_MAX || values[i] < least ||
			(values[i] <= least && comes_before(board, i, eager))) {
			least = values[i];
			eager = i;
		}
	}
	*less = -(double)board->entries[eager].communication_ns;
	*less += median_of(values, board->count);
	free(values);
	return verdict->arrivals[eager].collectives > 0 || *less * 100 <= verdict->median * limit
		       ? SIZE_MAX
		       : eager;
}

static void say_who(
	const struct rank_verdict *verdict, const struct rank_board *board, struct text *text)
{
	size_t most = 0, late, eager;
	double less;

	for (size_t i = 1; i < board->count; i++) {
		uint64_t ns = compute_of(verdict, board, i);
		uint64_t best = compute_of(verdict, board, most);

		if (ns > best || (ns == best && comes_before(board, i, most)))
			most = i;
	}
	if (verdict->has_slow) {
		say_slow(verdict, board, most, text);
		return;
	}
	late = find_late(verdict, board);
	eager = late == SIZE_MAX ? find_eager(verdict, board, &less) : SIZE_MAX;
	if (late == SIZE_MAX && eager == SIZE_MAX) {
		text_addf(text,
			"no rank is slow: none computes more than %.1f %% longer than the median "
			"rank",
			compared(verdict, board, most));
		return;
	}
	rank_board_name(board, late != SIZE_MAX ? late : eager, true, text);
	text_add_string(text, " computes no longer than others, but is late");
	if (late != SIZE_MAX)
		say_waits(verdict, late, text);
	else
		say_time(text, ": it spends ", less, " less in collectives than the median rank");
}

/* Ranks that several jobs or nodes claim are added up; maybe nobody wanted that. */
static void say_mixed(const struct rank_board *board, struct text *text)
{
	size_t first = SIZE_MAX, count = 0;

	for (size_t i = 0; i < board->count; i++) {
		if (!board->entries[i].differs)
			continue;
		if (count++ == 0 || comes_before(board, i, first))
			first = i;
	}
	if (count == 0)
		return;
	text_add_string(text, text->len > 0 ? "; " : "");
	rank_board_name(board, first, false, text);
	if (count > 1)
		text_addf(text, " and %zu more", count - 1);
	text_addf(text, " add%s up files of several jobs or nodes", count > 1 ? "" : "s");
}

void rank_verdict_say(
	const struct rank_verdict *verdict, const struct rank_board *board, struct text *text)
{
	if (board->count >= 2)
		say_who(verdict, board, text);
	say_mixed(board, text);
}
