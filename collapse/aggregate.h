#ifndef COLLAPSE_AGGREGATE_H
#define COLLAPSE_AGGREGATE_H

#include "base/tree.h"
#include "collapse/names/ruleset.h"

/*
 * Combines many trees into one: of ranks, or of parts of a run. A stack missing from a part
 * counts as 0 there.
 */
enum aggregate {
	AGGREGATE_SUM,
	AGGREGATE_MEAN, /* rounded to the nearest */
	AGGREGATE_MIN,
	AGGREGATE_MAX,
	/* the largest minus the smallest; names say which: "gemm [least rank 0, most rank 5]" */
	AGGREGATE_SPREAD,
};

/* "sum", "mean" and so on, by enum aggregate; NULL after the last. */
const char *aggregate_word(size_t index);

struct aggregate_entry; /* private */
struct aggregate_part;  /* private */

/* Trees being combined. Keeps the values of each part's stacks, 12 bytes each. */
struct aggregator {
	struct tree *tree; /* borrowed: the sum while parts are added, then the result */
	struct aggregate_part *parts;
	size_t part_count, parts_cap;
};

void aggregator_init(struct aggregator *aggregator, struct tree *tree);
void aggregator_release(struct aggregator *aggregator);

/*
 * Add a tree, of any names table, whose first frames are the keys, such as ranks: each child of
 * its root is a part, without that frame; parts with one key are summed. The order of calls does
 * not matter. ERR_SUM as tree_merge().
 */
bool aggregator_add_parts(
	struct aggregator *aggregator, const struct tree *from, struct err *err) MUST_CHECK;

/*
 * Turn the tree into the requested aggregate, after folding the numbers detected in names, as
 * `set` says (see ruleset_strip_numbers()). Counts and extremes of single operations are
 * dropped, except for sums. ERR_SUM.
 */
bool aggregator_finish(struct aggregator *aggregator, enum aggregate how, const struct ruleset *set,
	uint32_t keep_levels, bool leaves_too, struct err *err) MUST_CHECK;

#endif /* COLLAPSE_AGGREGATE_H */
