#ifndef COLLAPSE_PLAN_ADOPT_H
#define COLLAPSE_PLAN_ADOPT_H

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

/* By thread: the one that called it and waits for it, or TRACE_NONE. NULL: none did. */
uint32_t *adopt_callers(const struct trace *trace);

/*
 * Set trace->adopted, unless that was done; where no operation is adopted, it stays NULL. Captures
 * of sums have none.
 */
void adopt_operations(struct trace *trace);

#endif /* COLLAPSE_PLAN_ADOPT_H */
