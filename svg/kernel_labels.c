#include "svg/picture.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/platform.h"
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
 * which becomes the next one. `text` has room for it behind `len` bytes; returns the new length.
 */
static size_t add_label(struct names *labels, char *text, size_t len, size_t *number)
{
	uint32_t count = labels->count;
	size_t size = len;

	while (names_intern(labels, text, size), labels->count == count)
		size = len + (size_t)snprintf(text + len, NUMBER_BYTES, " #%zu", (*number)++);
	return size;
}

/* Give a kernel a label of its own, with a part, and a number if that needs one. */
static void extend_label(struct picture *picture, struct names *labels, struct shown *shown,
	const char *part, size_t len, size_t *number)
{
	size_t size = shown->label_len + (len > 0) + len;
	char *text = arena_alloc(&picture->label_arena, size + NUMBER_BYTES);

	memcpy(text, shown->label, shown->label_len);
	if (len > 0)
		text[shown->label_len] = ' ';
	memcpy(text + size - len, part, len);
	shown->label = text;
	shown->label_len = (uint32_t)add_label(labels, text, size, number);
}

/* Kernels of one label, sorted by name: say what differs. One of them may keep it as it is. */
static void tell_apart(
	struct picture *picture, struct names *labels, struct shown *const *run, size_t count)
{
	size_t number = 1; /* never tried twice, or many labels with numbers take forever */
	bool is_taken = false;

	for (size_t i = 0; i < count; i++)
		is_taken = is_taken || is_own_label(run[i]);
	for (size_t i = 0; i < count; i++) {
		char part[LABEL_PART_BYTES];
		size_t len = is_own_label(run[i]) ? 0 : label_part(run, i, count, part);

		if (is_own_label(run[i]))
			continue;
		number = number > i ? number : i + 1;
		if (len > 0 || is_taken)
			extend_label(picture, labels, run[i], part, len, &number);
		is_taken = is_taken || len == 0;
	}
}

static bool is_kernel(char kind)
{
	return kind != 0 && kind != KIND_RANGE && kind != KIND_IDLE;
}

/*
 * Give each kernel its readable name, and list them by name; *is_plain: whether names are displayed
 * as they are, so that their order is known.
 */
static void find_short_names(struct picture *picture, struct names *labels, struct labelled *list,
	size_t *count, bool *is_plain)
{
	const char *kinds = picture->kinds;
	const uint32_t *rank = picture->graph->rank;

	*is_plain = rank != NULL;
	for (uint32_t id = 0; id < picture->graph->names->count; id++) {
		struct shown *shown;
		const char *label;
		size_t len;

		if (!is_kernel(kinds[id]))
			continue;
		shown = picture_shown_name(picture, id);
		short_names_find(picture->short_names, shown->text, shown->len, &label, &len);
		shown->label = label;
		shown->label_len = (uint32_t)len;
		*is_plain = *is_plain && rank[id] != UINT32_MAX &&
			    shown->text == picture->graph->names->list[id].text &&
			    shown->len == picture->graph->names->list[id].len;
		list[(*count)++] = (struct labelled){ names_intern(labels, label, len),
			rank != NULL ? rank[id] : 0, shown };
	}
}

/* Make labels of which there are several different. */
static void tell_all_apart(
	struct picture *picture, struct names *labels, const struct labelled *list, size_t count)
{
	struct shown **run = mem_zeroed(count + 1, sizeof(struct shown *));
	size_t same;

	for (size_t i = 0; i < count; i += same) {
		for (same = 0; i + same < count && list[i + same].label == list[i].label; same++)
			run[same] = list[i + same].shown;
		if (same > 1)
			tell_apart(picture, labels, run, same);
	}
	free(run);
}

void labels_find(struct picture *picture)
{
	struct labelled *list;
	struct names labels;
	size_t count = 0;
	bool is_plain;

	if (picture->options->full_names)
		return;
	names_init(&labels);
	list = mem_zeroed((size_t)picture->graph->names->count + 1, sizeof(*list));
	picture->short_names = short_names_new();
	find_short_names(picture, &labels, list, &count, &is_plain);
	platform_sort(list, count, sizeof(*list), is_plain ? compare_labels : compare_texts, NULL);
	tell_all_apart(picture, &labels, list, count);
	for (size_t i = 0; i < count; i++) {
		if (is_own_label(list[i].shown))
			list[i].shown->label = NULL; /* the name is its own label */
	}
	free(list);
	names_release(&labels);
}

static int compare_in_view(const void *a, const void *b, void *context)
{
	const struct shown *left = *(struct shown *const *)a, *right = *(struct shown *const *)b;
	size_t len, other_len;
	const char *text = label_text(left, &len), *other = label_text(right, &other_len);
	int order = memcmp(text, other, len < other_len ? len : other_len);

	(void)context;
	return order != 0 ? order : len < other_len ? -1 : len > other_len;
}

void labels_compare(struct picture *picture)
{
	const struct layout *layout = &picture->layout;
	struct shown **list = mem_zeroed(layout->count + 1, sizeof(*list));
	size_t count = 0;

	for (size_t i = 0; i < layout->count; i++) {
		uint32_t name = picture->graph->name[layout->rects[i].box];
		struct shown *shown;

		if (label_room(picture->options, layout->rects[i].width) == 0 ||
			name == NAME_NONE || !is_kernel(picture->kinds[name]))
			continue;
		shown = picture_shown_name(picture, name);
		if (!shown->is_compared)
			list[count++] = shown;
		shown->is_compared = true;
	}
	platform_sort(list, count, sizeof(struct shown *), compare_in_view, NULL);
	for (size_t i = 1; i < count; i++) {
		list[i]->before = list[i - 1];
		list[i - 1]->behind = list[i];
	}
	free(list);
	names_init(&picture->said);
}

/* Whether a label looks like no other kernel's that was drawn. */
bool label_is_new(struct picture *picture, const struct shown *shown, const char *label, size_t len)
{
	uint32_t id;

	if (!shown->is_compared)
		return true;
	id = names_intern(&picture->said, label, len);
	mem_need(picture->said_by, picture->said_cap, (size_t)id + 1);
	if (id == picture->said_count)
		picture->said_by[picture->said_count++] = shown;
	return picture->said_by[id] == shown;
}

void labels_release(struct picture *picture)
{
	names_release(&picture->said);
	free(picture->said_by);
	short_names_free(picture->short_names);
	arena_release(&picture->label_arena);
}
