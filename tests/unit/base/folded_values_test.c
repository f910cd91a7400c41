#include "tests/unit/folded_text.h"
#include "tests/unit/test.h"

TEST(fractions_are_exact)
{
	assert_becomes("a 12.5\nb 1\n", "a 12.5\nb 1\n");
	assert_becomes("a 12.50\nb 1.000\n", "a 12.5\nb 1\n");
	assert_becomes("a 0.1\na 0.2\n", "a 0.3\n");
	assert_becomes("a 5.\nb .5\n", "a 5\nb 0.5\n");
	assert_becomes("a 0.000000001\n", "a 0.000000001\n");
	assert_becomes("a 0.0000000019\n", "a 0.000000001\n"); /* more decimals are cut off */
	assert_becomes("a 0.0000000001\n", "");
	assert_becomes("a 0.5\nb 0.25\n", "a 0.5\nb 0.25\n");
}

/* Of every length, after stacks of every length: digits are read eight at a time. */
TEST(whole_numbers_are_exact)
{
	static const char digits[] = "18446744073709551615", stack[] = "a;bcdefghijklmnopq";

	for (size_t len = 1; len < sizeof(digits); len++) {
		for (size_t shown = 1; shown < sizeof(stack); shown++) {
			char line[64], expected[64];
			struct folded_reader reader;
			struct folded_line got;
			struct err err = { 0 };
			int fd;

			snprintf(line, sizeof(line), "%.*s %.*s\n", (int)shown, stack, (int)len,
				digits);
			snprintf(expected, sizeof(expected), "%.*s", (int)len, digits);
			fd = file_of(line, strlen(line));
			folded_open(&reader, read_fd, &fd, "in.folded");
			assert_true(folded_next(&reader, &got, &err));
			assert_int_equal(got.len, shown);
			assert_memory_equal(got.stack, stack, shown);
			assert_true(got.value.digits == strtoull(expected, NULL, 10));
			assert_int_equal(got.value.decimals, 0);
			folded_close(&reader);
			close(fd);
		}
	}
}

/* A byte that is not a digit, at each place of a number. */
TEST(a_bad_digit_is_reported)
{
	static const unsigned char strays[] = { '/', ':', 'x', 0x01, 0x7f, 0x80, 0xb0, 0xb9, 0xff };

	for (size_t len = 1; len <= 18; len++) {
		for (size_t at = 0; at < len * ARRAY_SIZE(strays); at++) {
			char line[] = "stack;with;frames 123456789012345678";
			size_t begin = strlen("stack;with;frames ");
			struct fixture f;

			line[begin + at % len] = (char)strays[at / len];
			line[begin + len] = '\0';
			setup(&f);
			assert_false(read_text(&f, line));
			assert_int_equal(f.err.code, ERR_FORMAT);
			teardown(&f);
		}
	}
}

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
