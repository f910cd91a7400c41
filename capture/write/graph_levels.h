#ifndef CAPTURE_WRITE_GRAPH_LEVELS_H
#define CAPTURE_WRITE_GRAPH_LEVELS_H

#include <stdbool.h>
#include <stdint.h>

struct gpu;          /* capture/device/gpu.h */
struct graph_shares; /* base/graph_shares.h */

/*
 * When launches of CUDA graphs are recorded by node, which costs the program time with
 * each node, and when as a whole: by node at first, and for a fiftieth of the time
 * afterwards, or a tenth while there is a graph without samples. For the worker.
 */
struct graph_levels {
	uint64_t samples; /* had when recording by node began */
	int64_t seen_ns;  /* of clock_ns(): when the first sample since then came; 0: none has */
	int64_t whole_ns; /* when recording as a whole began */
};

/* A capture begins, with graphs by node. */
void graph_levels_start(struct graph_levels *levels);

/* After a flush, whose records have been read. */
void graph_levels_tick(struct graph_levels *levels, struct gpu *gpu, struct graph_shares *shares);

#endif /* CAPTURE_WRITE_GRAPH_LEVELS_H */
