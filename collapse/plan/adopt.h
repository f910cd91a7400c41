#ifndef COLLAPSE_PLAN_ADOPT_H
#define COLLAPSE_PLAN_ADOPT_H

#include "base/tree.h"
#include "collapse/model/trace.h"

/*
 * Puts work of helper threads under the ranges of the threads that wait for it:
 * docs/VALUES.md, "CUDA graphs and helper threads". under[i] becomes, for each operation that
 * is adopted, the stack of the adopting ranges with "[adopted]" at its end, a node of `stacks`;
 * TREE_ROOT for others.
 *
 * An operation within ranges that have PyTorch's "seq = N" goes to the last range before them
 * with the same N on another thread of its process: from backward to forward. One without any
 * range goes to the innermost range that was open at its launch on another thread of its
 * process, if exactly one thread had any.
 */
void adopt_operations(const struct trace *trace, struct tree *stacks, uint32_t *under);

/* The point in the adopting ranges, for each operation; thread TRACE_NONE: not adopted. Likewise.
 */
void adopt_points(const struct trace *trace, struct range_point *points);

#endif /* COLLAPSE_PLAN_ADOPT_H */
