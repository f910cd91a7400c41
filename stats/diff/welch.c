#include "stats/diff/welch.h"

#include <math.h>

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
	size_t after_count, struct welch *welch)
{
	double variance, first, second, df, half;

	*welch = (struct welch){
		.before = mean_of(before, before_count),
		.after = mean_of(after, after_count),
		.has_interval = before_count > 1 && after_count > 1,
	};
	welch->low = welch->high = welch->after - welch->before;
	if (!welch->has_interval)
		return;
	first = variance_of(before, before_count, welch->before);
	second = variance_of(after, after_count, welch->after);
	variance = first + second;
	if (variance <= 0)
		return; /* no scatter at all: the difference is exact */
	df = variance * variance /
	     (first * first / (double)(before_count - 1) +
		     second * second / (double)(after_count - 1));
	half = welch_student(0.975, df) * sqrt(variance);
	welch->low -= half;
	welch->high += half;
}
