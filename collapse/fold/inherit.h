#ifndef COLLAPSE_FOLD_INHERIT_H
#define COLLAPSE_FOLD_INHERIT_H

#include "collapse/fold/fold.h"
#include "collapse/model/trace.h"

/*
 * What the names of ranges say of what was launched in them: each range has a value, by its name
 * and by the value of the range around it, which *value is at first. `name` may be NAME_NONE.
 */
typedef bool inherit_fn(void *context, uint32_t name, uint32_t *value, struct err *err);

/* values[i] becomes that of the innermost range around operation i; `none` if there is none. */
bool inherit_ranges(const struct trace *trace, inherit_fn *judge, void *context, uint32_t none,
	uint32_t *values, struct err *err) MUST_CHECK;

/* Likewise of the ranges that a plan, which may be NULL, puts between these and the operation. */
bool inherit_below(const struct fold_plan *plan, size_t op_count, inherit_fn *judge, void *context,
	uint32_t none, uint32_t *values, struct err *err) MUST_CHECK;

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

#endif /* COLLAPSE_FOLD_INHERIT_H */
