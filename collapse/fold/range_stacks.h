#ifndef COLLAPSE_FOLD_RANGE_STACKS_H
#define COLLAPSE_FOLD_RANGE_STACKS_H

#include "base/tree.h"
#include "collapse/model/trace.h"

/*
 * Which ranges were open on a thread at a given time: stacks of names, as nodes of a tree in
 * which they share prefixes.
 *
 * Find the stack of each point: stacks[i] becomes a node of `tree`, TREE_ROOT if no range is
 * open. Names are as the trace has them, NAME_NONE as "[unnamed]"; the tree uses its names
 * table.
 */
void range_stacks(const struct trace *trace, const struct range_point *points, size_t count,
	struct tree *tree, uint32_t *stacks);

#endif /* COLLAPSE_FOLD_RANGE_STACKS_H */
