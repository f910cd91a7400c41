#ifndef COLLAPSE_FOLD_FOLD_CAPTURE_H
#define COLLAPSE_FOLD_FOLD_CAPTURE_H

#include "base/rules.h"
#include "base/tree.h"
#include "collapse/fold/fold.h"
#include "collapse/model/capture_stacks.h"

/*
 * Add stacks with their sums to `tree`, below `top` (NULL: the root), by `rules`; values are
 * `amount`s. All share one names table. `counts` accumulates over
 * calls. ERR_SUM when the total exceeds 64 bits; ERR_PATTERN when matching a name
 * fails.
 */
bool fold_capture_stacks(const struct capture_stacks *sums, const struct fold_level *top,
	enum sum_amount amount, struct rules *rules, struct tree *tree, struct fold_counts *counts,
	struct err *err) MUST_CHECK;

#endif /* COLLAPSE_FOLD_FOLD_CAPTURE_H */
