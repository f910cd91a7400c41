#include "svg/layout.h"

#include <math.h>

#include "tests/unit/made_stack.h"
#include "tests/unit/test.h"

/* A tree of "frame;frame value" texts, and its graph. */
struct fixture {
	struct names names;
	struct tree tree;
	struct graph graph;
};

static void setup(struct fixture *fixture)
{

	names_init(&fixture->names);
	tree_init(&fixture->tree, &fixture->names);
}

static void add(struct fixture *fixture, const char *stack, uint64_t value)
{
	struct err err = { 0 };
	uint32_t node = made_stack(&fixture->tree, stack, strlen(stack));

	assert_true(tree_add(&fixture->tree, node, value, &err));
}

static void make_graph(struct fixture *fixture, enum svg_order order)
{
	struct err err = { 0 };

	graph_init(&fixture->graph, &fixture->names);
	assert_true(graph_from_tree(&fixture->graph, &fixture->tree, NULL, order, &err));
}

static void teardown(struct fixture *fixture)
{
	graph_release(&fixture->graph);
	tree_release(&fixture->tree);
	names_release(&fixture->names);
}

static void compute(const struct graph *graph, double width, double minwidth, uint32_t max_depth,
	struct layout *layout)
{
	const struct layout_rules rules = { .x = 10,
		.width = width,
		.minwidth = minwidth,
		.full = graph->width[0],
		.max_depth = max_depth };

	layout_compute(layout, graph, &rules);
}

static void assert_near(double a, double b)
{
	if (fabs(a - b) > 1e-6)
		fail_msg("%.9g is not %.9g", a, b);
}

TEST(narrow_neighbours_are_merged)
{
	struct fixture f;
	struct layout layout;

	setup(&f);
	add(&f, "a;b1", 3);
	add(&f, "a;b2", 4);
	add(&f, "a;c", 900);
	add(&f, "a;d1", 2);
	add(&f, "a;d2;deep", 3);
	add(&f, "a;e", 88);
	make_graph(&f, SVG_BY_NAME);
	compute(&f.graph, 1000, 5, 99, &layout);
	/* b1 and b2 are 7 px together; d1 and d2 5 px: just visible */
	assert_int_equal(layout.rest_count, 2);
	assert_near(layout.rests[0].x, 10);
	assert_near(layout.rests[0].width, 7);
	assert_int_equal(layout.rests[0].count, 2);
	assert_int_equal(layout.rests[0].value, 7);
	assert_int_equal(layout.rests[0].parent, 1);
	assert_near(layout.rests[1].x, 10 + 907);
	assert_int_equal(layout.rests[1].value, 5);
	assert_false(layout.rests[1].deep);
	layout_release(&layout);
	/* 6 px: the second is too narrow itself */
	compute(&f.graph, 1000, 6, 99, &layout);
	assert_int_equal(layout.rest_count, 1);
	layout_release(&layout);
	teardown(&f);
}

TEST(too_deep_nesting_is_reported)
{
	struct fixture f;
	struct layout layout;

	setup(&f);
	add(&f, "a;b;c;d;e", 10);
	add(&f, "a;b;c2", 10);
	make_graph(&f, SVG_BY_NAME);
	compute(&f.graph, 100, 1, 2, &layout);
	assert_int_equal(layout.count, 3);
	assert_int_equal(layout.rest_count, 1);
	assert_true(layout.rests[0].deep);
	assert_int_equal(layout.rests[0].count, 3);
	assert_int_equal(layout.rests[0].value, 20);
	assert_int_equal(layout.rests[0].parent, 2);
	assert_int_equal(layout.deepest, 3);
	layout_release(&layout);
	teardown(&f);
}

/* A number below `below`, the same in every run. */
static uint32_t chance(uint64_t *state, uint32_t below)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)(*state >> 33) % below;
}

/*
 * For any tree: nothing overlaps, nothing is outside its parent, and what is
 * neither drawn nor part of a remainder is too narrow to be seen.
 */
static void check_layout(const struct graph *graph, const struct layout *layout, double minwidth)
{
	double *end = calloc(graph->count, sizeof(*end)); /* of the last thing in a box */
	double *seen = calloc(graph->count, sizeof(*seen));
	double *x = calloc(graph->count, sizeof(*x));
	size_t rest = 0;

	assert_true(end != NULL && seen != NULL && x != NULL);
	for (size_t i = 0; i <= layout->count; i++) {
		for (; rest < layout->rest_count && layout->rests[rest].before <= i; rest++) {
			const struct layout_rest *it = &layout->rests[rest];

			assert_true(it->width >= minwidth - 1e-9);
			assert_true(it->x >= end[it->parent] - 1e-6);
			end[it->parent] = it->x + it->width;
			seen[it->parent] += it->width;
		}
		if (i < layout->count) {
			const struct layout_rect *it = &layout->rects[i];
			uint32_t parent = graph->parent[it->box];

			assert_true(it->box == 0 || it->width >= minwidth - 1e-9);
			x[it->box] = end[it->box] = it->x;
			if (it->box == 0)
				continue;
			assert_true(it->x >= end[parent] - 1e-6);
			end[parent] = it->x + it->width;
			seen[parent] += it->width;
		}
	}
	for (size_t i = 0; i < layout->count; i++) {
		const struct layout_rect *it = &layout->rects[i];
		double own = (double)graph->self[it->box] / (double)graph->width[0] * 1000;
		double missing = it->width - own - seen[it->box];

		assert_true(end[it->box] <= it->x + it->width + 1e-6);
		/* less than one minimum width is missing between any two that are drawn */
		assert_true(missing < minwidth * graph->count + 1e-6);
		assert_true(missing > -1e-6);
	}
	free(end);
	free(seen);
	free(x);
}

TEST(no_time_is_lost_in_any_tree)
{
	uint64_t seed = 42;

	for (int round = 0; round < 60; round++) {
		static const double minwidths[] = { 0, 0.1, 3, 50 };
		struct fixture f;
		struct layout layout;

		setup(&f);
		for (uint32_t i = 0, n = 1 + chance(&seed, 80); i < n; i++) {
			char stack[64] = "";

			for (uint32_t d = 0, depth = 1 + chance(&seed, 6); d < depth; d++) {
				const char frame[] = { d > 0 ? ';' : 'r',
					(char)('a' + chance(&seed, 5)), '\0' };

				strcat(stack, frame);
			}
			add(&f, stack,
				chance(&seed, 4) == 0 ? chance(&seed, 100000) + 1
						      : chance(&seed, 30) + 1);
		}
		make_graph(&f, (enum svg_order)(round % 3));
		for (size_t i = 0; i < ARRAY_SIZE(minwidths); i++) {
			compute(&f.graph, 1000, minwidths[i], 99, &layout);
			check_layout(&f.graph, &layout, minwidths[i]);
			if (minwidths[i] == 0)
				assert_int_equal(layout.count, f.graph.count);
			layout_release(&layout);
		}
		teardown(&f);
	}
}
