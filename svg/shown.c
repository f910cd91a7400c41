#include "svg/picture.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "base/utf8.h"

/* Displayed names: each is prepared once, however often it occurs. */

enum { TITLE_CHARS = 4096 /* of a name, that a frame's title has room for */ };

/* Code points that change how the text around them is displayed, or are invisible. */
static bool is_deceptive(uint32_t code)
{
	return code == 0x061c || (code >= 0x200b && code <= 0x200f) ||
	       (code >= 0x2028 && code <= 0x202e) || (code >= 0x2060 && code <= 0x2069) ||
	       code == 0xfeff;
}

/* Whether the lead byte of one of them occurs. */
static bool may_deceive(const char *text, size_t len)
{
	if (text_is_plain(text, len, ';', ';'))
		return false;
	for (size_t i = 0; i < len; i++) {
		unsigned char c = (unsigned char)text[i];

		if (c == 0xd8 || c == 0xe2 || c == 0xef)
			return true;
	}
	return false;
}

/* Escape them: "<U+202E>". The result is malloc'ed. */
static char *spell_out(const char *text, size_t len, uint32_t *out_len)
{
	enum { SPELLED = 8 };
	char *out = mem_zeroed(len * SPELLED + 1, 1); /* each has at least two bytes */
	size_t used, size = 0;
	uint32_t code;

	for (size_t at = 0; at < len; at += used) {
		code = utf8_next(text + at, len - at, &used);
		if (is_deceptive(code)) {
			size += (size_t)sprintf(out + size, "<U+%04X>", code);
		} else {
			memcpy(out + size, text + at, used);
			size += used;
		}
	}
	*out_len = (uint32_t)size;
	return out;
}

/* Prepare the displayed form of a name, on first use. */
static void show(struct picture *picture, uint32_t id, struct shown *shown)
{
	const struct name *name = &picture->graph->names->list[id];

	shown->text = name->text;
	shown->len = name->len;
	shown->index = NAME_NONE;
	shown->shade = '0';
	if (picture->kinds[id] == KIND_RANGE || picture->kinds[id] == KIND_OTHER)
		shown->shade = (char)('0' + kind_shade(name->text, name->len));
	if (may_deceive(shown->text, shown->len)) {
		shown->spelled = spell_out(name->text, shown->len, &shown->len);
		shown->text = shown->spelled;
	}
	shown->chars = (uint32_t)utf8_columns(shown->text, shown->len);
}

/* The name as XML, for titles; truncated if very long: the payload has the full name. */
static char *escape_shown(const struct shown *shown)
{
	struct text text = { 0 };
	size_t end = 0, used;
	char *escaped;

	if (shown->chars <= TITLE_CHARS)
		return xml_escape(shown->text, shown->len);
	for (uint32_t i = 0; i < TITLE_CHARS; i++) {
		utf8_next(shown->text + end, shown->len - end, &used);
		end += used;
	}
	text_add(&text, shown->text, end);
	text_addf(&text, ".. [%u characters]", shown->chars);
	escaped = xml_escape(text.bytes, text.len);
	text_release(&text);
	return escaped;
}

struct shown *picture_shown_name(struct picture *picture, uint32_t name)
{
	struct shown *shown =
		&picture->shown[name == NAME_NONE ? picture->graph->names->count : name];

	if (shown->text == NULL)
		show(picture, name, shown);
	return shown;
}

struct shown *picture_shown(struct picture *picture, uint32_t box)
{
	return picture_shown_name(picture, picture->graph->name[box]);
}

const char *picture_title(struct shown *shown)
{
	if (shown->escaped == NULL)
		shown->escaped = escape_shown(shown);
	return shown->escaped;
}

void picture_init_shown(struct picture *picture)
{
	uint32_t root = picture->graph->names->count;

	picture->shown = mem_zeroed((size_t)root + 1, sizeof(*picture->shown));
	picture->shown[root] = (struct shown){
		.text = "all", .len = 3, .chars = 3, .index = NAME_NONE, .shade = '0'
	};
}

void picture_release_shown(struct picture *picture)
{
	for (uint32_t id = 0; id <= picture->graph->names->count; id++) {
		free(picture->shown[id].escaped);
		free(picture->shown[id].spelled);
	}
	free(picture->shown);
}
