#ifndef STATS_PARTS_RANK_REPORT_H
#define STATS_PARTS_RANK_REPORT_H

#include "stats/parts/partial.h"

/* A board as groups of a partial result. */
extern const struct report_partial rank_report_partial;

#endif /* STATS_PARTS_RANK_REPORT_H */
