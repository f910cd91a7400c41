#ifndef COLLAPSE_MODEL_LAUNCHES_H
#define COLLAPSE_MODEL_LAUNCHES_H

#include "collapse/model/trace.h"

/*
 * Operations indexed by launch: (process, correlation id). Built when all operations have been
 * read; API calls are then looked up one by one, at little cost for those that launched
 * nothing. A call may have launched operations of several kinds, and many of one kind, as a
 * CUDA graph does: the first one represents them until launches_share(), since an export may
 * give all calls and operations one id.
 */
struct launches {
	const struct trace *trace;
	struct {
		uint32_t *order; /* the kind's operations, by launch */
		size_t count;
		size_t cursor;     /* where the last look-up ended; the next one is usually near */
		uint64_t last_key; /* key of the last look-up */
		uint64_t next_key; /* key at the cursor, which is not below that */
	} kinds[OP_KINDS];
};

void launches_init(struct launches *launches, const struct trace *trace);
void launches_release(struct launches *launches);

/*
 * The first operation of a kind that a call launched, an index of trace->ops, or TRACE_NONE.
 * The reader then sets its thread, api_start, api_end, api_halved, and its detail's api. At
 * most logarithmic in the number of operations.
 */
uint32_t launches_find(
	struct launches *launches, enum op_kind kind, uint32_t process, uint32_t correlation);

/*
 * When all calls are known, copy what was set for the first operation of each launch to the
 * others.
 */
void launches_share(const struct launches *launches, struct trace *trace);

/*
 * All of this, of a trace that has its calls, which it then keeps if they are wanted; operations
 * without one are counted.
 */
void launches_join(struct trace *trace, uint64_t want);

#endif /* COLLAPSE_MODEL_LAUNCHES_H */
