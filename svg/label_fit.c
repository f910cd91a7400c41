#include "svg/picture.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "base/utf8.h"

/* Labels in the room that there is: whole, or cut. */

static const char more[] = "\xe2\x80\xa6";
enum { MORE_BYTES = sizeof(more) - 1 };

const char *label_text(const struct shown *shown, size_t *len)
{
	*len = shown->label != NULL ? shown->label_len : shown->len;
	return shown->label != NULL ? shown->label : shown->text;
}

size_t label_room(const struct svg_options *options, double width)
{
	double room = floor((width - 4) / (options->fontsize * SVG_FONTWIDTH));

	return room < 2 ? 0 : room < LABEL_CHARS ? (size_t)room : LABEL_CHARS;
}

static bool is_inside(char byte)
{
	return ((unsigned char)byte & 0xc0) == 0x80;
}

/* The offset behind `chars` code points. */
static size_t offset_of(const char *text, size_t len, size_t chars)
{
	size_t at = 0;

	for (; chars > 0 && at < len; chars--) {
		do
			at++;
		while (at < len && is_inside(text[at]));
	}
	return at;
}

/*
 * Copy to `out`, which may be the text itself, as much of a text as fits, and a sign that there
 * is more; returns the length. *own: how much of that is the text's.
 */
static size_t cut(char *out, const char *text, size_t len, size_t room, size_t *own)
{
	bool is_whole = utf8_columns(text, len) <= room;

	*own = is_whole ? len : room < 2 ? 0 : offset_of(text, len, room > 2 ? room - 1 : room);
	memmove(out, text, *own);
	if (is_whole || room <= 2)
		return *own;
	memcpy(out + *own, more, MORE_BYTES);
	return *own + MORE_BYTES;
}

/* The same, but the end of a very long name is not seen. */
static const char *seen_text(const struct shown *shown, size_t *len)
{
	const char *text = label_text(shown, len);

	if (*len > LABEL_LOOK)
		*len = offset_of(text, *len, LABEL_LOOK / 4);
	return text;
}

static void fit(const struct shown *shown, size_t room, char *label, size_t *len)
{
	const char *text = seen_text(shown, len);
	size_t own;

	if (utf8_columns(text, *len) > room) {
		*len = brief_name(text, *len, label);
		text = label;
	}
	*len = cut(label, text, *len, room, &own);
}

/*
 * The label of a text that looks like another up to byte `from`: from the word there on, behind
 * what is left of its beginning or, in little room, without it. False: there is no room for what
 * differs.
 */
static bool fit_end(
	const char *text, size_t size, size_t from, size_t room, char *label, size_t *len)
{
	char end[4 * LABEL_CHARS + MORE_BYTES];
	size_t left = room - 1, word;

	if (from + 2 > size)
		from = size < 2 ? 0 : size - 2;
	while (from > 0 && is_inside(text[from]))
		from--;
	for (word = from; word > 0 && isalnum((unsigned char)text[word - 1]);)
		word--;
	for (size_t i = 0; i < 6; i++) {
		size_t at = i % 2 == 0 ? word : from, some = i < 2 ? left / 2 : i < 4 ? left : room;
		size_t own, end_len = cut(end, text + at, size - at, some, &own);

		if (own <= from - at)
			continue;
		*len = 0;
		if (some < room) {
			size_t brief_len = brief_name(text, size, label);

			cut(label, label, brief_len, left - utf8_columns(end, end_len), len);
			memcpy(label + *len, more, MORE_BYTES);
			*len += MORE_BYTES;
		}
		memcpy(label + *len, end, end_len);
		*len += end_len;
		return true;
	}
	return false;
}

bool label_fit(const struct shown *shown, size_t room, char *label, size_t *len)
{
	const struct shown *others[] = { shown->before, shown->behind };
	size_t size, from = 0;
	const char *text = seen_text(shown, &size);
	bool is_alike = false;

	fit(shown, room, label, len);
	if (*len == size && memcmp(label, text, size) == 0)
		return true;
	for (size_t i = 0; i < ARRAY_SIZE(others); i++) {
		char look[LABEL_BYTES];
		size_t look_len, other_len, same = 0;
		const char *other;

		if (others[i] == NULL)
			continue;
		fit(others[i], room, look, &look_len);
		if (look_len != *len || memcmp(look, label, look_len) != 0)
			continue;
		other = seen_text(others[i], &other_len);
		while (same < size && same < other_len && text[same] == other[same])
			same++;
		from = same > from ? same : from;
		is_alike = true;
	}
	return !is_alike || fit_end(text, size, from, room, label, len);
}
