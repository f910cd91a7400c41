#ifndef COLLAPSE_FOLD_FOLD_STACK_SUMS_H
#define COLLAPSE_FOLD_FOLD_STACK_SUMS_H

#include "base/rules.h"
#include "base/tree.h"
#include "collapse/fold/fold.h"
#include "collapse/fold/fold_level.h"
#include "collapse/model/stack_sums.h"

/*
 * Add stacks with their sums to `tree`, below `top` (NULL: the root), by `rules`; values are times
 * or, with `count_ops`, numbers of operations. All share one names table. `counts` accumulates over
 * calls. ERR_FORMAT when the total exceeds 64 bits; ERR_PATTERN when matching a name
 * fails.
 */
bool fold_stack_sums(const struct stack_sums *sums, const struct fold_level *top, bool count_ops,
	struct rules *rules, struct tree *tree, struct fold_counts *counts,
	struct err *err) MUST_CHECK;

#endif /* COLLAPSE_FOLD_FOLD_STACK_SUMS_H */
