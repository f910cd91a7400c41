#ifndef STATS_COMPARE_RANKS_H
#define STATS_COMPARE_RANKS_H

#include "stats/survey/survey.h"

/*
 * After the last trace of a survey: who is slow (survey->verdict, slow_rank), as the report
 * rank_cost has it, and what is lost by waiting for others. ERR_SUM: a sum overflows.
 */
bool compare_ranks(struct survey *survey, struct err *err) MUST_CHECK;

#endif /* STATS_COMPARE_RANKS_H */
