#ifndef SVG_GRAPH_H
#define SVG_GRAPH_H

#include "base/tree.h"
#include "svg/svg.h"

/*
 * What is drawn: boxes in preorder, siblings in their order from left to right.
 * Trees and flame charts become graphs, and everything after them knows graphs
 * alone. Box 0 is the root, "all". A box's own value stands left of its children,
 * unless `lead` says where it passed.
 */
struct graph {
	const struct names *names; /* borrowed */
	uint32_t count;
	uint32_t *name;   /* by box: id in names; NAME_NONE: the root */
	uint32_t *parent; /* by box; the root's is TREE_NONE */
	uint32_t *depth;  /* by box; 0: the root */
	uint64_t *self;   /* by box: the value of that very stack */
	uint64_t *total;  /* by box: self and all below */
	uint64_t *width;  /* by box: what its width stands for; total, except in a diff */

	uint64_t *lead; /* by box: its parent's own value before it, behind its sibling; NULL: see
			   below */

	uint32_t *came; /* boxes in the order in which they came in; NULL: siblings stand so */

	uint64_t *self_before, *total_before; /* a diff's; else NULL */
	struct tree_stats *stats;             /* by box, or NULL */

	unsigned decimals; /* as of struct tree */
	uint32_t deepest;  /* depth */
	size_t cap;
};

void graph_init(struct graph *graph, const struct names *names);
void graph_release(struct graph *graph);

/* Append a box below `parent`, which is the last box or one of its ancestors. ERR_NOMEM,
 * ERR_FORMAT. */
bool graph_add(struct graph *graph, uint32_t parent, uint32_t name, uint64_t self,
	struct err *err) MUST_CHECK;

/* Sum up totals and widths, once all boxes are there. ERR_NOMEM. */
bool graph_sum(struct graph *graph, struct err *err) MUST_CHECK;

/*
 * Fill a graph from a tree. `before` is NULL, or the values before by node of
 * `tree`, whose own values are then those after. ERR_NOMEM, ERR_FORMAT.
 */
bool graph_from_tree(struct graph *graph, const struct tree *tree, const uint64_t *before,
	enum svg_order order, struct err *err) MUST_CHECK;

/* What the box's own value is worth in widths. */
uint64_t graph_own_width(const struct graph *graph, uint32_t box);

/* Whether the stack was there before and is there no more, or the other way round. */
bool graph_is_gone(const struct graph *graph, uint32_t box);
bool graph_is_new(const struct graph *graph, uint32_t box);

#endif /* SVG_GRAPH_H */
