#include <stdlib.h>
#include <string.h>

#include "collapse/fold/nest.h"
#include "tests/unit/made_trace.h"
#include "tests/unit/test.h"

static void add_op(struct made *made, uint64_t thread, int64_t api_start, int64_t api_end)
{
	made_op(made, thread, &(struct op){ .api_start = api_start, .api_end = api_end });
}

/* The expected result of nest_next(), by the rule, one range at a time. */
static size_t expected(const struct trace *trace, uint32_t op_index, uint32_t *list)
{
	const struct op *op = &trace->ops[op_index];
	size_t count = 0;

	for (uint32_t i = 0; i < trace->range_count; i++) {
		const struct range *range = &trace->ranges[i];
		size_t at = count;

		if (range->crosses || range->thread != op->thread || range->start > op->api_start ||
			range->end < op->api_end)
			continue;
		while (at > 0) {
			const struct range *before = &trace->ranges[list[at - 1]];

			if (before->start < range->start ||
				(before->start == range->start && before->end >= range->end))
				break;
			list[at] = list[at - 1];
			at--;
		}
		list[at] = i;
		count++;
	}
	return count;
}

/* Sweep the whole trace, and compare each result and its common part with the one before. */
static void check(struct made *made)
{
	uint32_t *list = calloc(made->trace.range_count + 1, sizeof(*list));
	uint32_t *before = calloc(made->trace.range_count + 1, sizeof(*before));
	size_t depth_before = 0, visited = 0, launched = 0;
	struct nest nest;

	assert_non_null(list);
	assert_non_null(before);
	nest_init(&nest, &made->trace);
	while (nest_next(&nest)) {
		size_t count;

		visited++;
		count = expected(&made->trace, nest.op, list);
		assert_int_equal(nest.depth, count);
		assert_memory_equal(nest.ranges, list, count * sizeof(*list));
		assert_true(nest.same <= nest.depth && nest.same <= depth_before);
		assert_memory_equal(nest.ranges, before, nest.same * sizeof(*list));
		if (count > 0)
			memcpy(before, nest.ranges, count * sizeof(*list));
		depth_before = count;
	}
	for (size_t i = 0; i < made->trace.op_count; i++)
		launched += made->trace.ops[i].thread != TRACE_NONE;
	assert_int_equal(visited, launched);
	nest_release(&nest);
	free(list);
	free(before);
}

TEST(nested_ranges_come_outermost_first)
{
	struct made made;

	made_init(&made);
	made_range(&made, 1, 0, 100);
	made_range(&made, 1, 10, 50);
	made_range(&made, 1, 10, 60); /* the longer of two that begin at once is the outer */
	add_op(&made, 1, 20, 30);
	add_op(&made, 1, 55, 58);
	add_op(&made, 1, 99, 100); /* the edges belong to the range */
	add_op(&made, 1, 99, 101);
	check(&made);
	made_release(&made);
}

TEST(threads_are_kept_apart)
{
	struct made made;

	made_init(&made);
	made_range(&made, 1, 0, 100);
	made_range(&made, 2, 0, 100);
	add_op(&made, 2, 5, 6);
	add_op(&made, 3, 5, 6);
	add_op(&made, 1, 5, 6);
	made.trace.ranges[1].crosses = true;
	made.trace.ops[1].thread = TRACE_NONE;
	check(&made);
	made_release(&made);
}

TEST(an_empty_trace_is_accepted)
{
	struct made made;

	made_init(&made);
	check(&made);
	made_release(&made);
}

/* Ranges that overlap in any way, calls that end late: compared with the plain rule. */
TEST(any_overlap_follows_the_rule)
{
	uint32_t random = 12345;

	for (int round = 0; round < 300; round++) {
		struct made made;

		made_init(&made);
		for (int i = 0; i < 60; i++) {
			int64_t start, length;

			random = random * 1664525u + 1013904223u;
			start = random >> 8 & 0x3f;
			length = random >> 16 & (round % 2 != 0 ? 0x3f : 0x7);
			if ((random >> 28) % 3 == 0)
				add_op(&made, random >> 24 & 1, start, start + length / 4);
			else
				made_range(&made, random >> 24 & 1, start, start + length);
		}
		check(&made);
		made_release(&made);
	}
}

/* Many ranges are sorted by a second thread, which makes no difference. */
TEST(two_threads_sort_as_one)
{
	uint32_t random = 12345;
	struct made made;
	struct nest one, two;

	made_init(&made);
	for (int i = 0; i < 80000; i++) {
		random = random * 1664525u + 1013904223u;
		if (i % 10 == 0)
			add_op(&made, random >> 30, random >> 8 & 0xfff, 0x1000);
		else
			made_range(&made, random >> 30, random >> 8 & 0xfff, 0x2000);
	}
	nest_init(&one, &made.trace);
	made.trace.workers = 2;
	nest_init(&two, &made.trace);
	assert_memory_equal(one.ranges_order.items, two.ranges_order.items,
		made.trace.range_count * sizeof(uint32_t));
	assert_memory_equal(
		one.ops_order.items, two.ops_order.items, made.trace.op_count * sizeof(uint32_t));
	assert_memory_equal(one.ranges_order.begin, two.ranges_order.begin,
		(made.trace.threads.count + 1) * sizeof(size_t));
	nest_release(&one);
	nest_release(&two);
	made_release(&made);
}
