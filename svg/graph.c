#include "svg/graph.h"

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
	free(graph->width);
	free(graph->came);
	free(graph->self_before);
	free(graph->total_before);
	free(graph->ops_before);
	free(graph->stats);
	free(graph->stack);
	*graph = (struct graph){ 0 };
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

/* A tree with sums by node, and its children in order: linked lists that end with TREE_ROOT. */
struct ordered {
	const struct tree *tree;
	const struct graph_before *before;
	enum svg_order order;
	uint64_t *total, *total_before, *width; /* as of struct graph */
	uint32_t *rank;                         /* by name; not for an order by time */
	uint32_t *first, *next;
};

static void add_up(const struct tree *tree, uint64_t *values)
{
	for (uint32_t node = tree->count - 1; node > TREE_ROOT; node--)
		values[tree->parent[node]] += values[node];
}

static bool sum_all(struct ordered *ordered, struct err *err)
{
	const struct tree *tree = ordered->tree;
	const struct graph_before *before = ordered->before;
	uint64_t sum;

	ordered->total = ordered->width = tree_totals(tree);
	if (before == NULL)
		return true;
	ordered->total_before = mem_zeroed(tree->count, sizeof(uint64_t));
	ordered->width = mem_zeroed(tree->count, sizeof(uint64_t));
	for (uint32_t node = 0; node < tree->count; node++)
		ordered->total_before[node] = before[node].value;
	add_up(tree, ordered->total_before);
	/* What is gone keeps its former width, or it would be invisible. */
	for (uint32_t node = 0; node < tree->count; node++)
		ordered->width[node] =
			ordered->total[node] == 0 ? before[node].value : tree->self[node];
	add_up(tree, ordered->width);
	sum = ordered->total[TREE_ROOT];
	return sum_add(&sum, ordered->total_before[TREE_ROOT], err);
}

static int compare_names(const void *a, const void *b, void *context)
{
	return names_compare(context, *(const uint32_t *)a, *(const uint32_t *)b);
}

/* The places of the names that occur, sorted by their bytes. */
static uint32_t *rank_names(const struct tree *tree)
{
	uint32_t used = 0;
	uint32_t *rank = mem_zeroed(tree->names->count, sizeof(*rank));
	uint32_t *sorted = mem_zeroed(tree->names->count, sizeof(*sorted));

	for (uint32_t node = 1; node < tree->count; node++) {
		if (rank[tree->frame[node]]++ == 0)
			sorted[used++] = tree->frame[node];
	}
	platform_sort(sorted, used, sizeof(*sorted), compare_names, tree->names);
	for (uint32_t i = 0; i < used; i++)
		rank[sorted[i]] = i;
	free(sorted);
	return rank;
}

/*
 * The last of siblings first: by width or, of a comparison, by change; those of equal value by
 * name. Sums of values before and after do not overflow: see sum_all().
 */
static int compare_nodes(const void *a, const void *b, void *context)
{
	const struct ordered *ordered = context;
	uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
	uint32_t left_rank = ordered->rank[ordered->tree->frame[left]];
	uint32_t right_rank = ordered->rank[ordered->tree->frame[right]];
	uint64_t one = 0, other = 0;

	if (ordered->order == SVG_BY_WIDTH) {
		one = ordered->width[left];
		other = ordered->width[right];
	} else if (ordered->order == SVG_BY_CHANGE) {
		one = ordered->total[left] + ordered->total_before[right];
		other = ordered->total[right] + ordered->total_before[left];
	}
	if (one != other)
		return one < other ? -1 : 1;
	return (left_rank < right_rank) - (left_rank > right_rank);
}

/* By name alone, the last first: each name is counted, and has its place. */
static void sort_by_name(const struct ordered *ordered, uint32_t *nodes)
{
	const struct tree *tree = ordered->tree;
	uint32_t names = tree->names->count, before = 1;
	uint32_t *at = mem_zeroed(names, sizeof(*at));

	for (uint32_t i = 1; i < tree->count; i++)
		at[ordered->rank[tree->frame[i]]]++;
	for (uint32_t i = names; i-- > 0;) {
		uint32_t count = at[i];

		at[i] = before;
		before += count;
	}
	for (uint32_t i = 1; i < tree->count; i++)
		nodes[at[ordered->rank[tree->frame[i]]]++] = i;
	free(at);
}

static void order_children(struct ordered *ordered)
{
	const struct tree *tree = ordered->tree;
	uint32_t *nodes = mem_zeroed(tree->count, sizeof(*nodes));

	for (uint32_t i = 1; i < tree->count; i++)
		nodes[i] = tree->count - i; /* nodes are numbered in order of arrival */
	if (ordered->order != SVG_BY_TIME) {
		ordered->rank = rank_names(tree);
		sort_by_name(ordered, nodes);
	}
	if (ordered->order == SVG_BY_WIDTH || ordered->order == SVG_BY_CHANGE)
		platform_sort(nodes + 1, tree->count - 1, sizeof(*nodes), compare_nodes, ordered);
	ordered->first = mem_zeroed(tree->count, sizeof(*ordered->first));
	ordered->next = mem_zeroed(tree->count, sizeof(*ordered->next));
	for (uint32_t i = 1; i < tree->count; i++) {
		uint32_t parent = tree->parent[nodes[i]];

		ordered->next[nodes[i]] = ordered->first[parent];
		ordered->first[parent] = nodes[i];
	}
	free(nodes);
}

static void add_box(struct graph *graph, const struct ordered *ordered, uint32_t node)
{
	const struct tree *tree = ordered->tree;
	uint32_t box = graph->count++;
	uint32_t parent = node == TREE_ROOT ? TREE_NONE : graph->came[tree->parent[node]];

	graph->came[node] = box;
	graph->name[box] = tree->frame[node];
	graph->parent[box] = parent;
	graph->depth[box] = node == TREE_ROOT ? 0 : graph->depth[parent] + 1;
	if (graph->depth[box] > graph->deepest)
		graph->deepest = graph->depth[box];
	graph->self[box] = tree->self[node];
	graph->total[box] = ordered->total[node];
	graph->width[box] = ordered->width[node];
	if (ordered->before != NULL) {
		graph->self_before[box] = ordered->before[node].value;
		graph->total_before[box] = ordered->total_before[node];
		if (graph->ops_before != NULL)
			graph->ops_before[box] = ordered->before[node].ops;
	}
	if (tree->stats != NULL)
		graph->stats[box] = tree->stats[node];
	if (graph->stack_of != NULL)
		graph->stack[box] = graph->stack_of[node];
}

/* Walk the ordered tree in preorder, without recursion: stacks may be a million deep. */
static void add_nodes(struct graph *graph, const struct ordered *ordered)
{
	uint32_t node = TREE_ROOT;

	for (;;) {
		add_box(graph, ordered, node);
		if (ordered->first[node] != TREE_ROOT) {
			node = ordered->first[node];
			continue;
		}
		while (node != TREE_ROOT && ordered->next[node] == TREE_ROOT)
			node = ordered->tree->parent[node];
		if (node == TREE_ROOT)
			return;
		node = ordered->next[node];
	}
}

bool graph_from_tree(struct graph *graph, const struct tree *tree,
	const struct graph_before *before, enum svg_order order, struct err *err)
{
	struct ordered ordered = { .tree = tree, .before = before, .order = order };
	bool ok = sum_all(&ordered, err);

	graph->name = mem_zeroed(tree->count, sizeof(*graph->name));
	graph->parent = mem_zeroed(tree->count, sizeof(*graph->parent));
	graph->depth = mem_zeroed(tree->count, sizeof(*graph->depth));
	graph->self = mem_zeroed(tree->count, sizeof(*graph->self));
	graph->total = mem_zeroed(tree->count, sizeof(*graph->total));
	graph->width = mem_zeroed(tree->count, sizeof(*graph->width));
	graph->came = mem_zeroed(tree->count, sizeof(*graph->came));
	if (before != NULL) {
		graph->self_before = mem_zeroed(tree->count, sizeof(*graph->self_before));
		graph->total_before = mem_zeroed(tree->count, sizeof(*graph->total_before));
	}
	if (tree->stats != NULL)
		graph->stats = mem_zeroed(tree->count, sizeof(*graph->stats));
	if (before != NULL && tree->stats != NULL)
		graph->ops_before = mem_zeroed(tree->count, sizeof(*graph->ops_before));
	if (graph->stack_of != NULL)
		graph->stack = mem_zeroed(tree->count, sizeof(*graph->stack));
	graph->decimals = tree->decimals;
	if (ok) {
		order_children(&ordered);
		add_nodes(graph, &ordered);
	}
	if (ordered.width != ordered.total)
		free(ordered.width);
	free(ordered.total);
	free(ordered.total_before);
	free(ordered.rank);
	free(ordered.first);
	free(ordered.next);
	return ok;
}
