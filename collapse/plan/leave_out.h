#ifndef COLLAPSE_PLAN_LEAVE_OUT_H
#define COLLAPSE_PLAN_LEAVE_OUT_H

#include "base/rules.h"
#include "collapse/fold/fold.h"
#include "collapse/plan/selection.h"

/*
 * Reports are made of a whole trace: to restrict them to a selection, everything else is removed
 * from the trace. plan_cut() combines these functions.
 */

/*
 * Set out[i] for operations whose stacks, as folding would make them by `plan`, the rules leave
 * out. ERR_PATTERN.
 */
bool cut_by_rules(struct rules *rules, const struct trace *trace, const struct fold_plan *plan,
	bool *out, struct err *err) MUST_CHECK;

/*
 * Remove calls of CUDA and others, and mark ranges as out, that are not selected: those that began
 * outside the steps or the time, or in no range that matches; that are of other processes; or whose
 * ranges the rules leave out. Devices and streams do not matter, since they run on the CPU.
 */
bool cut_cpu(const struct selection *selection, struct trace *trace, const char *rank,
	struct rules *rules, struct err *err) MUST_CHECK;

/* A call on the CPU that is not in the trace. */
struct thread_call {
	int64_t start, end;
	uint64_t thread; /* its id, as in trace->threads */
};

/* Set out[i] for calls that cut_cpu() would remove. */
bool cut_calls(const struct selection *selection, const struct trace *trace,
	const struct thread_call *calls, size_t count, const char *rank, struct rules *rules,
	bool *out, struct err *err) MUST_CHECK;

/* Remove the operations with out[i]. */
void cut_operations(struct trace *trace, const bool *out);

/* Trim samples to the time, and remove those of other GPUs; no other selection applies to them. */
void cut_samples(const struct selection *selection, struct trace *trace);

#endif /* COLLAPSE_PLAN_LEAVE_OUT_H */
