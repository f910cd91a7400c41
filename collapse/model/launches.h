#ifndef COLLAPSE_MODEL_LAUNCHES_H
#define COLLAPSE_MODEL_LAUNCHES_H

#include "collapse/model/trace.h"

/*
 * The launches that operations wait for, by (process, correlation id). Made when all
 * operations are read; API calls are then looked up one by one, and those that launched
 * nothing cost a look. A call may have launched operations of several kinds, and many of
 * one kind, as that of a CUDA graph: the first one stands for them until launches_share(),
 * since an export may give one id to all calls and all operations.
 */
struct launches {
	const struct trace *trace;
	struct {
		uint32_t *order; /* the kind's operations by launch */
		size_t count;
		size_t cursor;     /* where the last look-up ended: the next is mostly beside it */
		uint64_t last_key; /* of that */
	} kinds[OP_KINDS];
};

/* ERR_NOMEM; there is then nothing to release. */
bool launches_init(
	struct launches *launches, const struct trace *trace, struct err *err) MUST_CHECK;
void launches_release(struct launches *launches);

/*
 * The first operation of a kind that a call launched, an index of trace->ops, or TRACE_NONE.
 * What the reader sets of it: thread, api_start, api_end, and of its detail api and
 * api_cut_ns. Takes the logarithm of the operations at most.
 */
uint32_t launches_find(
	struct launches *launches, enum op_kind kind, uint32_t process, uint32_t correlation);

/* Give what the first operation of each launch has to the others, when all calls are known. */
void launches_share(const struct launches *launches, struct trace *trace);

#endif /* COLLAPSE_MODEL_LAUNCHES_H */
