#include "collapse/fold/fold_level.h"

const struct fold_level fold_level_root = { .node = TREE_ROOT };

bool fold_level_descend(struct rules *rules, struct tree *tree, enum frame_kind kind,
	const struct fold_level *above, uint32_t name, struct fold_level *below, struct err *err)
{
	struct verdict verdict;
	uint32_t frame, parent;

	if (!names_try_frame(rules->names, name, &frame, err) ||
		!rules_apply(rules, kind, frame, &verdict, err))
		return false;
	*below = *above;
	below->filtered |= verdict.filter_out;
	below->chosen |= verdict.only;
	if (below->filtered || (verdict.drop && !verdict.root))
		return true;
	parent = above->node;
	if (verdict.root && !above->rooted) {
		below->rooted = true;
		parent = above->base;
	}
	return tree_try_child(tree, parent, verdict.frame, &below->node, err);
}

bool fold_level_put(struct rules *rules, struct tree *tree, const struct fold_level *above,
	uint32_t name, struct fold_level *below, struct err *err)
{
	uint32_t frame, parent = above->node;
	struct verdict verdict;

	if (!names_try_frame(rules->names, name, &frame, err) ||
		!rules_apply(rules, FRAME_ADDED, frame, &verdict, err))
		return false;
	*below = *above;
	below->filtered |= verdict.filter_out;
	below->chosen |= verdict.only;
	if (below->filtered)
		return true;
	if (verdict.root && !above->rooted) {
		below->rooted = true;
		parent = above->base;
	}
	return tree_try_child(tree, parent, frame, &below->node, err);
}
