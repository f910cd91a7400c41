#ifndef COLLAPSE_MODEL_LAUNCHES_H
#define COLLAPSE_MODEL_LAUNCHES_H

#include "collapse/model/trace.h"

/*
 * The launches that operations wait for: (process, correlation id) -> all the
 * operations of that launch (a CUDA graph's has many). Made when all operations
 * are read; API calls are then looked up one by one, and those that launched
 * nothing cost a look. A call may have launched operations of several kinds.
 */
struct launches {
	const struct trace *trace;
	struct {
		uint32_t *order; /* the kind's operations by launch */
		size_t count;
		size_t cursor; /* where the last look-up ended: the next is mostly beside it */
	} kinds[OP_KINDS];
};

/* ERR_NOMEM; there is then nothing to release. */
bool launches_init(
	struct launches *launches, const struct trace *trace, struct err *err) MUST_CHECK;
void launches_release(struct launches *launches);

/* A launch's operations of one kind: *count indices from the one returned, or NULL. */
const uint32_t *launches_find(struct launches *launches, enum op_kind kind, uint32_t process,
	uint32_t correlation, size_t *count);

#endif /* COLLAPSE_MODEL_LAUNCHES_H */
