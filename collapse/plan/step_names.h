#ifndef COLLAPSE_PLAN_STEP_NAMES_H
#define COLLAPSE_PLAN_STEP_NAMES_H

#include "base/tree.h"

/*
 * Training steps, recognised by the names that frameworks give them: "Train step 3" (llm.c),
 * "ProfilerStep#7" (PyTorch), "step 12", "iteration_5", "Iter: 9".
 */

/*
 * Whether a name is a word for a step followed by a number. *prefix_len is the length before
 * the number, which steps of one kind share.
 */
bool step_name_is(const char *name, size_t len, size_t *prefix_len);

/* Number of steps named by the frames of a tree: of the kind in which most time is spent. */
uint64_t step_names_of_tree(const struct tree *tree);

#endif /* COLLAPSE_PLAN_STEP_NAMES_H */
