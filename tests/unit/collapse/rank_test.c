#include "collapse/input/rank_name.h"

#include <stdio.h>
#include <string.h>

#include "collapse/aggregate.h"
#include "tests/unit/test.h"

TEST(ranks_are_read_from_paths)
{
	static const struct {
		const char *path, *pattern, *rank; /* "": no rank */
	} cases[] = {
		{ "rank3.sqlite", NULL, "rank 3" },
		{ "run/out_rank_012.sqlite", NULL, "rank 12" },
		{ "rank.x/report.sqlite", NULL, "" },
		{ "frank-7.sqlite", NULL, "rank 7" },
		{ "report7.sqlite", NULL, "" },
		{ "run_7.sqlite", "run_%r.sqlite", "rank 7" },
		{ "a/b/run_7.sqlite", "run_%r.sqlite", "rank 7" },
		{ "/a//run_7.sqlite", "run_%r.sqlite", "rank 7" },
		{ "/", "run_%r.sqlite", "" },
		{ "a/node5/run.sqlite", "node%r/run.sqlite", "rank 5" },
		{ "xrun_7.sqlite", "run_%r.sqlite", "" },
		{ "job.4711.9.sqlite", "job.*.%r.sqlite", "rank 9" },
		{ "job.4711.9.sqlite", "*.%r.sqlite", "rank 9" },
		{ "a7/run_.sqlite", "run_%r*", "" },
		{ "run_000", "run_%r", "rank 0" },
		{ "run_7_rank2", "run_%r", "rank 2" }, /* does not match: the name is used */
		{ "****", "****%r", "" },
		{ "", "%r", "" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		char rank[RANK_SIZE];
		bool says = rank_by_pattern(cases[i].path, cases[i].pattern, rank) ||
			    rank_of_path(cases[i].path, rank);

		assert_string_equal(rank, cases[i].rank);
		assert_int_equal(says, cases[i].rank[0] != '\0');
	}
}

TEST(files_without_a_rank_are_named)
{
	char path[2 * RANK_SIZE], rank[RANK_SIZE] = "before";

	assert_false(rank_by_pattern("rank3.sqlite", NULL, rank));
	assert_string_equal(rank, "");
	assert_false(rank_by_pattern("rank3.sqlite", "rank%r.db", rank));
	assert_string_equal(rank, "");
	rank_of_file("run/report.sqlite", NULL, NULL, rank);
	assert_string_equal(rank, "run/report.sqlite");
	rank_of_file("run/report.sqlite", NULL, "rank 4", rank);
	assert_string_equal(rank, "rank 4");
	/* of a long path, the end */
	memset(path, 'a', sizeof(path));
	memcpy(path + sizeof(path) - 3, "/z", 3);
	rank_of_file(path, NULL, NULL, rank);
	assert_string_equal(rank, path + sizeof(path) - RANK_SIZE);
}

/* Parts of one key add up; a stack that a part lacks counts as 0. */
/* The spread of a stack is under a name that says which parts have least and most of it. */
static uint64_t self_of(
	const struct tree *tree, uint32_t parent, const char *name, enum aggregate how)
{
	char text[64];
	uint32_t frame = NAME_NONE;

	snprintf(text, sizeof(text), "%s%s", name,
		how == AGGREGATE_SPREAD ? " [least 1, most 0]" : "");
	assert_true(names_find(tree->names, text, strlen(text), &frame));
	return tree->self[tree_find(tree, parent, frame)];
}

TEST(parts_are_combined)
{
	static const struct {
		enum aggregate how;
		uint64_t a, b;
	} cases[] = {
		{ AGGREGATE_SUM, 17, 9 },
		{ AGGREGATE_MEAN, 9, 5 }, /* 8.5 and 4.5, rounded */
		{ AGGREGATE_MIN, 7, 0 },
		{ AGGREGATE_MAX, 10, 9 },
		{ AGGREGATE_SPREAD, 3, 9 },
	};
	static const struct {
		const char *key;
		uint64_t a, b;
	} parts[] = { { "0", 4, 9 }, { "1", 7, 0 }, { "0", 6, 0 } };
	const struct ruleset none = { .strip_numbers = STRIP_NONE };

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct names names;
		struct tree whole;
		struct aggregator aggregator;
		struct err err = { 0 };
		uint32_t a, b, node;

		names_init(&names);
		a = names_intern(&names, "a", 1);
		b = names_intern(&names, "b", 1);
		tree_init(&whole, &names);
		aggregator_init(&aggregator, &whole);
		for (size_t j = 0; j < ARRAY_SIZE(parts); j++) {
			struct tree part;

			tree_init(&part, &names);
			node = tree_child(&part, TREE_ROOT, a);
			assert_true(tree_add(&part, node, parts[j].a, &err));
			node = tree_child(&part, node, b);
			assert_true(tree_add(&part, node, parts[j].b, &err));
			assert_true(aggregator_add(
				&aggregator, parts[j].key, parts[j].key, &part, &err));
			tree_release(&part);
		}
		assert_true(aggregator_finish(&aggregator, cases[i].how, &none, 0, false, &err));
		node = tree_find(&whole, TREE_ROOT, a);
		assert_int_equal(self_of(&whole, TREE_ROOT, "a", cases[i].how), cases[i].a);
		assert_int_equal(self_of(&whole, node, "b", cases[i].how), cases[i].b);
		assert_int_equal(whole.total, cases[i].a + cases[i].b);
		aggregator_release(&aggregator);
		tree_release(&whole);
		names_release(&names);
	}
}
