#include "base/utf8.h"

#include "base/compiler.h"
#include "tests/unit/test.h"

TEST(next_follows_rfc_3629)
{
	static const struct {
		const char *text;
		size_t len;
		uint32_t code;
		size_t used;
	} cases[] = {
		{ "a", 1, 'a', 1 },
		{ "\0", 1, 0, 1 },
		{ "\x7f", 1, 0x7f, 1 },
		{ "\xc2\x80", 2, 0x80, 2 },
		{ "\xdf\xbf", 2, 0x7ff, 2 },
		{ "\xe0\xa0\x80", 3, 0x800, 3 },
		{ "\xe2\x82\xac!", 4, 0x20ac, 3 },
		{ "\xed\x9f\xbf", 3, 0xd7ff, 3 },
		{ "\xee\x80\x80", 3, 0xe000, 3 },
		{ "\xf0\x90\x80\x80", 4, 0x10000, 4 },
		{ "\xf4\x8f\xbf\xbf", 4, 0x10ffff, 4 },
		/* wrong */
		{ "\x80", 1, UTF8_INVALID, 1 },
		{ "\xbf\x80", 2, UTF8_INVALID, 1 },
		{ "\xc0\xaf", 2, UTF8_INVALID, 1 },         /* overlong */
		{ "\xc1\xbf", 2, UTF8_INVALID, 1 },         /* overlong */
		{ "\xe0\x9f\xbf", 3, UTF8_INVALID, 1 },     /* overlong */
		{ "\xed\xa0\x80", 3, UTF8_INVALID, 1 },     /* surrogate */
		{ "\xf0\x8f\xbf\xbf", 4, UTF8_INVALID, 1 }, /* overlong */
		{ "\xf4\x90\x80\x80", 4, UTF8_INVALID, 1 }, /* over U+10FFFF */
		{ "\xf5\x80\x80\x80", 4, UTF8_INVALID, 1 },
		{ "\xff", 1, UTF8_INVALID, 1 },
		/* cut off: the valid beginning is one invalid character */
		{ "\xc3", 1, UTF8_INVALID, 1 },
		{ "\xe2\x82", 2, UTF8_INVALID, 2 },
		{ "\xe2\x82", 1, UTF8_INVALID, 1 },
		{ "\xf0\x9f\x94", 3, UTF8_INVALID, 3 },
		{ "\xf0\x9f\x94x", 4, UTF8_INVALID, 3 },
		{ "\xe2\x28\xa1", 3, UTF8_INVALID, 1 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		size_t used = 99;

		assert_true(utf8_next(cases[i].text, cases[i].len, &used) == cases[i].code);
		assert_int_equal(used, cases[i].used);
	}
}

/* Encode by the definition, to check the decoder independently. */
static size_t encode(uint32_t code, unsigned char *out)
{
	if (code < 0x80) {
		out[0] = (unsigned char)code;
		return 1;
	}
	if (code < 0x800) {
		out[0] = (unsigned char)(0xc0 | code >> 6);
		out[1] = (unsigned char)(0x80 | (code & 0x3f));
		return 2;
	}
	if (code < 0x10000) {
		out[0] = (unsigned char)(0xe0 | code >> 12);
		out[1] = (unsigned char)(0x80 | (code >> 6 & 0x3f));
		out[2] = (unsigned char)(0x80 | (code & 0x3f));
		return 3;
	}
	out[0] = (unsigned char)(0xf0 | code >> 18);
	out[1] = (unsigned char)(0x80 | (code >> 12 & 0x3f));
	out[2] = (unsigned char)(0x80 | (code >> 6 & 0x3f));
	out[3] = (unsigned char)(0x80 | (code & 0x3f));
	return 4;
}

TEST(next_reads_every_code_point)
{
	for (uint32_t code = 0; code <= 0x10ffff; code++) {
		unsigned char text[4];
		size_t len = encode(code, text), used;
		uint32_t got = utf8_next((char *)text, len, &used);

		if (code >= 0xd800 && code <= 0xdfff) {
			assert_true(got == UTF8_INVALID);
			continue;
		}
		assert_true(got == code);
		assert_int_equal(used, len);
	}
}

#define TEXT(s) (s), sizeof(s) - 1

TEST(frames_are_cleaned)
{
	static const struct {
		const char *in;
		size_t len;
		const char *out;
	} cases[] = {
		{ TEXT("Layer 7"), "Layer 7" },
		{ TEXT("  a b\t"), "a b" },
		{ TEXT("a;b"), "a:b" },
		{ TEXT(";"), ":" },
		{ TEXT("a\nb\x1b[1m\0c\x7f"), "a b [1m c" },
		{ TEXT("\n\t "), "" },
		{ TEXT(""), "" },
		{ TEXT("C1 \xc2\x85."), "C1  ." },
		{ TEXT("\xff\xfe"), "\xef\xbf\xbd\xef\xbf\xbd" },
		{ TEXT("cut \xf0\x9f\x94"), "cut \xef\xbf\xbd" },
		{ TEXT("no \xef\xbf\xbe\xef\xbf\xbf xml"), "no    xml" },
		{ TEXT("\xc3\xa9t\xc3\xa9 \xf0\x9f\x94\xa5"),
			"\xc3\xa9t\xc3\xa9 \xf0\x9f\x94\xa5" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		char out[64 * UTF8_FRAME_GROWTH];
		size_t len = utf8_clean_frame(cases[i].in, cases[i].len, out);
		char again[sizeof(out) * UTF8_FRAME_GROWTH];

		assert_int_equal(len, strlen(cases[i].out));
		assert_memory_equal(out, cases[i].out, len);
		/* clean text stays as it is */
		assert_int_equal(utf8_clean_frame(out, len, again), len);
		assert_memory_equal(again, out, len);
	}
}

TEST(columns_are_code_points)
{
	assert_int_equal(utf8_columns("", 0), 0);
	assert_int_equal(utf8_columns("abc", 3), 3);
	assert_int_equal(utf8_columns("\xc3\xa9\xe2\x82\xac\xf0\x9f\x94\xa5", 9), 3);
}

TEST(widths_are_those_of_a_terminal)
{
	static const struct {
		const char *text;
		size_t width;
	} cases[] = {
		{ "", 0 }, { "abc", 3 }, { "\xc3\xa9", 1 },
		{ "e\xcc\x81", 1 },                        /* e and a combining acute */
		{ "\xe8\xa1\x8c\xe5\x88\x97", 4 },         /* two Chinese characters */
		{ "\xf0\x9f\x94\xa5", 2 },                 /* a flame */
		{ "\xe1\x84\x80\xe1\x85\xa1", 2 },         /* decomposed Hangul */
		{ "\xef\xbd\xb1", 1 },                     /* half-width kana */
		{ "a\xe2\x80\x8b\xff", 2 },                /* a zero-width space; invalid UTF-8 */
		{ "\xf0\xa0\x80\x80\xf3\xa0\x84\x80", 2 }, /* the last planes */
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		assert_int_equal(utf8_width(cases[i].text, strlen(cases[i].text)), cases[i].width);
	/* a wide letter fits completely or not at all, a mark stays with its letter */
	assert_int_equal(utf8_begin("\xe8\xa1\x8c\xe5\x88\x97", 6, 3), 3);
	assert_int_equal(utf8_begin("e\xcc\x81x", 4, 1), 3);
	assert_int_equal(utf8_begin("abc", 3, 9), 3);
}
