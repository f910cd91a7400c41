#include "collapse/stacks/picture_frames.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "collapse/input/decimal.h"

/* --- titles ---------------------------------------------------------------------- */

/* A number with thousands separators: "1,234" or "1,234.5". Returns its length. */
static size_t parse_number(const char *text, size_t len, uint64_t *value, unsigned *decimals)
{
	bool fraction = false;
	size_t at;

	*value = 0;
	*decimals = 0;
	for (at = 0; at < len; at++) {
		if (text[at] == '.' && !fraction) {
			fraction = true;
		} else if (text[at] >= '0' && text[at] <= '9') {
			if (fraction && *decimals == TREE_MAX_DECIMALS)
				return 0;
			if (__builtin_mul_overflow(*value, 10, value) ||
				__builtin_add_overflow(*value, (uint64_t)(text[at] - '0'), value))
				return 0;
			*decimals += fraction;
		} else if (text[at] != ',' || fraction) {
			break;
		}
	}
	return at;
}

/* Convert a unit of time to ns. "0" has none, and other words change nothing. */
static bool parse_unit(const char *text, size_t len, uint64_t *value, unsigned *decimals)
{
	static const struct {
		const char *unit;
		unsigned digits;
	} units[] = { { " us", 3 }, { " ms", 6 }, { " s", 9 } };

	for (size_t i = 0; i < ARRAY_SIZE(units); i++) {
		size_t unit_len = strlen(units[i].unit);

		if (len <= unit_len || memcmp(text, units[i].unit, unit_len) != 0 ||
			(text[unit_len] != ',' && text[unit_len] != ' '))
			continue;
		for (unsigned left = units[i].digits; left > 0; left--) {
			if (*decimals > 0)
				--*decimals;
			else if (__builtin_mul_overflow(*value, 10, value))
				return false;
		}
	}
	return true;
}

/* The text after " -> " in a title's brackets, or all of it. */
static const char *find_after(const char *inside, const char *end)
{
	for (const char *at = inside; at + 4 < end; at++) {
		if (memcmp(at, " -> ", 4) == 0)
			return at + 4;
	}
	return inside;
}

bool drawn_parse_title(const char *title, size_t len, bool times, size_t *name_len, uint64_t *value,
	unsigned *decimals)
{
	const char *end, *number;
	size_t at = len, taken;

	/* names may have brackets too: the last " (" is the title's own */
	do {
		if (at < 2)
			return false;
		at--;
	} while (title[at] != '(' || title[at - 1] != ' ');
	end = title + len;
	*name_len = at - 1;
	number = times ? find_after(title + at + 1, end) : title + at + 1;
	taken = parse_number(number, (size_t)(end - number), value, decimals);
	if (taken == 0 || (size_t)(end - number) == taken || end[-1] != ')' ||
		memchr(number, '%', (size_t)(end - number)) == NULL)
		return false;
	number += taken;
	if (times)
		return parse_unit(number, (size_t)(end - number), value, decimals);
	return *number == ' ';
}

/* --- rows ------------------------------------------------------------------------- */

static int compare_up(const void *a, const void *b)
{
	const struct drawn *left = a, *right = b;

	if (left->y != right->y)
		return left->y < right->y ? -1 : 1;
	if (left->x != right->x)
		return left->x < right->x ? -1 : 1;
	return (left->width > right->width) - (left->width < right->width);
}

static int compare_down(const void *a, const void *b)
{
	const struct drawn *left = a, *right = b;

	if (left->y != right->y)
		return left->y > right->y ? -1 : 1;
	return compare_up(a, b);
}

/* Whether the first frame is alone in its row, and as wide as all. */
static bool begins_with_root(const struct drawn_list *drawn, int64_t widest)
{
	return (drawn->count == 1 || drawn->list[1].y != drawn->list[0].y) &&
	       drawn->list[0].width == widest;
}

/*
 * Put the row of the root first. It has one frame, as wide as all; if both ends have such a
 * row, as in a picture of one stack, the root is at the bottom.
 */
static bool sort_rows(struct drawn_list *drawn, struct err *err)
{
	int64_t widest = 0;

	for (size_t i = 0; i < drawn->count; i++) {
		if (drawn->list[i].width > widest)
			widest = drawn->list[i].width;
	}
	qsort(drawn->list, drawn->count, sizeof(*drawn->list), compare_down);
	if (begins_with_root(drawn, widest))
		return true;
	qsort(drawn->list, drawn->count, sizeof(*drawn->list), compare_up);
	if (begins_with_root(drawn, widest))
		return true;
	return err_set(err, ERR_FORMAT, "not a known kind of flame graph: no root frame");
}

static int64_t middle(const struct drawn *frame)
{
	return frame->x + frame->width / 2;
}

/* The distance of a point from a frame, 0 inside. */
static int64_t distance(const struct drawn *frame, int64_t x)
{
	if (x < frame->x)
		return frame->x - x;
	return x > frame->x + frame->width ? x - frame->x - frame->width : 0;
}

struct drawn_rows {
	const struct drawn_list *drawn;
	struct tree *tree;
	uint32_t *node; /* by frame */
	uint64_t *own;  /* by frame: its value minus those on it */
	int64_t slack;  /* tolerance for rounding */
};

/* Put a row's frame on that frame of the previous row which its middle is over. */
static bool stand_on(
	struct drawn_rows *rows, size_t at, size_t *below, size_t below_end, struct err *err)
{
	const struct drawn *list = rows->drawn->list;
	const struct drawn *frame = &list[at];
	int64_t x = middle(frame);
	uint64_t *left;

	while (*below + 1 < below_end &&
		distance(&list[*below + 1], x) <= distance(&list[*below], x))
		++*below;
	if (distance(&list[*below], x) > rows->slack)
		return err_set(err, ERR_FORMAT,
			"not a known kind of flame graph: frames without a parent");
	left = &rows->own[*below];
	*left -= frame->value < *left ? frame->value : *left;
	rows->node[at] = tree_child(rows->tree, rows->node[*below], frame->name);
	return true;
}

static bool stand_all(struct drawn_rows *rows, struct err *err)
{
	const struct drawn_list *drawn = rows->drawn;
	size_t below = 0, row = 1;

	rows->node[0] = TREE_ROOT;
	for (size_t below_end = 1; row < drawn->count; below_end = row) {
		size_t at = below;

		for (; row < drawn->count && drawn->list[row].y == drawn->list[below_end].y;
			row++) {
			if (!stand_on(rows, row, &at, below_end, err))
				return false;
		}
		below = below_end;
	}
	return true;
}

bool drawn_to_tree(struct drawn_list *drawn, struct tree *tree, struct err *err)
{
	struct drawn_rows rows = { .drawn = drawn, .tree = tree };
	bool ok;

	if (drawn->count == 0)
		return err_set(err, ERR_EMPTY, "no frame");
	if (!sort_rows(drawn, err) || !tree_set_decimals(tree, drawn->decimals, err))
		return false;
	rows.slack = drawn->list[0].width / 200;
	rows.node = mem_zeroed(drawn->count, sizeof(*rows.node));
	rows.own = mem_zeroed(drawn->count, sizeof(*rows.own));
	ok = true;
	for (size_t i = 0; ok && i < drawn->count; i++)
		rows.own[i] = drawn->list[i].value;
	ok = ok && stand_all(&rows, err);
	for (size_t i = 0; ok && i < drawn->count; i++)
		ok = tree_add(tree, rows.node[i], rows.own[i], err);
	free(rows.node);
	free(rows.own);
	return ok;
}
