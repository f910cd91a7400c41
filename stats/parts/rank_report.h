#ifndef STATS_PARTS_RANK_REPORT_H
#define STATS_PARTS_RANK_REPORT_H

#include "stats/parts/partial.h"

/* What reports whose state is a struct rank_board have in common, which they share. */
bool rank_report_add(struct report_run *run, const struct trace *trace, struct err *err) MUST_CHECK;
void rank_report_release(struct report_run *run);
extern const struct report_partial rank_report_partial;

#endif /* STATS_PARTS_RANK_REPORT_H */
