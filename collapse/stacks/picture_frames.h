#ifndef COLLAPSE_STACKS_PICTURE_FRAMES_H
#define COLLAPSE_STACKS_PICTURE_FRAMES_H

#include "base/tree.h"

/*
 * Frames as drawn, boxes with a title, and the stacks they represent: a frame's parent is the box
 * below it (or above it, if the root is at the top).
 */
struct drawn {
	int64_t x, width, y; /* in units of the picture, times 10^PICTURE_DECIMALS */
	uint32_t name;       /* id of a frame */
	uint64_t value;      /* from its title: its own and all on it */
};

#define PICTURE_DECIMALS 4
#define PICTURE_MAX_FRAMES (1u << 24)

struct drawn_list {
	struct drawn *list;
	size_t count, cap;
	unsigned decimals; /* of the values */
};

/*
 * Parse a title, "NAME (1,234 samples, 5.67%)": the name has *name_len bytes. With `times`,
 * "12.3 ms" and the like are converted to ns, as gpuflame draws them, and of "BEFORE -> AFTER"
 * the latter counts. False when it is not a frame's title.
 */
bool drawn_parse_title(const char *title, size_t len, bool times, size_t *name_len, uint64_t *value,
	unsigned *decimals);

/*
 * Add the stacks of the frames to `tree`, which is empty: a frame's own value is its title's minus
 * those of its children. The frame that contains all others is the root. Sorts `drawn`. ERR_NOMEM;
 * ERR_FORMAT when a frame has no parent.
 */
bool drawn_to_tree(struct drawn_list *drawn, struct tree *tree, struct err *err) MUST_CHECK;

#endif /* COLLAPSE_STACKS_PICTURE_FRAMES_H */
