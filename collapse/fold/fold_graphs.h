#ifndef COLLAPSE_FOLD_FOLD_GRAPHS_H
#define COLLAPSE_FOLD_FOLD_GRAPHS_H

#include "base/graph_shares.h"
#include "collapse/fold/fold_level.h"
#include "collapse/model/trace.h"

/*
 * Launches of CUDA graphs that a capture of trace mode recorded as a whole, to be divided as
 * fold mode does (base/graph_shares.h).
 */
struct fold_graphs {
	struct graph_shares shares; /* `stack`: index of places; `node`: index of operations */
	struct idmap operation_ids; /* the ranges of the capture, and the name */
	uint32_t *operations;       /* the first of each in the trace */
	struct idmap place_ids;
	struct fold_level *places; /* where graphs were launched */
	size_t operations_cap, places_cap;
	bool counts; /* the value is the number of operations */
};

/*
 * Take the samples of `trace`, which has graph_members and details; `below`, by operation, is
 * where it was captured, or NULL. ERR_NOMEM, ERR_FORMAT: a node is there twice.
 */
bool fold_graphs_init(struct fold_graphs *graphs, const struct trace *trace, const uint32_t *below,
	bool counts, struct err *err) MUST_CHECK;
void fold_graphs_release(struct fold_graphs *graphs);

/*
 * Whether operation `op` is a launch that is divided; it is kept, and its value with it. ERR_NOMEM,
 * ERR_FORMAT: the sum of a place overflows.
 */
bool fold_graphs_keep(struct fold_graphs *graphs, const struct trace *trace, uint32_t op,
	const struct fold_level *above, uint64_t value, bool *is_kept, struct err *err) MUST_CHECK;

#endif /* COLLAPSE_FOLD_FOLD_GRAPHS_H */
