#include "base/stack_path.h"

#include <stdlib.h>
#include <string.h>

#include "tests/unit/made_stack.h"
#include "tests/unit/test.h"

struct fixture {
	struct names names;
	struct tree tree;
	struct stack_path path;
	struct err err;
};

static void setup(struct fixture *f)
{
	*f = (struct fixture){ 0 };
	names_init(&f->names);
	tree_init(&f->tree, &f->names);
}

static void teardown(struct fixture *f)
{
	stack_path_release(&f->path);
	tree_release(&f->tree);
	names_release(&f->names);
}

static uint32_t add(struct fixture *f, const char *stack, size_t len)
{
	return stack_path_add(&f->path, &f->tree, stack, len);
}

/* The stack of a node as text, built from its leaf. */
static void assert_is(const struct fixture *f, uint32_t node, const char *stack, size_t len)
{
	while (node != TREE_ROOT) {
		const struct name *name = &f->names.list[f->tree.frame[node]];

		assert_true(name->len <= len);
		len -= name->len;
		assert_memory_equal(stack + len, name->text, name->len);
		node = f->tree.parent[node];
		assert_true((node == TREE_ROOT) == (len == 0));
		if (len > 0) {
			len--;
			assert_int_equal(stack[len], ';');
		}
	}
}

/* Each stack after each other: frames with common beginnings or ends, and empty ones. */
TEST(a_stack_does_not_depend_on_the_one_before)
{
	static const char *const stacks[] = { "a", "b", "a;b", "a;bc", "a;b;c", "a;bc;d", "ab",
		"ab;c", "a;b;c;d;e", "a;", "a;;", "a;;b", ";", ";a", ";;a",
		"aaaaaaaa;bbbbbbbb;cccccccc", "aaaaaaaa;bbbbbbbb", "aaaaaaaa;bbbbbbbbb",
		"aaaaaaaa" };

	for (size_t i = 0; i < ARRAY_SIZE(stacks); i++) {
		for (size_t j = 0; j < ARRAY_SIZE(stacks); j++) {
			struct fixture f;
			uint32_t first, second;

			setup(&f);
			first = add(&f, stacks[i], strlen(stacks[i]));
			second = add(&f, stacks[j], strlen(stacks[j]));
			assert_is(&f, first, stacks[i], strlen(stacks[i]));
			assert_is(&f, second, stacks[j], strlen(stacks[j]));
			assert_int_equal(first == second, i == j);
			assert_int_equal(made_stack(&f.tree, stacks[i], strlen(stacks[i])), first);
			teardown(&f);
		}
	}
}

/* A cleaned frame has different text in the tree than in the stack. */
TEST(cleaned_frames_are_found_again)
{
	struct fixture f;
	uint32_t node;

	setup(&f);
	node = add(&f, "a;b\tc;d", 7);
	assert_int_equal(add(&f, "x", 1), node + 1);
	assert_int_equal(add(&f, "a;b\tc;d", 7), node);
	assert_int_equal(add(&f, "a;b c;d", 7), node);
	assert_int_equal(add(&f, "a; \t;d", 6), add(&f, "a;;d", 4));
	teardown(&f);
}
