#ifndef COLLAPSE_PLAN_ADOPT_H
#define COLLAPSE_PLAN_ADOPT_H

#include "base/tree.h"
#include "collapse/model/trace.h"

/*
 * Work of helper threads, put under the ranges of those who wait for it:
 * docs/FORMATS.md, "adoption". under[i] becomes, for each operation that finds
 * somebody, the stack of ranges there with "[adopted]" at its end, a node of
 * `stacks`; TREE_ROOT for others. ERR_NOMEM, ERR_FORMAT.
 *
 * An operation within ranges of its own that have PyTorch's "seq = N" goes to the
 * last range before them, on another thread of its process, with the same N: from
 * backward to forward. One without any range goes to the innermost range that was
 * open at its launch on another thread of its process, if there was one such
 * thread and no more.
 */
bool adopt_operations(const struct trace *trace, struct tree *stacks, uint32_t *under,
	struct err *err) MUST_CHECK;

#endif /* COLLAPSE_PLAN_ADOPT_H */
