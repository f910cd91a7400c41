#include "svg/svg.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/sum.h"
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
		for (uint32_t up = node; up != TREE_ROOT; up = tree->parent[up]) {
			if (!tree_try_child(reversed, twin, tree->frame[up], &twin, err))
				return false;
		}
		if (tree->stats != NULL) {
			if (!tree_add_stats(
				    reversed, twin, tree->self[node], &tree->stats[node], err))
				return false;
		} else if (!tree_add(reversed, twin, tree->self[node], err)) {
			return false;
		}
		if (before == NULL)
			continue;
		if (reversed->count > cap) {
			size_t had = cap;

			if (!mem_try_grow((void **)reversed_before, &cap, reversed->count,
				    sizeof(**reversed_before), err))
				return false;
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
	const struct svg_options *options, FILE *out, struct err *err)
{
	struct tree reversed = { 0 };
	struct graph_before *reversed_before = NULL;
	struct graph graph;
	char *kinds = mem_try_zeroed((size_t)tree->names->count + 1, 1, err);
	bool ok = kinds != NULL && kinds_find(tree->names, false, tree->count, tree->frame,
					   tree->parent, kinds, err);

	graph_init(&graph, tree->names);
	if (ok && options->reverse) {
		ok = tree_try_init(&reversed, tree->names, err) &&
		     reverse_tree(tree, before, &reversed, &reversed_before, err);
		tree = &reversed;
		before = before != NULL ? reversed_before : NULL;
	}
	ok = ok && graph_from_tree(&graph, tree, before, options->order, err) &&
	     picture_write(&graph, kinds, NULL, options, out, err);
	graph_release(&graph);
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
static uint32_t *add_stacks(struct tree *both, const struct tree *from, struct err *err)
{
	uint32_t *twins = mem_try_zeroed(from->count, sizeof(*twins), err);

	for (uint32_t node = 1; twins != NULL && node < from->count; node++) {
		if (!tree_try_child(both, twins[from->parent[node]], from->frame[node],
			    &twins[node], err)) {
			free(twins);
			return NULL;
		}
	}
	return twins;
}

/*
 * Use finer units, or small values would become 0 when scaled: a stack of one sample would be
 * reported as new.
 */
static bool make_finer(struct tree *tree, struct err *err)
{
	enum { ENOUGH = 1000000, MORE_DECIMALS = 3 };
	unsigned decimals = tree->decimals;
	uint64_t total = tree->total;

	for (; total > 0 && total < ENOUGH && decimals < TREE_MAX_DECIMALS &&
		decimals < tree->decimals + MORE_DECIMALS;
		total *= 10)
		decimals++;
	return tree_set_decimals(tree, decimals, err);
}

/* A value in other units; values above 0 stay above 0. */
static uint64_t scale_value(uint64_t value, double factor)
{
	return value == 0 ? 0 : (uint64_t)fmax(1, round((double)value * factor));
}

static bool fill_before(const struct tree *before, struct tree *both, bool normalize,
	struct graph_before **values, struct err *err)
{
	uint32_t *twins = add_stacks(both, before, err);
	double factor = 1;
	bool ok = twins != NULL;

	/* Use the finer of both units. */
	if (ok && both->decimals < before->decimals)
		ok = tree_set_decimals(both, before->decimals, err);
	if (ok && normalize)
		ok = make_finer(both, err);
	factor = pow(10, (double)both->decimals - (double)before->decimals);
	if (normalize && before->total > 0)
		factor = (double)both->total / (double)before->total;
	if (ok && (double)before->total * factor > 1.8e19)
		ok = sum_overflows(err);
	*values = ok ? mem_try_zeroed(both->count, sizeof(**values), err) : NULL;
	ok = *values != NULL;
	for (uint32_t node = 0; ok && node < before->count; node++) {
		struct graph_before *value = &(*values)[twins[node]];

		value->value =
			factor == 1 ? before->self[node] : scale_value(before->self[node], factor);
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

	if (!tree_try_init(&both, after->names, err))
		return false;
	ok = tree_merge(&both, after, err) &&
	     fill_before(before, &both, options->normalize, &values, err) &&
	     render_tree(&both, values, options, out, err);
	free(values);
	tree_release(&both);
	return ok;
}
