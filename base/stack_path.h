#ifndef BASE_STACK_PATH_H
#define BASE_STACK_PATH_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/tree.h"

/*
 * The way from the root to the stack that was added last. The next one mostly
 * begins like it (where stacks are sorted, they all do), and what they share
 * needs no look-up. All zero to begin with; one path goes with one tree.
 */
struct stack_path {
	char *text; /* of the stack */
	size_t text_cap;
	struct stack_step {
		size_t end; /* of the frame, in text */
		uint32_t node;
	} * steps; /* by depth */
	size_t count, cap;
};

/*
 * Find or make the node of a stack's text, its frames joined by ';'. ERR_NOMEM,
 * ERR_FORMAT as tree_child(); the path then is as good as a new one.
 */
bool stack_path_add(struct stack_path *path, struct tree *tree, const char *stack, size_t len,
	uint32_t *node, struct err *err) MUST_CHECK;
void stack_path_release(struct stack_path *path);

/*
 * The id of a frame as folded text has it: names_intern_frame(), save that an
 * empty one ("a;;b") stays empty, as in the peers' pictures. ERR_NOMEM, ERR_FORMAT.
 */
bool stack_path_frame(struct names *names, const char *text, size_t len, uint32_t *id,
	struct err *err) MUST_CHECK;

/* How long a text is without the blanks at its end: spaces, tabs and CRs. */
size_t stack_path_trim(const char *text, size_t len);

#endif /* BASE_STACK_PATH_H */
