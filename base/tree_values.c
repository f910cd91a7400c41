/* Values of trees, and what ends the command; not in the capture library. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/die.h"
#include "base/mem.h"
#include "base/sum.h"
#include "base/tree.h"

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
	if (tree->stats == NULL && !tree_may_have_stats(tree, tree->cap))
		mem_die();
	mine = &tree->stats[node];
	if (__builtin_add_overflow(mine->count, stats->count, &count))
		return err_set(err, ERR_FORMAT, "count of operations overflows 64 bits");
	if (!tree_add(tree, node, value, err))
		return false;
	if (stats->count == 0)
		return true;
	if (mine->count == 0 || stats->min < mine->min)
		mine->min = stats->min;
	if (mine->count == 0 || stats->max > mine->max)
		mine->max = stats->max;
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

bool tree_merge(struct tree *tree, const struct tree *from, struct err *err)
{
	return tree_graft(tree, TREE_ROOT, from, NULL, err);
}

bool tree_graft(
	struct tree *tree, uint32_t node, const struct tree *from, uint32_t *twins, struct err *err)
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
	twins[TREE_ROOT] = node;
	for (uint32_t i = 0; ok && i < from->count; i++)
		ok = merge_node(tree, from, i, scale, twins, err);
	free(own);
	return ok;
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
