#include "collapse/names/strip_numbers.h"

#include <assert.h>

#include "base/idmap.h"

enum { ENOUGH = 3 }; /* names that differ only in digits, to be taken as numbered */

struct strip {
	const struct tree *from;
	const struct strip_options *options;
	struct tree to, plain; /* the second is without the levels that keep their numbers */
	uint32_t *twins;       /* by node of `from`: its node of `to` */
	uint32_t *shapes;      /* and of `plain`: what is alike is so in all of those */
	uint32_t *level;       /* by node of `from`: how many are above it, not counting the root */
	uint32_t *order;       /* nodes of `from`, by level */
	uint32_t *masked;      /* by name: the name with N for numbers, NAME_NONE until computed */
};

/* --- names with N for numbers ------------------------------------------------- */

/* The frame with N for its numbers; unchanged when it has none or keeps them. */
static bool mask_frame(struct strip *strip, uint32_t frame, uint32_t *masked, struct err *err)
{
	struct verdict verdict = { 0 };

	if (strip->masked[frame] == NAME_NONE) {
		if (strip->options->keep != NULL &&
			!rules_apply(strip->options->keep, FRAME_RANGE, frame, &verdict, err))
			return false;
		strip->masked[frame] =
			verdict.only ? frame : names_masked(strip->from->names, frame);
	}
	*masked = strip->masked[frame];
	return true;
}

/* --- level by level -------------------------------------------------------- */

/* Sort nodes by level, which keeps parents before children. */
static void order_by_level(struct strip *strip)
{
	const struct tree *from = strip->from;
	uint32_t deepest = 0, at = 0, *begin;

	for (uint32_t node = 1; node < from->count; node++) {
		uint32_t parent = from->parent[node];

		strip->level[node] = parent == TREE_ROOT ? 0 : strip->level[parent] + 1;
		if (strip->level[node] > deepest)
			deepest = strip->level[node];
	}
	begin = mem_zeroed((size_t)deepest + 2, sizeof(*begin));
	for (uint32_t node = 1; node < from->count; node++)
		begin[strip->level[node] + 1]++;
	for (uint32_t level = 0; level <= deepest; level++) {
		at += begin[level];
		begin[level] = at;
	}
	for (uint32_t node = 1; node < from->count; node++)
		strip->order[begin[strip->level[node]]++] = node;
	free(begin);
}

static bool keeps_numbers(const struct strip *strip, uint32_t node)
{
	return strip->level[node] < strip->options->keep_levels ||
	       (strip->from->first_child[node] == TREE_NONE && !strip->options->leaves_too);
}

/* Children of one shape with one masked name: how many names, and whether it is one of them. */
struct alike {
	uint32_t names;
	bool has_mask;
};

struct level_groups {
	struct idmap frames; /* (shape of parent, frame) of this level's nodes that may be folded */
	struct idmap masks;  /* (shape of parent, masked frame) */
	struct alike *alike; /* by index of masks */
	size_t alike_cap;
};

static uint64_t pair(uint32_t parent, uint32_t frame)
{
	return (uint64_t)parent << 32 | frame;
}

static bool count_alike(
	struct strip *strip, struct level_groups *groups, uint32_t node, struct err *err)
{
	uint32_t parent = strip->shapes[strip->from->parent[node]];
	uint32_t frame = strip->from->frame[node], had = groups->frames.count;
	uint32_t masked, index, had_masks = groups->masks.count;

	if (keeps_numbers(strip, node))
		return true;
	if (!mask_frame(strip, frame, &masked, err))
		return false;
	idmap_add(&groups->frames, pair(parent, frame));
	if (groups->frames.count == had)
		return true; /* the same name below merged parents */
	index = idmap_add(&groups->masks, pair(parent, masked));
	if (groups->masks.count > had_masks) {
		mem_need(groups->alike, groups->alike_cap, groups->masks.count);
		groups->alike[index] = (struct alike){ 0 };
	}
	groups->alike[index].names++;
	groups->alike[index].has_mask |= masked == frame;
	return true;
}

static bool place(
	struct strip *strip, const struct level_groups *groups, uint32_t node, struct err *err)
{
	const struct tree *from = strip->from;
	uint32_t parent = strip->shapes[from->parent[node]], frame = from->frame[node], masked;

	if (!keeps_numbers(strip, node)) {
		const struct alike *alike;

		if (!mask_frame(strip, frame, &masked, err))
			return false;
		assert(groups->alike != NULL);
		alike = &groups->alike[idmap_find(&groups->masks, pair(parent, masked))];
		if (strip->options->mode == STRIP_ALL || alike->names >= ENOUGH || alike->has_mask)
			frame = masked;
	}
	strip->twins[node] = tree_child(&strip->to, strip->twins[from->parent[node]], frame);
	if (strip->level[node] >= strip->options->keep_levels)
		strip->shapes[node] = tree_child(&strip->plain, parent, frame);
	if (from->stats == NULL || from->stats[node].count == 0)
		return tree_add(&strip->to, strip->twins[node], from->self[node], err);
	return tree_add_stats(
		&strip->to, strip->twins[node], from->self[node], &from->stats[node], err);
}

static bool fold_level(struct strip *strip, uint32_t begin, uint32_t end, struct err *err)
{
	struct level_groups groups = { 0 };
	bool ok = true;

	for (uint32_t i = begin; ok && i < end; i++)
		ok = count_alike(strip, &groups, strip->order[i], err);
	for (uint32_t i = begin; ok && i < end; i++)
		ok = place(strip, &groups, strip->order[i], err);
	idmap_release(&groups.frames);
	idmap_release(&groups.masks);
	free(groups.alike);
	return ok;
}

static bool fold_levels(struct strip *strip, struct err *err)
{
	const struct tree *from = strip->from;
	uint32_t last = from->count - 1, begin = 0, end;

	strip->twins[TREE_ROOT] = TREE_ROOT;
	if (!tree_set_decimals(&strip->to, from->decimals, err) ||
		!tree_add(&strip->to, TREE_ROOT, from->self[TREE_ROOT], err))
		return false;
	order_by_level(strip);
	for (; begin < last; begin = end) {
		uint32_t level = strip->level[strip->order[begin]];

		for (end = begin; end < last && strip->level[strip->order[end]] == level;)
			end++;
		if (!fold_level(strip, begin, end, err))
			return false;
	}
	return true;
}

bool strip_numbers(
	struct tree *tree, const struct strip_options *options, uint32_t **twins, struct err *err)
{
	struct strip strip = { .from = tree, .options = options };
	bool ok;

	tree_init(&strip.to, tree->names);
	tree_init(&strip.plain, tree->names);
	strip.shapes = mem_zeroed(tree->count, sizeof(*strip.shapes));
	strip.twins = mem_zeroed(tree->count, sizeof(*strip.twins));
	strip.level = mem_zeroed(tree->count, sizeof(*strip.level));
	strip.order = mem_zeroed(tree->count, sizeof(*strip.order));
	strip.masked = mem_nones(tree->names->count);
	ok = fold_levels(&strip, err);
	tree_release(&strip.plain);
	free(strip.shapes);
	free(strip.level);
	free(strip.order);
	free(strip.masked);
	if (ok && twins != NULL)
		*twins = strip.twins;
	else
		free(strip.twins);
	if (!ok) {
		tree_release(&strip.to);
		return false;
	}
	tree_release(tree);
	*tree = strip.to;
	return true;
}
