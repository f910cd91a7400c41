#ifndef COLLAPSE_FOLD_FOLD_LEVEL_H
#define COLLAPSE_FOLD_FOLD_LEVEL_H

#include "base/rules.h"
#include "base/tree.h"

/*
 * A stack being added to the tree frame by frame: its node so far, and the decisions of the
 * rules.
 */
struct fold_level {
	uint32_t node;
	uint32_t base; /* where the stack begins: the root, or the last frame put in front */
	bool filtered; /* a frame matched a filter; node no longer changes */
	bool chosen;   /* a frame matched RULE_ONLY */
	bool rooted;   /* a frame became the root */
};

/* Where every stack begins. */
extern const struct fold_level fold_level_root;

/*
 * The stack `above` with one more frame: `name`, as the program gave it. Rules, tree and name
 * share one names table. ERR_PATTERN as rules_apply().
 */
bool fold_level_descend(struct rules *rules, struct tree *tree, enum frame_kind kind,
	const struct fold_level *above, uint32_t name, struct fold_level *below,
	struct err *err) MUST_CHECK;

/*
 * The stack `above` with one more frame that is put in front of a file's own. Rules choose by
 * it, and may begin the stack there, but do not rename it. After the last one, `base` is to be
 * set to the node. Errors as above.
 */
bool fold_level_put(struct rules *rules, struct tree *tree, const struct fold_level *above,
	uint32_t name, struct fold_level *below, struct err *err) MUST_CHECK;

static inline bool fold_level_equal(const struct fold_level *a, const struct fold_level *b)
{
	return a->node == b->node && a->base == b->base && a->filtered == b->filtered &&
	       a->chosen == b->chosen && a->rooted == b->rooted;
}

/* Whether a stack that ends here is left out. */
static inline bool fold_level_is_left_out(const struct rules *rules, const struct fold_level *level)
{
	return level->filtered || (rules->has_only && !level->chosen);
}

#endif /* COLLAPSE_FOLD_FOLD_LEVEL_H */
