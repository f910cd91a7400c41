#ifndef STATS_DIFF_WELCH_H
#define STATS_DIFF_WELCH_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Whether two sets of runs differ by more than their scatter: the interval for the difference
 * of two means whose variances may differ (B. L. Welch, "The generalization of 'Student's'
 * problem when several different population variances are involved", Biometrika 34, 1947,
 * 28-35; degrees of freedom as there and by F. E. Satterthwaite, Biometrics Bulletin 2, 1946,
 * 110-114).
 */
struct welch {
	double before, after; /* means */
	double low, high;     /* the 95 % interval of after - before */
	bool has_interval;    /* both sides have at least two runs */
};

void welch_compare(const double *before, size_t before_count, const double *after,
	size_t after_count, struct welch *welch);

/* The value that Student's t with `df` degrees of freedom exceeds with probability 1 - p. */
double welch_student(double p, double df);

#endif /* STATS_DIFF_WELCH_H */
