#include "stats/diff/diff_runs.h"

#include <math.h>

#include "stats/measures/spread.h"

/* The median of the differences between values of a normal distribution, by its deviation. */
static const double normal_difference = 0.6744897501960817 * 1.4142135623730951;

struct series_factors series_factors(size_t count)
{
	return (struct series_factors){
		.interval = welch_student(0.995, (double)(count - 1) / 2),
		.split = welch_student(1 - 0.005 / (double)count, (double)count / 2),
	};
}

static double scatter_of(const double *values, size_t count, double *scratch)
{
	for (size_t i = 1; i < count; i++)
		scratch[i - 1] = fabs(values[i] - values[i - 1]);
	return values_quantile(scratch, count - 1, 0.5) / normal_difference;
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
	level.median = values_quantile(scratch, count, 0.5);
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

/* --- Welch's test ---------------------------------------------------------------------------- */

/* The continued fraction of the incomplete beta function (DLMF 8.17.22), by Lentz. */
static double beta_fraction(double a, double b, double x)
{
	static const double tiny = 1e-300;
	double c = 1, d = 1 - (a + b) * x / (a + 1), value;

	d = 1 / (fabs(d) < tiny ? tiny : d);
	value = d;
	for (int m = 1; m < 500; m++) {
		double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
		double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
		double step;

		d = 1 + even * d;
		c = 1 + even / c;
		d = 1 / (fabs(d) < tiny ? tiny : d);
		c = fabs(c) < tiny ? tiny : c;
		value *= d * c;
		d = 1 + odd * d;
		c = 1 + odd / c;
		d = 1 / (fabs(d) < tiny ? tiny : d);
		c = fabs(c) < tiny ? tiny : c;
		step = d * c;
		value *= step;
		if (fabs(step - 1) < 1e-15)
			break;
	}
	return value;
}

/* The regularised incomplete beta function I_x(a, b). */
static double beta_share(double a, double b, double x)
{
	double front;

	if (x <= 0 || x >= 1)
		return x <= 0 ? 0 : 1;
	front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x));
	/* It converges fast below the mean; above it, the other tail does. */
	if (x < (a + 1) / (a + b + 2))
		return front * beta_fraction(a, b, x) / a;
	return 1 - front * beta_fraction(b, a, 1 - x) / b;
}

/* P(T <= t) for t >= 0. */
static double student_share(double t, double df)
{
	return 1 - beta_share(df / 2, 0.5, df / (df + t * t)) / 2;
}

double welch_student(double p, double df)
{
	double low = 0, high = 1;

	while (student_share(high, df) < p && high < 1e12)
		high *= 2;
	for (int i = 0; i < 200 && high - low > 1e-12 * high; i++) {
		double middle = (low + high) / 2;

		if (student_share(middle, df) < p)
			low = middle;
		else
			high = middle;
	}
	return (low + high) / 2;
}

static double mean_of(const double *values, size_t count)
{
	double sum = 0;

	for (size_t i = 0; i < count; i++)
		sum += values[i];
	return count > 0 ? sum / (double)count : 0;
}

/* The variance of the mean. */
static double variance_of(const double *values, size_t count, double mean)
{
	double sum = 0;

	for (size_t i = 0; i < count; i++)
		sum += (values[i] - mean) * (values[i] - mean);
	return sum / (double)(count - 1) / (double)count;
}

void welch_compare(const double *before, size_t before_count, const double *after,
	size_t after_count, struct diff_change *change)
{
	double variance, first, second, df, half;

	*change = (struct diff_change){
		.before = mean_of(before, before_count),
		.after = mean_of(after, after_count),
		.has_interval = before_count > 1 && after_count > 1,
	};
	change->low = change->high = change->after - change->before;
	if (!change->has_interval)
		return;
	first = variance_of(before, before_count, change->before);
	second = variance_of(after, after_count, change->after);
	variance = first + second;
	if (variance <= 0)
		return; /* no scatter at all: the difference is exact */
	df = variance * variance /
	     (first * first / (double)(before_count - 1) +
		     second * second / (double)(after_count - 1));
	half = welch_student(0.975, df) * sqrt(variance);
	change->low -= half;
	change->high += half;
}
