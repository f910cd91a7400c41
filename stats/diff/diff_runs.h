#ifndef STATS_DIFF_DIFF_RUNS_H
#define STATS_DIFF_DIFF_RUNS_H

#include "base/rules.h"
#include "base/text.h"
#include "base/tree.h"
#include "stats/diff/welch.h"

/*
 * Two sets of runs compared, stack by stack: what took less, what more, what is
 * new, what is gone. Values are ns, or what diff->countname says, by step when
 * every run has steps.
 */
enum diff_side { DIFF_BEFORE, DIFF_AFTER, DIFF_SIDES };

struct diff_run {
	const char *file; /* borrowed */
	uint64_t steps;   /* 0: it has none */
	double units;     /* of values in 1: whole numbers add up exactly, fractions don't */
	double total;     /* in those units, too */
	double *values;   /* by node of diff->tree, as far as this run has them */
	size_t count, cap;
};

struct diff_change {
	/* Means of the runs; equal where nothing but rounding makes them differ. */
	double before, after;
	double low, high; /* the 95 % interval of the change; see has_interval */
	bool has_interval;
	bool noise; /* the interval holds 0: the runs' scatter explains the change */
};

struct diff_stack {
	uint32_t node; /* of diff->tree */
	struct diff_change change;
};

struct diff {
	struct names names;
	struct tree tree; /* all stacks of all runs; without values */
	/* What values count, such as "bytes"; NULL: they are times in ns. Set by the caller. */
	const char *countname; /* borrowed */
	struct diff_run *runs[DIFF_SIDES];
	size_t run_count[DIFF_SIDES], runs_cap[DIFF_SIDES];

	/* After diff_close(): */
	bool per_step;
	struct diff_change total;
	struct diff_stack *stacks; /* those with a value on some side, in the order of nodes */
	size_t stack_count, stacks_cap;
};

bool diff_init(struct diff *diff, struct err *err) MUST_CHECK;
void diff_release(struct diff *diff);

/* Add a run; `tree` may have names of its own. ERR_NOMEM, ERR_FORMAT as tree_child(). */
bool diff_add_run(struct diff *diff, enum diff_side side, const char *file, const struct tree *tree,
	uint64_t steps, struct err *err) MUST_CHECK;

/*
 * Stacks have been folded together in diff->tree: `twins` says by old node which
 * is the new one. Before diff_close(). ERR_NOMEM.
 */
bool diff_fold(struct diff *diff, const uint32_t *twins, struct err *err) MUST_CHECK;

/* Compare; `by_step`: where all runs have steps, values are those of one. ERR_NOMEM. */
bool diff_close(struct diff *diff, bool by_step, struct err *err) MUST_CHECK;

/*
 * The change of all stacks with a frame that matches; `pattern` is a regular
 * expression (PCRE2). *stacks says how many there are. ERR_PATTERN, ERR_NOMEM.
 */
bool diff_match(struct diff *diff, const char *pattern, struct diff_change *change, size_t *stacks,
	struct err *err) MUST_CHECK;

/* The mean of a side as a tree of diff->names, in whole units. ERR_NOMEM, ERR_FORMAT. */
bool diff_side_tree(const struct diff *diff, enum diff_side side, struct tree *tree,
	struct err *err) MUST_CHECK;

/* By how many percent of before it grew; infinite for what is new. */
double diff_percent(const struct diff_change *change);

/*
 * Whether it grew by more than `limit` percent of before: never so by rounding
 * alone. Noise is no growth, and more than any negative limit.
 */
bool diff_exceeds(const struct diff_change *change, double limit);

/* The frames of a stack joined by ';', in place of what `text` holds. ERR_NOMEM. */
bool diff_stack_text(
	const struct diff *diff, uint32_t node, struct text *text, struct err *err) MUST_CHECK;

#endif /* STATS_DIFF_DIFF_RUNS_H */
