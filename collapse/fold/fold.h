#ifndef COLLAPSE_FOLD_FOLD_H
#define COLLAPSE_FOLD_FOLD_H

#include "base/rules.h"
#include "base/tree.h"
#include "collapse/model/trace.h"

/*
 * Folding: every operation's time goes to its stack, the ranges that contain
 * its launch and below them the operation itself. Rules clean the frames.
 */

/*
 * How to fold otherwise: a zeroed plan is the default. Arrays are by index of
 * the operation; NULL where there is nothing to say.
 */
struct fold_plan {
	const uint64_t *values;    /* what an operation counts for, instead of its time */
	const uint64_t *idle;      /* and a leaf [GPU idle] beside it */
	const bool *unselected;    /* it is left out */
	const struct tree *stacks; /* of names; what follows are nodes of it, TREE_ROOT for none */
	const uint32_t *groups;    /* frames before all others, and not for rules */
	const uint32_t *under;     /* ranges between these and its own */
	const uint32_t *below;     /* ranges between its own and itself */
	bool no_leaf; /* the operations stand for time of their ranges, and are no frames */
};

/*
 * What became of the operations, in the unit of the values:
 * total_ns == written_ns + filtered_ns + unselected_ns.
 */
struct fold_counts {
	uint64_t ops;            /* of the trace */
	uint64_t ops_filtered;   /* left out by a filter rule */
	uint64_t ops_unselected; /* left out by the plan */
	uint64_t total_ns;       /* sum over the report's tables */
	uint64_t written_ns;     /* what went into the tree */
	uint64_t filtered_ns;
	uint64_t unselected_ns;
	uint64_t kind_ops[OP_KINDS];
	uint64_t kind_ns[OP_KINDS]; /* always time */
	uint64_t ranges;
	uint64_t steps; /* of the newest trace, when values are to be divided by them; else 0 */
	uint64_t named_steps; /* of the newest trace, when they are asked for; see step_names.h */
};

/*
 * Add the operations of `trace` to `tree`, by `rules` and `plan`, which may be
 * NULL; all share one names table. `counts` adds up over calls. ERR_NOMEM;
 * ERR_FORMAT when the total passes 64 bits; ERR_PATTERN when a rule fails on a
 * name.
 */
bool fold_trace(const struct trace *trace, const struct fold_plan *plan, struct rules *rules,
	struct tree *tree, struct fold_counts *counts, struct err *err) MUST_CHECK;

#endif /* COLLAPSE_FOLD_FOLD_H */
