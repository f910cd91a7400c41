#ifndef COLLAPSE_PLAN_GROUPING_H
#define COLLAPSE_PLAN_GROUPING_H

#include "base/tree.h"
#include "collapse/fold/fold.h"
#include "collapse/plan/train_steps.h"
#include "collapse/model/trace.h"

/* What can be added as first frames of stacks, outermost first in the order of a list. */
enum group_part {
	GROUP_RANK,
	GROUP_PROCESS,
	GROUP_THREAD,
	GROUP_DEVICE,
	GROUP_STREAM,
	GROUP_STEP,
	GROUP_PHASE,
	GROUP_LAYER,
	GROUP_PARTS,
};

struct grouping {
	enum group_part parts[GROUP_PARTS];
	size_t count;
	size_t unseen; /* so many of them, from the first, no rule sees */
	bool offered;  /* nobody asked for them: what has none is not refused */
	bool slices;   /* what has no steps has slices of time, if it is all there is */
};

/* Parse words separated by ',', each at most once. ERR_USAGE. */
bool grouping_parse(const char *list, struct grouping *grouping, struct err *err) MUST_CHECK;

bool grouping_has(const struct grouping *grouping, enum group_part part);

/* Put the rank, which is not in the list yet, before all others, where no rule sees it. */
void grouping_put_rank(struct grouping *grouping);

/* By rank and step, where no rule sees it, and where that is not known by none. */
void grouping_offer_cells(struct grouping *grouping, size_t files);

/* Request what grouping needs from the reader. */
uint64_t grouping_want(const struct grouping *grouping);

/* Equal slices of the time in which operations begin, in place of steps; ns 0: there are none. */
enum { TIME_SLICES = 64 }; /* at most */
struct time_slices {
	int64_t from;
	uint64_t ns;
};

/*
 * groups[i] becomes, for each operation, the node of `stacks` with its first frames, always
 * one for each part. `rank` is the frame of GROUP_RANK for processes whose rank is not in the
 * trace; `steps`, NULL if there are none, is needed for GROUP_STEP only, and `plan` for GROUP_PHASE
 * and GROUP_LAYER (see phases.h). ERR_FORMAT.
 */
bool grouping_stacks(const struct grouping *grouping, const struct trace *trace,
	const struct train_steps *steps, const struct time_slices *slices,
	const struct fold_plan *plan, const char *rank, struct tree *stacks, uint32_t *groups,
	struct err *err) MUST_CHECK;

#endif /* COLLAPSE_PLAN_GROUPING_H */
