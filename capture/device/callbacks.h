#ifndef CAPTURE_DEVICE_CALLBACKS_H
#define CAPTURE_DEVICE_CALLBACKS_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

/*
 * Which stack launched what: a ring from CUPTI's correlation ids to nodes. The
 * threads of the program write it when a call begins, the worker reads it when
 * the records come, seconds later at most. An entry says whose it is, so that
 * one written over is seen to be gone, and so that ids may wrap.
 */
enum { LAUNCH_RING = 1 << 20 };

struct launches {
	/* id << 32 | what: 0 nothing, 1 launched while not capturing, else node + 2 */
	_Atomic(uint64_t) *ring;
};

enum launch {
	LAUNCH_UNKNOWN, /* none was seen, or so long ago that it is gone */
	LAUNCH_OUTSIDE, /* while the window was off */
	LAUNCH_INSIDE,
};

static inline enum launch launches_find(
	const struct launches *launches, uint32_t correlation, uint32_t *node)
{
	uint64_t entry = atomic_load_explicit(
		&launches->ring[correlation & (LAUNCH_RING - 1)], memory_order_acquire);
	uint32_t what = (uint32_t)entry;

	if (entry >> 32 != correlation || what == 0)
		return LAUNCH_UNKNOWN;
	if (what == 1)
		return LAUNCH_OUTSIDE;
	*node = what - 2;
	return LAUNCH_INSIDE;
}

/* Whether any of those that the ring remembers was while capturing. Slow. */
bool launches_any(const struct launches *launches);

/*
 * The nodes of CUDA graphs, and the stacks in which they were captured. A node
 * of a graph that is gone is kept until all records that may name it are in.
 */
struct graph_node {
	uint64_t id; /* 0: free */
	uint32_t node;
	uint32_t graph;
	uint32_t dying; /* 0: alive; else the count of flushes when it was destroyed, and one */
	bool is_copy;   /* `node` is that of what it was copied from */
};

struct graphs {
	pthread_mutex_t lock; /* of all below */
	struct graph_node *slots;
	size_t mask, count;
	bool has_dying;
	uint32_t flushes;
};

/* The stack in which a node of a graph was captured; false when it is not known. */
bool graphs_find(struct graphs *graphs, uint64_t id, uint32_t *node);

/* A flush has come to its end: forget nodes that died two of them ago. */
void graphs_flushed(struct graphs *graphs);

/* Subscribe to CUPTI: from now on calls and graphs are followed. ERR_IO, ERR_NOMEM. */
bool launches_start(struct launches *launches, struct err *err) MUST_CHECK;

/* Have CUPTI record what the device does, or not; whether it does. */
bool launches_record(bool on);

/* Have CUPTI call no more. */
void launches_stop(void);

/* Nothing is recorded any more: give back what CUPTI has of ours, and CUPTI to others. */
void launches_leave(void);

#endif /* CAPTURE_DEVICE_CALLBACKS_H */
