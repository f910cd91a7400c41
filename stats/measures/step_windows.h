#ifndef STATS_MEASURES_STEP_WINDOWS_H
#define STATS_MEASURES_STEP_WINDOWS_H

#include "collapse/model/trace.h"
#include "collapse/plan/vouched.h"
#include "stats/measures/projection.h"
#include "stats/measures/range_tree.h"

/*
 * The time spans of training steps, of which all else that is said of steps is made: from the end
 * of the step before to the end of the step's own last operation, so that what the CPU did before
 * its first operation is in it. The first step of a process begins with its range, or with its
 * first operation, whichever is earlier; but where that operation waited in a queue, for work from
 * before the recording, with that operation. Steps that are left out are before and after these.
 */
struct step_window {
	uint32_t range, process;
	int64_t start, end;
	uint32_t name; /* of its range; where names repeat, "step 8 (step 18)" */
};

struct step_windows {
	struct step_window *list; /* by process, then by start; disjoint within a process */
	size_t count, cap;
};

/* Outermost steps that have operations, of ranges that were projected and are a tree. */
void step_windows_find(struct step_windows *windows, const struct trace *trace,
	const struct projected *projected, const struct range_tree *tree);
void step_windows_release(struct step_windows *windows);

/* For another finder: a step of which the first and the last operation are known; and after the
 * last of them. */
void step_windows_add(struct step_windows *windows, const struct step_window *window);
void step_windows_close(struct step_windows *windows, const struct trace *trace);

#endif /* STATS_MEASURES_STEP_WINDOWS_H */
