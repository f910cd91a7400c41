#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/utf8.h"
#include "base/utf8_width.h"

static const char replacement[] = "\xef\xbf\xbd"; /* U+FFFD */

void text_release(struct text *text)
{
	free(text->bytes);
	*text = (struct text){ 0 };
}

bool text_add(struct text *text, const char *bytes, size_t len, struct err *err)
{
	if (!mem_grow((void **)&text->bytes, &text->cap, text->len + len + 1, 1, err))
		return false;
	memcpy(text->bytes + text->len, bytes, len);
	text->len += len;
	text->bytes[text->len] = '\0';
	return true;
}

bool text_add_string(struct text *text, const char *string, struct err *err)
{
	return text_add(text, string, strlen(string), err);
}

/* Code points that a terminal obeys rather than shows, or that break a line. */
static bool is_unfit(uint32_t code)
{
	return code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0x61c ||
	       (code >= 0x200e && code <= 0x200f) || (code >= 0x2028 && code <= 0x202e) ||
	       (code >= 0x2066 && code <= 0x2069) || code == 0xfeff;
}

static bool is_plain(const char *bytes, size_t len, char quote)
{
	for (size_t i = 0; i < len; i++) {
		if ((unsigned char)bytes[i] < 0x20 || (unsigned char)bytes[i] >= 0x7f ||
			bytes[i] == quote)
			return false;
	}
	return true;
}

bool text_add_clean(struct text *text, const char *bytes, size_t len, char quote, struct err *err)
{
	size_t used;

	if (is_plain(bytes, len, quote))
		return text_add(text, bytes, len, err);
	for (size_t at = 0; at < len; at += used) {
		uint32_t code = utf8_next(bytes + at, len - at, &used);
		bool ok;

		if (code == UTF8_INVALID)
			ok = text_add_string(text, replacement, err);
		else if (is_unfit(code))
			ok = text_add(text, " ", 1, err);
		else
			ok = text_add(text, bytes + at, used, err) &&
			     (quote == 0 || bytes[at] != quote || text_add(text, &quote, 1, err));
		if (!ok)
			return false;
	}
	return true;
}

bool text_add_json(struct text *text, const char *bytes, size_t len, struct err *err)
{
	bool ok = text_add(text, "\"", 1, err);
	size_t plain = 0, used;

	for (size_t at = 0; ok && at < len; at += used) {
		uint32_t code = utf8_next(bytes + at, len - at, &used);
		char escape[16];

		if (code == '"' || code == '\\')
			snprintf(escape, sizeof(escape), "\\%c", (char)code);
		else if (code == UTF8_INVALID)
			snprintf(escape, sizeof(escape), "%s", replacement);
		else if (is_unfit(code))
			snprintf(escape, sizeof(escape), "\\u%04x", (unsigned)code);
		else
			continue;
		ok = text_add(text, bytes + plain, at - plain, err) &&
		     text_add_string(text, escape, err);
		plain = at + used;
	}
	return ok && text_add(text, bytes + plain, len - plain, err) &&
	       text_add(text, "\"", 1, err);
}

struct text_cut text_cut(const char *bytes, size_t len, size_t width)
{
	size_t whole = utf8_width(bytes, len), end;
	struct text_cut cut = { .front = len, .back = len, .width = whole };

	if (whole <= width)
		return cut;
	cut.dots = width >= 8;
	end = cut.dots ? (width - 3) / 3 : 0;
	cut.front = utf8_begin(bytes, len, width - end - (cut.dots ? 3 : 0));
	if (cut.dots)
		cut.back = utf8_begin(bytes, len, whole - end);
	/* The first half of a wide letter went with what is left out: so does the other. */
	while (cut.back < len && utf8_width(bytes + cut.back, len - cut.back) > end)
		cut.back += utf8_begin(bytes + cut.back, len - cut.back, 2);
	cut.width = utf8_width(bytes, cut.front) + utf8_width(bytes + cut.back, len - cut.back) +
		    (cut.dots ? 3 : 0);
	return cut;
}

bool text_add_cut(struct text *text, const char *bytes, size_t len, const struct text_cut *cut,
	struct err *err)
{
	return text_add(text, bytes, cut->front, err) &&
	       text_add_string(text, cut->dots ? "..." : "", err) &&
	       text_add(text, bytes + cut->back, len - cut->back, err);
}

bool text_add_fit(struct text *text, const char *bytes, size_t len, size_t width, struct err *err)
{
	struct text clean = { 0 };
	bool ok = text_add_clean(&clean, bytes, len, 0, err);

	if (ok) {
		struct text_cut cut = text_cut(clean.bytes, clean.len, width);

		ok = text_add_cut(text, clean.bytes, clean.len, &cut, err);
	}
	text_release(&clean);
	return ok;
}
