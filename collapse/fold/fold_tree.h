#ifndef COLLAPSE_FOLD_FOLD_TREE_H
#define COLLAPSE_FOLD_FOLD_TREE_H

#include "base/rules.h"
#include "base/tree.h"

/*
 * Rules for stacks that are folded already: folded text, a picture, a capture
 * of sums. Every stack of `from` with a value goes to `tree` through the rules:
 * its last frame as FRAME_LEAF, the operation, the others as FRAME_RANGE. Each
 * stack is judged by itself, so that it does not matter what else is in `from`.
 */

/* What became of the stacks: total == written + filtered. */
struct fold_tree_counts {
	uint64_t stacks; /* with a value, in `from` */
	uint64_t stacks_filtered;
	uint64_t total; /* in units of 10^-decimals of `tree`, as it is when all is added */
	uint64_t written;
	uint64_t filtered;
};

/*
 * Add `from` to `tree`; both and the rules share one names table, and the finer
 * decimals of the two hold. A value of the root itself stays with the root.
 * `counts` is overwritten. ERR_NOMEM; ERR_FORMAT when a total passes 64 bits;
 * ERR_PATTERN when a rule fails on a name.
 */
bool fold_tree(const struct tree *from, struct rules *rules, struct tree *tree,
	struct fold_tree_counts *counts, struct err *err) MUST_CHECK;

#endif /* COLLAPSE_FOLD_FOLD_TREE_H */
