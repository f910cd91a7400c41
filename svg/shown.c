#include "svg/picture.h"

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

/* Escape them: "<U+202E>". */
static struct text spell_out(const char *bytes, size_t len)
{
	struct text out = { 0 };
	size_t used;

	for (size_t at = 0; at < len; at += used) {
		uint32_t code = utf8_next(bytes + at, len - at, &used);

		if (is_deceptive(code))
			text_addf(&out, "<U+%04X>", code);
		else
			text_add(&out, bytes + at, used);
	}
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
	if (!text_is_plain(name->text, name->len, ';', ';')) {
		struct text spelled = spell_out(name->text, name->len);

		shown->text = shown->spelled = spelled.bytes;
		shown->len = (uint32_t)spelled.len;
	}
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

void picture_put_name(struct picture *picture, const struct shown *shown)
{
	size_t end = shown->len <= TITLE_CHARS ? shown->len : 0, used;

	for (uint32_t i = 0; i < TITLE_CHARS && end < shown->len; i++, end += used)
		utf8_next(shown->text + end, shown->len - end, &used);
	xml_text_bytes(&picture->xml, shown->text, end);
	if (end < shown->len)
		xml_putf(&picture->xml, ".. [%zu characters]",
			utf8_columns(shown->text, shown->len));
}

void picture_init_shown(struct picture *picture)
{
	uint32_t root = picture->graph->names->count;

	picture->shown = mem_zeroed((size_t)root + 1, sizeof(*picture->shown));
	picture->shown[root] =
		(struct shown){ .text = "all", .len = 3, .index = NAME_NONE, .shade = '0' };
}

void picture_release_shown(struct picture *picture)
{
	for (uint32_t id = 0; id <= picture->graph->names->count; id++)
		free(picture->shown[id].spelled);
	free(picture->shown);
}
