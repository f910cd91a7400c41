#ifndef COLLAPSE_FOLD_FOLD_LEVEL_H
#define COLLAPSE_FOLD_FOLD_LEVEL_H

#include "base/rules.h"
#include "base/tree.h"

/*
 * A stack on its way into the tree, frame by frame: where it is there, and what
 * the rules said on the way down.
 */
struct fold_level {
	uint32_t node;
	uint32_t base; /* where the stack begins: the root, or behind frames put in front */
	bool filtered; /* a frame says: leave out; node stands still then */
	bool chosen;   /* a frame says: keep (RULE_ONLY) */
	bool rooted;   /* a frame was taken for the root */
};

/* Where every stack begins. */
extern const struct fold_level fold_level_root;

/*
 * The stack `above` with one frame more: `name`, as the program gave it. Rules,
 * tree and name are of one names table. ERR_NOMEM; ERR_FORMAT as tree_child();
 * ERR_PATTERN as rules_apply().
 */
bool fold_level_descend(struct rules *rules, struct tree *tree, enum frame_kind kind,
	const struct fold_level *above, uint32_t name, struct fold_level *below,
	struct err *err) MUST_CHECK;

/* Whether a stack that ends here is left out. */
static inline bool fold_level_is_left_out(const struct rules *rules, const struct fold_level *level)
{
	return level->filtered || (rules->has_only && !level->chosen);
}

#endif /* COLLAPSE_FOLD_FOLD_LEVEL_H */
