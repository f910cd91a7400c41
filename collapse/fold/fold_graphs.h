#ifndef COLLAPSE_FOLD_FOLD_GRAPHS_H
#define COLLAPSE_FOLD_FOLD_GRAPHS_H

#include "base/graph_shares.h"
#include "base/tree.h"
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
	struct graph_place *places; /* where graphs were launched */
	size_t operations_cap, places_cap;
	bool *unselected; /* by part: left out; NULL: none is */
	bool *left_out;   /* by graph: all of its parts are; if `unselected` is set */
	bool counts;      /* the value is the number of operations */

	/* If stacks are grouped by device: parts may be on another one than their launch. */
	size_t device_at;           /* which of a group's frames is the device; SIZE_MAX: none */
	struct tree paths;          /* of names of ranges: see graph_place */
	struct idmap elsewhere_ids; /* the place in the high half, the device in the low */
	struct fold_level *elsewhere;
	size_t elsewhere_cap;
};

/* Where a graph was launched; more than `above` only if device_at is set. */
struct graph_place {
	struct fold_level above;
	uint32_t device, group, under; /* the launch's; of the plan's stacks */
	uint32_t path;                 /* its ranges, as the program named them */
};

/*
 * Take the samples of `trace`, which has graph_members and details; `below`, by operation, is where
 * it was captured, or NULL. ERR_FORMAT: a node occurs twice.
 */
bool fold_graphs_init(struct fold_graphs *graphs, const struct trace *trace, const uint32_t *below,
	bool counts, struct err *err) MUST_CHECK;
void fold_graphs_release(struct fold_graphs *graphs);

/* Whether operation `op` is a launch that is divided. */
bool fold_graphs_divides(const struct fold_graphs *graphs, const struct trace *trace, uint32_t op);

/* Whether all parts of the launch `op`, which is divided, are left out. */
bool fold_graphs_leaves_out(
	const struct fold_graphs *graphs, const struct trace *trace, uint32_t op);

/*
 * Keep the launch `op`, which is divided, and its value. *place: a new one, of which only `above`
 * is set; NULL: it is an old one. ERR_FORMAT: the sum of a place overflows.
 */
bool fold_graphs_keep(struct fold_graphs *graphs, const struct trace *trace, uint32_t op,
	const struct fold_level *above, uint64_t value, struct graph_place **place,
	struct err *err) MUST_CHECK;

/*
 * The stack of a place in the group of a device that is not its launch's; *is_new: the caller has
 * to set it. Valid until the next call.
 */
void fold_graphs_elsewhere(struct fold_graphs *graphs, uint32_t place, uint32_t device,
	struct fold_level **level, bool *is_new);

#endif /* COLLAPSE_FOLD_FOLD_GRAPHS_H */
