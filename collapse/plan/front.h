#ifndef COLLAPSE_PLAN_FRONT_H
#define COLLAPSE_PLAN_FRONT_H

#include "base/tree.h"
#include "collapse/fold/fold.h"
#include "collapse/plan/train_steps.h"
#include "collapse/model/trace.h"

/* What can be put in front of stacks, outermost first in the order of a list. */
enum front_part {
	FRONT_RANK,
	FRONT_PROCESS,
	FRONT_THREAD,
	FRONT_DEVICE,
	FRONT_STREAM,
	FRONT_STEP,
	FRONT_PHASE,
	FRONT_PARTS,
};

struct front {
	enum front_part parts[FRONT_PARTS];
	size_t count;
};

/* Words of `list` joined by ','; each once. ERR_USAGE. */
bool front_parse(const char *list, struct front *front, struct err *err) MUST_CHECK;

bool front_has(const struct front *front, enum front_part part);

/* Put the rank before all others; it is not among them. */
void front_put_rank(struct front *front);

/* What a reader must give for it. */
void front_want(const struct front *front, struct trace_want *want);

/*
 * front[i] becomes, for each operation, the node of `stacks` whose frames go in
 * front of it: always as many as there are parts. `rank` is the frame of
 * FRONT_RANK where the trace does not say what rank a process is; `steps` is
 * needed for FRONT_STEP alone, and `plan` for FRONT_PHASE (see phases.h).
 * ERR_NOMEM, ERR_FORMAT.
 */
bool front_stacks(const struct front *front, const struct trace *trace, const struct steps *steps,
	const struct fold_plan *plan, const char *rank, struct tree *stacks, uint32_t *fronts,
	struct err *err) MUST_CHECK;

#endif /* COLLAPSE_PLAN_FRONT_H */
