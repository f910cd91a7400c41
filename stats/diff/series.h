#ifndef STATS_DIFF_SERIES_H
#define STATS_DIFF_SERIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

#endif /* STATS_DIFF_SERIES_H */
