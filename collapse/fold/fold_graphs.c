#include "collapse/fold/fold_graphs.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/sum.h"

void fold_graphs_release(struct fold_graphs *graphs)
{
	graph_shares_release(&graphs->shares);
	idmap_release(&graphs->operation_ids);
	idmap_release(&graphs->place_ids);
	free(graphs->operations);
	free(graphs->places);
}

/* The number of what the operation is: all that has its name and was captured in its ranges. */
static bool number_of(struct fold_graphs *graphs, const struct trace *trace, uint32_t op,
	uint32_t below, uint32_t *number, struct err *err)
{
	uint32_t had = graphs->operation_ids.count;

	if (!idmap_add(&graphs->operation_ids, (uint64_t)below << 32 | trace->ops[op].name, number,
		    err) ||
		!mem_grow((void **)&graphs->operations, &graphs->operations_cap,
			graphs->operation_ids.count, sizeof(*graphs->operations), err))
		return false;
	if (*number == had)
		graphs->operations[*number] = op;
	return true;
}

static bool take_sample(struct fold_graphs *graphs, const struct trace *trace, uint32_t op,
	uint32_t graph, uint32_t below, struct err *err)
{
	uint32_t number, part;

	if (!number_of(graphs, trace, op, below, &number, err))
		return false;
	part = graph_shares_part(&graphs->shares, graph, number, 0);
	if (part == IDMAP_NONE)
		return err_nomem(err);
	graph_shares_sample(&graphs->shares, part, graph, trace->details[op].graph_node,
		(uint64_t)(trace->ops[op].end - trace->ops[op].start));
	return true;
}

bool fold_graphs_init(struct fold_graphs *graphs, const struct trace *trace, const uint32_t *below,
	bool counts, struct err *err)
{
	struct idmap nodes = { 0 }; /* by index: of graph_members */
	bool ok = true;
	uint32_t index;

	*graphs = (struct fold_graphs){ .counts = counts };
	for (size_t i = 0; ok && i < trace->graph_member_count; i++) {
		ok = idmap_add(&nodes, trace->graph_members[i].node, &index, err);
		if (ok && index != i)
			ok = err_set(err, ERR_FORMAT, "a node is of two CUDA graphs");
	}
	for (uint32_t op = 0; ok && op < trace->op_end[OP_MEMSET]; op++) {
		index = idmap_find(&nodes, trace->details[op].graph_node);
		if (index != IDMAP_NONE)
			ok = take_sample(graphs, trace, op, trace->graph_members[index].graph,
				below != NULL ? below[op] : TREE_ROOT, err);
	}
	idmap_release(&nodes);
	return ok;
}

/* The number of the place where a graph was launched. */
static bool place_of(struct fold_graphs *graphs, const struct fold_level *above, uint32_t *place,
	struct err *err)
{
	const uint32_t key[] = { above->node, above->base,
		(uint32_t)above->filtered << 2 | (uint32_t)above->chosen << 1 | above->rooted };
	uint32_t had = graphs->place_ids.count;

	if (!idmap_add(&graphs->place_ids, mem_hash(key, sizeof(key), 0), place, err) ||
		!mem_grow((void **)&graphs->places, &graphs->places_cap, graphs->place_ids.count,
			sizeof(*graphs->places), err))
		return false;
	if (*place == had)
		graphs->places[*place] = *above;
	return true;
}

bool fold_graphs_keep(struct fold_graphs *graphs, const struct trace *trace, uint32_t op,
	const struct fold_level *above, uint64_t value, bool *is_kept, struct err *err)
{
	uint64_t graph = trace->details[op].graph_node;
	struct graph_launches *launches;
	uint64_t sum = value;
	uint32_t place;

	*is_kept = trace_op_kind(trace, op) == OP_GRAPH && graph <= UINT32_MAX &&
		   graph_shares_has(&graphs->shares, (uint32_t)graph);
	if (!*is_kept)
		return true;
	if (!place_of(graphs, above, &place, err))
		return false;
	launches = graph_shares_launches(&graphs->shares, place, (uint32_t)graph, 0);
	if (launches == NULL)
		return err_nomem(err);
	if (!sum_add(&sum, launches->sums.ns, err))
		return false;
	fold_value_add(&launches->sums, value);
	return true;
}
