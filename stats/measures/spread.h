#ifndef STATS_MEASURES_SPREAD_H
#define STATS_MEASURES_SPREAD_H

#include <stddef.h>
#include <stdint.h>

#include "collapse/model/trace.h"
#include "stats/measures/sink.h"

/* Statistics of times, of all of which the median is exact. */
struct spread {
	uint64_t count;
	int64_t total, min, max;
	double average, median;
	double deviation; /* of a sample: n - 1; 0 for one value */
	bool summed;      /* not all values are known: no median and no deviation */
};

/*
 * Add a time, or the total of those of a sum that is not NULL, to count, total, min and max. One
 * that is empty is zeroed. ERR_SUM: the total exceeds 63 bits.
 */
bool spread_add(
	struct spread *spread, uint64_t ns, const struct op_sum *sum, struct err *err) MUST_CHECK;

/* Compute the rest from all values, which are reordered. */
void spread_finish(struct spread *spread, double *values, size_t count);

/* Avg, Med, Min, Max, StdDev into five empty cells; for sums Med and StdDev stay empty. */
void spread_cells(const struct spread *spread, struct cell cells[5]);

/*
 * The quantile `q` (0 to 1) of values, at least one, which are reordered; interpolated between
 * neighbours (method 7 of Hyndman and Fan, "Sample quantiles in statistical packages", 1996, as
 * used by spreadsheets and data frames).
 */
double values_quantile(double *values, size_t count, double q);

#endif /* STATS_MEASURES_SPREAD_H */
