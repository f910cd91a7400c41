#include "capture/write/graph_shares.h"

#include <stdlib.h>

#include "base/mem.h"

/*
 * Programs may make graphs again and again, each with a new id. Beyond this, new ones are
 * not divided, and share an entry: memory must not grow with time.
 */
enum { MOST_GRAPHS = 1 << 14, MOST_PARTS = 1 << 19, MOST_LAUNCHES = 1 << 16 };

void graph_shares_release(struct graph_shares *shares)
{
	idmap_release(&shares->graph_ids);
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
	struct err err = { 0 };

	if (index != IDMAP_NONE)
		return index;
	if (had == MOST_GRAPHS ||
		!mem_grow((void **)&shares->graphs, &shares->graphs_cap, had + 1,
			sizeof(*shares->graphs), &err) ||
		!idmap_add(&shares->graph_ids, graph, &index, &err))
		return IDMAP_NONE;
	shares->graphs[index] = (struct sampled_graph){ 0 };
	return index;
}

uint32_t graph_shares_part(
	struct graph_shares *shares, uint32_t graph, uint32_t node, uint32_t device)
{
	uint64_t key = (uint64_t)graph << 32 | node;
	uint32_t index = idmap_find(&shares->part_ids, key), had = shares->part_ids.count,
		 graph_index = graph_of(shares, graph);
	struct err err = { 0 };

	if (index != IDMAP_NONE || graph_index == IDMAP_NONE)
		return index;
	if (had == MOST_PARTS ||
		!mem_grow((void **)&shares->parts, &shares->parts_cap, had + 1,
			sizeof(*shares->parts), &err) ||
		!idmap_add(&shares->part_ids, key, &index, &err))
		return IDMAP_NONE;
	shares->parts[index] = (struct graph_part){
		.node = node,
		.device = device,
		.next = shares->graphs[graph_index].parts,
	};
	shares->graphs[graph_index].parts = index + 1;
	return index;
}

void graph_shares_sample(
	struct graph_shares *shares, uint32_t part, const struct operation *operation)
{
	uint32_t index = graph_of(shares, operation->graph);
	uint64_t ns = operation->end_ns - operation->start_ns;
	struct sampled_graph *graph;

	if (part == IDMAP_NONE || index == IDMAP_NONE)
		return;
	graph = &shares->graphs[index];
	if (graph->first_node == 0)
		graph->first_node = operation->graph_node;
	graph->launches += graph->first_node == operation->graph_node;
	graph->ns += ns;
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
	struct graph_shares *shares, uint32_t stack, const struct operation *operation)
{
	uint32_t graph = operation->graph, had = shares->launch_ids.count, index;
	struct err err = { 0 };

	index = idmap_find(&shares->launch_ids, (uint64_t)stack << 32 | graph);
	if (index == IDMAP_NONE) {
		if (had >= MOST_LAUNCHES)
			graph = 0;
		if (!mem_grow((void **)&shares->launches, &shares->launches_cap, had + 1,
			    sizeof(*shares->launches), &err) ||
			!idmap_add(
				&shares->launch_ids, (uint64_t)stack << 32 | graph, &index, &err))
			return NULL;
		if (index == had)
			shares->launches[index] = (struct graph_launches){
				.stack = stack,
				.graph = graph,
				.sums = { .device = operation->device, .min = UINT64_MAX },
			};
	}
	shares->has_new = true;
	shares->has_unknown |= graph != 0 && samples_of(shares, graph) == NULL;
	return &shares->launches[index];
}

/* Each part's time, rounded so that the sum is exact. */
static void divide(const struct graph_shares *shares, const struct graph_launches *launches,
	const struct sampled_graph *graph, graph_shares_put *put, void *context)
{
	double factor = (double)launches->sums.ns / (double)graph->ns,
	       launched =
		       (double)launches->sums.count / (double)(graph->launches + !graph->launches);
	uint64_t sampled = 0, before = 0;

	for (uint32_t at = graph->parts; at != 0; at = shares->parts[at - 1].next) {
		const struct graph_part *part = &shares->parts[at - 1];
		uint64_t until = launches->sums.ns,
			 count = (uint64_t)((double)part->count * launched + 0.5);

		sampled += part->ns;
		if (sampled < graph->ns)
			until = (uint64_t)((double)sampled * factor);
		if (until > launches->sums.ns)
			until = launches->sums.ns;
		if (until > before)
			put(context, launches, part, until - before, count > 0 ? count : 1);
		before = until;
	}
}

void graph_shares_divide(struct graph_shares *shares, graph_shares_put *put, void *context)
{
	for (uint32_t i = 0; i < shares->launch_ids.count; i++) {
		const struct graph_launches *launches = &shares->launches[i];
		const struct sampled_graph *graph = samples_of(shares, launches->graph);

		if (graph != NULL)
			divide(shares, launches, graph, put, context);
		else
			put(context, launches, NULL, launches->sums.ns, launches->sums.count);
	}
	shares->has_new = false;
}
