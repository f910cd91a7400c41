#ifndef EXPORT_STACK_WALK_H
#define EXPORT_STACK_WALK_H

#include "base/tree.h"

/*
 * The nodes of a tree below its root in an order that depends only on their
 * frames: parents before children, siblings by the bytes of their frames.
 */
struct stack_walk {
	const struct tree *tree;
	uint32_t *nodes; /* in order */
	size_t count;
	uint32_t *frames; /* ids in tree->names of all frames, in the order first met */
	uint32_t frame_count;
	uint32_t *number; /* by id in tree->names: index in `frames`, or UINT32_MAX */
};

void stack_walk_init(struct stack_walk *walk, const struct tree *tree);
void stack_walk_release(struct stack_walk *walk);

#endif /* EXPORT_STACK_WALK_H */
