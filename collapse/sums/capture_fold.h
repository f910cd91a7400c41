#ifndef COLLAPSE_SUMS_CAPTURE_FOLD_H
#define COLLAPSE_SUMS_CAPTURE_FOLD_H

#include "base/rules.h"
#include "base/tree.h"
#include "collapse/fold/fold.h"
#include "collapse/model/trace.h"

/*
 * Add a capture's stacks to `tree`, by `rules`, valued by their time or, when
 * `count_ops`, by how many operations they are; what it says of loss and of its
 * end goes to trace->diagnostics, what it is to trace->format, and nothing else
 * of `trace` is used. All are of one names table. `counts` adds up. *steps is how
 * many training steps the capture tells of, 0 when of none: its stacks don't hold
 * the names of all.
 *
 *   ERR_IO, ERR_FORMAT, ERR_NOMEM, ERR_PATTERN as nsys_read() and fold_trace();
 *   ERR_EMPTY   there is no operation in it
 */
bool capture_fold(const char *path, const struct trace_want *want, struct trace *trace,
	struct rules *rules, bool count_ops, struct tree *tree, struct fold_counts *counts,
	uint64_t *steps, struct err *err) MUST_CHECK;

#endif /* COLLAPSE_SUMS_CAPTURE_FOLD_H */
