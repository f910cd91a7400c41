

#include <stdlib.h>

#include "stats/parts/sink.h"
#include "stats/parts/tally.h"
#include "tests/unit/test.h"

static void close_tally(struct tally *tally, uint32_t groups)
{
	struct err err = { 0 };

	assert_true(tally_close(tally, groups, &err));
}

TEST(a_spread_is_that_of_all_values)
{
	struct tally tally = { 0 };
	struct spread spread;

	tally_add(&tally, 1, 7);
	tally_add(&tally, 0, 4);
	tally_add(&tally, 0, 1);
	tally_add(&tally, 0, 10);
	tally_add(&tally, 0, 2);
	close_tally(&tally, 3);
	tally_spread(&tally, 0, &spread);
	assert_int_equal(spread.count, 4);
	assert_int_equal(spread.total, 17);
	assert_int_equal(spread.min, 1);
	assert_int_equal(spread.max, 10);
	assert_true(spread.average == 4.25);
	assert_true(spread.median == 3);
	/* squares of -0.25, -3.25, 5.75, -2.25 sum up to 48.75 */
	assert_int_equal(sink_scale(spread.deviation, 3), 4031);
	tally_spread(&tally, 1, &spread);
	assert_int_equal(spread.count, 1);
	assert_true(spread.median == 7 && spread.deviation == 0);
	tally_spread(&tally, 2, &spread);
	assert_int_equal(spread.count, 0);
	assert_int_equal(spread.max, 0);
	tally_release(&tally);
}

TEST(values_over_32_bits_count)
{
	struct tally tally = { 0 };
	struct spread spread;

	tally_add(&tally, 0, 5000000000);
	tally_add(&tally, 1, UINT32_MAX);
	tally_add(&tally, 0, 3);
	tally_add(&tally, 0, 6000000000);
	close_tally(&tally, 2);
	tally_spread(&tally, 0, &spread);
	assert_int_equal(spread.count, 3);
	assert_int_equal(spread.total, 11000000003);
	assert_int_equal(spread.min, 3);
	assert_int_equal(spread.max, 6000000000);
	assert_true(spread.median == 5e9);
	assert_true(tally_quantile(&tally, 0, 0.75) == 5.5e9);
	tally_spread(&tally, 1, &spread);
	assert_int_equal(spread.total, UINT32_MAX);
	assert_true(spread.median == UINT32_MAX);
	tally_release(&tally);
}

TEST(a_sum_over_63_bits_is_reported)
{
	struct tally tally = { 0 };
	struct err err = { 0 };

	tally_add(&tally, 0, INT64_MAX);
	tally_add(&tally, 0, 1);
	assert_false(tally_close(&tally, 1, &err));
	assert_int_equal(err.code, ERR_FORMAT);
	tally_release(&tally);
}

static int compare(const void *a, const void *b)
{
	uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;

	return (left > right) - (left < right);
}

/* Compared with sorting, also for inputs that are bad for quickselect. */
TEST(quantiles_are_those_of_sorted_values)
{
	static uint64_t values[100000];
	uint32_t random = 1;

	for (int shape = 0; shape < 5; shape++) {
		struct tally tally = { 0 };
		size_t count = shape == 4 ? 100000 : 1001;

		for (size_t i = 0; i < count; i++) {
			random = random * 1664525u + 1013904223u;
			values[i] = shape == 0   ? random
				    : shape == 1 ? i
				    : shape == 2 ? 7
				    : shape == 3 ? (i < count / 2 ? i : count - i)
						 : random >> 20;
			tally_add(&tally, 0, values[i]);
		}
		close_tally(&tally, 1);
		qsort(values, count, sizeof(*values), compare);
		for (int q = 0; q <= 100; q += 5) {
			double place = q / 100.0 * (double)(count - 1),
			       share = place - (size_t)place;
			double low = (double)values[(size_t)place], expected = low;

			if (share > 0)
				expected += share * ((double)values[(size_t)place + 1] - low);
			assert_true(tally_quantile(&tally, 0, q / 100.0) == expected);
		}
		tally_release(&tally);
	}
}

/* Group 0: 10, 20, and three that are 60 together. Group 1: one sum. Group 2: two sums.
 */
TEST(medians_of_sums_are_unknown)
{
	static const struct tally_sum sums[] = {
		{ .group = 2, .total = 9, .count = 2, .min = 4, .max = 5 },
		{ .group = 0, .total = 60, .count = 3, .min = 5, .max = 40 },
		{ .group = 1, .total = 7, .count = 1, .min = 7, .max = 7 },
		{ .group = 2, .total = 30, .count = 2, .min = 10, .max = 20 },
	};
	struct tally tally = { 0 };
	struct spread spread;
	struct err err = { 0 };

	tally_add(&tally, 0, 10);
	tally_add(&tally, 0, 20);
	for (size_t i = 0; i < ARRAY_SIZE(sums); i++)
		assert_true(tally_add_sum(&tally, &sums[i], &err));
	close_tally(&tally, 3);
	tally_spread(&tally, 0, &spread);
	assert_true(spread.summed && spread.count == 5 && spread.total == 90);
	assert_true(spread.average == 18 && spread.min == 5 && spread.max == 40);
	tally_spread(&tally, 1, &spread);
	assert_true(!spread.summed && spread.count == 1 && spread.median == 7);
	tally_spread(&tally, 2, &spread);
	assert_true(spread.summed && spread.count == 4 && spread.total == 39);
	assert_true(spread.min == 4 && spread.max == 20);
	tally_release(&tally);
}

TEST(rounding_goes_away_from_zero)
{
	assert_int_equal(sink_scale(0.25, 1), 3);
	assert_int_equal(sink_scale(-0.25, 1), -3);
	assert_int_equal(sink_scale(1.15, 1), 12);
	assert_int_equal(sink_scale(2.0004, 3), 2000);
	assert_int_equal(sink_scale(1e300, 0), INT64_MAX);
	assert_int_equal(sink_scale(-1e300, 0), INT64_MIN);
}
