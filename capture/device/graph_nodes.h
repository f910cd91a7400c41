#ifndef CAPTURE_DEVICE_GRAPH_NODES_H
#define CAPTURE_DEVICE_GRAPH_NODES_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The nodes of CUDA graphs, and the stacks in which they were captured. A node
 * of a destroyed graph is kept until all records that may refer to it have
 * arrived.
 */
struct captured_node {
	uint64_t id; /* 0: free */
	uint32_t node;
	uint32_t graph;
	uint32_t dying; /* 0: alive; else 1 + the second in which it was destroyed */
	bool is_copy;   /* `node` is that of its original */
};

struct graph_nodes {
	pthread_mutex_t lock; /* of all below */
	struct captured_node *slots;
	size_t mask, count;
	bool has_dying;
	uint32_t cleaned_s; /* of clock_ns(): when some were last forgotten */
};

/* The stack in which a node of a graph was captured; false when it is not known. */
bool graph_nodes_find(struct graph_nodes *nodes, uint64_t id, uint32_t *node);

/* A flush has ended: forget nodes that were destroyed half a minute ago. */
void graph_nodes_flushed(struct graph_nodes *nodes);

void graph_nodes_init(struct graph_nodes *nodes);

/* A node was created or cloned; without memory it stays unknown. */
void graph_nodes_add(struct graph_nodes *nodes, const struct captured_node *node);

/* A node was destroyed; a graph was, with all its nodes. */
void graph_nodes_node_dies(struct graph_nodes *nodes, uint64_t id);
void graph_nodes_graph_dies(struct graph_nodes *nodes, uint32_t graph);

#endif /* CAPTURE_DEVICE_GRAPH_NODES_H */
