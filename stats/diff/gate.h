#ifndef STATS_DIFF_GATE_H
#define STATS_DIFF_GATE_H

#include "base/rules.h"
#include "stats/diff/diff_runs.h"

/*
 * Conditions under which a comparison fails a build, such as 'attention > 5%'. See
 * gpuflame-diff(1), --fail-if.
 */
enum gate_subject {
	GATE_TOTAL,
	GATE_FRAME,  /* stacks with a frame that matches */
	GATE_RANGE,  /* likewise, but only a range counts */
	GATE_KERNEL, /* or only a kernel, copy or fill */
	GATE_KIND,   /* stacks that end in a kernel of a kind */
	GATE_SUBJECTS,
};

enum gate_measure {
	GATE_PERCENT, /* the change, in percent of before */
	GATE_CHANGE,  /* the change */
	GATE_AFTER,   /* the value after */
};

enum gate_result {
	GATE_PASSES,
	GATE_HOLDS,
	GATE_MISSING, /* no run has what the condition is about */
	GATE_GONE,    /* no run after the change has what those before had, nor what replaced it */
	GATE_UNKNOWN, /* there are too few runs to know the noise */
};

struct gate_condition {
	const char *text; /* as given; borrowed */
	char *what;       /* a regular expression; NULL: the total, or a kind */
	char kind;        /* enum kind */
	enum gate_subject subject;
	enum gate_measure measure;
	bool less;   /* '<' */
	bool either; /* "+-": a change in either direction */
	bool is_signed;
	bool is_time;
	bool is_noise; /* the limit is what the runs scatter by */
	double limit;  /* in percent, ns or the unit of the comparison */

	struct rules rules;        /* of `what`: after gate_check() */
	size_t pairs;              /* whose partners count, too: after gate_judge() */
	struct diff_change change; /* after gate_judge() */
	enum gate_result result;   /* after gate_judge() */
};

struct gate {
	struct gate_condition *list;
	size_t count, cap;
	bool allow_missing; /* a condition may be about nothing, or what is gone, or unknown noise
			     */
	bool strict;        /* implausible work is an error */
};

enum gate_verdict {
	VERDICT_PASSED,
	VERDICT_FAILED,  /* a condition holds */
	VERDICT_INVALID, /* none does, but not all could be judged */
};

/* Begin with a struct that is zeroed. */
void gate_release(struct gate *gate);

/* Add a condition; `text` must outlive the gate. ERR_USAGE. */
bool gate_add(struct gate *gate, const char *text, struct err *err) MUST_CHECK;

/*
 * Check regular expressions and units before any file is read; `countname` as in struct diff.
 * ERR_PATTERN, ERR_USAGE.
 */
bool gate_check(struct gate *gate, const char *countname, struct err *err) MUST_CHECK;

/* Fill in the results of what was checked. `diff` is closed. ERR_PATTERN. */
bool gate_judge(struct gate *gate, struct diff *diff, struct err *err) MUST_CHECK;

/*
 * Whether a change meets a condition. Neither noise nor rounding is a change, which is still more
 * than any negative limit.
 */
bool gate_holds(const struct gate_condition *condition, const struct diff_change *change);

/* Whether a condition with this result keeps the gate from passing. */
bool gate_objects(const struct gate *gate, enum gate_result result);

/* `implausible`: as in struct diff_work. */
enum gate_verdict gate_verdict(const struct gate *gate, bool implausible);

/*
 * Replace the contents of `text` by one line without a newline: "'a > 5%' holds: +24.24 %, 110 ns
 * -> 137 ns per step".
 */
void gate_reason(
	const struct gate_condition *condition, const struct diff *diff, struct text *text);

#endif /* STATS_DIFF_GATE_H */
