#include "collapse/stacks/picture_columns.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

static const char *const column_names[COLUMNS] = {
	[COLUMN_CHILDREN] = "children",
	[COLUMN_NAME] = "name",
	[COLUMN_SELF] = "self",
	[COLUMN_OPS] = "ops",
	[COLUMN_MIN] = "min",
	[COLUMN_MAX] = "max",
};

void columns_release(struct columns *columns)
{
	for (size_t i = 0; i < COLUMNS; i++)
		free(columns->columns[i].list);
}

bool columns_add(struct columns *columns, const char *name, size_t len, struct err *err)
{
	enum picture_column column = 0;

	while (column < COLUMNS && (strlen(column_names[column]) != len ||
					   memcmp(column_names[column], name, len) != 0))
		column++;
	if (columns->count == COLUMNS_MAX)
		return err_set(err, ERR_FORMAT, "more than %d columns", COLUMNS_MAX);
	if (column < COLUMNS && columns->columns[column].is_present)
		return err_set(err, ERR_FORMAT, "its \"%s\" occurs twice", column_names[column]);
	if (column < COLUMNS)
		columns->columns[column].is_present = true;
	columns->order[columns->count++] = column;
	return true;
}

/* A column begins with the size in bytes of its numbers. */
static bool open_column(struct columns *columns, unsigned char planes, struct err *err)
{
	if (planes > sizeof(uint64_t))
		return err_set(err, ERR_FORMAT, "its numbers do not fit in 64 bits");
	columns->bits = planes * 8u;
	columns->shift = 0;
	columns->filled = 0;
	columns->is_open = planes > 0;
	if (planes == 0)
		columns->at++;
	return true;
}

/* Bytes of one plane. Memory grows with the data, not with the announced count. */
static void fill_plane(struct columns *columns, const unsigned char *bytes, uint32_t len)
{
	enum picture_column column = columns->order[columns->at];
	uint32_t filled = columns->filled;

	if (column < COLUMNS) {
		uint64_t **list = &columns->columns[column].list;

		mem_grow((void **)list, &columns->columns[column].cap, (size_t)filled + len,
			sizeof(**list));
		if (columns->shift == 0)
			memset(*list + filled, 0, len * sizeof(**list));
		for (uint32_t i = 0; i < len; i++)
			(*list)[filled + i] |= (uint64_t)bytes[i] << columns->shift;
	}
	columns->filled += len;
	if (columns->filled < columns->nodes)
		return;
	columns->filled = 0;
	columns->shift += 8;
	if (columns->shift == columns->bits) {
		columns->is_open = false;
		columns->at++;
	}
}

bool columns_feed(struct columns *columns, const unsigned char *bytes, size_t len, struct err *err)
{
	while (len > 0) {
		uint32_t room = columns->nodes - columns->filled;
		uint32_t part = len < room ? (uint32_t)len : room;

		if (columns->at == columns->count)
			return err_set(err, ERR_FORMAT, "its data continues after its end");
		if (!columns->is_open)
			part = 1;
		if (columns->is_open)
			fill_plane(columns, bytes, part);
		else if (!open_column(columns, *bytes, err))
			return false;
		bytes += part;
		len -= part;
	}
	return true;
}

static uint64_t number_at(const struct columns *columns, enum picture_column column, uint32_t i)
{
	return columns->columns[column].list != NULL ? columns->columns[column].list[i] : 0;
}

static bool check(const struct columns *columns, struct err *err)
{
	uint64_t children = 0;

	for (enum picture_column column = 0; column <= COLUMN_SELF; column++) {
		if (!columns->columns[column].is_present)
			return err_set(
				err, ERR_FORMAT, "its data has no \"%s\"", column_names[column]);
	}
	if (columns->at < columns->count)
		return err_set(err, ERR_FORMAT, "its data is truncated");
	for (uint32_t i = 0; i < columns->nodes; i++) {
		uint64_t more = number_at(columns, COLUMN_CHILDREN, i);

		/* each summand is bounded, and so is the sum */
		if (more >= columns->nodes || (children += more) >= columns->nodes)
			return err_set(err, ERR_FORMAT, "it has fewer frames than their \"%s\"",
				column_names[COLUMN_CHILDREN]);
		if (children < (uint64_t)i + 1 && i + 1 < columns->nodes)
			return err_set(err, ERR_FORMAT, "frame %" PRIu32 " has no parent", i + 1);
	}
	return true;
}

/* Add what is known of the frame whose numbers are at index `slot`. */
static bool add_values(const struct columns *columns, uint32_t slot, struct tree *tree,
	uint32_t node, struct err *err)
{
	struct tree_stats stats = {
		.count = number_at(columns, COLUMN_OPS, slot),
		.min = number_at(columns, COLUMN_MIN, slot),
		.max = number_at(columns, COLUMN_MAX, slot),
	};
	uint64_t self = number_at(columns, COLUMN_SELF, slot);

	return stats.count > 0 ? tree_add_stats(tree, node, self, &stats, err)
			       : tree_add(tree, node, self, err);
}

static uint32_t count_inner(const struct columns *columns)
{
	uint32_t inner = 0;

	for (uint32_t i = 0; i < columns->nodes; i++)
		inner += number_at(columns, COLUMN_CHILDREN, i) > 0;
	return inner;
}

bool columns_to_tree(const struct columns *columns, const uint32_t *frames, size_t frame_count,
	struct tree *tree, struct err *err)
{
	uint32_t inner = 0, leaf, up = 0;
	uint32_t *nodes; /* by frame: node of the tree */
	uint64_t left;   /* children of `up` yet to come */
	bool ok = true;

	if (!check(columns, err))
		return false;
	leaf = count_inner(columns); /* of columns known to be complete */
	nodes = mem_zeroed(columns->nodes, sizeof(*nodes));
	left = number_at(columns, COLUMN_CHILDREN, 0);
	for (uint32_t i = 0; ok && i < columns->nodes; i++) {
		bool is_leaf = number_at(columns, COLUMN_CHILDREN, i) == 0;
		uint32_t slot = is_leaf ? leaf++ : inner++;
		uint64_t name = number_at(columns, COLUMN_NAME, slot);

		if (i == 0)
			nodes[i] = TREE_ROOT;
		else if (name >= frame_count) {
			ok = err_set(err, ERR_FORMAT, "frame %" PRIu32 " has no name", i);
		} else {
			while (left == 0)
				left = number_at(columns, COLUMN_CHILDREN, ++up);
			left--;
			nodes[i] = tree_child(tree, nodes[up], frames[name]);
		}
		ok = ok && add_values(columns, slot, tree, nodes[i], err);
	}
	free(nodes);
	return ok;
}
