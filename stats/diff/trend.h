#ifndef STATS_DIFF_TREND_H
#define STATS_DIFF_TREND_H

#include "stats/diff/diff_text.h"

/* What each range took in each run of a history and in the one after: the rows of a table. */
struct trend_row {
	uint32_t frame;       /* of diff->names: a range, wherever it is; NAME_NONE: the total */
	const double *values; /* by run, the one after last */
	struct diff_change change;
};

struct trend {
	struct trend_row *rows; /* the total, then ranges: those that changed first */
	size_t count;
	double *values; /* of all rows */
};

/* `diff` is closed, and of a history. */
void trend_find(const struct diff *diff, struct trend *trend);
void trend_release(struct trend *trend);

/* Whether the last run is beyond the noise, or a change is seen before it. */
bool trend_row_changed(const struct trend_row *row);

enum { TREND_POINTS = 40, TREND_LINE = TREND_POINTS * 3 + 1 };

/*
 * A line of the last TREND_POINTS values, a character each, blank where there is nothing. Its
 * height is what they span, but at least a twentieth of the largest, so that noise stays flat.
 * `blocks`: in UTF-8, else in ASCII.
 */
void trend_sparkline(const double *values, size_t count, bool blocks, char line[TREND_LINE]);

#endif /* STATS_DIFF_TREND_H */
