#include "base/graph_shares.c"
#include "tests/unit/test.h"

#include <stdio.h>
#include <string.h>

/* What was put, of all parts and of none. */
struct put {
	uint64_t ns, whole_ns, count, of_node[8];
};

static bool add(void *context, const struct graph_launches *launches, const struct graph_part *part,
	uint64_t ns, uint64_t count)
{
	struct put *put = context;

	(void)launches;
	assert_true(count > 0);
	if (part == NULL) {
		put->whole_ns += ns;
		return true;
	}
	put->ns += ns;
	put->count += count;
	put->of_node[part->node] += ns;
	return true;
}

static struct put divide_all(struct graph_shares *shares)
{
	struct put put = { 0 };

	assert_true(graph_shares_divide(shares, add, &put));
	return put;
}

/* An operation in a sampled launch. */
static void sample(
	struct graph_shares *shares, uint32_t graph, uint64_t id, uint32_t node, uint64_t ns)
{
	graph_shares_sample(shares, graph_shares_part(shares, graph, node, 0), graph, id, ns);
}

static void launch(struct graph_shares *shares, uint32_t stack, uint32_t graph, uint64_t ns)
{
	struct graph_launches *launches = graph_shares_launches(shares, stack, graph, 0);

	assert_non_null(launches);
	fold_value_add(&launches->sums, ns);
}

TEST(time_is_divided_by_samples)
{
	struct graph_shares shares = { 0 };
	struct put put;

	launch(&shares, 3, 9, 1000);
	assert_true(shares.has_unknown);
	put = divide_all(&shares);
	assert_true(put.ns == 0 && put.whole_ns == 1000);
	/* two launches by node: two nodes with one stack, one with another */
	for (int i = 0; i < 2; i++) {
		sample(&shares, 9, 200, 1, 10);
		sample(&shares, 9, 201, 1, 20);
		sample(&shares, 9, 202, 2, 70);
	}
	launch(&shares, 3, 9, 1000);
	launch(&shares, 4, 9, 100);
	launch(&shares, 4, 8, 5);
	put = divide_all(&shares);
	assert_int_equal(put.of_node[1], 630);
	assert_int_equal(put.of_node[2], 1470);
	assert_int_equal(put.count, 9);
	assert_int_equal(put.whole_ns, 5);
	assert_int_equal(shares.samples, 6);
	graph_shares_release(&shares);
}

TEST(what_is_put_adds_up)
{
	struct graph_shares shares = { 0 };
	uint64_t launched = 0;
	struct put put;

	for (uint32_t graph = 1; graph < 100; graph++) {
		for (uint64_t node = 0; node < 7; node++)
			sample(&shares, graph, node + 1, (uint32_t)node,
				node % 3 == 0 ? 0 : graph * node * UINT64_C(123456789012));
		launch(&shares, graph % 5, graph, UINT64_C(10000000000000001) * graph);
		launched += UINT64_C(10000000000000001) * graph;
	}
	put = divide_all(&shares);
	assert_true(put.ns == launched);
	graph_shares_release(&shares);
}

/* Fold mode adds samples as they come, collapse by kinds of operations. */
TEST(order_makes_no_difference)
{
	static const uint64_t ns[] = { 7, 11, 11, 3 };
	uint64_t found[2][8];

	for (int backwards = 0; backwards < 2; backwards++) {
		struct graph_shares shares = { 0 };
		struct put put;

		for (uint32_t i = 0; i < 4; i++) {
			uint32_t node = backwards ? 3 - i : i;

			sample(&shares, 9, 200 + node, node, ns[node]);
		}
		launch(&shares, 3, 9, 1003);
		put = divide_all(&shares);
		assert_int_equal(put.ns, 1003);
		memcpy(found[backwards], put.of_node, sizeof(put.of_node));
		graph_shares_release(&shares);
	}
	assert_memory_equal(found[0], found[1], sizeof(found[0]));
}

TEST(devices_have_parts_of_their_own)
{
	struct graph_shares shares = { 0 };
	uint32_t first = graph_shares_part(&shares, 9, 1, 0),
		 second = graph_shares_part(&shares, 9, 1, 3);

	assert_int_not_equal(first, second);
	assert_int_equal(graph_shares_part(&shares, 9, 1, 3), second);
	assert_int_not_equal(graph_shares_part(&shares, 8, 1, 3), second);
	assert_int_equal(shares.parts[first].device, 0);
	assert_int_equal(shares.parts[second].device, 3);
	graph_shares_release(&shares);
}

TEST(memory_does_not_grow_with_new_graphs)
{
	struct graph_shares shares = { .is_bounded = true };
	struct put put;

	for (uint32_t graph = 1; graph <= 200000; graph++) {
		sample(&shares, graph, 1, 1, 10);
		launch(&shares, 3, graph, 10);
	}
	put = divide_all(&shares);
	assert_int_equal(put.ns + put.whole_ns, 2000000);
	assert_true(shares.launch_ids.count <= 65537 && shares.graph_ids.count <= 16384);
	graph_shares_release(&shares);
}
