#ifndef BASE_STACK_PATH_H
#define BASE_STACK_PATH_H

#include <stddef.h>
#include <stdint.h>

#include "base/tree.h"

/*
 * The path from the root to the stack that was added last. The next stack
 * usually shares a prefix with it (always where stacks are sorted), and what
 * they share needs no look-up. Starts zeroed; a path belongs to one tree.
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

/* Find or make the node of a stack's text, its frames joined by ';'. */
uint32_t stack_path_add(struct stack_path *path, struct tree *tree, const char *stack, size_t len);
void stack_path_release(struct stack_path *path);

/* The length of a text without trailing blanks: spaces, tabs and CRs. */
size_t stack_path_trim(const char *text, size_t len);

#endif /* BASE_STACK_PATH_H */
