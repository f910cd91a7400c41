#ifndef EXPORT_STACK_WALK_H
#define EXPORT_STACK_WALK_H

#include "base/json_write.h"
#include "base/tree.h"

/*
 * The nodes of a tree below its root in an order that depends only on their
 * frames: parents before children, siblings by the bytes of their frames.
 */
struct stack_walk {
	const struct tree *tree;
	uint32_t *nodes; /* in order */
	uint32_t *depth; /* of each in `nodes`: 1 for a child of the root */
	size_t count;
	uint32_t deepest;
	uint32_t *frames; /* ids in tree->names of all frames, in the order first met */
	uint32_t frame_count;
	uint32_t *number; /* by id in tree->names: index in `frames`, or UINT32_MAX */
};

void stack_walk_init(struct stack_walk *walk, const struct tree *tree);
void stack_walk_release(struct stack_walk *walk);

/* Whether a node has a self value. */
bool stack_walk_has_value(const struct stack_walk *walk, uint32_t node);

/* Write a tree's value (base/tree.h) as a number. */
void json_put_value(struct json_write *json, const char *key, uint64_t value, unsigned decimals);

/* Write a stack as an array of the numbers of its frames; `path` holds them, by depth. */
void json_put_stack(struct json_write *json, const char *key, const uint32_t *path, uint32_t depth);

/* Write the last line, and release the text. ERR_IO if this or any earlier write failed. */
bool json_finish(struct json_write *json, struct err *err) MUST_CHECK;

/* Flush. ERR_IO if this or any earlier write failed. */
bool json_flush(FILE *out, struct err *err) MUST_CHECK;

#endif /* EXPORT_STACK_WALK_H */
