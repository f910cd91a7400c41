#ifndef STATS_DIFF_DIFF_PRINT_H
#define STATS_DIFF_DIFF_PRINT_H

#include <stdio.h>

#include "stats/diff/diff_runs.h"
#include "stats/diff/gate.h"

/* How values of a comparison are shown to people; what writes to `text` returns it. */

enum { DIFF_AMOUNT = 64 };

/* Without its sign: "2.20 ms" for times, "1,234" or, per step, "1,234.5" for counts. */
const char *diff_amount_text(const struct diff *diff, double value, char text[DIFF_AMOUNT]);

/* With its sign, "-2.20 ms". */
const char *diff_change_text(const struct diff *diff, double value, char text[DIFF_AMOUNT]);

/* A number of operations, steps or ranks: "68", "2.3". */
const char *diff_count_text(double count, char text[DIFF_AMOUNT]);

/*
 * Append ", since 2026-11-09.folded" or ", gradually", if the runs of a history changed as the last
 * one did.
 */
void diff_since_text(const struct diff *diff, const struct diff_change *change, struct text *text);

/* Append the name of a run without its folders. */
void diff_run_name(const struct diff_run *run, struct text *text);

/* Each appends a sentence or a part of one. */

/* " bytes", or nothing for times. */
void diff_unit_text(const struct diff *diff, struct text *text);

/* "AFTER has 1 launch, BEFORE has 348" */
void diff_implausible_text(const struct diff *diff, struct text *text);

/* "8.7% faster, but the work differs: 68 -> 60 launches per step" */
void diff_verdict_line(const struct diff *diff, struct text *text);

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

/*
 * A comparison as text. Write errors are left to whoever closes `out`. Names are cleaned as in
 * reports. `gate` may have no conditions. Formats: docs/FORMATS.md, "comparisons".
 */
struct diff_page {
	const struct diff *diff;
	const struct gate *gate;
	size_t limit; /* stacks that are listed; 0: all */
	size_t width; /* of lines, in columns; 0: no limit */
	bool is_markdown;
	bool color;
	bool blocks; /* the terminal has characters of UTF-8 */
};

/* For people, or in Markdown for a review: total, verdict, and the largest changes. */
void diff_print_page(const struct diff_page *page, FILE *out);

/* All stacks. */
void diff_print_json(const struct diff_page *page, FILE *out);

/* "stack before after" lines, the input of tools for differential flame graphs. */
void diff_print_folded(const struct diff *diff, FILE *out);

#endif /* STATS_DIFF_DIFF_PRINT_H */
