#include "svg/svg.h"

#include <assert.h>

#include "base/mem.h"
#include "base/sum.h"
#include "svg/cells.h"
#include "svg/picture.h"

/* Renders stack trees, top-down or reversed, one or two of them. */

/* Reverse each stack that has a value of its own: leaf to root. */
static bool reverse_tree(const struct tree *tree, const struct graph_before *before,
	struct tree *reversed, struct graph_before **reversed_before, struct err *err)
{
	size_t cap = 0;

	for (uint32_t node = 0; node < tree->count; node++) {
		uint32_t twin = TREE_ROOT;

		if (tree->self[node] == 0 && (before == NULL || before[node].value == 0))
			continue;
		for (uint32_t up = node; up != TREE_ROOT; up = tree->parent[up])
			twin = tree_child(reversed, twin, tree->frame[up]);
		if (tree->stats != NULL ? !tree_add_stats(reversed, twin, tree->self[node],
						  &tree->stats[node], err)
					: !tree_add(reversed, twin, tree->self[node], err))
			return false;
		if (before == NULL)
			continue;
		if (reversed->count > cap) {
			size_t had = cap;

			mem_need(*reversed_before, cap, reversed->count);
			memset(*reversed_before + had, 0, (cap - had) * sizeof(**reversed_before));
		}
		assert(*reversed_before != NULL);
		(*reversed_before)[twin].value += before[node].value;
		(*reversed_before)[twin].ops += before[node].ops;
	}
	reversed->decimals = tree->decimals;
	return true;
}

static bool render_tree(const struct tree *tree, const struct graph_before *before,
	const struct svg_options *given, FILE *out, struct err *err)
{
	struct svg_options set = *given;
	const struct svg_options *options = &set;
	struct tree reversed = { 0 };
	struct graph_before *reversed_before = NULL;
	struct graph graph;
	struct cells cells = { 0 };
	char *kinds = mem_zeroed((size_t)tree->names->count + 1, 1);
	bool ok = true, has_cells = false;

	kinds_find(tree->names, tree->count, tree->frame, tree->parent, kinds);
	if (set.order == SVG_BY_DEFAULT)
		set.order = SVG_BY_NAME;
	graph_init(&graph, tree->names);
	if (before == NULL && !options->towers && !options->reverse) {
		has_cells = cells_init(&cells, tree, kinds, options, err) &&
			    (cells.size > 1 || options->offered_cells);
		ok = has_cells || err->code == ERR_NONE;
	}
	if (has_cells)
		tree = &cells.tree;
	if (cells.size > 1) {
		cells_fit(&cells, options->countname == NULL, options->cells_bytes);
		graph.stack_of = cells.stack;
	}
	if (ok && options->reverse) {
		tree_init(&reversed, tree->names);
		ok = reverse_tree(tree, before, &reversed, &reversed_before, err);
		tree = &reversed;
		before = before != NULL ? reversed_before : NULL;
	}
	ok = ok && graph_from_tree(&graph, tree, before, options->order, err) &&
	     picture_write(&graph, kinds, cells.size > 1 ? &cells : NULL, options, out, err);
	graph_release(&graph);
	cells_release(&cells);
	tree_release(&reversed);
	free(reversed_before);
	free(kinds);
	return ok;
}

bool svg_render(
	const struct tree *tree, const struct svg_options *options, FILE *out, struct err *err)
{
	if (options->order == SVG_BY_CHANGE)
		return err_set(err, ERR_USAGE, "option '--order change' needs a comparison");
	return render_tree(tree, NULL, options, out, err);
}

/* Add each stack of `from` to `both`, and return where its nodes went. */
static uint32_t *add_stacks(struct tree *both, const struct tree *from)
{
	uint32_t *twins = mem_zeroed(from->count, sizeof(*twins));

	for (uint32_t node = 1; node < from->count; node++)
		twins[node] = tree_child(both, twins[from->parent[node]], from->frame[node]);
	return twins;
}

/* The values before by node of `both`, in the finer of both units. */
static bool fill_before(
	const struct tree *before, struct tree *both, struct graph_before **values, struct err *err)
{
	uint32_t *twins = add_stacks(both, before);
	uint64_t factor = 1, total = before->total;
	bool ok = both->decimals >= before->decimals ||
		  tree_set_decimals(both, before->decimals, err);

	if (ok)
		factor = sum_power_of_ten(both->decimals - before->decimals);
	ok = ok && sum_scale(&total, factor, err);
	*values = mem_zeroed(both->count, sizeof(**values));
	for (uint32_t node = 0; ok && node < before->count; node++) {
		struct graph_before *value = &(*values)[twins[node]];

		value->value = before->self[node] * factor;
		value->ops = before->stats != NULL ? before->stats[node].count : 0;
	}
	free(twins);
	return ok;
}

bool svg_render_diff(const struct tree *before, const struct tree *after,
	const struct svg_options *options, FILE *out, struct err *err)
{
	struct tree both;
	struct graph_before *values = NULL;
	bool ok;

	tree_init(&both, after->names);
	ok = tree_merge(&both, after, NULL, err) && fill_before(before, &both, &values, err) &&
	     render_tree(&both, values, options, out, err);
	free(values);
	tree_release(&both);
	return ok;
}
