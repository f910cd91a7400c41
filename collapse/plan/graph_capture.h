#ifndef COLLAPSE_PLAN_GRAPH_CAPTURE_H
#define COLLAPSE_PLAN_GRAPH_CAPTURE_H

#include "base/tree.h"
#include "collapse/model/trace.h"

/*
 * The ranges in which the nodes of CUDA graphs were captured: below[i] becomes, for each
 * operation run by a node of a graph, the stack of ranges that were open when that node was
 * captured, a node of `stacks`; TREE_ROOT for others. A copy of a node has the stack of its
 * original.
 */
void graph_capture_stacks(const struct trace *trace, struct tree *stacks, uint32_t *below);

#endif /* COLLAPSE_PLAN_GRAPH_CAPTURE_H */
