#include "base/compiler.h"
#include "collapse/input/decimal.h"
#include "tests/unit/test.h"

TEST(numbers_are_exact)
{
	static const struct {
		const char *text;
		int shift;
		int64_t value;
	} cases[] = {
		{ "0", 3, 0 },
		{ "-0", 0, 0 },
		{ "88511388202.755", 3, 88511388202755 },
		{ "1666149715287655.125", 3, 1666149715287655125 },
		{ "0.001", 3, 1 },
		{ "12", 3, 12000 },
		{ "12.5", 3, 12500 },
		{ "-12.5", 3, -12500 },
		{ ".5", 3, 500 },
		{ "-.25", 1, -3 },
		{ "12.0004", 3, 12000 },
		{ "12.0005", 3, 12001 },
		{ "-12.0005", 3, -12001 },
		{ "0.00049999999999999999999999999999999999999999", 3, 0 },
		{ "0.0009", 3, 1 },
		{ "0.00009", 3, 0 },
		{ "5e-4", 3, 1 },
		{ "4e-4", 3, 0 },
		{ "6e-5", 3, 0 },
		{ "1.5e3", 0, 1500 },
		{ "1.5E+3", 3, 1500000 },
		{ "1725e-2", 1, 173 },
		{ "1e-999999999999999", 3, 0 },
		{ "0e999999999999999", 3, 0 },
		{ "9223372036854775807", 0, INT64_MAX },
		{ "9223372036854775.807", 3, INT64_MAX },
		{ "-9223372036854775807", 0, -INT64_MAX },
		{ "000000000000000000000000000012", 0, 12 },
		{ "123456789012345678901234e-10", 0, 12345678901235 },
		{ "5e-2", 1, 1 },
		{ "5e-3", 1, 0 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		int64_t value = -77;

		if (!decimal_parse(cases[i].text, strlen(cases[i].text), cases[i].shift, &value) ||
			value != cases[i].value)
			fail_msg("%s: %lld", cases[i].text, (long long)value);
	}
}

TEST(a_bad_number_is_refused)
{
	static const char *const cases[] = { "", "-", ".", "1.", "-.", ".e1", "1e", "1e+", "1x",
		"x", "1.5.2", "+1", " 1", "1 ", "0x10", "NaN", "9223372036854775808",
		"9223372036854775.8075", "1e19", "1e999999999999999", "99999999999999999999" };

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		int shift = strchr(cases[i], '.') != NULL ? 3 : 0;
		int64_t value = -77;

		if (decimal_parse(cases[i], strlen(cases[i]), shift, &value))
			fail_msg("'%s' passed", cases[i]);
		assert_int_equal(value, -77);
	}
}
