#include "collapse/fold/fold_level.h"

const struct fold_level fold_level_root = { .node = TREE_ROOT };

bool fold_level_descend(struct rules *rules, struct tree *tree, enum frame_kind kind,
	const struct fold_level *above, uint32_t name, struct fold_level *below, struct err *err)
{
	struct verdict verdict;
	uint32_t parent;
	uint32_t frame = names_frame(rules->names, name);

	if (!rules_apply(rules, kind, frame, &verdict, err))
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
	below->node = tree_child(tree, parent, verdict.frame);
	return true;
}

bool fold_level_put(struct rules *rules, struct tree *tree, const struct fold_level *above,
	uint32_t name, struct fold_level *below, struct err *err)
{
	uint32_t frame, parent = above->node;
	struct verdict verdict;

	frame = names_frame(rules->names, name);
	if (!rules_apply(rules, FRAME_ADDED, frame, &verdict, err))
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
	below->node = tree_child(tree, parent, frame);
	return true;
}
