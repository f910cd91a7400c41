#ifndef CAPTURE_WRITE_FOLD_SUMS_H
#define CAPTURE_WRITE_FOLD_SUMS_H

#include "base/err.h"
#include "base/idmap.h"
#include "capture/device/activity.h"
#include "capture/device/graph_nodes.h"
#include "capture/program/stacks.h"
#include "capture/program/window.h"

/*
 * Fold mode: every operation is added to the sums of its stack and device. For
 * the worker.
 */
struct config;  /* capture/config.h */
struct program; /* capture/program/program.h */

/* Operations of one stack on one device. */
struct fold_value {
	uint32_t node, device;
	uint64_t ns, count, min, max, bytes;
};

/*
 * The first CELL_STACKS of these are also kept by step: each in STEP_CELLS cells of as many steps,
 * of which each has one at first, and twice as many whenever there are more steps than that.
 */
enum { STEP_CELLS = 64, CELL_STACKS = 1 << 14 };

struct cell_sum {
	uint64_t ns, count;
};

/* The steps of a cell: the numbers of the first and the last, and how many they are. */
struct cell_steps {
	uint64_t first, last, steps;
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
	struct window *window;  /* that knows the steps */
	struct cell_sum *cells; /* of a value after the other */
	struct cell_steps steps[STEP_CELLS];
	uint32_t step_shift;   /* a cell has 2 to the power of this many steps */
	uint64_t marks;        /* of the window's, those that `steps` has */
	uint64_t mark;         /* the last operation was launched after so many of them, in */
	uint32_t nth;          /* this step, as was all */
	uint32_t from, length; /* from this correlation id on, for so many */
	bool is_early;         /* all of it is: the first that is not begins anew */
	bool strip;
};

bool fold_sums_init(struct fold_sums *sums, struct program *program, struct graph_nodes *graphs,
	const struct config *config, struct err *err) MUST_CHECK;

/* Begin with nothing, once more. */
void fold_sums_clear(struct fold_sums *sums);

/* An activity_sink. */
void fold_sums_add(void *sink, const struct operation *operation);

#endif /* CAPTURE_WRITE_FOLD_SUMS_H */
