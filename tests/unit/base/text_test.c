#include "base/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/compiler.h"
#include "tests/unit/test.h"

TEST(text_is_cleaned)
{
	static const struct {
		const char *raw;
		char quote;
		const char *clean;
	} cases[] = {
		{ "plain", 0, "plain" },
		{ "a\x1b[1mb\nc", 0, "a [1mb c" },
		{ "caf\u00e9", 0, "caf\u00e9" },
		{ "x\u202ey\ufeffz\u061c", 0, "x y z " },
		{ "bad \xff\xc3", 0, "bad \ufffd\ufffd" },
		{ "say \"hi\"", '"', "say \"\"hi\"\"" },
		{ "say \"hi\"", 0, "say \"hi\"" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct text text = { 0 };

		text_add_clean(&text, cases[i].raw, strlen(cases[i].raw), cases[i].quote);
		assert_string_equal(text.bytes, cases[i].clean);
		text_release(&text);
	}
}

TEST(long_text_is_fitted)
{
	static const struct {
		const char *raw;
		size_t width;
		const char *fitted;
	} cases[] = {
		{ "abcdefghij", 10, "abcdefghij" },
		{ "abcdefghijk", 10, "abcde...jk" },
		{ "abcdefghijk", 7, "abcdefg" },
		{ "\u4e00\u4e8c\u4e09\u56db\u4e94\u516d", 9, "\u4e00\u4e8c...\u516d" },
		{ "", 0, "" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct text text = { 0 };

		text_add_fit(&text, cases[i].raw, strlen(cases[i].raw), cases[i].width);
		assert_string_equal(text.bytes, cases[i].fitted);
		text_release(&text);
	}
}

/* Appending and writing to a stream give the same text. */
TEST(strings_are_json)
{
	static const struct {
		const char *raw, *json;
	} cases[] = {
		{ "", "\"\"" },
		{ "say \"hi\" \\o/", "\"say \\\"hi\\\" \\\\o/\"" },
		{ "\n\x7f", "\"\\u000a\\u007f\"" },
		{ "caf\u00e9 \U0001f525", "\"caf\u00e9 \U0001f525\"" },
		{ "\u2028\u202e\u061c\ufeff", "\"\\u2028\\u202e\\u061c\\ufeff\"" },
		{ "a\xffz", "\"a\ufffdz\"" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct text text = { 0 };

		text_add_json(&text, cases[i].raw, strlen(cases[i].raw));
		assert_string_equal(text.bytes, cases[i].json);
		text_release(&text);
	}
}

TEST(numbers_compare_by_value)
{
	/* in ascending order */
	static const char *const names[] = { "", "01", "1", "2", "10", "99999999999999999999998",
		"99999999999999999999999", "a", "rank", "rank 0", "rank 00", "rank 2", "rank 2.9",
		"rank 2.10", "rank 02.11", "rank 10", "rank 10a", "rank 100", "rank a", "\u00e9" };

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		for (size_t j = 0; j < ARRAY_SIZE(names); j++) {
			int order = text_compare_numbers(names[i], names[j]);

			assert_int_equal((order > 0) - (order < 0), (i > j) - (i < j));
		}
	}
}

/* Eight bytes are looked at together: each byte is seen wherever it stands. */
TEST(each_byte_is_seen)
{
	static const char letters[] = "abcdefghijklmnopqrs";
	struct text text = { 0 };

	for (size_t at = 0; at < strlen(letters); at++) {
		for (unsigned byte = 0; byte < 0x80; byte++) {
			bool blank = byte < 0x20 || byte == 0x7f;
			char raw[sizeof(letters)], clean[sizeof(letters)];

			memcpy(raw, letters, sizeof(raw));
			raw[at] = (char)byte;
			memcpy(clean, raw, sizeof(raw));
			if (blank)
				clean[at] = ' ';
			text.len = 0;
			text_add_clean(&text, raw, strlen(letters), '"');
			assert_int_equal(text.len, strlen(letters) + (byte == '"'));
			assert_memory_equal(text.bytes, clean, at + 1);
			assert_string_equal(
				text.bytes + text.len - strlen(letters + at + 1), letters + at + 1);
		}
	}
	text_release(&text);
}

/* Of every length, with one odd byte at every place. */
TEST(plain_bytes_are_found)
{
	static const char odd[] = "\x1f\x7f\x80\xff,\"";
	char bytes[80];

	memset(bytes, '~', sizeof(bytes));
	for (size_t len = 0; len < sizeof(bytes); len++) {
		assert_true(text_is_plain(bytes, len, ',', '"'));
		for (size_t at = 0; at < len; at++) {
			bytes[at] = odd[at % (sizeof(odd) - 1)];
			assert_false(text_is_plain(bytes, len, ',', '"'));
			bytes[at] = ' ';
		}
	}
}
