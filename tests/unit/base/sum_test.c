#include "base/sum.h"
#include "tests/unit/test.h"

TEST(sums_that_fit_are_computed)
{
	uint64_t sum = UINT64_MAX - 1;
	int64_t ns = INT64_MAX - 1;
	struct err err = { 0 };

	assert_true(sum_add(&sum, 1, &err));
	assert_true(sum == UINT64_MAX);
	assert_true(sum_scale(&sum, 1, &err));
	assert_true(sum_add_ns(&ns, 1, &err));
	assert_true(ns == INT64_MAX);
	sum = 7;
	assert_true(sum_scale(&sum, sum_power_of_ten(18), &err));
	assert_true(sum == UINT64_C(7000000000000000000));
	assert_int_equal(sum_power_of_ten(0), 1);
	assert_int_equal(err.code, ERR_NONE);
}

TEST(a_sum_that_does_not_fit_is_unchanged)
{
	uint64_t sum = UINT64_MAX;
	int64_t ns = INT64_MAX;
	struct err err = { 0 };

	assert_false(sum_add(&sum, 1, &err));
	assert_int_equal(err.code, ERR_SUM);
	assert_string_equal(err.msg, "total overflows 64 bits");
	assert_false(sum_scale(&sum, 2, &err));
	assert_true(sum == UINT64_MAX);
	assert_false(sum_add_ns(&ns, 1, &err));
	assert_string_equal(err.msg, "total overflows 63 bits");
	ns = 0;
	assert_false(sum_add_ns(&ns, UINT64_MAX, &err));
	assert_true(ns == 0);
}
