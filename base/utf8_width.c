#include "base/utf8.h"

#include "base/mem.h"

struct width_range {
	uint32_t first, last;
	uint8_t width;
};

/*
 * Unicode 14: two columns for what EastAsianWidth.txt has as W or F, none for combining
 * marks (Mn, Me), formats (Cf, except the soft hyphen), and the vowels and finals of
 * Hangul that join the letter before.
 */
static const struct width_range ranges[] = {
#include "base/utf8_width.list"
};

static unsigned width_of(uint32_t c)
{
	size_t low = 0, high = ARRAY_SIZE(ranges);

	if (c < ranges[0].first)
		return 1;
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (c > ranges[middle].last)
			low = middle + 1;
		else if (c < ranges[middle].first)
			high = middle;
		else
			return ranges[middle].width;
	}
	return 1;
}

size_t utf8_width(const char *text, size_t len)
{
	size_t width = 0, used;

	for (size_t at = 0; at < len; at += used) {
		uint32_t c = utf8_next(text + at, len - at, &used);

		width += c != UTF8_INVALID ? width_of(c) : 1;
	}
	return width;
}

size_t utf8_begin(const char *text, size_t len, size_t width)
{
	size_t at = 0, used;

	for (; at < len; at += used) {
		uint32_t c = utf8_next(text + at, len - at, &used);
		unsigned takes = c != UTF8_INVALID ? width_of(c) : 1;

		if (takes > width)
			break;
		width -= takes;
	}
	return at;
}
