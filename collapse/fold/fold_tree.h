#ifndef COLLAPSE_FOLD_FOLD_TREE_H
#define COLLAPSE_FOLD_FOLD_TREE_H

#include "base/rules.h"
#include "base/tree.h"
#include "collapse/fold/fold.h"

/*
 * Apply rules to stacks that are already folded: folded text, a picture, a capture of sums.
 * Each stack of `from` with a value is added to `tree` through the rules: its last frame as
 * FRAME_LEAF, the operation, the others as FRAME_RANGE. Each stack is judged by itself,
 * regardless of what else is in `from`.
 */

/* Accounting for the stacks: total == written + filtered. */
struct fold_tree_counts {
	uint64_t stacks; /* with a value, in `from` */
	uint64_t stacks_filtered;
	uint64_t total; /* in units of 10^-decimals of `tree`, as it is after the call */
	uint64_t written;
	uint64_t filtered;
};

/*
 * Add `from` to `tree`, below `top` (NULL: the root); both and the rules share one names
 * table. The tree gets the finer
 * decimals of the two. The root's own value stays with the root. `counts` is overwritten.
 * ERR_SUM when a total exceeds 64 bits; ERR_PATTERN when matching a name fails.
 */
bool fold_tree(const struct tree *from, const struct fold_level *top, struct rules *rules,
	struct tree *tree, struct fold_tree_counts *counts, struct err *err) MUST_CHECK;

#endif /* COLLAPSE_FOLD_FOLD_TREE_H */
