#ifndef STATS_STEPS_H
#define STATS_STEPS_H

#include "base/tree.h"

/*
 * Steps of a training, by the names that frameworks give to them: "Train step 3"
 * (llm.c), "ProfilerStep#7" (PyTorch), "step 12", "iteration_5", "Iter: 9".
 */

/*
 * Whether a name is a word for a step with a number behind it. *prefix_len is
 * what equal kinds of steps share: the bytes before the number.
 */
bool steps_is_step(const char *name, size_t len, size_t *prefix_len);

/*
 * How many steps a tree tells of: the distinct frames of that kind of step in
 * which most time is spent; 0 when there is none. ERR_NOMEM.
 */
bool steps_count(const struct tree *tree, uint64_t *count, struct err *err) MUST_CHECK;

#endif /* STATS_STEPS_H */
