#include "collapse/fold/fold_tree.h"

#include <assert.h>

#include "base/sum.h"

struct tree_folding {
	const struct tree *from;
	struct rules *rules;
	struct tree *tree;
	struct fold_tree_counts *counts;
	struct fold_level *levels; /* by node of `from` that has children: as a range */
	uint64_t factor;           /* from a value of `from` to one of `tree` */
};

static bool add_value(const struct tree_folding *fold, uint32_t node, const struct fold_level *leaf,
	struct err *err)
{
	struct fold_tree_counts *counts = fold->counts;
	const struct tree_stats *stats = fold->from->stats;
	struct tree_stats scaled;
	uint64_t value = fold->from->self[node];

	if (!sum_scale(&value, fold->factor, err) || !sum_add(&counts->total, value, err))
		return false;
	counts->stacks++;
	if (fold_level_is_left_out(fold->rules, leaf)) {
		counts->stacks_filtered++;
		counts->filtered += value;
		return true;
	}
	counts->written += value;
	if (stats == NULL || stats[node].count == 0)
		return tree_add(fold->tree, leaf->node, value, err);
	scaled = stats[node];
	return sum_scale(&scaled.min, fold->factor, err) &&
	       sum_scale(&scaled.max, fold->factor, err) &&
	       tree_add_stats(fold->tree, leaf->node, value, &scaled, err);
}

static bool fold_node(const struct tree_folding *fold, uint32_t node, struct err *err)
{
	const struct tree *from = fold->from;
	const struct fold_level *above = &fold->levels[from->parent[node]];
	bool has_value =
		from->self[node] > 0 || (from->stats != NULL && from->stats[node].count > 0);
	struct fold_level leaf;

	if (from->first_child[node] != TREE_NONE &&
		!fold_level_descend(fold->rules, fold->tree, FRAME_RANGE, above, from->frame[node],
			&fold->levels[node], err))
		return false;
	if (!has_value)
		return true;
	return fold_level_descend(
		       fold->rules, fold->tree, FRAME_LEAF, above, from->frame[node], &leaf, err) &&
	       add_value(fold, node, &leaf, err);
}

bool fold_tree(const struct tree *from, const struct fold_level *top, struct rules *rules,
	struct tree *tree, struct fold_tree_counts *counts, struct err *err)
{
	struct tree_folding fold = {
		.from = from, .rules = rules, .tree = tree, .counts = counts, .factor = 1
	};
	bool ok;

	assert(from->names == tree->names && from->names == rules->names);
	*counts = (struct fold_tree_counts){ 0 };
	if (from->decimals > tree->decimals && !tree_set_decimals(tree, from->decimals, err))
		return false;
	for (unsigned i = from->decimals; i < tree->decimals; i++)
		fold.factor *= 10;
	fold.levels = mem_zeroed(from->count, sizeof(*fold.levels));
	fold.levels[TREE_ROOT] = top != NULL ? *top : fold_level_root;
	ok = from->self[TREE_ROOT] == 0 ||
	     add_value(&fold, TREE_ROOT, &fold.levels[TREE_ROOT], err);
	for (uint32_t node = 1; ok && node < from->count; node++)
		ok = fold_node(&fold, node, err);
	free(fold.levels);
	return ok;
}
