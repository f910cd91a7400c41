#ifndef BASE_GRAPH_SHARES_H
#define BASE_GRAPH_SHARES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/idmap.h"

/* Operations of one stack on one device. */
struct fold_value {
	uint32_t node, device;
	uint64_t ns, count, min, max;
};

/*
 * Launches of CUDA graphs that were recorded as a whole. Their time is divided among the parts of
 * the graph in the proportions measured in samples: launches of the same graph that were recorded
 * by node. A part is all nodes of a graph with one stack on one device.
 *
 * Zeroed: empty. The recorder uses this in fold mode, collapse for traces; the results are the
 * same, whatever the order in which samples and launches are added.
 */
struct graph_part {
	uint32_t node; /* the caller's number of its own stack, and of the operation */
	uint32_t device;
	uint32_t next;        /* of the same graph: 1 + its index; 0: none */
	uint64_t lowest_node; /* the lowest of CUPTI's ids of its nodes */
	uint64_t ns, count;
};

struct sampled_graph {
	uint32_t parts;      /* 1 + the index of the last one */
	uint64_t first_node; /* each launch has one record of it */
	uint64_t launches, ns;
};

/* The launches of a graph in one stack. */
struct graph_launches {
	uint32_t stack, graph;
	struct fold_value sums; /* of them as a whole; `node` is the caller's */
};

struct graph_shares {
	struct idmap graph_ids; /* of graphs, by CUPTI's id */
	struct sampled_graph *graphs;
	struct idmap stack_ids; /* of stacks: the device in the high half, the node in the low */
	struct idmap part_ids;  /* of parts: the graph in the high half, the stack in the low */
	struct graph_part *parts;
	struct idmap launch_ids; /* of launches: the stack in the high half, the graph in the low */
	struct graph_launches *launches;
	size_t graphs_cap, parts_cap, launches_cap;
	uint64_t samples; /* operations of samples */
	bool is_bounded;  /* memory must not grow with time: beyond many graphs, new ones are not
			   * divided, and share an entry */
	bool has_unknown; /* a graph without samples was launched; who sees it clears it */
	bool has_new;     /* there were launches since the last graph_shares_divide() */
};

void graph_shares_release(struct graph_shares *shares);

/*
 * The index of the part of `graph` that has the stack `node` on `device`; IDMAP_NONE: there are
 * too many, or no memory.
 */
uint32_t graph_shares_part(
	struct graph_shares *shares, uint32_t graph, uint32_t node, uint32_t device);

/* An operation of a graph's launch that was recorded by node: of that part, run by a node. */
void graph_shares_sample(struct graph_shares *shares, uint32_t part, uint32_t graph,
	uint64_t graph_node, uint64_t ns);

/* The launches of `graph` in `stack`, to be added to; new ones have no node (0). NULL: no memory.
 */
struct graph_launches *graph_shares_launches(
	struct graph_shares *shares, uint32_t stack, uint32_t graph, uint32_t device);

void fold_value_add(struct fold_value *value, uint64_t ns);

/*
 * Called with a part's time in all launches of a graph in a stack, and its number of operations;
 * or, with `part` NULL, with all of their time. False: stop.
 */
typedef bool graph_shares_put(void *context, const struct graph_launches *launches,
	const struct graph_part *part, uint64_t ns, uint64_t count);

/* Divide the time of all launches; the parts add up to it. False: it was stopped. */
bool graph_shares_divide(struct graph_shares *shares, graph_shares_put *put, void *context);

#endif /* BASE_GRAPH_SHARES_H */
