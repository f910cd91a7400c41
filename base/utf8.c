#include "base/utf8.h"

#include <string.h>

uint32_t utf8_next(const char *text, size_t len, size_t *used)
{
	const unsigned char *p = (const unsigned char *)text;
	unsigned char low = 0x80, high = 0xbf; /* bounds of the second byte */
	uint32_t code;
	size_t need;

	*used = 1;
	if (p[0] < 0x80)
		return p[0];
	if (p[0] >= 0xc2 && p[0] <= 0xdf) {
		need = 2;
		code = p[0] & 0x1fu;
	} else if (p[0] >= 0xe0 && p[0] <= 0xef) {
		need = 3;
		code = p[0] & 0x0fu;
		if (p[0] == 0xe0)
			low = 0xa0;
		else if (p[0] == 0xed)
			high = 0x9f;
	} else if (p[0] >= 0xf0 && p[0] <= 0xf4) {
		need = 4;
		code = p[0] & 0x07u;
		if (p[0] == 0xf0)
			low = 0x90;
		else if (p[0] == 0xf4)
			high = 0x8f;
	} else {
		return UTF8_INVALID;
	}
	for (; *used < need; (*used)++) {
		if (*used >= len || p[*used] < low || p[*used] > high)
			return UTF8_INVALID;
		code = code << 6 | (p[*used] & 0x3fu);
		low = 0x80;
		high = 0xbf;
	}
	return code;
}

size_t utf8_put(char *out, uint32_t code)
{
	char *at = out;

	if (code < 0x80) {
		*out = (char)code;
		return 1;
	}
	if (code < 0x800) {
		*at++ = (char)(0xc0 | code >> 6);
	} else {
		if (code < 0x10000) {
			*at++ = (char)(0xe0 | code >> 12);
		} else {
			*at++ = (char)(0xf0 | code >> 18);
			*at++ = (char)(0x80 | (code >> 12 & 0x3f));
		}
		*at++ = (char)(0x80 | (code >> 6 & 0x3f));
	}
	*at++ = (char)(0x80 | (code & 0x3f));
	return (size_t)(at - out);
}

bool utf8_is_obeyed(uint32_t code)
{
	return code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0x061c ||
	       (code >= 0x200e && code <= 0x200f) || (code >= 0x2028 && code <= 0x202e) ||
	       (code >= 0x2066 && code <= 0x2069) || code == 0xfeff;
}

size_t utf8_mark(const char *text, size_t len)
{
	return len >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
}

/* Code points that a frame may not hold: controls, and those that XML 1.0 excludes. */
static bool is_control(uint32_t code)
{
	return code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0xfffe || code == 0xffff;
}

size_t utf8_clean_frame(const char *text, size_t len, char *out)
{
	static const char replacement[] = { '\xef', '\xbf', '\xbd' }; /* U+FFFD */
	size_t used, size = 0;

	for (size_t at = 0; at < len; at += used) {
		uint32_t code = utf8_next(text + at, len - at, &used);

		if (code == UTF8_INVALID) {
			memcpy(out + size, replacement, sizeof(replacement));
			size += sizeof(replacement);
		} else if (code == ';') {
			out[size++] = ':';
		} else if (code == ' ' || is_control(code)) {
			if (size > 0) /* frames have no leading blanks */
				out[size++] = ' ';
		} else {
			memcpy(out + size, text + at, used);
			size += used;
		}
	}
	while (size > 0 && out[size - 1] == ' ')
		size--;
	return size;
}

size_t utf8_columns(const char *text, size_t len)
{
	size_t columns = 0;

	for (size_t at = 0; at < len; at++)
		columns += ((unsigned char)text[at] & 0xc0) != 0x80;
	return columns;
}
