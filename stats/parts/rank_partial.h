#ifndef STATS_PARTS_RANK_PARTIAL_H
#define STATS_PARTS_RANK_PARTIAL_H

#include "stats/parts/partial.h"

/* report.partial of reports whose state is a struct rank_board. */
extern const struct report_partial rank_partial;

#endif /* STATS_PARTS_RANK_PARTIAL_H */
