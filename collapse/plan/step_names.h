#ifndef COLLAPSE_PLAN_STEP_NAMES_H
#define COLLAPSE_PLAN_STEP_NAMES_H

#include "base/idmap.h"
#include "base/tree.h"
#include "collapse/fold/fold.h"

/*
 * Steps of a training, by the names that frameworks give to them: "Train step 3"
 * (llm.c), "ProfilerStep#7" (PyTorch), "step 12", "iteration_5", "Iter: 9".
 */

/*
 * Whether a name is a word for a step with a number after it. *prefix_len is
 * what equal kinds of steps share: the bytes before the number.
 */
bool step_name_is(const char *name, size_t len, size_t *prefix_len);

/* Counts steps: the distinct names of that kind of step in which most time is spent. */
struct step_kind {
	uint64_t steps, time;
};

struct step_names {
	struct names *names; /* borrowed: what is counted are ids of it */
	struct names prefixes;
	struct step_kind *kinds; /* by name of prefixes */
	size_t kinds_cap;
	struct idmap met; /* the names of steps */
};

void step_names_init(struct step_names *steps, struct names *names);
void step_names_release(struct step_names *steps);

/* So much time was spent in a range of this name; names of no step are not counted. ERR_NOMEM. */
bool step_names_add(
	struct step_names *steps, uint32_t name, uint64_t time, struct err *err) MUST_CHECK;

/* 0 when there was none. */
uint64_t step_names_count(const struct step_names *steps);

/* How many steps the frames of a tree name. ERR_NOMEM. */
bool step_names_of_tree(const struct tree *tree, uint64_t *count, struct err *err) MUST_CHECK;

/* How many steps the ranges of a trace name that have an operation, by the plan. ERR_NOMEM. */
bool step_names_of_trace(const struct trace *trace, const struct fold_plan *plan, uint64_t *count,
	struct err *err) MUST_CHECK;

#endif /* COLLAPSE_PLAN_STEP_NAMES_H */
