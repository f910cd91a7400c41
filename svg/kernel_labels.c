#include "svg/picture.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/platform.h"
#include "base/utf8.h"
#include "svg/label_parts.h"

/* Labels of kernels: readable names, each with what tells it from others that read the same. */

enum { NUMBER_BYTES = 24 /* " #" and a number, behind a label */ };

/* A kernel: its label's id, and its place in the order of names. */
struct labelled {
	uint32_t label, place;
	struct shown *shown;
};

static int compare_labels(const void *a, const void *b, void *context)
{
	const struct labelled *left = a, *right = b;

	(void)context;
	if (left->label != right->label)
		return left->label < right->label ? -1 : 1;
	return left->place < right->place ? -1 : left->place > right->place;
}

/* The same where that place is not known: by the displayed name. */
static int compare_texts(const void *a, const void *b, void *context)
{
	const struct labelled *left = a, *right = b;
	const struct shown *one = left->shown, *other = right->shown;
	int order;

	(void)context;
	if (left->label != right->label)
		return left->label < right->label ? -1 : 1;
	order = memcmp(one->text, other->text, one->len < other->len ? one->len : other->len);
	return order != 0 ? order : one->len < other->len ? -1 : one->len > other->len;
}

/* A name that is its own label stays as it is. */
static bool is_own_label(const struct shown *shown)
{
	return shown->label == shown->text && shown->label_len == shown->len;
}

/*
 * Add a label to those there are; if there is one like it already, with a number from *number on,
 * which becomes the next one. `text` has room for it behind `len` bytes; returns the new length, or
 * 0: ERR_NOMEM.
 */
static size_t add_label(
	struct names *labels, char *text, size_t len, size_t *number, struct err *err)
{
	uint32_t count = labels->count, id;
	size_t size = len;

	while (names_intern(labels, text, size, &id, err)) {
		if (labels->count > count)
			return size;
		size = len + (size_t)snprintf(text + len, NUMBER_BYTES, " #%zu", (*number)++);
	}
	return 0;
}

/* Give a kernel a label of its own, with a part, and a number if that needs one. */
static bool extend_label(struct picture *picture, struct names *labels, struct shown *shown,
	const char *part, size_t len, size_t *number, struct err *err)
{
	size_t size = shown->label_len + (len > 0) + len;
	char *text = arena_alloc(&picture->label_arena, size + NUMBER_BYTES, err);

	if (text == NULL)
		return false;
	memcpy(text, shown->label, shown->label_len);
	if (len > 0)
		text[shown->label_len] = ' ';
	memcpy(text + size - len, part, len);
	shown->label = text;
	shown->label_len = (uint32_t)add_label(labels, text, size, number, err);
	return shown->label_len > 0;
}

/* Kernels of one label, sorted by name: say what differs. One of them may keep it as it is. */
static bool tell_apart(struct picture *picture, struct names *labels, struct shown *const *run,
	size_t count, struct err *err)
{
	size_t number = 1; /* never tried twice, or many labels with numbers take for ever */
	bool is_taken = false;

	for (size_t i = 0; i < count; i++)
		is_taken = is_taken || is_own_label(run[i]);
	for (size_t i = 0; i < count; i++) {
		char part[LABEL_PART_BYTES];
		size_t len = is_own_label(run[i]) ? 0 : label_part(run, i, count, part);

		if (is_own_label(run[i]))
			continue;
		number = number > i ? number : i + 1;
		if ((len > 0 || is_taken) &&
			!extend_label(picture, labels, run[i], part, len, &number, err))
			return false;
		is_taken = is_taken || len == 0;
	}
	return true;
}

static bool is_kernel(char kind)
{
	return kind != 0 && kind != KIND_RANGE && kind != KIND_IDLE;
}

/*
 * Give each kernel its readable name, and list them by name; *is_plain: whether names are displayed
 * as they are, so that their order is known.
 */
static bool find_short_names(struct picture *picture, struct names *labels, struct labelled *list,
	size_t *count, bool *is_plain, struct err *err)
{
	const char *kinds = picture->kinds;
	const uint32_t *rank = picture->graph->rank;

	*is_plain = rank != NULL;
	for (uint32_t id = 0; id < picture->graph->names->count; id++) {
		struct shown *shown = is_kernel(kinds[id]) ? picture_shown_name(picture, id) : NULL;
		const char *label;
		uint32_t label_id;
		size_t len;

		if (!is_kernel(kinds[id]))
			continue;
		if (shown == NULL)
			return err_nomem(err);
		if (!short_names_find(
			    picture->short_names, shown->text, shown->len, &label, &len, err) ||
			!names_intern(labels, label, len, &label_id, err))
			return false;
		shown->label = label;
		shown->label_len = (uint32_t)len;
		*is_plain = *is_plain && rank[id] != UINT32_MAX &&
			    shown->text == picture->graph->names->list[id].text &&
			    shown->len == picture->graph->names->list[id].len;
		list[(*count)++] =
			(struct labelled){ label_id, rank != NULL ? rank[id] : 0, shown };
	}
	return true;
}

/* Make labels of which there are several different. */
static bool tell_all_apart(struct picture *picture, struct names *labels,
	const struct labelled *list, size_t count, struct err *err)
{
	struct shown **run = mem_zeroed(count + 1, sizeof(struct shown *), err);
	bool ok = run != NULL;
	size_t same;

	for (size_t i = 0; ok && i < count; i += same) {
		for (same = 0; i + same < count && list[i + same].label == list[i].label; same++)
			run[same] = list[i + same].shown;
		ok = same == 1 || tell_apart(picture, labels, run, same, err);
	}
	free(run);
	return ok;
}

bool labels_find(struct picture *picture, struct err *err)
{
	struct labelled *list;
	struct names labels;
	size_t count = 0;
	bool is_plain, ok;

	if (picture->options->full_names)
		return true;
	names_init(&labels);
	list = mem_zeroed((size_t)picture->graph->names->count + 1, sizeof(*list), err);
	picture->short_names = list != NULL ? short_names_new(err) : NULL;
	ok = picture->short_names != NULL &&
	     find_short_names(picture, &labels, list, &count, &is_plain, err);
	if (ok)
		platform_sort(list, count, sizeof(*list), is_plain ? compare_labels : compare_texts,
			NULL);
	ok = ok && tell_all_apart(picture, &labels, list, count, err);
	for (size_t i = 0; i < count; i++) {
		if (is_own_label(list[i].shown))
			list[i].shown->label = NULL; /* the name is its own label */
	}
	free(list);
	names_release(&labels);
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
