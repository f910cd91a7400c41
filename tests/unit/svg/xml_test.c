#include "svg/xml.h"

#include "tests/unit/test.h"

static void expect(const char *text, size_t len, const char *expected)
{
	char *escaped = xml_escape(text, len);

	assert_string_equal(escaped, expected);
	free(escaped);
}

TEST(each_byte_is_itself_or_escaped_or_replaced)
{
	for (int byte = 0; byte < 256; byte++) {
		char c = (char)byte, text[2] = { c }, around[] = { 'a', '&', c, 'b' }, expected[32];
		bool is_allowed = (byte >= ' ' && byte < 0x80) || c == '\t' || c == '\n';
		const char *one = c == '<'     ? "&lt;"
				  : c == '>'   ? "&gt;"
				  : c == '&'   ? "&amp;"
				  : c == '"'   ? "&quot;"
				  : c == '\r'  ? "&#13;"
				  : is_allowed ? text
					       : "\xef\xbf\xbd";

		expect(&c, 1, one);
		snprintf(expected, sizeof(expected), "a&amp;%sb", one);
		expect(around, sizeof(around), expected);
	}
}

TEST(code_points_are_those_of_xml)
{
	static const char *const same[] = { "", "\xc2\x85", "\xed\x9f\xbf", "\xee\x80\x80",
		"\xef\xbf\xbd", "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf" };
	static const char *const others[] = { "\xef\xbf\xbe", "\xef\xbf\xbf" };

	for (size_t i = 0; i < ARRAY_SIZE(same); i++)
		expect(same[i], strlen(same[i]), same[i]);
	for (size_t i = 0; i < ARRAY_SIZE(others); i++)
		expect(others[i], strlen(others[i]), "\xef\xbf\xbd");
	/* a surrogate, an overlong form, a cut one */
	expect("\xed\xa0\x80", 3, "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
	expect("\xc0\xbc", 2, "\xef\xbf\xbd\xef\xbf\xbd");
	expect("\xe2\x82", 2, "\xef\xbf\xbd");
}
