#include "base/units.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/compiler.h"
#include "tests/unit/test.h"

/* Common values, and those around rounding limits. */
TEST(numbers_are_those_of_printf)
{
	static const double odd[] = { 0.005, 0.015, 1.005, 2.675, 9.995, 99.995, 0.5, 1.5, 2.5,
		99999.995, 123456.785, 1e9, 1e15, -1.25 };
	char text[UNITS_SIZE], expected[UNITS_SIZE];

	for (int decimals = 0; decimals <= 2; decimals++) {
		for (size_t i = 0; i < ARRAY_SIZE(odd); i++) {
			units_number(odd[i], decimals, text, sizeof(text));
			snprintf(expected, sizeof(expected), "%.*f", decimals, odd[i]);
			assert_string_equal(text, expected);
		}
		for (unsigned i = 0; i < 200000; i++) {
			units_number(i / 997.0, decimals, text, sizeof(text));
			snprintf(expected, sizeof(expected), "%.*f", decimals, i / 997.0);
			assert_string_equal(text, expected);
		}
	}
}

TEST(times_have_three_digits)
{
	static const struct {
		uint64_t ns;
		const char *text;
	} cases[] = {
		{ 0, "0 ns" },
		{ 1, "1 ns" },
		{ 873, "873 ns" },
		{ 999, "999 ns" },
		{ 1000, "1.00 us" },
		{ 1234, "1.23 us" },
		{ 9994, "9.99 us" },
		{ 9996, "10.0 us" },
		{ 12345, "12.3 us" },
		{ 99940, "99.9 us" },
		{ 99960, "100 us" },
		{ 999499, "999 us" },
		{ 999600, "1.00 ms" },
		{ 4560000, "4.56 ms" },
		{ 999999999, "1.00 s" },
		{ 7890000000, "7.89 s" },
		{ 61000000000, "61.0 s" },
		{ 3600000000000, "3600 s" },
		{ UINT64_MAX, "18446744074 s" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		char text[UNITS_SIZE];

		units_time(cases[i].ns, text, sizeof(text));
		assert_string_equal(text, cases[i].text);
	}
}

/* A longer time never reads as a shorter one, at every order of magnitude. */
TEST(times_are_in_order)
{
	double last = 0;

	for (uint64_t ns = 1; ns < 100000000000; ns += 1 + ns / 5000) {
		char text[UNITS_SIZE], *unit;
		double value;

		units_time(ns, text, sizeof(text));
		value = strtod(text, &unit);
		value *= strcmp(unit, " ns") == 0   ? 1
			 : strcmp(unit, " us") == 0 ? 1e3
			 : strcmp(unit, " ms") == 0 ? 1e6
						    : 1e9;
		assert_true(value >= last);
		assert_true(value > (double)ns * 0.994 && value < (double)ns * 1.006);
		last = value;
	}
}
