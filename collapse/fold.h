#ifndef COLLAPSE_FOLD_H
#define COLLAPSE_FOLD_H

#include "base/rules.h"
#include "base/tree.h"
#include "collapse/trace.h"

/*
 * Folding: every operation's time goes to its stack, the ranges that contain
 * its launch and below them the operation itself. Rules clean the frames.
 */

/* What became of the operations: total_ns == written_ns + filtered_ns. */
struct fold_counts {
	uint64_t ops;          /* of the trace */
	uint64_t ops_filtered; /* left out by a filter rule */
	uint64_t total_ns;     /* sum over the report's tables */
	uint64_t written_ns;   /* what went into the tree */
	uint64_t filtered_ns;
	uint64_t kind_ops[OP_KINDS];
	uint64_t kind_ns[OP_KINDS];
	uint64_t ranges;
};

/*
 * Add the operations of `trace` to `tree`, by `rules`; all three share one names
 * table. `counts` adds up over calls. ERR_NOMEM; ERR_FORMAT when the total
 * passes 64 bits; ERR_PATTERN when a rule fails on a name.
 */
bool fold_trace(const struct trace *trace, struct rules *rules, struct tree *tree,
	struct fold_counts *counts, struct err *err) MUST_CHECK;

#endif /* COLLAPSE_FOLD_H */
