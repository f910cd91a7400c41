#ifndef TESTS_UNIT_MADE_STACK_H
#define TESTS_UNIT_MADE_STACK_H

/* The node of a stack, for tests that make a tree by hand. */

#include "base/tree.h"
#include "tests/unit/test.h"

static inline uint32_t made_stack(struct tree *tree, const char *stack, size_t len)
{
	uint32_t node = TREE_ROOT;

	for (size_t at = 0, end; at <= len; at = end + 1) {
		for (end = at; end < len && stack[end] != ';';)
			end++;
		node = tree_child(
			tree, node, names_intern_frame(tree->names, stack + at, end - at));
	}
	return node;
}

#endif /* TESTS_UNIT_MADE_STACK_H */
