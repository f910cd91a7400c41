#ifndef COLLAPSE_PLAN_STEP_NAMES_H
#define COLLAPSE_PLAN_STEP_NAMES_H

#include "base/idmap.h"
#include "base/tree.h"
#include "collapse/fold/fold.h"

/*
 * Training steps, recognised by the names that frameworks give them: "Train step 3" (llm.c),
 * "ProfilerStep#7" (PyTorch), "step 12", "iteration_5", "Iter: 9".
 */

/*
 * Whether a name is a word for a step followed by a number. *prefix_len is the length before
 * the number, which steps of one kind share.
 */
bool step_name_is(const char *name, size_t len, size_t *prefix_len);

/* Counts steps: the distinct names of the kind of step in which most time is spent. */
struct step_kind {
	uint64_t steps, time;
};

struct step_names {
	struct names *names; /* borrowed: names are ids of it */
	struct names prefixes;
	struct step_kind *kinds; /* by index of prefixes */
	size_t kinds_cap;
	struct idmap met; /* names of steps seen so far */
};

void step_names_init(struct step_names *steps, struct names *names);
void step_names_release(struct step_names *steps);

/* Add time spent in a range of this name; names that are no steps are ignored. ERR_NOMEM. */
bool step_names_add(
	struct step_names *steps, uint32_t name, uint64_t time, struct err *err) MUST_CHECK;

/* 0 when there were none. */
uint64_t step_names_count(const struct step_names *steps);

/* Number of steps named by the frames of a tree. ERR_NOMEM. */
bool step_names_of_tree(const struct tree *tree, uint64_t *count, struct err *err) MUST_CHECK;

/*
 * Number of steps named by the ranges of a trace that contain an operation, according to the
 * plan. ERR_NOMEM.
 */
bool step_names_of_trace(const struct trace *trace, const struct fold_plan *plan, uint64_t *count,
	struct err *err) MUST_CHECK;

#endif /* COLLAPSE_PLAN_STEP_NAMES_H */
