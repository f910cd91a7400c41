#include "stats/diff/series.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "stats/diff/welch.h"

/* The median of the differences between values of a normal distribution, by its deviation. */
static const double normal_difference = 0.6744897501960817 * 1.4142135623730951;

struct series_factors series_factors(size_t count)
{
	return (struct series_factors){
		.interval = welch_student(0.995, (double)(count - 1) / 2),
		.split = welch_student(1 - 0.005 / (double)count, (double)count / 2),
	};
}

static int compare_values(const void *a, const void *b)
{
	double left = *(const double *)a, right = *(const double *)b;

	return (left > right) - (left < right);
}

double series_median(double *values, size_t count)
{
	if (count == 0)
		return 0;
	qsort(values, count, sizeof(*values), compare_values);
	return count % 2 > 0 ? values[count / 2] : (values[count / 2 - 1] + values[count / 2]) / 2;
}

static double scatter_of(const double *values, size_t count, double *scratch)
{
	for (size_t i = 1; i < count; i++)
		scratch[i - 1] = fabs(values[i] - values[i - 1]);
	return series_median(scratch, count - 1) / normal_difference;
}

double series_noise(
	const double *values, size_t count, const struct series_factors *factors, double *scratch)
{
	/* A median has about pi / 2 times the variance of a mean. */
	return factors->interval * scatter_of(values, count, scratch) *
	       sqrt(1 + acos(-1) / 2 / (double)count);
}

/* What `count` values are like: their median, and how far they are from it in all. */
struct level {
	double median, distance;
	double variance; /* of the median, for noise of 1 */
};

static struct level level_of(const double *values, size_t count, double *scratch)
{
	struct level level = { .variance = (count < 3 ? 1 : acos(-1) / 2) / (double)count };

	memcpy(scratch, values, count * sizeof(*values));
	level.median = series_median(scratch, count);
	for (size_t i = 0; i < count; i++)
		level.distance += fabs(values[i] - level.median);
	return level;
}

/* The line of least squares. */
struct line {
	double slope, distance; /* of all values from it */
	double variance;        /* of the slope, for noise of 1 */
};

static struct line line_of(const double *values, size_t count)
{
	double middle = (double)(count - 1) / 2, along = 0, across = 0, mean = 0;
	struct line line = { 0 };

	for (size_t i = 0; i < count; i++)
		mean += values[i] / (double)count;
	for (size_t i = 0; i < count; i++) {
		along += ((double)i - middle) * ((double)i - middle);
		across += ((double)i - middle) * (values[i] - mean);
	}
	line.slope = across / along;
	line.variance = 1 / along;
	for (size_t i = 0; i < count; i++)
		line.distance += fabs(values[i] - mean - line.slope * ((double)i - middle));
	return line;
}

struct series_shift series_shift_find(const double *values, size_t count, double rounding,
	const struct series_factors *factors, double *scratch)
{
	struct level before = { 0 }, after = { 0 };
	struct series_shift shift = { 0 };
	struct line line = line_of(values, count);
	double distance = INFINITY, noise, size;

	for (size_t at = 1; at < count; at++) {
		struct level first = level_of(values, at, scratch);
		struct level rest = level_of(values + at, count - at, scratch);

		if (first.distance + rest.distance >= distance)
			continue;
		distance = first.distance + rest.distance;
		shift.at = (uint32_t)at;
		before = first;
		after = rest;
	}
	shift.before = before.median;
	shift.after = after.median;
	shift.slope = line.slope;
	shift.gradual = line.distance < distance;
	noise = scatter_of(values, count, scratch);
	size = fabs(after.median - before.median);
	if (size <= rounding * fmax(before.median, after.median) ||
		(shift.gradual ? fabs(line.slope) <= factors->interval * noise * sqrt(line.variance)
			       : size <= factors->split * noise *
						 sqrt(before.variance + after.variance)))
		return (struct series_shift){ 0 };
	return shift;
}
