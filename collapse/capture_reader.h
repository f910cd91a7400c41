#ifndef COLLAPSE_CAPTURE_READER_H
#define COLLAPSE_CAPTURE_READER_H

#include "base/rules.h"
#include "base/tree.h"
#include "collapse/fold.h"
#include "collapse/trace.h"

/*
 * Captures of fold mode (capture/format.h): stacks with their sums, instead of
 * events. Those of trace mode are read as the nsys exports that they are.
 */

/* Whether the SQLite file is one. ERR_IO, ERR_FORMAT as nsys_db_open(). */
bool capture_is_folded(const char *path, bool *is_folded, struct err *err) MUST_CHECK;

/*
 * Add a capture's stacks to `tree`, by `rules`; what it says of loss and of its
 * end goes to trace->diagnostics, what it is to trace->format, and nothing else
 * of `trace` is used. All are of one names table. `counts` adds up. *steps is how
 * many training steps the capture tells of, 0 when of none: its stacks don't hold
 * the names of all.
 *
 *   ERR_IO, ERR_FORMAT, ERR_NOMEM, ERR_PATTERN as nsys_read() and fold_trace();
 *   ERR_EMPTY   there is no operation in it
 */
bool capture_fold(const char *path, const struct trace_want *want, struct trace *trace,
	struct rules *rules, struct tree *tree, struct fold_counts *counts, uint64_t *steps,
	struct err *err) MUST_CHECK;

#endif /* COLLAPSE_CAPTURE_READER_H */
