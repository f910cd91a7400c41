#ifndef STATS_PARTS_RANK_VERDICT_H
#define STATS_PARTS_RANK_VERDICT_H

#include "base/text.h"
#include "stats/parts/rank_board.h"

/* Who is slow: the ranks of a board compared with their median. */
struct rank_verdict {
	bool are_times;           /* compute counts overlaps once */
	double median;            /* of compute */
	bool has_slow;            /* some rank computes over 5 % longer than the median rank */
	struct arrival *arrivals; /* by entry */
};

void rank_verdict_init(struct rank_verdict *verdict, struct rank_board *board);
void rank_verdict_release(struct rank_verdict *verdict);

/* How long a rank computes, in ns, and how much longer than the median rank, in percent. */
uint64_t rank_verdict_compute(
	const struct rank_verdict *verdict, const struct rank_board *board, size_t entry);
double rank_verdict_compared(
	const struct rank_verdict *verdict, const struct rank_board *board, size_t entry);
/* The median of a column over all ranks; `values` has room for one of each. */
double rank_verdict_median(const struct rank_board *board, uint32_t column, double *values);

bool rank_verdict_is_slow(
	const struct rank_verdict *verdict, const struct rank_board *board, size_t entry);

/*
 * One sentence without a full stop: which rank is slow, where, by how much and in which range,
 * and how long the others wait for it; or that none is; and which ranks have files of several
 * jobs or nodes. Of fewer than two ranks, only the latter.
 */
void rank_verdict_say(
	const struct rank_verdict *verdict, const struct rank_board *board, struct text *text);

#endif /* STATS_PARTS_RANK_VERDICT_H */
