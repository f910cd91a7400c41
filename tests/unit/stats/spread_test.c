#include <stdlib.h>

#include "stats/measures/spread.h"
#include "tests/unit/test.h"

static int compare(const void *a, const void *b)
{
	double left = *(const double *)a, right = *(const double *)b;

	return (left > right) - (left < right);
}

/* Compared with sorting, also for inputs that are bad for quickselect. */
TEST(quantiles_are_those_of_sorted_values)
{
	static double values[100000], sorted[100000];
	uint32_t random = 1;

	for (int shape = 0; shape < 5; shape++) {
		size_t count = shape == 4 ? 100000 : 1001;

		for (size_t i = 0; i < count; i++) {
			random = random * 1664525u + 1013904223u;
			sorted[i] = values[i] = shape == 0   ? random
						: shape == 1 ? (double)i
						: shape == 2 ? 7
						: shape == 3
							? (double)(i < count / 2 ? i : count - i)
							: random >> 20;
		}
		qsort(sorted, count, sizeof(*sorted), compare);
		for (int q = 0; q <= 100; q += 5) {
			double place = q / 100.0 * (double)(count - 1);
			double share = place - (double)(size_t)place;
			double expected = sorted[(size_t)place];

			if (share > 0)
				expected += share * (sorted[(size_t)place + 1] - expected);
			assert_true(values_quantile(values, count, q / 100.0) == expected);
		}
	}
}

/* 10, 20, and three that are 60 together. */
TEST(medians_of_sums_are_unknown)
{
	const struct spread_sum sum = { 3, 5, 40 };
	double values[] = { 10, 20 };
	struct spread spread = { 0 };
	struct err err = { 0 };

	assert_true(spread_add(&spread, 10, NULL, &err) && spread_add(&spread, 20, NULL, &err));
	spread_finish(&spread, values, 2);
	assert_true(!spread.summed && spread.median == 15);
	/* squares of -5 and 5 */
	assert_int_equal(sink_scale(spread.deviation, 3), 7071);
	assert_true(spread_add(&spread, 60, &sum, &err));
	spread_finish(&spread, values, 2);
	assert_true(spread.summed && spread.count == 5 && spread.total == 90);
	assert_true(spread.average == 18 && spread.min == 5 && spread.max == 40);
	assert_false(spread_add(&spread, INT64_MAX, NULL, &err));
	assert_int_equal(err.code, ERR_SUM);
}
