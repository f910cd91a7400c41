#include "base/units.h"

#include <stdio.h>

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
