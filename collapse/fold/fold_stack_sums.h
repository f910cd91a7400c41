#ifndef COLLAPSE_FOLD_FOLD_STACK_SUMS_H
#define COLLAPSE_FOLD_FOLD_STACK_SUMS_H

#include "base/rules.h"
#include "base/tree.h"
#include "collapse/fold/fold.h"
#include "collapse/model/stack_sums.h"

/*
 * Add stacks with their sums to `tree`, by `rules`, valued by their time or, when
 * `count_ops`, by how many operations they are. All are of one names table. `counts`
 * adds up. ERR_NOMEM; ERR_FORMAT when the total passes 64 bits; ERR_PATTERN when a rule
 * fails on a name.
 */
bool fold_stack_sums(const struct stack_sums *sums, bool count_ops, struct rules *rules,
	struct tree *tree, struct fold_counts *counts, struct err *err) MUST_CHECK;

#endif /* COLLAPSE_FOLD_FOLD_STACK_SUMS_H */
