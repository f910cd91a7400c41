#ifndef STATS_MEASURES_SPREAD_H
#define STATS_MEASURES_SPREAD_H

#include <stddef.h>

/*
 * The quantile `q` (0 to 1) of values, at least one, which are reordered; interpolated between
 * neighbours (method 7 of Hyndman and Fan, "Sample quantiles in statistical packages", 1996, as
 * used by spreadsheets and data frames).
 */
double values_quantile(double *values, size_t count, double q);

#endif /* STATS_MEASURES_SPREAD_H */
