

#include <stdio.h>
#include <string.h>

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

/* Short numbers take a fast path: leading zeros make the same number long. */
TEST(short_and_long_ones_agree)
{
	static const char *const numbers[] = { "0", "7", "120", "1.0", "1.5", "1.2345", "0.0005",
		"5000000000.500", "1666149715287655.125", "922337203685477580",
		"9223372036854775807", "9223372036854775808", "9223372036854775.807",
		"9223372036854775.808", "18446744073709551616", "1.", "1.2.3", "1x" };
	static const char zeros[] = "00000000000000000000000000000000";

	for (size_t i = 0; i < ARRAY_SIZE(numbers); i++) {
		for (int shift = 0; shift <= 3; shift++) {
			char longer[80];
			int64_t value = -77, other = -77;
			bool ok = decimal_parse(numbers[i], strlen(numbers[i]), shift, &value);

			snprintf(longer, sizeof(longer), "%s%s", zeros, numbers[i]);
			if (decimal_parse(longer, strlen(longer), shift, &other) != ok ||
				value != other)
				fail_msg("%s, %d: %lld and %lld", numbers[i], shift,
					(long long)value, (long long)other);
		}
	}
}
