#ifndef STATS_DIFF_DIFF_TEXT_H
#define STATS_DIFF_DIFF_TEXT_H

#include "stats/diff/diff_runs.h"

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

#endif /* STATS_DIFF_DIFF_TEXT_H */
