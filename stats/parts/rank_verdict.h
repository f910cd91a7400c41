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

/*
 * One sentence without a full stop: which rank is slow, where, by how much and in which range,
 * and how long the others wait for it; or that none is; and which ranks have files of several
 * jobs or nodes. Of fewer than two ranks, only the latter.
 */
void rank_verdict_say(
	const struct rank_verdict *verdict, const struct rank_board *board, struct text *text);

#endif /* STATS_PARTS_RANK_VERDICT_H */
