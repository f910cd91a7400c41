#include "tests/unit/folded_text.h"
#include "tests/unit/test.h"

/* Digits cut off must not add decimals, which reduce the range. */
TEST(noise_of_floats_costs_no_range)
{
	struct fixture f;

	setup(&f);
	assert_true(read_text(&f, "a 0.30000000000000004\nb 1844674407370955160\n"));
	assert_int_equal(f.tree.decimals, 1);
	assert_written(&f, "a 0.3\nb 1844674407370955160\n");
	teardown(&f);
}

TEST(the_largest_total_fits)
{
	assert_becomes("a 18446744073709551614\nb 1\n", "a 18446744073709551614\nb 1\n");
}

TEST(values_are_formatted)
{
	static const struct {
		uint64_t value;
		unsigned decimals;
		const char *text;
	} cases[] = {
		{ 0, 0, "0" },
		{ 0, 9, "0" },
		{ 5, 1, "0.5" },
		{ 50, 1, "5" },
		{ 5, 9, "0.000000005" },
		{ 1200, 3, "1.2" },
		{ UINT64_MAX, 0, "18446744073709551615" },
		{ UINT64_MAX, 9, "18446744073.709551615" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		char text[32];

		folded_format_value(cases[i].value, cases[i].decimals, text, sizeof(text));
		assert_string_equal(text, cases[i].text);
	}
}
