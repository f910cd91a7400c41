#include "svg/picture.h"

#include "base/mem.h"
#include "base/platform.h"

/* Labels of kernels: readable names, with a number where others read the same: tooltips have the
 * name. */

enum { NUMBER_BYTES = 24 /* " (2)", behind a label */ };

/* A kernel: its label's id, and its name. */
struct labelled {
	uint32_t label;
	struct shown *shown;
};

/* By label; those of one by the displayed name. */
static int compare_labels(const void *a, const void *b, UNUSED void *context)
{
	const struct labelled *left = a, *right = b;
	const struct shown *one = left->shown, *other = right->shown;
	int order;

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
 * Give a kernel a label that no other has, with a number from *number on, which becomes the next
 * one.
 */
static void number_label(
	struct picture *picture, struct names *labels, struct shown *shown, size_t *number)
{
	char *text = arena_alloc(&picture->label_arena, shown->label_len + NUMBER_BYTES);
	uint32_t count = labels->count;
	size_t len;

	memcpy(text, shown->label, shown->label_len);
	do {
		len = shown->label_len + (size_t)snprintf(text + shown->label_len, NUMBER_BYTES,
						 " (%zu)", (*number)++);
		names_intern(labels, text, len);
	} while (labels->count == count);
	shown->label = text;
	shown->label_len = (uint32_t)len;
}

/* Kernels of one label, sorted by name: all but one get a number. */
static void tell_apart(
	struct picture *picture, struct names *labels, struct shown *const *run, size_t count)
{
	size_t number = 2; /* never tried twice, or many labels with numbers take forever */
	bool is_taken = false;

	for (size_t i = 0; i < count; i++)
		is_taken = is_taken || is_own_label(run[i]);
	for (size_t i = 0; i < count; i++) {
		if (is_taken && !is_own_label(run[i]))
			number_label(picture, labels, run[i], &number);
		is_taken = true;
	}
}

static bool is_kernel(char kind)
{
	return kind != 0 && kind != KIND_RANGE && kind != KIND_IDLE;
}

/* Give each kernel its readable name, and list them. */
static size_t find_short_names(struct picture *picture, struct names *labels, struct labelled *list)
{
	size_t count = 0;

	for (uint32_t id = 0; id < picture->graph->names->count; id++) {
		struct shown *shown;
		const char *label;
		size_t len;

		if (!is_kernel(picture->kinds[id]))
			continue;
		shown = picture_shown_name(picture, id);
		short_names_find(picture->short_names, shown->text, shown->len, &label, &len);
		shown->label = label;
		shown->label_len = (uint32_t)len;
		list[count++] = (struct labelled){ names_intern(labels, label, len), shown };
	}
	return count;
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
	size_t count;

	if (picture->options->full_names)
		return;
	names_init(&labels);
	list = mem_zeroed((size_t)picture->graph->names->count + 1, sizeof(*list));
	picture->short_names = short_names_new();
	count = find_short_names(picture, &labels, list);
	platform_sort(list, count, sizeof(*list), compare_labels, NULL);
	tell_all_apart(picture, &labels, list, count);
	for (size_t i = 0; i < count; i++) {
		if (is_own_label(list[i].shown))
			list[i].shown->label = NULL; /* the name is its own label */
	}
	free(list);
	names_release(&labels);
}

void labels_release(struct picture *picture)
{
	short_names_free(picture->short_names);
	arena_release(&picture->label_arena);
}
