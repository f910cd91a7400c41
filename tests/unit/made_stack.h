#ifndef TESTS_UNIT_MADE_STACK_H
#define TESTS_UNIT_MADE_STACK_H

/* The node of a stack, for tests that make a tree by hand. */

#include "base/stack_path.h"
#include "tests/unit/test.h"

static inline uint32_t made_stack(struct tree *tree, const char *stack, size_t len)
{
	struct stack_path path = { 0 };
	uint32_t node = stack_path_add(&path, tree, stack, len);

	stack_path_release(&path);
	return node;
}

#endif /* TESTS_UNIT_MADE_STACK_H */
