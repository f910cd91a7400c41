#ifndef STATS_DIFF_DIFF_RUNS_H
#define STATS_DIFF_DIFF_RUNS_H

#include "base/text.h"
#include "base/tree.h"

/* Where a series changed. */
struct series_shift {
	uint32_t at;          /* the first value after the change; 0: there is none */
	bool gradual;         /* a line through all values is closer to them than the two medians */
	double before, after; /* the medians before `at` and from there on */
	double slope;         /* of that line, by value */
};

struct diff_change {
	/* Means of the runs, or the median of a history; equal if they differ only by rounding. */
	double before, after;
	/* Operations, likewise per step; 0 if unknown or none. */
	double before_ops, after_ops;
	double low, high; /* the 95 % interval of the change, of a history 99 %; see has_interval */
	bool has_interval;
	bool noise;                /* the interval holds 0: the runs' scatter explains the change */
	struct series_shift shift; /* of a history, but for single stacks */
};

/*
 * Whether two sets of runs differ by more than their scatter: the interval for the difference
 * of two means whose variances may differ (B. L. Welch, "The generalization of 'Student's'
 * problem when several different population variances are involved", Biometrika 34, 1947,
 * 28-35; degrees of freedom as there and by F. E. Satterthwaite, Biometrics Bulletin 2, 1946,
 * 110-114). It is known if both sides have at least two runs.
 */
void welch_compare(const double *before, size_t before_count, const double *after,
	size_t after_count, struct diff_change *change);

/* The value that Student's t with `df` degrees of freedom exceeds with probability 1 - p. */
double welch_student(double p, double df);

/*
 * Runs in the order of time, such as those of every night: whether the last one is beyond the noise
 * of those before it, and since which one they differ.
 *
 * The standard deviation of noise is estimated as the median of the differences of successive
 * values, without their signs, by that of a normal distribution. So neither a step nor a slow drift
 * is taken for noise, as both would be by deviations from a mean. Student's t for m differences has
 * m / 2 degrees of freedom here: such an estimate is worth about half as much as one from squares.
 * Where more than half of the values equal the one before, there is no noise.
 */

/*
 * Values before the last one, from which noise is known. Of 7 the interval is 6.5 standard
 * deviations to either side; of 3 it would be 79, within which nothing is seen.
 */
enum { SERIES_LEAST = 7 };

/* Student's factors for a series; they depend on the number of values alone. */
struct series_factors {
	double interval; /* of 99 % */
	double split;    /* 1 % for all splits together (Bonferroni) */
};

/* `count`: values before the last one, 3 or more. */
struct series_factors series_factors(size_t count);

/*
 * Half of the 99 % interval in which the next value is, around the median of the `count` ones.
 * `scratch` has room for as many.
 */
double series_noise(
	const double *values, size_t count, const struct series_factors *factors, double *scratch);

/*
 * The split whose two medians are closest to the values, or a line, if that is closer; `count`
 * values, the last one included, and room for as many. There is no change if the medians, or the
 * slope, differ by no more than chance explains (Student's t does not exceed factors->split, or
 * factors->interval), or the medians by at most `rounding` of the larger one.
 */
struct series_shift series_shift_find(const double *values, size_t count, double rounding,
	const struct series_factors *factors, double *scratch);

/*
 * Compares two sets of runs stack by stack: what takes less, what takes more, what is new,
 * what is gone. Values are ns, or diff->countname, and per step if every run has steps.
 *
 * The runs before may also be a history, in the order of time, with which one run after it is
 * compared: by medians in place of means, and what scatters in it is known by series.c.
 */
enum diff_side { DIFF_BEFORE, DIFF_AFTER, DIFF_SIDES };

/* What a run spent in a stack. */
struct diff_cell {
	double value; /* in the run's units; exact below 2^53, 104 days in ns */
	double ops;   /* operations: kernels, copies and fills */
};

struct diff_run {
	const char *file; /* borrowed */
	uint64_t steps;   /* 0: none */
	uint64_t ranks;   /* files, or the ranks that they state */
	double units;     /* values per unit: whole numbers add up exactly, fractions do not */
	struct diff_cell total;
	struct diff_cell *cells; /* by node of diff->tree, as far as the run has them */
	size_t count, cap;
};

struct diff_stack {
	uint32_t node; /* of diff->tree */
	uint32_t pair; /* that it is part of: an index + 1; 0: none */
	struct diff_change change;
};

/* Stacks that are gone, and new ones that take their place: pairs.h. */
struct diff_pair {
	struct diff_stack row; /* its node has no values: it names the pair, "a -> b" */
	char kind;             /* enum kind */
	uint32_t *nodes;       /* those that are gone first */
	size_t count, gone;
};

enum { DIFF_WORK_ITEMS = 3 };

/* What both sides did, apart from the time that it took. */
struct diff_work {
	struct diff_work_item {
		const char *what;     /* "steps", "ranks", "launches" or "launches per step" */
		double before, after; /* means or medians of the runs; 0: none, or unknown */
		bool differs;
	} items[DIFF_WORK_ITEMS];
	bool differs;
	/* One side has less than a tenth of the other's launches, or of its value. */
	bool implausible;
};

struct diff {
	struct names names;
	struct tree tree; /* all stacks of all runs; without values */
	/* The unit of values, such as "bytes"; NULL: times in ns. Set by the caller. */
	const char *countname; /* borrowed */
	bool is_history;       /* set by the caller */
	struct diff_run *runs; /* those before first */
	size_t run_count[DIFF_SIDES], runs_cap;

	/* After diff_close(): */
	bool per_step;
	struct series_factors factors; /* of a history of SERIES_LEAST runs */
	struct diff_work work;
	struct diff_change total;
	/*
	 * Parts of the total's change, if all runs count operations: by other numbers of
	 * operations, each of its stack's mean value before, and by other means. Not of a history,
	 * whose medians do not add up.
	 */
	bool has_ops;
	double by_ops, by_mean;
	struct diff_stack *stacks; /* those with a value on either side, in the order of nodes */
	size_t stack_count, stacks_cap;
	struct diff_pair *pairs;
	size_t pair_count, pairs_cap;
};

void diff_init(struct diff *diff);
void diff_release(struct diff *diff);

/* Add a run of `steps` training steps (0: none) and `ranks`: all those before, then those after. */
void diff_add_run(struct diff *diff, enum diff_side side, const char *file, const struct tree *tree,
	uint64_t steps, uint64_t ranks);

/*
 * To be called when stacks of diff->tree have been folded together: `twins` maps old nodes to
 * new ones. Before diff_close().
 */
void diff_fold(struct diff *diff, const uint32_t *twins);

/* Compare; `by_step`: values are per step if all runs have steps. */
void diff_close(struct diff *diff, bool by_step);

/* What is listed: stacks that are in no pair, then pairs. NULL where a stack is in a pair. */
size_t diff_rows(const struct diff *diff);
const struct diff_stack *diff_row(const struct diff *diff, size_t index);

/* The change of `count` nodes of diff->tree; NULL: of all. */
void diff_sum(
	const struct diff *diff, const uint32_t *nodes, size_t count, struct diff_change *change);

/* Means of operations are fractions; trees have whole numbers of them, this many times as large. */
enum { DIFF_OPS_SCALE = 1000 };

/* The mean of a side as a tree of diff->names, in whole units. ERR_FORMAT. */
bool diff_side_tree(const struct diff *diff, enum diff_side side, struct tree *tree,
	struct err *err) MUST_CHECK;

/*
 * Compare the values of all runs, those before first. `values` has room for twice as many.
 * diff_close() has been called, or is at it.
 */
void diff_compare(const struct diff *diff, double *values, struct diff_change *change);

/* Where the values of a history changed, likewise; diff_compare() leaves that out. */
struct series_shift diff_shift(const struct diff *diff, double *values);

/* The first run of a side. */
static inline const struct diff_run *diff_runs_of(const struct diff *diff, enum diff_side side)
{
	return diff->runs + (side == DIFF_AFTER ? diff->run_count[DIFF_BEFORE] : 0);
}

/* The number of runs on both sides. */
size_t diff_runs(const struct diff *diff);

/* A sum of values of a run's cells, as it is compared. */
double diff_run_value(const struct diff *diff, const struct diff_run *run, double value);

/* Growth in percent of before; infinite for new stacks. */
double diff_percent(const struct diff_change *change);

/* A difference up to this is one of rounding alone. */
double diff_slack(const struct diff_change *change);

/* The frames of a stack joined by ';', replacing the contents of `text`. */
void diff_stack_text(const struct diff *diff, uint32_t node, struct text *text);

/*
 * Pairs the stacks that are gone with new ones that do their work, as kernels have other names in
 * another version of a library, or on another device. Partners have the same parent and kind
 * (svg/kinds.h), and, in this order, as far as there are any: the same name but for its numbers,
 * and as many launches; the same name; the same readable name, and as many launches; the same
 * readable name; as many launches; nothing else in common. If there are as many launches, and as
 * many stacks on both sides, those are paired in their order; other stacks are one pair together,
 * unless they have no kind.
 *
 * Where the parent is gone or new itself, and for what is left, partners are looked for in the same
 * way below the nearest node that both sides have, other than the root; but there must be as many
 * launches, and if the kind is not known, the same name; if launches are not known, exactly the
 * same.
 */
void diff_pairs_find(struct diff *diff);

#endif /* STATS_DIFF_DIFF_RUNS_H */
