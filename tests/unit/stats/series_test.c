#include <math.h>

#include "base/compiler.h"
#include "stats/diff/diff_runs.h"
#include "stats/diff/diff_print.h"
#include "tests/unit/made_stack.h"
#include "tests/unit/test.h"

static bool near(double value, double expected)
{
	return fabs(value - expected) <= 1e-4 * fabs(expected);
}

TEST(noise_is_that_of_successive_values)
{
	/* differences of 2, 1 and 4: their median is 2, which is 0.95387 deviations */
	static const double few[] = { 10, 12, 11, 15 };
	/* a drift of 1, and a step: neither is noise, although the values span 9 */
	static const double drift[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 };
	static const double step[] = { 1, 2, 1, 2, 1, 10, 9, 10, 9, 10 };
	struct series_factors factors = series_factors(3);
	double scratch[10] = { 0 };

	/* of two differences, with one degree of freedom: the 99.5 % point of printed tables */
	assert_true(near(factors.interval, 63.6567));
	factors = series_factors(9); /* four */
	assert_true(near(factors.interval, 4.60409));
	factors = series_factors(4);
	assert_true(near(series_noise(few, 4, &factors, scratch),
		welch_student(0.995, 1.5) * 2 / 0.953873 * sqrt(1 + 3.14159265 / 8)));
	factors = series_factors(10);
	assert_true(near(series_noise(drift, 10, &factors, scratch),
		factors.interval / 0.953873 * sqrt(1 + 3.14159265 / 20)));
	assert_true(series_noise(drift, 10, &factors, scratch) ==
		    series_noise(step, 10, &factors, scratch));
}

static struct series_shift find(const double *values, size_t count)
{
	struct series_factors factors = series_factors(count - 1);
	double scratch[16] = { 0 };

	return series_shift_find(values, count, 1e-13, &factors, scratch);
}

TEST(a_step_is_found_where_it_is)
{
	static const double up[] = { 10, 10.1, 9.9, 10, 12, 12.1, 11.9, 12 };
	static const double last[] = { 10, 10.1, 9.9, 10, 10.1, 10, 9.9, 10, 7 };
	struct series_shift shift = find(up, 8);

	assert_int_equal(shift.at, 4);
	assert_false(shift.gradual);
	assert_true(near(shift.before, 10) && near(shift.after, 12));
	shift = find(last, 9);
	assert_int_equal(shift.at, 8);
	assert_false(shift.gradual);
	assert_true(near(shift.before, 10) && near(shift.after, 7));
}

TEST(a_drift_is_gradual)
{
	static const double drift[] = { 100, 101, 102, 103, 104, 105, 106, 107 };
	struct series_shift shift = find(drift, 8);

	assert_true(shift.at > 0 && shift.gradual);
	assert_true(near(shift.slope, 1));
	assert_int_equal(find(drift, 7).at, 0); /* which chance might do */
}

TEST(what_does_not_scatter_changes_exactly)
{
	static const double same[] = { 5, 5, 5, 5, 5 }, once[] = { 5, 5, 5, 6 };
	static const double none[] = { 0, 0, 0, 0 }, rounded[] = { 5, 5, 5, 5 + 1e-14 };

	assert_int_equal(find(same, 5).at, 0);
	assert_int_equal(find(none, 4).at, 0);
	assert_int_equal(find(rounded, 4).at, 0);
	assert_int_equal(find(once, 4).at, 3);
	assert_true(find(once, 4).after == 6);
}

TEST(noise_is_no_change)
{
	static const double turns[] = { 10, 11, 10, 11, 10, 11, 10, 11, 10 };
	static const double late[] = { 10, 10.1, 14, 10, 10.1, 9.9, 10, 10.1, 10, 11, 11.1, 11 };
	static const double outlier[] = { 10, 10.1, 9.9, 14, 10, 10.1, 9.9, 10, 10.1 };

	assert_int_equal(find(turns, 9).at, 0);
	assert_int_equal(find(outlier, 9).at, 0);
	assert_int_equal(find(late, 12).at, 9); /* nor is it where a change is */
}

TEST(a_line_of_values)
{
	static const double rise[] = { 100, 0, 150, 200 }, flat[] = { 100, 100.5, 100 };
	double many[TREND_POINTS + 9];
	char line[TREND_LINE];

	trend_sparkline(rise, 4, true, line);
	assert_string_equal(line, "\u2581 \u2584\u2588");
	trend_sparkline(rise, 4, false, line);
	assert_string_equal(line, "_ ~#");
	trend_sparkline(flat, 3, false, line);
	assert_string_equal(line, "~=~"); /* noise is not spread over the whole height */
	for (size_t i = 0; i < ARRAY_SIZE(many); i++)
		many[i] = (double)i;
	trend_sparkline(many, ARRAY_SIZE(many), true, line);
	assert_int_equal(strlen(line), TREND_LINE - 1);
	trend_sparkline(NULL, 0, true, line);
	assert_string_equal(line, "");
}

/* A run of one stack of self time and another one below it. */
static void add_run(struct diff *diff, enum diff_side side, uint64_t outer, uint64_t inner)
{
	struct err err = { 0 };
	struct names names;
	struct tree tree;

	names_init(&names);
	tree_init(&tree, &names);
	assert_true(tree_add(&tree, made_stack(&tree, "a;k", 3), outer, &err));
	assert_true(tree_add(&tree, made_stack(&tree, "a;b;a;k", 7), inner, &err));
	diff_add_run(diff, side, "runs/of/x.folded", &tree, 0, 1);
	tree_release(&tree);
	names_release(&names);
}

TEST(a_range_in_itself_counts_once)
{
	struct diff diff;
	struct trend trend;

	diff_init(&diff);
	diff.is_history = true;
	for (uint64_t i = 0; i < 8; i++)
		add_run(&diff, i < 7 ? DIFF_BEFORE : DIFF_AFTER, 100, i < 7 ? 10 : 40);
	diff_close(&diff, true);
	assert_true(diff.total.before == 110 && diff.total.after == 140);
	assert_true(diff.total.shift.at == 7 && diff.total.has_interval && !diff.total.noise);
	trend_find(&diff, &trend);
	assert_int_equal(trend.count, 3); /* the kernel is no range */
	assert_true(trend.rows[0].frame == NAME_NONE && trend.rows[0].values[7] == 140);
	for (size_t i = 1; i < 3; i++) {
		bool outer = *diff.names.list[trend.rows[i].frame].text == 'a';

		assert_true(trend.rows[i].values[0] == (outer ? 110 : 10));
		assert_true(trend.rows[i].change.after == (outer ? 140 : 40));
	}
	trend_release(&trend);
	diff_release(&diff);
}
