#ifndef STATS_DIFF_TREND_PRINT_H
#define STATS_DIFF_TREND_PRINT_H

#include "stats/diff/diff_print.h"
#include "stats/diff/trend.h"

/* The table of a trend in the formats of a comparison; each appends to `text`. ERR_NOMEM. */

/* A blank line, the total and the ranges that changed most, and what is not shown. */
bool trend_print_table(const struct diff_page *page, struct text *text, struct err *err) MUST_CHECK;
bool trend_print_markdown(
	const struct diff_page *page, struct text *text, struct err *err) MUST_CHECK;

/* `,"trend":[...]`: all ranges. */
bool trend_print_json(const struct diff *diff, struct text *text, struct err *err) MUST_CHECK;

#endif /* STATS_DIFF_TREND_PRINT_H */
