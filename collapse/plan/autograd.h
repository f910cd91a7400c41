#ifndef COLLAPSE_PLAN_AUTOGRAD_H
#define COLLAPSE_PLAN_AUTOGRAD_H

#include "collapse/fold/range_stacks.h"
#include "collapse/model/trace.h"

/*
 * Backward operators of a PyTorch trace and their forward ones (trace->autograd): sets
 * points[op] of each operation that was launched in a backward operator to its forward operator,
 * the last one that began before it with its sequence number, on the thread that its "Fwd thread
 * id" stands for. PyTorch numbers threads itself: an id stands for the thread that has most of
 * the forward operators. Other points are left as they are.
 */
void autograd_points(const struct trace *trace, struct range_point *points);

#endif /* COLLAPSE_PLAN_AUTOGRAD_H */
