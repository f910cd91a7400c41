#include "svg/picture.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/platform.h"
#include "base/utf8.h"

/* Labels of kernels: readable names, each with what tells it from others that read the same. */

enum { PART_BYTES = 24 /* of a name, that tell it from another */ };

static bool is_word(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
	       (c & 0x80) != 0;
}

static int compare_bytes(const char *a, size_t a_len, const char *b, size_t b_len)
{
	int order = memcmp(a, b, a_len < b_len ? a_len : b_len);

	return order != 0 ? order : a_len < b_len ? -1 : a_len > b_len;
}

/* By label, and then by the displayed name. */
static int compare_labels(const void *a, const void *b, void *context)
{
	const struct shown *left = *(struct shown *const *)a, *right = *(struct shown *const *)b;
	int order = compare_bytes(left->label, left->label_len, right->label, right->label_len);

	(void)context;
	return order != 0 ? order : compare_bytes(left->text, left->len, right->text, right->len);
}

/* The same where names are displayed as they are, whose order is known; context: the picture. */
static int compare_plain(const void *a, const void *b, void *context)
{
	const struct shown *left = *(struct shown *const *)a, *right = *(struct shown *const *)b;
	const struct picture *picture = context;
	bool are_names = left->label == left->text && right->label == right->text;
	int order = are_names ? 0
			      : compare_bytes(left->label, left->label_len, right->label,
					right->label_len);

	return order != 0 ? order
			  : graph_compare_names(picture->graph, (uint32_t)(left - picture->shown),
				    (uint32_t)(right - picture->shown));
}

/* How many bytes at the beginnings or ends of two names are the same. */
static uint32_t shared_bytes(const struct shown *a, const struct shown *b, bool at_end)
{
	uint32_t least = a->len < b->len ? a->len : b->len, same = 0;

	while (same < least && (at_end ? a->text[a->len - 1 - same] == b->text[b->len - 1 - same]
				       : a->text[same] == b->text[same]))
		same++;
	return same;
}

/* The part of a name that the others of its label lack, in whole words; never half a character. */
static void find_part(
	const struct shown *shown, uint32_t from, uint32_t end, const char **part, size_t *len)
{
	size_t size = end > from ? end - from : 0;

	if (size > PART_BYTES) {
		size = PART_BYTES;
		while (size > 0 && ((unsigned char)shown->text[from + size] & 0xc0) == 0x80)
			size--;
	}
	*part = shown->text + from;
	*len = size;
}

/* `label`, a part and, from the second on, a number. */
static bool extend_label(struct picture *picture, struct shown *shown, const char *part, size_t len,
	uint32_t number, struct err *err)
{
	char tail[16] = "";
	int digits = number > 1 ? snprintf(tail, sizeof(tail), " #%u", number) : 0;
	size_t size = shown->label_len + 1 + len + (size_t)digits;
	char *text = arena_alloc(&picture->label_arena, size + 1, err);

	if (text == NULL)
		return false;
	memcpy(text, shown->label, shown->label_len);
	size = shown->label_len;
	if (len > 0)
		text[size++] = ' ';
	memcpy(text + size, part, len);
	memcpy(text + size + len, tail, (size_t)digits + 1);
	shown->label = text;
	shown->label_len = (uint32_t)(size + len + (size_t)digits);
	return true;
}

/* Kernels of one label, sorted by name: say what differs. */
static bool tell_apart(struct picture *picture, struct shown **run, size_t count, struct err *err)
{
	const struct shown *first = run[0];
	uint32_t from = shared_bytes(first, run[count - 1], false), behind = UINT32_MAX;
	uint32_t number = 1;
	const char *last = NULL;
	size_t last_len = 0;

	for (size_t i = 1; i < count; i++) {
		uint32_t shared = shared_bytes(first, run[i], true);

		behind = shared < behind ? shared : behind;
	}
	while (from > 0 && is_word(first->text[from - 1]))
		from--;
	while (behind > 0 && is_word(first->text[first->len - behind]))
		behind--;
	for (size_t i = 0; i < count; i++) {
		const char *part;
		size_t len;

		find_part(run[i], from, run[i]->len - behind, &part, &len);
		number = last != NULL && compare_bytes(last, last_len, part, len) == 0 ? number + 1
										       : 1;
		last = part;
		last_len = len;
		/* a name that is its own label stays as it is */
		if ((run[i]->label != run[i]->text || run[i]->label_len != run[i]->len) &&
			!extend_label(picture, run[i], part, len, number, err))
			return false;
	}
	return true;
}

static bool is_kernel(char kind)
{
	return kind != 0 && kind != KIND_RANGE && kind != KIND_IDLE;
}

/* Give each kernel its readable name, and list them; whether names are displayed as they are. */
static bool find_short_names(struct picture *picture, struct shown **list, size_t *count,
	bool *is_plain, struct err *err)
{
	const char *kinds = picture->kinds;

	*is_plain = picture->graph->rank != NULL;

	for (uint32_t id = 0; id < picture->graph->names->count; id++) {
		struct shown *shown = is_kernel(kinds[id]) ? picture_shown_name(picture, id) : NULL;
		const char *label;
		size_t len;

		if (!is_kernel(kinds[id]))
			continue;
		if (shown == NULL)
			return err_nomem(err);
		if (!short_names_find(
			    picture->short_names, shown->text, shown->len, &label, &len, err))
			return false;
		shown->label = label;
		shown->label_len = (uint32_t)len;
		*is_plain = *is_plain && picture->graph->rank[id] != UINT32_MAX &&
			    shown->text == picture->graph->names->list[id].text &&
			    shown->len == picture->graph->names->list[id].len;
		list[(*count)++] = shown;
	}
	return true;
}

bool labels_find(struct picture *picture, struct err *err)
{
	struct shown **list;
	size_t count = 0, same;
	bool is_plain, ok;

	if (picture->options->full_names)
		return true;
	list = mem_zeroed((size_t)picture->graph->names->count + 1, sizeof(struct shown *), err);
	picture->short_names = list != NULL ? short_names_new(err) : NULL;
	ok = picture->short_names != NULL &&
	     find_short_names(picture, list, &count, &is_plain, err);
	if (ok)
		platform_sort(list, count, sizeof(struct shown *),
			is_plain ? compare_plain : compare_labels, picture);
	for (size_t i = 0; ok && i < count; i += same) {
		for (same = 1;
			i + same < count && list[i + same]->label_len == list[i]->label_len &&
			memcmp(list[i + same]->label, list[i]->label, list[i]->label_len) == 0;)
			same++;
		if (same > 1)
			ok = tell_apart(picture, list + i, same, err);
	}
	for (size_t i = 0; i < count; i++) {
		if (list[i]->label == list[i]->text && list[i]->label_len == list[i]->len)
			list[i]->label = NULL; /* the name is its own label */
	}
	free(list);
	return ok;
}

void labels_release(struct picture *picture)
{
	short_names_free(picture->short_names);
	arena_release(&picture->label_arena);
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

bool label_fit(const struct shown *shown, size_t room, char *label, size_t *len)
{
	static const char more[] = "\xe2\x80\xa6";
	const char *text = shown->label != NULL ? shown->label : shown->text;
	size_t chars;

	*len = shown->label != NULL ? shown->label_len : shown->len;
	room = room < LABEL_CHARS ? room : LABEL_CHARS;
	if (room < 2)
		return false;
	if (*len > LABEL_LOOK) /* the end of a very long name is not seen */
		*len = offset_of(text, *len, LABEL_LOOK / 4);
	chars = utf8_columns(text, *len);
	if (chars > room) {
		*len = brief_name(text, *len, label);
		chars = utf8_columns(label, *len);
	} else {
		memcpy(label, text, *len);
	}
	if (chars <= room)
		return true;
	*len = offset_of(label, *len, room > 2 ? room - 1 : room);
	if (room > 2) {
		memcpy(label + *len, more, sizeof(more) - 1);
		*len += sizeof(more) - 1;
	}
	return true;
}
