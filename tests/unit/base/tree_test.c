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

TEST(one_frame_under_one_parent_is_one_node)
{
	struct names names;
	struct tree tree;
	uint32_t a, b;

	init(&tree, &names);
	assert_int_equal(tree.count, 1);
	assert_int_equal(tree_find(&tree, TREE_ROOT, frame(&names, "a")), TREE_NONE);
	a = child(&tree, TREE_ROOT, "a");
	b = child(&tree, a, "b");
	assert_int_not_equal(child(&tree, TREE_ROOT, "b"), b);
	assert_int_equal(child(&tree, TREE_ROOT, "a"), a);
	assert_int_equal(child(&tree, a, "b"), b);
	assert_int_equal(tree_find(&tree, a, frame(&names, "b")), b);
	assert_int_equal(tree.count, 4);
	assert_int_equal(tree.parent[b], a);
	assert_int_equal(tree.parent[a], TREE_ROOT);
	assert_int_equal(tree.parent[TREE_ROOT], TREE_NONE);
	release(&tree, &names);
}

TEST(children_are_linked_newest_first)
{
	struct names names;
	struct tree tree;
	uint32_t a, b, c;

	init(&tree, &names);
	a = child(&tree, TREE_ROOT, "a");
	b = child(&tree, TREE_ROOT, "b");
	c = child(&tree, TREE_ROOT, "c");
	assert_int_equal(tree.first_child[TREE_ROOT], c);
	assert_int_equal(tree.next_sibling[c], b);
	assert_int_equal(tree.next_sibling[b], a);
	assert_int_equal(tree.next_sibling[a], TREE_NONE);
	assert_int_equal(tree.first_child[a], TREE_NONE);
	release(&tree, &names);
}

/* Wide and deep, so that arrays and hash table grow several times. */
TEST(many_nodes_are_found_again)
{
	enum { WIDE = 300, DEEP = 300 };
	struct names names;
	struct tree tree;
	static uint32_t nodes[WIDE][DEEP];
	char text[32];

	init(&tree, &names);
	for (int round = 0; round < 2; round++) {
		for (int i = 0; i < WIDE; i++) {
			uint32_t node = TREE_ROOT;

			snprintf(text, sizeof(text), "root %d", i);
			for (int j = 0; j < DEEP; j++) {
				node = child(&tree, node, j == 0 ? text : "again");
				if (round == 0)
					nodes[i][j] = node;
				assert_int_equal(nodes[i][j], node);
			}
		}
	}
	assert_int_equal(tree.count, 1 + WIDE * DEEP);
	for (uint32_t node = 1; node < tree.count; node++) {
		assert_true(tree.parent[node] < node);
		assert_int_equal(tree_find(&tree, tree.parent[node], tree.frame[node]), node);
	}
	release(&tree, &names);
}

TEST(totals_sum_up)
{
	struct names names;
	struct tree tree;
	uint32_t a, b, c;
	uint64_t *totals;

	init(&tree, &names);
	a = child(&tree, TREE_ROOT, "a");
	b = child(&tree, a, "b");
	c = child(&tree, TREE_ROOT, "c");
	add(&tree, a, 1);
	add(&tree, b, 10);
	add(&tree, b, 10);
	add(&tree, c, 100);
	add(&tree, TREE_ROOT, 1000);
	totals = tree_totals(&tree);
	assert_non_null(totals);
	assert_true(totals[b] == 20 && totals[a] == 21 && totals[c] == 100);
	assert_true(totals[TREE_ROOT] == 1121 && tree.total == 1121);
	free(totals);
	release(&tree, &names);
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

TEST(stats_keep_count_and_extremes)
{
	static const struct tree_stats first = { 3, 5, 9, 30 }, second = { 2, 4, 6, 20 },
				       none = { 0 };
	struct names names;
	struct tree tree;
	struct err err = { 0 };
	uint32_t a, b;

	init(&tree, &names);
	a = child(&tree, TREE_ROOT, "a");
	b = child(&tree, TREE_ROOT, "b");
	assert_null(tree.stats);
	assert_true(tree_add_stats(&tree, a, 20, &first, &err));
	assert_true(tree_add_stats(&tree, a, 10, &second, &err));
	assert_true(tree_add_stats(&tree, a, 1, &none, &err));
	assert_true(tree.self[a] == 31);
	assert_true(tree.stats[a].count == 5 && tree.stats[a].min == 4 && tree.stats[a].max == 9);
	assert_true(tree.stats[b].count == 0);
	/* every later node has its stats, too */
	for (int i = 0; i < 1000; i++) {
		char text[32];

		snprintf(text, sizeof(text), "%d", i);
		b = child(&tree, b, text);
		assert_true(tree.stats[b].count == 0 && tree.stats[b].max == 0);
	}
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

TEST(finer_decimals_rescale)
{
	static const struct tree_stats stats = { 2, 3, 4, 0 };
	struct names names;
	struct tree tree;
	struct err err = { 0 };
	uint32_t a;

	init(&tree, &names);
	a = child(&tree, TREE_ROOT, "a");
	assert_true(tree_add_stats(&tree, a, 7, &stats, &err));
	assert_true(tree_set_decimals(&tree, 3, &err));
	assert_true(tree.self[a] == 7000 && tree.total == 7000);
	assert_true(tree.stats[a].min == 3000 && tree.stats[a].max == 4000);
	assert_true(tree.stats[a].count == 2);
	assert_true(tree_set_decimals(&tree, 3, &err));
	assert_true(tree.total == 7000);
	release(&tree, &names);
}

TEST(merge_is_a_sum)
{
	static const struct tree_stats one = { 1, 10, 10, 0 }, two = { 2, 4, 6, 0 };
	struct names names, other_names;
	struct tree tree, other;
	struct err err = { 0 };
	uint32_t a, b, x;

	init(&tree, &names);
	init(&other, &other_names);
	frame(&other_names, "ids differ between the two");
	a = child(&tree, TREE_ROOT, "a");
	b = child(&tree, a, "b");
	assert_true(tree_add_stats(&tree, b, 10, &one, &err));
	x = child(&other, TREE_ROOT, "x");
	add(&other, x, 5);
	assert_true(tree_add_stats(
		&other, child(&other, child(&other, TREE_ROOT, "a"), "b"), 10, &two, &err));
	add(&other, TREE_ROOT, 3);

	assert_true(tree_merge(&tree, &other, &err));
	assert_int_equal(tree.count, 4);
	assert_true(tree.total == 28);
	assert_true(tree.self[b] == 20 && tree.self[TREE_ROOT] == 3);
	assert_true(tree.stats[b].count == 3 && tree.stats[b].min == 4 && tree.stats[b].max == 10);
	x = tree_find(&tree, TREE_ROOT, frame(&names, "x"));
	assert_true(x != TREE_NONE && tree.self[x] == 5);
	release(&other, &other_names);
	release(&tree, &names);
}

TEST(merge_takes_the_finer_decimals)
{
	struct names names;
	struct tree tree, other;
	struct err err = { 0 };

	init(&tree, &names);
	tree_init(&other, &names);
	add(&tree, TREE_ROOT, 2);
	assert_true(tree_set_decimals(&other, 2, &err));
	add(&other, TREE_ROOT, 150);
	assert_true(tree_merge(&tree, &other, &err)); /* 2 + 1.50 */
	assert_true(tree.decimals == 2 && tree.total == 350);
	tree_release(&other);

	tree_init(&other, &names);
	add(&other, TREE_ROOT, 1);
	assert_true(tree_merge(&tree, &other, &err)); /* + 1 */
	assert_true(tree.decimals == 2 && tree.total == 450);
	add(&other, TREE_ROOT, UINT64_MAX / 10);
	assert_false(tree_merge(&tree, &other, &err));
	assert_int_equal(err.code, ERR_SUM);
	assert_true(tree.total == 450);
	tree_release(&other);
	release(&tree, &names);
}
