#include "stats/measures/projection.h"
#include "stats/measures/range_tree.h"
#include "tests/unit/made_trace.h"
#include "tests/unit/test.h"

static void add_op(struct made *made, int64_t api_start, uint32_t correlation, int64_t start)
{
	made_op(made, 1,
		&(struct op){
			.start = start,
			.end = start + 10,
			.api_start = api_start,
			.api_end = api_start + 1,
			.correlation = correlation,
			.has_correlation = true,
		});
	for (int kind = 0; kind < OP_KINDS; kind++)
		made->trace.op_end[kind] = made->trace.op_count;
}

/* By the rule: the shortest that contains it; among equals the later in nesting order. */
static uint32_t expected_parent(const struct trace *trace, uint32_t child)
{
	const struct range *range = &trace->ranges[child];
	uint32_t parent = TRACE_NONE;

	for (uint32_t i = 0; i < trace->range_count; i++) {
		const struct range *above = &trace->ranges[i];
		const struct range *best = parent != TRACE_NONE ? &trace->ranges[parent] : NULL;
		bool same = above->start == range->start && above->end == range->end;

		if (i == child || above->thread != range->thread || above->start > range->start ||
			above->end < range->end || (same && i > child))
			continue;
		if (best == NULL || above->end - above->start < best->end - best->start ||
			(above->end - above->start == best->end - best->start &&
				above->start >= best->start))
			parent = i;
	}
	return parent;
}

TEST(parents_are_the_shortest_that_contain)
{
	uint32_t random = 99;

	for (int round = 0; round < 300; round++) {
		struct range_tree tree;
		struct made made;

		made_init(&made);
		for (int i = 0; i < 50; i++) {
			int64_t start, length;

			random = random * 1664525u + 1013904223u;
			start = random >> 8 & 0x1f;
			length = random >> 16 & (round % 2 != 0 ? 0x1f : 0x7);
			made_range(&made, random >> 24 & 1, start, start + length);
		}
		range_tree_init(&tree, &made.trace, false);
		for (uint32_t i = 0; i < 50; i++) {
			uint32_t parent = expected_parent(&made.trace, i);

			assert_int_equal(tree.parent[i], parent);
			assert_int_equal(
				tree.level[i], parent == TRACE_NONE ? 0 : tree.level[parent] + 1);
		}
		range_tree_release(&tree);
		made_release(&made);
	}
}

TEST(ranges_that_cross_threads_stand_alone)
{
	struct range_tree tree;
	struct made made;

	made_init(&made);
	made_range(&made, 1, 0, 100);
	made_range(&made, 1, 10, 90);
	made_range(&made, 1, 20, 80);
	made.trace.ranges[1].crosses = true;
	range_tree_init(&tree, &made.trace, false);
	assert_int_equal(tree.parent[1], TRACE_NONE);
	assert_int_equal(tree.parent[2], 0);
	range_tree_release(&tree);
	made_release(&made);
}

TEST(launches_count_once_with_many_operations)
{
	struct projected list[2];
	struct made made;

	made_init(&made);
	made_range(&made, 1, 0, 100);
	made_range(&made, 1, 50, 60);
	add_op(&made, 10, 1, 1000);
	add_op(&made, 10, 1, 500); /* of one graph */
	add_op(&made, 20, 2, 700);
	/* two launches at the same time, with operations in any order */
	add_op(&made, 55, 3, 2000);
	add_op(&made, 55, 4, 2010);
	add_op(&made, 55, 3, 2020);
	add_op(&made, 55, 4, 2030);
	project_ranges(&made.trace, PROJECT_ALL, list);
	assert_int_equal(list[0].launches, 4);
	assert_int_equal(list[0].start, 500);
	assert_int_equal(list[0].end, 2040);
	assert_int_equal(list[1].launches, 2);
	assert_int_equal(list[1].start, 2000);
	project_ranges(&made.trace, 1u << OP_MEMCPY, list);
	assert_int_equal(list[0].launches, 0);
	made_release(&made);
}
