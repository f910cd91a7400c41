#ifndef COLLAPSE_PLAN_AUTOGRAD_H
#define COLLAPSE_PLAN_AUTOGRAD_H

#include "collapse/model/trace.h"

/*
 * By thread: the one that called it to run backward operators (trace->autograd), or TRACE_NONE. A
 * backward operator has the sequence number of its forward one, and a "Fwd thread id". PyTorch
 * numbers threads itself: an id stands for the thread that has most of the forward operators. The
 * thread is known if the forward operators of all, but for those within others, are on one thread.
 */
void autograd_callers(const struct trace *trace, uint32_t *callers);

#endif /* COLLAPSE_PLAN_AUTOGRAD_H */
