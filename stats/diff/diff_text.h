#ifndef STATS_DIFF_DIFF_TEXT_H
#define STATS_DIFF_DIFF_TEXT_H

#include "stats/diff/diff_runs.h"

/* How values of a comparison are shown to people. */

enum { DIFF_AMOUNT = 64 };

/* Without its sign: "2.20 ms" for times, "1,234" or, per step, "1,234.5" for counts. */
void diff_amount_text(const struct diff *diff, double value, char text[DIFF_AMOUNT]);

/* With its sign, "-2.20 ms". */
void diff_change_text(const struct diff *diff, double value, char text[DIFF_AMOUNT]);

/* "+24.2%" or "new". */
void diff_percent_text(const struct diff_change *change, char text[DIFF_AMOUNT]);

/* A number of operations, steps or ranks: "68", "2.3". */
void diff_count_text(double count, char text[DIFF_AMOUNT]);

/*
 * Append ", since 2026-11-09.folded" or ", gradually", if the runs of a history changed as the last
 * one did. ERR_NOMEM.
 */
bool diff_since_text(const struct diff *diff, const struct diff_change *change, struct text *text,
	struct err *err) MUST_CHECK;

/* The name of a run without its folders; `len` is that of the name. */
const char *diff_run_name(const struct diff_run *run, size_t *len);

enum { DIFF_WORK_ITEMS = 3 };

/* What both sides did, apart from the time that it took. */
struct diff_work {
	struct diff_work_item {
		const char *what;     /* "steps", "ranks", "launches" or "launches per step" */
		double before, after; /* means of the runs; 0: none, or unknown */
		bool differs;
	} items[DIFF_WORK_ITEMS];
	bool differs;
	/* One side has less than a tenth of the other's launches, or of its value. */
	bool implausible;
};

void diff_work_find(const struct diff *diff, struct diff_work *work);

/* Append "2 -> 3 steps, 68 -> 60 launches per step": what differs. ERR_NOMEM. */
bool diff_work_text(const struct diff_work *work, struct text *text, struct err *err) MUST_CHECK;

/* Append "AFTER has 1 launch, BEFORE has 348". ERR_NOMEM. */
bool diff_implausible_text(const struct diff *diff, struct text *text, struct err *err) MUST_CHECK;

#endif /* STATS_DIFF_DIFF_TEXT_H */
