#ifndef COLLAPSE_PLAN_WALL_IDLE_H
#define COLLAPSE_PLAN_WALL_IDLE_H

#include "collapse/plan/train_steps.h"

/*
 * What is idle before a step whose predecessor is missing is not its own; nor may all be that is
 * idle since it began, as the GPU may have been busy with what is missing: as much as in other
 * steps is. `idle_before`, by operation, is trimmed; returns by how much, of those selected.
 */
uint64_t wall_idle_trim(const struct trace *trace, const struct train_steps *steps,
	const bool *unselected, uint64_t *idle_before);

#endif /* COLLAPSE_PLAN_WALL_IDLE_H */
