#include "collapse/names/strip_numbers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/folded.h"
#include "base/rules_text.h"
#include "tests/unit/made_stack.h"
#include "tests/unit/test.h"

struct made {
	struct names names;
	struct tree tree;
	struct err err;
};

static void add(struct tree *tree, const char *stack, uint64_t value)
{
	struct err err = { 0 };

	assert_true(tree_add(tree, made_stack(tree, stack, strlen(stack)), value, &err));
}

/* Lines of "stack value". */
static void make(struct made *made, const char *text)
{
	*made = (struct made){ 0 };
	names_init(&made->names);
	tree_init(&made->tree, &made->names);
	while (*text != '\0') {
		char line[256];
		size_t len = strcspn(text, "\n");
		char *space;

		assert_true(len < sizeof(line));
		memcpy(line, text, len);
		line[len] = '\0';
		space = strrchr(line, ' ');
		assert_non_null(space);
		*space = '\0';
		add(&made->tree, line, strtoull(space + 1, NULL, 10));
		text += len + (text[len] == '\n');
	}
}

static void release(struct made *made)
{
	tree_release(&made->tree);
	names_release(&made->names);
}

static void assert_text(const struct tree *tree, const char *expected)
{
	struct err err = { 0 };
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	assert_non_null(out);
	assert_true(folded_write(tree, "[root]", out, &err));
	fclose(out);
	assert_string_equal(text, expected);
	free(text);
}

static const struct strip_options automatic = { .mode = STRIP_AUTO };

static void check(const char *before, const struct strip_options *options, const char *after)
{
	struct made made;
	uint64_t total;

	make(&made, before);
	total = made.tree.total;
	if (!strip_numbers(&made.tree, options, NULL, &made.err))
		fail_msg("%s", made.err.msg);
	assert_int_equal(made.tree.total, total);
	assert_text(&made.tree, after);
	/* folding again changes nothing */
	assert_true(strip_numbers(&made.tree, options, NULL, &made.err));
	assert_text(&made.tree, after);
	release(&made);
}

TEST(operations_keep_their_numbers)
{
	static const struct strip_options leaves_too = { .mode = STRIP_AUTO, .leaves_too = true };

	check("a;gemm_64x64 1\na;gemm_64x32 2\na;gemm_32x32 3\n", &automatic,
		"a;gemm_32x32 3\na;gemm_64x32 2\na;gemm_64x64 1\n");
	check("a;r1 1\na;r2 2\na;r3 3\n", &leaves_too, "a;rN 6\n");
}

TEST(leading_frames_keep_their_numbers)
{
	static const struct strip_options in_front = { .mode = STRIP_AUTO, .keep_levels = 1 };

	check("rank 0;s 1;k 1\nrank 1;s 1;k 1\nrank 2;s 1;k 1\nrank 0;s 2;k 1\nrank 0;s 3;k 1\n",
		&in_front, "rank 0;s N;k 3\nrank 1;s 1;k 1\nrank 2;s 1;k 1\n");
}

TEST(counts_and_extremes_fold_too)
{
	struct made made;
	uint32_t node, *twins;

	make(&made, "");
	for (uint64_t i = 1; i <= 3; i++) {
		char stack[16];

		snprintf(stack, sizeof(stack), "l%d;k", (int)i);
		node = made_stack(&made.tree, stack, 4);
		assert_true(tree_add_stats(&made.tree, node, 10 * i,
			&(struct tree_stats){ .count = i, .min = i, .max = 10 * i }, &made.err));
	}
	assert_true(strip_numbers(&made.tree, &automatic, &twins, &made.err));
	assert_int_equal(made.tree.count, 3);
	assert_int_equal(twins[node], 2);
	assert_int_equal(made.tree.self[2], 60);
	assert_int_equal(made.tree.stats[2].count, 6);
	assert_int_equal(made.tree.stats[2].min, 1);
	assert_int_equal(made.tree.stats[2].max, 30);
	free(twins);
	release(&made);
}

static uint32_t next_random(uint32_t *seed)
{
	*seed = *seed * 1664525 + 1013904223;
	return *seed >> 16;
}

/* Fold each of several trees, add them up, fold the sum: as folding the sum alone. */
TEST(folding_parts_first_gives_the_same_result)
{
	uint32_t seed = 5;

	for (int round = 0; round < 200; round++) {
		struct made parts, whole;
		struct tree part;
		char *first = NULL;
		size_t size;
		FILE *out = open_memstream(&first, &size);

		make(&parts, "");
		make(&whole, "");
		for (int i = 0; i < 3; i++) {
			tree_init(&part, &parts.names);
			for (int j = 0; j < 4; j++) {
				char stack[64];

				snprintf(stack, sizeof(stack), "a%d;%c%d_%d;k%d",
					(int)(next_random(&seed) % 4),
					'b' + (int)(next_random(&seed) % 2),
					(int)(next_random(&seed) % 4),
					(int)(next_random(&seed) % 2),
					(int)(next_random(&seed) % 2));
				add(&part, stack, 1);
				add(&whole.tree, stack, 1);
			}
			assert_true(strip_numbers(&part, &automatic, NULL, &parts.err));
			assert_true(tree_merge(&parts.tree, &part, &parts.err));
			tree_release(&part);
		}
		assert_true(strip_numbers(&parts.tree, &automatic, NULL, &parts.err));
		assert_true(strip_numbers(&whole.tree, &automatic, NULL, &whole.err));
		assert_true(folded_write(&whole.tree, "[root]", out, &whole.err));
		fclose(out);
		assert_text(&parts.tree, first);
		free(first);
		release(&parts);
		release(&whole);
	}
}

static void strip_many(uint32_t count, bool deep)
{
	struct made made;
	uint32_t node = TREE_ROOT, name, kernel;

	make(&made, "");
	kernel = names_intern(&made.names, "k", 1);
	for (uint32_t i = 0; i < count; i++) {
		char text[32];

		snprintf(text, sizeof(text), "x_%u", i);
		name = names_intern(&made.names, text, strlen(text));
		node = tree_child(&made.tree, deep ? node : TREE_ROOT, name);
		if (!deep)
			node = tree_child(&made.tree, node, kernel);
		assert_true(tree_add(&made.tree, node, 1, &made.err));
	}
	assert_true(strip_numbers(&made.tree, &automatic, NULL, &made.err));
	assert_int_equal(made.tree.total, count);
	assert_int_equal(made.tree.count, deep ? count + 1 : 3);
	release(&made);
}

/* So many that a quadratic algorithm would not finish; the bench measures the time. */
TEST(wide_and_deep_trees_finish)
{
	strip_many(400000, false);
	strip_many(400000, true);
}
