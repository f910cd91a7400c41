#include "base/tree.h"

#include <assert.h>

#include "base/die.h"
#include "base/order.h"
#include "base/sum.h"

enum { FIRST_NODES = 64, FIRST_SLOTS = 256 };

static bool reserve_stats(struct tree *tree, size_t nodes)
{
	size_t had = tree->stats_cap;

	if (!mem_may_grow((void **)&tree->stats, &tree->stats_cap, nodes, sizeof(*tree->stats)))
		return false;
	if (tree->stats_cap > had)
		memset(tree->stats + had, 0, (tree->stats_cap - had) * sizeof(*tree->stats));
	return true;
}

static bool grow_nodes(struct tree *tree, size_t need)
{
	size_t cap = tree->cap;
	/* The arrays grow in step: each starts from the same old capacity. */
	struct {
		void **items;
		size_t size;
	} arrays[] = {
		{ (void **)&tree->frame, sizeof(*tree->frame) },
		{ (void **)&tree->parent, sizeof(*tree->parent) },
		{ (void **)&tree->first_child, sizeof(*tree->first_child) },
		{ (void **)&tree->next_sibling, sizeof(*tree->next_sibling) },
		{ (void **)&tree->self, sizeof(*tree->self) },
	};

	for (size_t i = 0; i < ARRAY_SIZE(arrays); i++) {
		cap = tree->cap;
		if (!mem_may_grow(arrays[i].items, &cap, need, arrays[i].size))
			return false;
	}
	if (tree->stats != NULL && !reserve_stats(tree, cap))
		return false;
	tree->cap = cap;
	return true;
}

static uint32_t add_node(struct tree *tree, uint32_t parent, uint32_t frame)
{
	uint32_t node = tree->count++;

	tree->frame[node] = frame;
	tree->parent[node] = parent;
	tree->first_child[node] = TREE_NONE;
	tree->next_sibling[node] = TREE_NONE;
	tree->self[node] = 0;
	if (parent != TREE_NONE) {
		tree->next_sibling[node] = tree->first_child[parent];
		tree->first_child[parent] = node;
	}
	return node;
}

bool tree_may_init(struct tree *tree, struct names *names)
{
	*tree = (struct tree){ .names = names };
	tree->slots = mem_may_zero(FIRST_SLOTS, sizeof(*tree->slots));
	if (tree->slots == NULL)
		return false;
	tree->slot_mask = FIRST_SLOTS - 1;
	if (!grow_nodes(tree, FIRST_NODES)) {
		tree_release(tree);
		return false;
	}
	add_node(tree, TREE_NONE, NAME_NONE);
	return true;
}

void tree_release(struct tree *tree)
{
	free(tree->frame);
	free(tree->parent);
	free(tree->first_child);
	free(tree->next_sibling);
	free(tree->self);
	free(tree->stats);
	free(tree->slots);
	*tree = (struct tree){ 0 };
}

/*
 * Where to look for a child. The name's hash is seeded, and the seed is mixed in
 * again: an input whose order of stacks chooses the ids of parents could put all
 * in one slot.
 */
static size_t slot_of(const struct tree *tree, uint32_t parent, uint32_t hash)
{
	return (size_t)mem_mix64(((uint64_t)parent << 32 | hash) ^ tree->names->seed) &
	       tree->slot_mask;
}

/* The slot that holds the child, or the free one where it belongs. */
static size_t find_slot(const struct tree *tree, uint32_t parent, uint32_t frame)
{
	size_t at = slot_of(tree, parent, tree->names->list[frame].hash);
	uint32_t node;

	while ((node = tree->slots[at]) != TREE_ROOT &&
		(tree->parent[node] != parent || tree->frame[node] != frame))
		at = (at + 1) & tree->slot_mask;
	return at;
}

static bool grow_slots(struct tree *tree)
{
	size_t size = (tree->slot_mask + 1) * 2;
	uint32_t *slots = mem_may_zero(size, sizeof(*slots));

	if (slots == NULL)
		return false;
	free(tree->slots);
	tree->slots = slots;
	tree->slot_mask = size - 1;
	for (uint32_t node = 1; node < tree->count; node++)
		slots[find_slot(tree, tree->parent[node], tree->frame[node])] = node;
	return true;
}

uint32_t tree_find(const struct tree *tree, uint32_t node, uint32_t frame)
{
	uint32_t child;

	assert(node < tree->count && frame < tree->names->count);
	child = tree->slots[find_slot(tree, node, frame)];
	return child == TREE_ROOT ? TREE_NONE : child;
}

uint32_t tree_find_text(
	const struct tree *tree, uint32_t node, const char *text, size_t len, uint32_t hash)
{
	uint32_t child;

	for (size_t at = slot_of(tree, node, hash); (child = tree->slots[at]) != TREE_ROOT;
		at = (at + 1) & tree->slot_mask) {
		const struct name *name;

		if (tree->parent[child] != node)
			continue;
		name = &tree->names->list[tree->frame[child]];
		if (name->hash == hash && name->len == len && memcmp(name->text, text, len) == 0)
			return child;
	}
	return TREE_NONE;
}

uint32_t tree_may_child(struct tree *tree, uint32_t node, uint32_t frame)
{
	size_t at;

	assert(node < tree->count && frame < tree->names->count);
	at = find_slot(tree, node, frame);
	if (tree->slots[at] != TREE_ROOT)
		return tree->slots[at];
	if (tree->count >= TREE_NONE - 1 ||
		(tree->count == tree->cap && !grow_nodes(tree, (size_t)tree->count + 1)))
		return TREE_NONE;
	if ((size_t)tree->count * 2 > tree->slot_mask) {
		if (!grow_slots(tree))
			return TREE_NONE;
		at = find_slot(tree, node, frame);
	}
	tree->slots[at] = tree->count;
	return add_node(tree, node, frame);
}

void tree_die(const struct tree *tree)
{
	if (tree->count >= TREE_NONE - 1)
		die("there are more than 2^32 distinct stacks");
	mem_die();
}

void tree_init(struct tree *tree, struct names *names)
{
	if (!tree_may_init(tree, names))
		mem_die();
}

bool tree_add(struct tree *tree, uint32_t node, uint64_t value, struct err *err)
{
	assert(node < tree->count);
	if (!sum_add(&tree->total, value, err))
		return false;
	tree->self[node] += value; /* at most the total */
	return true;
}

bool tree_add_stats(struct tree *tree, uint32_t node, uint64_t value,
	const struct tree_stats *stats, struct err *err)
{
	struct tree_stats *mine;
	uint64_t count;

	assert(node < tree->count);
	if (tree->stats == NULL && !reserve_stats(tree, tree->cap))
		mem_die();
	mine = &tree->stats[node];
	if (__builtin_add_overflow(mine->count, stats->count, &count))
		return err_set(err, ERR_SUM, "count of operations overflows 64 bits");
	if (!tree_add(tree, node, value, err))
		return false;
	if (stats->count == 0)
		return true;
	if (mine->count == 0 || stats->min < mine->min)
		mine->min = stats->min;
	if (mine->count == 0 || stats->max > mine->max)
		mine->max = stats->max;
	if (mine->first == 0 || (stats->first > 0 && stats->first < mine->first))
		mine->first = stats->first;
	mine->count = count;
	return true;
}

bool tree_set_decimals(struct tree *tree, unsigned decimals, struct err *err)
{
	uint64_t scale = sum_power_of_ten(decimals - tree->decimals);

	assert(decimals >= tree->decimals && decimals <= TREE_MAX_DECIMALS);
	if (!sum_scale(&tree->total, scale, err))
		return false;
	tree->decimals = decimals;
	for (uint32_t node = 0; node < tree->count; node++)
		tree->self[node] *= scale;
	for (uint32_t node = 0; tree->stats != NULL && node < tree->count; node++) {
		tree->stats[node].min *= scale;
		tree->stats[node].max *= scale;
	}
	return true;
}

uint64_t *tree_totals(const struct tree *tree)
{
	uint64_t *totals = mem_zeroed(tree->count, sizeof(*totals));

	memcpy(totals, tree->self, tree->count * sizeof(*totals));
	for (uint32_t node = tree->count - 1; node > TREE_ROOT; node--)
		totals[tree->parent[node]] += totals[node];
	return totals;
}

/* Where node `from->...` was put in `tree`; parents come before children. */
static bool merge_node(struct tree *tree, const struct tree *from, uint32_t node, uint64_t scale,
	uint32_t *twins, struct err *err)
{
	const struct name *name;
	struct tree_stats stats;
	uint32_t frame = from->frame[node];
	uint64_t value = from->self[node] * scale; /* checked: the total fits */

	if (node != TREE_ROOT) {
		if (from->names != tree->names) {
			name = &from->names->list[frame];
			frame = names_intern(tree->names, name->text, name->len);
		}
		twins[node] = tree_child(tree, twins[from->parent[node]], frame);
	}
	if (from->stats == NULL || from->stats[node].count == 0)
		return value == 0 || tree_add(tree, twins[node], value, err);
	stats = from->stats[node];
	stats.min *= scale;
	stats.max *= scale;
	return tree_add_stats(tree, twins[node], value, &stats, err);
}

bool tree_merge(struct tree *tree, const struct tree *from, uint32_t *twins, struct err *err)
{
	uint32_t *own = NULL;
	uint64_t scale, total = from->total;
	bool ok = true;

	if (from->decimals > tree->decimals && !tree_set_decimals(tree, from->decimals, err))
		return false;
	scale = sum_power_of_ten(tree->decimals - from->decimals);
	if (!sum_scale(&total, scale, err))
		return false;
	if (twins == NULL) {
		own = mem_zeroed(from->count, sizeof(*own));
		twins = own;
	}
	twins[TREE_ROOT] = TREE_ROOT;
	for (uint32_t i = 0; ok && i < from->count; i++)
		ok = merge_node(tree, from, i, scale, twins, err);
	free(own);
	return ok;
}

static int compare_starts(const void *context, uint32_t a, uint32_t b)
{
	const uint64_t *first = context;

	return (first[a] > first[b]) - (first[a] < first[b]);
}

bool tree_order_by_start(struct tree *tree)
{
	uint64_t *first = mem_zeroed(tree->count, sizeof(*first));
	uint32_t *order = mem_zeroed(tree->count, sizeof(*order));
	uint32_t *twins = mem_zeroed(tree->count, sizeof(*twins));
	struct tree sorted;
	struct err err;
	bool is_known, ok = true;

	for (uint32_t node = tree->count; node-- > 0;) {
		uint64_t own = tree->stats != NULL ? tree->stats[node].first : 0;
		uint32_t parent = tree->parent[node];

		/* with 1 subtracted, what is not known comes last */
		first[node] = own - 1 < first[node] - 1 ? own : first[node];
		if (node > TREE_ROOT && first[node] - 1 < first[parent] - 1)
			first[parent] = first[node];
		order[node] = node;
	}
	is_known = first[TREE_ROOT] > 0;
	for (uint32_t node = 0; node < tree->count; node++)
		first[node]--;
	if (is_known) {
		order_by(order, tree->count, compare_starts, first);
		tree_init(&sorted, tree->names);
		sorted.decimals = tree->decimals;
		for (uint32_t i = 0; i < tree->count; i++) /* parents are before children */
			ok = merge_node(&sorted, tree, order[i], 1, twins, &err) && ok;
		assert(ok); /* sums are those that there were */
		tree_release(tree);
		*tree = sorted;
	}
	free(first);
	free(order);
	free(twins);
	return is_known;
}

void tree_divide(struct tree *tree, uint64_t by)
{
	assert(by > 0);
	tree->total = 0;
	for (uint32_t node = 0; node < tree->count; node++) {
		uint64_t rest = tree->self[node] % by;

		/* a sum of halves rounded up may exceed half of the sum, but not the sum
		 */
		tree->self[node] = tree->self[node] / by + (rest > 0 && rest >= by - rest);
		tree->total += tree->self[node];
	}
	free(tree->stats);
	tree->stats = NULL;
	tree->stats_cap = 0;
}
