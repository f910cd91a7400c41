#ifndef CAPTURE_WRITE_FOLD_SUMS_H
#define CAPTURE_WRITE_FOLD_SUMS_H

#include "base/err.h"
#include "base/idmap.h"
#include "capture/device/activity.h"
#include "capture/device/graph_nodes.h"
#include "capture/program/stacks.h"

/*
 * Fold mode: every operation is added to the sums of its stack and device. For
 * the worker.
 */
struct config; /* capture/config.h */

/* Operations of one stack on one device. */
struct fold_value {
	uint32_t node, device;
	uint64_t ns, count, min, max, bytes;
};

/* A kind of operation met before below a stack: see fold_sums.c. */
struct fold_slot;

struct fold_sums {
	struct stacks *stacks;
	struct graph_nodes *graphs;
	struct fold_value *values;
	size_t count, cap;
	struct idmap ids; /* of values: device in the high half, node in the low */
	struct fold_slot *cache;
	uint64_t ops, ns; /* sums over all values */
	uint64_t lost;    /* operations that memory had no room for */
	uint64_t lost_ns;
	bool is_early; /* all of it is: the first that is not begins anew */
	bool strip;
};

bool fold_sums_init(struct fold_sums *sums, struct stacks *stacks, struct graph_nodes *graphs,
	const struct config *config, struct err *err) MUST_CHECK;

/* Begin with nothing, once more. */
void fold_sums_clear(struct fold_sums *sums);

/* An activity_sink. */
void fold_sums_add(void *sink, const struct operation *operation);

#endif /* CAPTURE_WRITE_FOLD_SUMS_H */
