#include "svg/picture.h"

#include <ctype.h>
#include <math.h>

#include "base/mem.h"
#include "base/utf8.h"

/*
 * Labels in the room that there is: whole, without template arguments, without the type, the family
 * alone ("gemm", "flash bwd"), or the beginning; never an end, a number or a syllable.
 */

static const char more[] = "\xe2\x80\xa6";
enum { LEAST_CHARS = 3 };

static const char *label_text(const struct shown *shown, size_t *len)
{
	*len = shown->label != NULL ? shown->label_len : shown->len;
	return shown->label != NULL ? shown->label : shown->text;
}

size_t label_room(const struct svg_options *options, double width)
{
	double room = floor((width - 4) / (options->fontsize * SVG_FONTWIDTH));

	return room < 1 ? 0 : room < LABEL_CHARS ? (size_t)room : LABEL_CHARS;
}

/* The offset behind `chars` code points. */
static size_t offset_of(const char *text, size_t len, size_t chars)
{
	size_t at = 0;

	for (; chars > 0 && at < len; chars--) {
		do
			at++;
		while (at < len && ((unsigned char)text[at] & 0xc0) == 0x80);
	}
	return at;
}

/* "bf16", "e4m3", "float": what a kernel computes with. As TYPE in svg/js/label.js. */
static bool is_type(const char *word, size_t len)
{
	static const char *const names[] = { "float", "double", "half", "Half", "BFloat16" };
	size_t letters = 0;

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		if (len == strlen(names[i]) && memcmp(word, names[i], len) == 0)
			return true;
	}
	while (letters < len && islower((unsigned char)word[letters]) != 0)
		letters++;
	for (size_t i = letters; i < len; i++) {
		if (word[i] != 'm' && isdigit((unsigned char)word[i]) == 0)
			return false;
	}
	return letters >= 1 && letters <= 2 && len > letters;
}

static bool has_digit(const char *word, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		if (isdigit((unsigned char)word[i]) != 0)
			return true;
	}
	return false;
}

/* What is left out of a name's words behind the first. */
enum leaves_out { OUT_NOTHING, OUT_TYPES, OUT_DETAILS, OUT_ATTENTION };

/* Shorten the words of `label` in place; returns the new length. */
static size_t leave_out(char *label, size_t len, enum leaves_out what)
{
	size_t used = 0;

	for (size_t at = 0, end; at < len; at = end + 1) {
		const char *space = memchr(label + at, ' ', len - at);
		size_t size;

		end = space != NULL ? (size_t)(space - label) : len;
		size = end - at;
		if (at > 0 && what == OUT_DETAILS &&
			(is_type(label + at, size) || has_digit(label + at, size)))
			break;
		if (at > 0 && ((what == OUT_TYPES && is_type(label + at, size)) ||
				      (what == OUT_ATTENTION && size == 9 &&
					      memcmp(label + at, "attention", 9) == 0)))
			continue;
		if (at > 0)
			label[used++] = ' ';
		memmove(label + used, label + at, size);
		used += size;
	}
	return used;
}

/* Whether text says something by itself: three letters, of which digits are some, but not all. */
static bool says(const char *text, size_t len)
{
	size_t letters = 0, digits = 0;

	for (size_t i = 0; i < len; i++) {
		letters += isalpha((unsigned char)text[i]) != 0 || (unsigned char)text[i] >= 0xc0;
		digits += isdigit((unsigned char)text[i]) != 0;
	}
	return letters > 0 && letters + digits >= LEAST_CHARS;
}

/* As much of the beginning as fits, and a sign that there is more. */
static bool cut(char *label, size_t *len, size_t room)
{
	size_t own = offset_of(label, *len, room - 1);

	while (own > 0 && strchr(" _.:,(<[", label[own - 1]) != NULL)
		own--;
	if (!says(label, own))
		return false;
	memcpy(label + own, more, sizeof(more) - 1);
	*len = own + sizeof(more) - 1;
	return true;
}

bool label_fit(const struct shown *shown, size_t room, char *label, size_t *len)
{
	size_t size;
	const char *text = label_text(shown, &size);

	if (size > LABEL_LOOK)
		size = offset_of(text, size, LABEL_LOOK / 4); /* the end is not seen */
	*len = size;
	memcpy(label, text, size);
	if (utf8_columns(label, size) <= room)
		return true;
	/* "[waits for rank 5]" has no words to leave out */
	for (int what = OUT_NOTHING; what <= (*text == '[' ? OUT_NOTHING : OUT_ATTENTION); what++) {
		*len = brief_name(text, size, label);
		if (what == OUT_ATTENTION)
			*len = leave_out(label, *len, OUT_DETAILS);
		*len = leave_out(label, *len, (enum leaves_out)what);
		if (utf8_columns(label, *len) <= room && says(label, *len))
			return true;
	}
	*len = brief_name(text, size, label);
	return cut(label, len, room);
}
