#ifndef STATS_DIFF_DIFF_ROWS_H
#define STATS_DIFF_DIFF_ROWS_H

#include "stats/diff/diff_text.h"
#include "stats/diff/gate.h"

/* What a person is shown of a comparison, in the order of the page. */

/* The stacks that changed, the largest change first. */
struct diff_rows {
	uint32_t *order; /* indices of diff->stacks */
	size_t count;
	size_t noise; /* stacks that changed no more than the runs scatter, which are left out */
};

/* ERR_NOMEM. To be released also after an error. */
bool diff_rows_find(const struct diff *diff, struct diff_rows *rows, struct err *err) MUST_CHECK;
void diff_rows_release(struct diff_rows *rows);

/* How many are shown: `limit`, or all if that is 0. */
size_t diff_rows_shown(const struct diff_rows *rows, size_t limit);

/* Whether there is something that they do not show. */
bool diff_has_rest(const struct diff_rows *rows, size_t limit);

enum { DIFF_FIGURES = 6 };

/* Whether operations are counted; where they are the values, they are not counted again. */
bool diff_has_launches(const struct diff *diff);

/* The headings of the figures of a row; returns their number, which depends on what is known. */
size_t diff_figure_names(const struct diff *diff, const char *names[DIFF_FIGURES]);

/* The figures of a row. */
void diff_figures(const struct diff *diff, const struct diff_change *change,
	char figures[DIFF_FIGURES][2 * DIFF_AMOUNT]);

/* diff_stack_text(); what stands in no range is "[unattributed]". ERR_NOMEM. */
bool diff_row_stack(
	const struct diff *diff, uint32_t node, struct text *text, struct err *err) MUST_CHECK;

/* Each appends one line without its newline. ERR_NOMEM. */

/* "a.sqlite (3 steps), b.sqlite (3 steps)" */
bool diff_runs_line(const struct diff *diff, enum diff_side side, struct text *text,
	struct err *err) MUST_CHECK;

/* "16.0 ms -> 14.6 ms, -1.40 ms (-8.7%)" */
bool diff_total_line(const struct diff *diff, struct text *text, struct err *err) MUST_CHECK;

/* "68 -> 60; change by their number -1.88 ms, by their mean +480 us" */
bool diff_launches_line(const struct diff *diff, struct text *text, struct err *err) MUST_CHECK;

/* "8.7% faster, but the work differs: 68 -> 60 launches per step" */
bool diff_verdict_line(const struct diff *diff, struct text *text, struct err *err) MUST_CHECK;

/* "5 of 32 stacks that changed; 2 stacks changed no more than the runs scatter" */
bool diff_rest_line(
	const struct diff_rows *rows, size_t limit, struct text *text, struct err *err) MUST_CHECK;

#endif /* STATS_DIFF_DIFF_ROWS_H */
