#include "base/tree.h"
#include "tests/unit/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint32_t frame(struct names *names, const char *text)
{
	uint32_t id = NAME_NONE;

	id = names_intern_frame(names, text, strlen(text));
	return id;
}

static uint32_t child(struct tree *tree, uint32_t node, const char *text)
{
	uint32_t id = TREE_NONE;

	id = tree_child(tree, node, frame(tree->names, text));
	return id;
}

static void add(struct tree *tree, uint32_t node, uint64_t value)
{
	struct err err = { 0 };

	assert_true(tree_add(tree, node, value, &err));
}

static void init(struct tree *tree, struct names *names)
{

	names_init(names);
	tree_init(tree, names);
}

static void release(struct tree *tree, struct names *names)
{
	tree_release(tree);
	names_release(names);
}

TEST(deep_stacks_need_no_recursion)
{
	struct names names;
	struct tree tree;
	uint32_t node = TREE_ROOT;
	uint64_t *totals;

	init(&tree, &names);
	for (int i = 0; i < 1000000; i++)
		node = child(&tree, node, "f");
	add(&tree, node, 7);
	totals = tree_totals(&tree);
	assert_non_null(totals);
	assert_true(totals[TREE_ROOT] == 7 && totals[1] == 7);
	free(totals);
	release(&tree, &names);
}

TEST(overflow_is_an_error_and_adds_nothing)
{
	struct names names;
	struct tree tree;
	struct err err = { 0 };
	uint32_t a;

	init(&tree, &names);
	a = child(&tree, TREE_ROOT, "a");
	add(&tree, a, UINT64_MAX - 1);
	assert_false(tree_add(&tree, TREE_ROOT, 2, &err));
	assert_int_equal(err.code, ERR_SUM);
	assert_string_equal(err.msg, "total overflows 64 bits");
	assert_true(tree.total == UINT64_MAX - 1 && tree.self[TREE_ROOT] == 0);
	add(&tree, TREE_ROOT, 1);
	assert_false(tree_set_decimals(&tree, 1, &err));
	assert_true(tree.total == UINT64_MAX && tree.decimals == 0);
	release(&tree, &names);
}

TEST(nodes_are_put_in_the_order_in_which_they_began)
{
	static const struct tree_stats late = { 1, 5, 5, 70 }, early = { 1, 5, 5, 3 },
				       between = { 1, 5, 5, 9 };
	static const char *const expected[] = { "a", "c", "b", "x", "untimed", "idle" };
	struct names names;
	struct tree tree;
	struct err err = { 0 };
	uint32_t a, b;

	init(&tree, &names);
	add(&tree, child(&tree, TREE_ROOT, "untimed"), 1);
	assert_false(tree_order_by_start(&tree));
	b = child(&tree, TREE_ROOT, "x");
	a = child(&tree, TREE_ROOT, "a");
	add(&tree, child(&tree, a, "idle"), 2);
	assert_true(tree_add_stats(&tree, child(&tree, a, "b"), 5, &late, &err));
	assert_true(tree_add_stats(&tree, child(&tree, a, "c"), 5, &early, &err));
	assert_true(tree_add_stats(&tree, child(&tree, a, "b"), 5, &between, &err));
	assert_true(tree_add_stats(&tree, b, 5, &late, &err));
	assert_true(tree_order_by_start(&tree));
	assert_true(tree.count == 7 && tree.total == 23);
	for (uint32_t node = 1; node < tree.count; node++) {
		const struct name *name = &names.list[tree.frame[node]];

		assert_true(name->len == strlen(expected[node - 1]));
		assert_memory_equal(name->text, expected[node - 1], name->len);
	}
	assert_true(tree.stats[3].first == 9 && tree.stats[3].count == 2 && tree.self[3] == 10);
	release(&tree, &names);
}

TEST(stats_overflow_is_an_error_and_adds_nothing)
{
	static const struct tree_stats most = { UINT64_MAX, 1, 1, 0 }, one = { 1, 1, 1, 0 };
	struct names names;
	struct tree tree;
	struct err err = { 0 };

	init(&tree, &names);
	assert_true(tree_add_stats(&tree, TREE_ROOT, 5, &most, &err));
	assert_false(tree_add_stats(&tree, TREE_ROOT, 5, &one, &err));
	assert_int_equal(err.code, ERR_SUM);
	assert_true(tree.total == 5 && tree.stats[TREE_ROOT].count == UINT64_MAX);
	release(&tree, &names);
}
