#include "collapse/fold/fold_graphs.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/sum.h"

void fold_graphs_release(struct fold_graphs *graphs)
{
	graph_shares_release(&graphs->shares);
	idmap_release(&graphs->operation_ids);
	idmap_release(&graphs->place_ids);
	idmap_release(&graphs->elsewhere_ids);
	free(graphs->operations);
	free(graphs->places);
	free(graphs->unselected);
	free(graphs->left_out);
	free(graphs->elsewhere);
	tree_release(&graphs->paths);
}

/* The number of what the operation is: all that has its name and was captured in its ranges. */
static uint32_t number_of(
	struct fold_graphs *graphs, const struct trace *trace, uint32_t op, uint32_t below)
{
	uint32_t had = graphs->operation_ids.count;
	uint32_t number =
		idmap_add(&graphs->operation_ids, (uint64_t)below << 32 | trace->ops[op].name);

	mem_need(graphs->operations, graphs->operations_cap, graphs->operation_ids.count);
	if (number == had)
		graphs->operations[number] = op;
	return number;
}

static void take_sample(struct fold_graphs *graphs, const struct trace *trace, uint32_t op,
	uint32_t graph, uint32_t below)
{
	uint32_t number, part;

	number = number_of(graphs, trace, op, below);
	part = graph_shares_part(
		&graphs->shares, graph, number, trace->streams[trace->ops[op].stream].device);
	if (part == IDMAP_NONE)
		mem_die();
	graph_shares_sample(&graphs->shares, part, graph, trace_shape(trace, op)->graph_node,
		(uint64_t)(trace->ops[op].end - trace->ops[op].start));
}

bool fold_graphs_init(struct fold_graphs *graphs, const struct trace *trace, const uint32_t *below,
	bool counts, struct err *err)
{
	struct idmap nodes = { 0 }; /* by index: of graph_members */
	bool ok = true;
	uint32_t index;

	*graphs = (struct fold_graphs){ .counts = counts, .device_at = SIZE_MAX };
	for (size_t i = 0; ok && i < trace->graph_member_count; i++) {
		index = idmap_add(&nodes, trace->graph_members[i].node);
		if (index != i)
			ok = err_set(err, ERR_FORMAT, "a node belongs to two CUDA graphs");
	}
	for (uint32_t op = 0; ok && op < trace->op_end[OP_MEMSET]; op++) {
		index = idmap_find(&nodes, trace_shape(trace, op)->graph_node);
		if (index != IDMAP_NONE)
			take_sample(graphs, trace, op, trace->graph_members[index].graph,
				below != NULL ? below[op] : TREE_ROOT);
	}
	idmap_release(&nodes);
	return ok;
}

bool fold_graphs_divides(const struct fold_graphs *graphs, const struct trace *trace, uint32_t op)
{
	uint64_t graph = trace_shape(trace, op)->graph_node;

	return trace_op_kind(trace, op) == OP_GRAPH && graph <= UINT32_MAX &&
	       graph_shares_has(&graphs->shares, (uint32_t)graph);
}

bool fold_graphs_leaves_out(
	const struct fold_graphs *graphs, const struct trace *trace, uint32_t op)
{
	return graphs->left_out[idmap_find(
		&graphs->shares.graph_ids, trace_shape(trace, op)->graph_node)];
}

/* The number of the place where a graph was launched; a new one has its level. */
static uint32_t place_of(struct fold_graphs *graphs, const struct fold_level *above)
{
	const uint32_t key[] = { above->node, above->base,
		(uint32_t)above->filtered << 2 | (uint32_t)above->chosen << 1 | above->rooted };
	uint32_t had = graphs->place_ids.count;
	uint32_t place = idmap_add(&graphs->place_ids, mem_hash(key, sizeof(key), 0));

	mem_need(graphs->places, graphs->places_cap, graphs->place_ids.count);
	if (place == had)
		graphs->places[place] = (struct graph_place){ .above = *above };
	return place;
}

bool fold_graphs_keep(struct fold_graphs *graphs, const struct trace *trace, uint32_t op,
	const struct fold_level *above, uint64_t value, struct graph_place **place, struct err *err)
{
	uint32_t graph = (uint32_t)trace_shape(trace, op)->graph_node,
		 had = graphs->place_ids.count;
	struct graph_launches *launches;
	uint64_t sum = value;
	uint32_t index;

	index = place_of(graphs, above);
	*place = index == had ? &graphs->places[index] : NULL;
	launches = graph_shares_launches(&graphs->shares, index, graph, 0);
	if (launches == NULL)
		mem_die();
	if (!sum_add(&sum, launches->sums.ns, err))
		return false;
	fold_value_add(&launches->sums, value);
	return true;
}

void fold_graphs_elsewhere(struct fold_graphs *graphs, uint32_t place, uint32_t device,
	struct fold_level **level, bool *is_new)
{
	uint32_t index, had = graphs->elsewhere_ids.count;

	index = idmap_add(&graphs->elsewhere_ids, (uint64_t)place << 32 | device);
	mem_need(graphs->elsewhere, graphs->elsewhere_cap, graphs->elsewhere_ids.count);
	*is_new = index == had;
	*level = &graphs->elsewhere[index];
}
