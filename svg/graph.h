#ifndef SVG_GRAPH_H
#define SVG_GRAPH_H

#include "base/tree.h"
#include "svg/svg.h"

/*
 * The boxes to draw, in preorder, siblings in their order from left to right. Trees are
 * converted to graphs, and all later steps use graphs only. Box 0 is the root, "all". A box's own
 * value is drawn left of its children.
 */
struct graph {
	const struct names *names; /* borrowed */
	uint32_t count;
	uint32_t *name;   /* by box: id in names; NAME_NONE: the root */
	uint32_t *parent; /* by box; the root's is TREE_NONE */
	uint32_t *depth;  /* by box; 0: the root */
	uint64_t *self;   /* by box: the value of exactly this stack */
	uint64_t *total;  /* by box: self and everything below */
	uint64_t *width;  /* by box: the value shown as its width; total, except in a diff */
	uint32_t *came;   /* boxes in order of arrival */

	uint64_t *self_before, *total_before; /* of a diff; else NULL */
	uint64_t *ops_before;                 /* of a diff with stats, by box; else NULL */
	struct tree_stats *stats;             /* by box, or NULL */
	const uint32_t *stack_of;             /* by node: svg/cells.h; NULL: none; borrowed */
	uint32_t *stack;                      /* the same by box */

	unsigned decimals; /* as of struct tree */
	uint32_t deepest;  /* depth */
};

/* What a node had before. */
struct graph_before {
	uint64_t value;
	uint64_t ops; /* operations; 0: not known */
};

void graph_init(struct graph *graph, const struct names *names);
void graph_release(struct graph *graph);

/*
 * Fill a graph from a tree. `before` is NULL, or the earlier values by node of `tree`, whose
 * own values are then the later ones. ERR_SUM.
 */
bool graph_from_tree(struct graph *graph, const struct tree *tree,
	const struct graph_before *before, enum svg_order order, struct err *err) MUST_CHECK;

/* The box's own value, in the unit of widths. */
uint64_t graph_own_width(const struct graph *graph, uint32_t box);

/* Whether the stack exists only before or only after. */
bool graph_is_gone(const struct graph *graph, uint32_t box);
bool graph_is_new(const struct graph *graph, uint32_t box);

#endif /* SVG_GRAPH_H */
