#ifndef STATS_PARTS_STEP_WINDOWS_H
#define STATS_PARTS_STEP_WINDOWS_H

#include "collapse/model/trace.h"
#include "stats/parts/projection.h"
#include "stats/parts/range_tree.h"

/*
 * The time spans of training steps on the GPU: from the first operation launched in a step to
 * the first one of the next step of its process, or, for the last step, to its own last
 * operation.
 */
struct step_window {
	uint32_t range, process;
	int64_t start, end;
};

struct step_windows {
	struct step_window *list; /* by process, then by start */
	size_t count, cap;
};

/* Outermost steps that have operations, of ranges that were projected and are a tree. */
void step_windows_find(struct step_windows *windows, const struct trace *trace,
	const struct projected *projected, const struct range_tree *tree);
void step_windows_release(struct step_windows *windows);

#endif /* STATS_PARTS_STEP_WINDOWS_H */
