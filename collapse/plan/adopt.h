#ifndef COLLAPSE_PLAN_ADOPT_H
#define COLLAPSE_PLAN_ADOPT_H

#include "base/tree.h"
#include "collapse/model/trace.h"

/*
 * The backward pass: docs/VALUES.md, "CUDA graphs and helper threads". What a thread of PyTorch's
 * autograd launches is in the ranges that the thread which called backward has open at the launch,
 * and below these in its own.
 *
 * In a PyTorch trace, the thread called whose forward operators all backward operators of the
 * other belong to. In exports and captures, threads named pt_autograd_N are
 * autograd's, and the one thread of the process called that launches kernels in ranges; threads
 * with names of their own count only if no other does.
 */

/* By operation, the point in the ranges that it is also in; thread TRACE_NONE: none. */
void adopt_points(const struct trace *trace, struct range_point *points);

/* By operation, the stack of these ranges, a node of `stacks`; TREE_ROOT for others. */
void adopt_operations(const struct trace *trace, struct tree *stacks, uint32_t *under);

#endif /* COLLAPSE_PLAN_ADOPT_H */
