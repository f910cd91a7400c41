#ifndef CAPTURE_WRITE_FOLD_SUMS_H
#define CAPTURE_WRITE_FOLD_SUMS_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/graph_shares.h"
#include "base/idmap.h"
#include "capture/device/activity.h"
#include "capture/device/graph_nodes.h"
#include "capture/program/stacks.h"

/*
 * Fold mode: every operation is added to the sums of its stack and device. For
 * the worker.
 */
struct config; /* capture/config.h */

/* A kind of operation met before below a stack: see fold_sums.c. */
struct fold_slot;

struct fold_sums {
	struct stacks *stacks;
	struct graph_nodes *graphs;
	struct fold_value *values;
	struct fold_value *divided; /* by index of `values`: what is divided among them */
	size_t count, cap, divided_cap;
	struct idmap ids; /* of values: device in the high half, node in the low */
	struct fold_slot *cache;
	struct graph_shares shares;
	uint64_t ops, ns;     /* sums over all values, and whole launches of graphs */
	uint64_t divided_ops; /* how many more there are when these are divided */
	uint64_t lost;        /* operations that memory had no room for */
	uint64_t lost_ns;
	bool is_early;            /* all of it is: the first that is not begins anew */
	bool strip, takes_shares; /* takes_shares: launches of graphs by node are samples */
};

bool fold_sums_init(struct fold_sums *sums, struct stacks *stacks, struct graph_nodes *graphs,
	const struct config *config, struct err *err) MUST_CHECK;

/* Begin with nothing, once more. */
void fold_sums_clear(struct fold_sums *sums);

/* An activity_sink. */
void fold_sums_add(void *sink, const struct operation *operation);

/* Divide whole launches of graphs; until then fold_sums_value() does not know new ones. */
void fold_sums_divide(struct fold_sums *sums);

/* The sums of one value, from 0 to sums->count; without operations if its count is 0. */
struct fold_value fold_sums_value(const struct fold_sums *sums, size_t index);

#endif /* CAPTURE_WRITE_FOLD_SUMS_H */
