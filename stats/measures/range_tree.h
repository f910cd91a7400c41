#ifndef STATS_MEASURES_RANGE_TREE_H
#define STATS_MEASURES_RANGE_TREE_H

#include "collapse/model/trace.h"

/*
 * The nesting of ranges. The parent of a range is the shortest one on its thread that contains
 * it. Of two with the same times, the earlier row is the outer one (nsys calls each the
 * other's parent). Ranges that ended on another thread, or that are left out, have no parent
 * and no children.
 */
struct range_tree {
	uint32_t *parent; /* by range; TRACE_NONE: none */
	uint32_t *level;  /* by range: number of ancestors */
	/* By thread, each after its parent: that of the trace, or its own. */
	struct buckets order, own_order;
};

/* Of push/pop ranges only, or of all. */
void range_tree_init(struct range_tree *tree, const struct trace *trace, bool push_pop_only);
void range_tree_release(struct range_tree *tree);

#endif /* STATS_MEASURES_RANGE_TREE_H */
