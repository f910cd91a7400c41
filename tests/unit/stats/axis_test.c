#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "stats/chart/report_axis.h"

static void an_axis_of_zeros_has_a_length(void **state)
{
	struct axis axis = axis_linear(AXIS_TIME, 0);
	double ticks[AXIS_TICKS];

	(void)state;
	axis.begin = 100;
	axis.end = 300;
	assert_true(axis_at(&axis, 0) == 100);
	assert_true(axis_at(&axis, 1) == 300);
	assert_int_equal(axis_ticks(&axis, ticks), 2);
	assert_true(ticks[0] == 0 && ticks[1] == 1);
}

static void a_logarithmic_axis_has_a_length(void **state)
{
	static const struct {
		enum axis_unit unit;
		double least, most, from, to;
	} cases[] = {
		{ AXIS_TIME, 0, 0, 1, 10 },
		{ AXIS_TIME, 1, 1, 1, 10 },
		{ AXIS_TIME, 10, 1000, 10, 1000 },
		{ AXIS_TIME, 11, 999, 10, 1000 },
		{ AXIS_TIME, 0.5, 1001, 1, 10000 },
		{ AXIS_BYTES, 0, 0, 1, 2 },
		{ AXIS_BYTES, 3, 5, 2, 8 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct axis axis = axis_logarithmic(cases[i].unit, cases[i].least, cases[i].most);

		assert_true(axis.from == cases[i].from);
		assert_true(axis.to == cases[i].to);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_axis_of_zeros_has_a_length),
		cmocka_unit_test(a_logarithmic_axis_has_a_length),
	};

	return cmocka_run_group_tests_name("stats/axis", tests, NULL, NULL);
}
