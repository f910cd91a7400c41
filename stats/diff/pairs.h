#ifndef STATS_DIFF_PAIRS_H
#define STATS_DIFF_PAIRS_H

#include "stats/diff/diff_runs.h"

/*
 * Pairs the stacks that are gone with new ones that do their work, as kernels have other names in
 * another version of a library, or on another device. Partners have the same parent and kind
 * (svg/kinds.h), and, in this order, as far as there are any: the same name but for its numbers,
 * and as many launches; the same name; the same readable name, and as many launches; the same
 * readable name; as many launches; nothing else in common. If there are as many launches, and as
 * many stacks on both sides, those are paired in their order; other stacks are one pair together,
 * unless they have no kind.
 *
 * Where the parent is gone or new itself, and for what is left, partners are looked for in the same
 * way below the nearest node that both sides have, other than the root; but there must be as many
 * launches, and if the kind is not known, the same name; if launches are not known, exactly the
 * same.
 */
void diff_pairs_find(struct diff *diff);

#endif /* STATS_DIFF_PAIRS_H */
