#include "stats/chart/report_chart.h"
#include "tests/unit/test.h"

static const struct column columns[] = {
	{ "Med", COLUMN_TIME, 1, 0 },
	{ "Bytes", COLUMN_COUNT, 0, 0 },
	{ "Device ID", COLUMN_ID, 0, 0 },
};

TEST(an_axis_of_zeros_has_a_length)
{
	struct axis axis = axis_of(&columns[0], 0, 0);
	double ticks[AXIS_TICKS];

	axis.begin = 100;
	axis.end = 300;
	assert_true(axis_at(&axis, 0) == 200);
	assert_int_equal(axis_ticks(&axis, ticks), 1);
	assert_true(ticks[0] == 0);
}

TEST(columns_have_roles)
{
	struct chart_roles roles;
	struct err err = { 0 };

	assert_true(
		chart_roles_parse(&roles, "points; x: Bytes; value: Med ;series:Device ID,Bytes",
			columns, ARRAY_SIZE(columns), &err));
	assert_int_equal(roles.kind, CHART_POINTS);
	assert_int_equal(roles.columns[ROLE_X][0], 1);
	assert_int_equal(roles.columns[ROLE_VALUE][0], 0);
	assert_int_equal(roles.count[ROLE_SERIES], 2);
	assert_int_equal(roles.columns[ROLE_SERIES][0], 2);
	assert_int_equal(roles.count[ROLE_LANE], 0);
}

TEST(roles_may_be_wrong)
{
	static const char *const wrong[] = { "", "pie; x: Med; value: Med", "heat", "heat; x: Med",
		"heat; x; value: Med", "heat; x: Median; value: Med", "heat; z: Med",
		"points; x: Med; value: Med, Med, Med, Med, Med" };

	for (size_t i = 0; i < ARRAY_SIZE(wrong); i++) {
		struct chart_roles roles;
		struct err err = { 0 };

		assert_false(
			chart_roles_parse(&roles, wrong[i], columns, ARRAY_SIZE(columns), &err));
		assert_int_equal(err.code, ERR_USAGE);
	}
}
