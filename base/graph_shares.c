#include "base/graph_shares.h"

#include <stdlib.h>

#include "base/mem.h"

__extension__ typedef unsigned __int128 wide;

/* Programs may make graphs again and again, each with a new id: see is_bounded. */
enum { MOST_GRAPHS = 1 << 14, MOST_PARTS = 1 << 19, MOST_LAUNCHES = 1 << 16 };

void graph_shares_release(struct graph_shares *shares)
{
	idmap_release(&shares->graph_ids);
	idmap_release(&shares->stack_ids);
	idmap_release(&shares->part_ids);
	idmap_release(&shares->launch_ids);
	free(shares->graphs);
	free(shares->parts);
	free(shares->launches);
	*shares = (struct graph_shares){ 0 };
}

/* The graph's index, added if it is new; IDMAP_NONE: there are too many, or no memory. */
static uint32_t graph_of(struct graph_shares *shares, uint32_t graph)
{
	uint32_t index = idmap_find(&shares->graph_ids, graph), had = shares->graph_ids.count;

	if (index != IDMAP_NONE)
		return index;
	if ((shares->is_bounded && had == MOST_GRAPHS) ||
		!mem_may_grow((void **)&shares->graphs, &shares->graphs_cap, had + 1,
			sizeof(*shares->graphs)))
		return IDMAP_NONE;
	index = idmap_may_add(&shares->graph_ids, graph);
	if (index != IDMAP_NONE)
		shares->graphs[index] = (struct sampled_graph){ 0 };
	return index;
}

uint32_t graph_shares_part(
	struct graph_shares *shares, uint32_t graph, uint32_t node, uint32_t device)
{
	uint64_t key = (uint64_t)device << 32 | node;
	uint32_t stack = idmap_find(&shares->stack_ids, key), index = IDMAP_NONE,
		 had = shares->part_ids.count, graph_index = graph_of(shares, graph);

	if (stack != IDMAP_NONE)
		index = idmap_find(&shares->part_ids, (uint64_t)graph << 32 | stack);
	if (index != IDMAP_NONE || graph_index == IDMAP_NONE)
		return index;
	if ((shares->is_bounded && had == MOST_PARTS) ||
		!mem_may_grow((void **)&shares->parts, &shares->parts_cap, had + 1,
			sizeof(*shares->parts)))
		return IDMAP_NONE;
	stack = idmap_may_add(&shares->stack_ids, key);
	if (stack != IDMAP_NONE)
		index = idmap_may_add(&shares->part_ids, (uint64_t)graph << 32 | stack);
	if (index == IDMAP_NONE)
		return IDMAP_NONE;
	shares->parts[index] = (struct graph_part){
		.node = node,
		.device = device,
		.lowest_node = UINT64_MAX,
		.next = shares->graphs[graph_index].parts,
	};
	shares->graphs[graph_index].parts = index + 1;
	return index;
}

void graph_shares_sample(struct graph_shares *shares, uint32_t part, uint32_t graph,
	uint64_t graph_node, uint64_t ns)
{
	uint32_t index = graph_of(shares, graph);
	struct sampled_graph *sampled;

	if (part == IDMAP_NONE || index == IDMAP_NONE)
		return;
	sampled = &shares->graphs[index];
	if (sampled->first_node == 0)
		sampled->first_node = graph_node;
	sampled->launches += sampled->first_node == graph_node;
	sampled->ns += ns;
	if (graph_node < shares->parts[part].lowest_node)
		shares->parts[part].lowest_node = graph_node;
	shares->parts[part].ns += ns;
	shares->parts[part].count++;
	shares->samples++;
}

/* NULL: there was none by node, or it took no time. */
static const struct sampled_graph *samples_of(const struct graph_shares *shares, uint32_t graph)
{
	uint32_t index = idmap_find(&shares->graph_ids, graph);

	return index != IDMAP_NONE && shares->graphs[index].ns > 0 ? &shares->graphs[index] : NULL;
}

struct graph_launches *graph_shares_launches(
	struct graph_shares *shares, uint32_t stack, uint32_t graph, uint32_t device)
{
	uint32_t had = shares->launch_ids.count, index;

	index = idmap_find(&shares->launch_ids, (uint64_t)stack << 32 | graph);
	if (index == IDMAP_NONE) {
		if (shares->is_bounded && had >= MOST_LAUNCHES)
			graph = 0;
		if (!mem_may_grow((void **)&shares->launches, &shares->launches_cap, had + 1,
			    sizeof(*shares->launches)))
			return NULL;
		index = idmap_may_add(&shares->launch_ids, (uint64_t)stack << 32 | graph);
		if (index == IDMAP_NONE)
			return NULL;
		if (index == had)
			shares->launches[index] = (struct graph_launches){
				.stack = stack,
				.graph = graph,
				.sums = { .device = device, .min = UINT64_MAX },
			};
	}
	shares->has_new = true;
	shares->has_unknown |= graph != 0 && samples_of(shares, graph) == NULL;
	return &shares->launches[index];
}

void fold_value_add(struct fold_value *value, uint64_t ns)
{
	value->ns += ns;
	value->count++;
	if (ns < value->min)
		value->min = ns;
	if (ns > value->max)
		value->max = ns;
}

/* Rounded down: graph->ns is the sum of its parts', so that this fits. */
static uint64_t share_of(
	uint64_t ns, const struct graph_part *part, const struct sampled_graph *graph)
{
	return (uint64_t)((wide)ns * part->ns / graph->ns);
}

/* Each part's time; the largest one has what rounding left, so that the sum is exact. */
static bool divide(const struct graph_shares *shares, const struct graph_launches *launches,
	const struct sampled_graph *graph, graph_shares_put *put, void *context)
{
	const struct graph_part *largest = &shares->parts[graph->parts - 1];
	uint64_t left = launches->sums.ns;
	double launched =
		(double)launches->sums.count / (double)(graph->launches + !graph->launches);

	for (uint32_t at = graph->parts; at != 0; at = shares->parts[at - 1].next) {
		const struct graph_part *part = &shares->parts[at - 1];

		left -= share_of(launches->sums.ns, part, graph);
		if (part->ns > largest->ns ||
			(part->ns == largest->ns && part->lowest_node < largest->lowest_node))
			largest = part;
	}
	for (uint32_t at = graph->parts; at != 0; at = shares->parts[at - 1].next) {
		const struct graph_part *part = &shares->parts[at - 1];
		uint64_t count = (uint64_t)((double)part->count * launched + 0.5);

		if (!put(context, launches, part,
			    share_of(launches->sums.ns, part, graph) + (part == largest ? left : 0),
			    count > 0 ? count : 1))
			return false;
	}
	return true;
}

bool graph_shares_divide(struct graph_shares *shares, graph_shares_put *put, void *context)
{
	bool goes_on = true;

	for (uint32_t i = 0; goes_on && i < shares->launch_ids.count; i++) {
		const struct graph_launches *launches = &shares->launches[i];
		const struct sampled_graph *graph = samples_of(shares, launches->graph);

		if (graph != NULL)
			goes_on = divide(shares, launches, graph, put, context);
		else
			goes_on = put(
				context, launches, NULL, launches->sums.ns, launches->sums.count);
	}
	shares->has_new = false;
	return goes_on;
}
