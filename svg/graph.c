#include "svg/graph.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/platform.h"
#include "base/sum.h"

void graph_init(struct graph *graph, const struct names *names)
{
	*graph = (struct graph){ .names = names };
}

void graph_release(struct graph *graph)
{
	free(graph->name);
	free(graph->parent);
	free(graph->depth);
	free(graph->self);
	free(graph->total);
	if (graph->width != graph->total)
		free(graph->width);
	free(graph->rank);
	free(graph->came);
	free(graph->self_before);
	free(graph->total_before);
	free(graph->ops_before);
	free(graph->stats);
	free(graph->stack);
	*graph = (struct graph){ 0 };
}

static void reserve(struct graph *graph, size_t need)
{
	size_t cap = graph->cap;
	/* The arrays grow together: each starts from the same old capacity. */
	struct {
		void **items;
		size_t size;
	} arrays[] = {
		{ (void **)&graph->name, sizeof(*graph->name) },
		{ (void **)&graph->parent, sizeof(*graph->parent) },
		{ (void **)&graph->depth, sizeof(*graph->depth) },
		{ (void **)&graph->self, sizeof(*graph->self) },
	};

	for (size_t i = 0; i < ARRAY_SIZE(arrays); i++) {
		cap = graph->cap;
		mem_grow(arrays[i].items, &cap, need, arrays[i].size);
	}
	graph->cap = cap;
}

/* Append a box below `parent`, which is the last box or one of its ancestors. */
static void add_box(struct graph *graph, uint32_t parent, uint32_t name, uint64_t self)
{
	uint32_t box = graph->count;

	if (box >= TREE_NONE - 1)
		mem_die();
	if (box == graph->cap)
		reserve(graph, (size_t)box + 1);
	graph->name[box] = name;
	graph->parent[box] = parent;
	graph->depth[box] = parent == TREE_NONE ? 0 : graph->depth[parent] + 1;
	graph->self[box] = self;
	if (graph->depth[box] > graph->deepest)
		graph->deepest = graph->depth[box];
	graph->count++;
}

static uint64_t *sum_up(const struct graph *graph, const uint64_t *self)
{
	uint64_t *total = mem_zeroed(graph->count, sizeof(*total));

	memcpy(total, self, graph->count * sizeof(*total));
	for (uint32_t box = graph->count - 1; box > 0; box--)
		total[graph->parent[box]] += total[box];
	return total;
}

bool graph_is_gone(const struct graph *graph, uint32_t box)
{
	return graph->total_before != NULL && graph->total[box] == 0 &&
	       graph->total_before[box] > 0;
}

bool graph_is_new(const struct graph *graph, uint32_t box)
{
	return graph->total_before != NULL && graph->total_before[box] == 0 &&
	       graph->total[box] > 0;
}

uint64_t graph_own_width(const struct graph *graph, uint32_t box)
{
	return graph_is_gone(graph, box) ? graph->self_before[box] : graph->self[box];
}

/* Sum up totals and widths, once all boxes have been added. */
static bool sum_all(struct graph *graph, struct err *err)
{
	uint64_t sum;

	graph->total = sum_up(graph, graph->self);
	graph->width = graph->total;
	if (graph->self_before == NULL)
		return true;
	graph->total_before = sum_up(graph, graph->self_before);
	sum = graph->total[0];
	if (!sum_add(&sum, graph->total_before[0], err))
		return false;
	/* What is gone keeps its former width, or it would be invisible. */
	graph->width = mem_zeroed(graph->count, sizeof(*graph->width));
	for (uint32_t box = graph->count - 1;; box--) {
		graph->width[box] += graph_own_width(graph, box);
		if (box == 0)
			return true;
		graph->width[graph->parent[box]] += graph->width[box];
	}
}

int graph_compare_names(const struct graph *graph, uint32_t left, uint32_t right)
{
	const uint32_t *rank = graph->rank;

	if (rank == NULL)
		return names_compare(graph->names, left, right);
	return (rank[left] > rank[right]) - (rank[left] < rank[right]);
}

/* A tree's children in order: linked lists. */
struct ordered {
	const struct tree *tree;
	uint32_t *rank;  /* by name, of the graph; not for an order by time */
	uint32_t *first; /* by node */
	uint32_t *next;  /* by node */
};

static int compare_names(const void *a, const void *b, void *context)
{
	return names_compare(context, *(const uint32_t *)a, *(const uint32_t *)b);
}

/*
 * The names that occur in the tree, each once, sorted by their bytes. Also groups the tree's
 * nodes by name.
 */
static void order_by_name(struct ordered *ordered)
{
	const struct tree *tree = ordered->tree;
	uint32_t names = tree->names->count, used = 0;
	uint32_t *sorted = mem_zeroed(names, sizeof(*sorted));
	uint32_t *node_of = mem_zeroed(names, sizeof(*node_of)); /* a name's last node */
	uint32_t *same =
		mem_zeroed(tree->count, sizeof(*same)); /* another node with the same name */

	for (uint32_t node = 1; node < tree->count; node++) {
		uint32_t name = tree->frame[node];

		if (node_of[name] == 0)
			sorted[used++] = name;
		same[node] = node_of[name];
		node_of[name] = node;
	}
	platform_sort(sorted, used, sizeof(*sorted), compare_names, tree->names);
	/* From the last name to the first, each node goes before its siblings. */
	for (uint32_t i = used; i-- > 0;) {
		ordered->rank[sorted[i]] = i;
		for (uint32_t node = node_of[sorted[i]]; node != 0; node = same[node]) {
			uint32_t parent = tree->parent[node];

			ordered->next[node] = ordered->first[parent];
			ordered->first[parent] = node;
		}
	}
	free(sorted);
	free(node_of);
	free(same);
}

/* A tree lists the newest child first; nodes are numbered in order of arrival. */
static void order_by_time(struct ordered *ordered)
{
	for (uint32_t node = ordered->tree->count - 1; node > 0; node--) {
		uint32_t parent = ordered->tree->parent[node];

		ordered->next[node] = ordered->first[parent];
		ordered->first[parent] = node;
	}
}

struct by_value {
	const uint64_t *value;  /* by node: its width or, for an order by change, its total */
	const uint64_t *before; /* by node: what is subtracted from that; NULL: nothing */
	const uint32_t *rank;   /* by node: its position in the order by name */
};

/* The smallest first. Sums of values before and after do not overflow: see sum_all(). */
static int compare_values(const void *a, const void *b, void *context)
{
	const struct by_value *by = context;
	uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
	uint64_t one = by->value[left], other = by->value[right];

	if (by->before != NULL) {
		one += by->before[right];
		other += by->before[left];
	}
	if (one != other)
		return one < other ? -1 : 1;
	return by->rank[left] < by->rank[right] ? 1 : -1;
}

/* Add to widths what is gone; `width` initially holds the totals after, `gone` those before. */
static void add_gone_widths(const struct tree *tree, const struct graph_before *before,
	const uint64_t *gone, uint64_t *width)
{
	for (uint32_t node = 0; node < tree->count; node++)
		width[node] =
			width[node] == 0 && gone[node] > 0 ? before[node].value : tree->self[node];
	for (uint32_t node = tree->count - 1; node > TREE_ROOT; node--)
		width[tree->parent[node]] += width[node];
}

/*
 * Reorder by width or, of a comparison, by change, from an order by name, which siblings of equal
 * value keep.
 */
static void order_by_value(
	struct ordered *ordered, const struct graph_before *before, enum svg_order order)
{
	uint32_t count = ordered->tree->count;
	uint32_t *nodes = mem_zeroed(count, sizeof(*nodes));
	uint32_t *rank = mem_zeroed(count, sizeof(*rank));
	uint64_t *width = tree_totals(ordered->tree);
	uint64_t *gone = mem_zeroed(before != NULL ? count : 0, sizeof(*gone));
	struct by_value by = { .value = width, .rank = rank };

	for (uint32_t node = count; before != NULL && node-- > 1;) {
		gone[node] += before[node].value;
		gone[ordered->tree->parent[node]] += gone[node];
	}
	if (order == SVG_BY_CHANGE)
		by.before = before != NULL ? gone : NULL;
	else if (before != NULL)
		add_gone_widths(ordered->tree, before, gone, width);
	for (uint32_t node = 0; node < count; node++) {
		uint32_t place = 0;

		nodes[node] = node;
		for (uint32_t child = ordered->first[node]; child != TREE_NONE;
			child = ordered->next[child])
			rank[child] = place++;
		ordered->first[node] = TREE_NONE;
	}
	platform_sort(nodes + 1, count - 1, sizeof(*nodes), compare_values, &by);
	for (uint32_t i = 1; i < count; i++) {
		uint32_t parent = ordered->tree->parent[nodes[i]];

		ordered->next[nodes[i]] = ordered->first[parent];
		ordered->first[parent] = nodes[i];
	}
	free(nodes);
	free(rank);
	free(width);
	free(gone);
}

static void order_children(
	struct ordered *ordered, const struct graph_before *before, enum svg_order order)
{
	if (order == SVG_BY_TIME) {
		order_by_time(ordered);
		return;
	}
	order_by_name(ordered);
	if (order != SVG_BY_NAME)
		order_by_value(ordered, before, order);
}

/*
 * Copy the properties of a node other than its value to the last box; nodes are numbered in
 * order of arrival.
 */
static void copy_node(struct graph *graph, const struct tree *tree,
	const struct graph_before *before, uint32_t node)
{
	uint32_t box = graph->count - 1;

	if (graph->self_before != NULL && before != NULL)
		graph->self_before[box] = before[node].value;
	if (graph->ops_before != NULL && before != NULL)
		graph->ops_before[box] = before[node].ops;
	if (graph->stats != NULL && tree->stats != NULL)
		graph->stats[box] = tree->stats[node];
	if (graph->stack != NULL && graph->stack_of != NULL)
		graph->stack[box] = graph->stack_of[node];
	if (graph->came != NULL)
		graph->came[node] = box;
}

/* Walk the ordered tree in preorder, without recursion: stacks may be a million deep. */
static void add_nodes(
	struct graph *graph, const struct ordered *ordered, const struct graph_before *before)
{
	const struct tree *tree = ordered->tree;
	uint32_t node = TREE_ROOT, parent_box = TREE_NONE;

	for (;;) {
		add_box(graph, parent_box, tree->frame[node], tree->self[node]);
		copy_node(graph, tree, before, node);
		if (ordered->first[node] != TREE_NONE) {
			parent_box = graph->count - 1;
			node = ordered->first[node];
			continue;
		}
		while (node != TREE_ROOT && ordered->next[node] == TREE_NONE) {
			node = tree->parent[node];
			parent_box =
				parent_box == TREE_NONE ? TREE_NONE : graph->parent[parent_box];
		}
		if (node == TREE_ROOT)
			return;
		node = ordered->next[node];
	}
}

bool graph_from_tree(struct graph *graph, const struct tree *tree,
	const struct graph_before *before, enum svg_order order, struct err *err)
{
	struct ordered ordered = { .tree = tree };

	assert(graph->count == 0);
	ordered.first = mem_zeroed(tree->count, sizeof(*ordered.first));
	ordered.next = mem_zeroed(tree->count, sizeof(*ordered.next));
	memset(ordered.first, 0xff, tree->count * sizeof(*ordered.first)); /* TREE_NONE */
	memset(ordered.next, 0xff, tree->count * sizeof(*ordered.next));
	reserve(graph, tree->count);
	if (before != NULL)
		graph->self_before = mem_zeroed(tree->count, sizeof(*graph->self_before));
	if (tree->stats != NULL)
		graph->stats = mem_zeroed(tree->count, sizeof(*graph->stats));
	if (before != NULL && tree->stats != NULL)
		graph->ops_before = mem_zeroed(tree->count, sizeof(*graph->ops_before));
	if (graph->stack_of != NULL)
		graph->stack = mem_zeroed(tree->count, sizeof(*graph->stack));
	if (order != SVG_BY_TIME) {
		graph->came = mem_zeroed(tree->count, sizeof(*graph->came));
		graph->rank = mem_zeroed(tree->names->count, sizeof(*graph->rank));
		ordered.rank = graph->rank;
		memset(graph->rank, 0xff, tree->names->count * sizeof(*graph->rank));
	}
	graph->decimals = tree->decimals;
	order_children(&ordered, before, order);
	add_nodes(graph, &ordered, before);
	free(ordered.first);
	free(ordered.next);
	return sum_all(graph, err);
}
