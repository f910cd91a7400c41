#ifndef STATS_SURVEY_LOSS_H
#define STATS_SURVEY_LOSS_H

#include "base/idmap.h"
#include "collapse/model/trace.h"

/*
 * Time of devices that could be won, by cause. Each nanosecond of a device is in one of these at
 * most, so that their sum is at most the time of all steps.
 */
enum loss_kind {
	/* idle, since the CPU launched the next operation too late: */
	LOSS_LAUNCH,   /* it was launching all the time */
	LOSS_SYNC,     /* it waited in a call that synchronises */
	LOSS_PAGEABLE, /* it waited for a copy of pageable memory; and such copies alone */
	/* its launch took long, to load a kernel; or something was compiled, or a graph captured */
	LOSS_FIRST_USE,
	LOSS_ALLOCATOR, /* it allocated and freed memory for at least half of the time */
	LOSS_WEIGHTS,   /* it did something else, in a range that loads a layer's weights */
	LOSS_DATA,      /* or in one of data loading */
	LOSS_HOST,      /* or in any other range, or none */
	/* of small kernels of one run, but for the longest, what starting one takes, and the gaps
	 */
	LOSS_SMALL,
	/* communication that nothing hid: */
	LOSS_ALL_REDUCE,
	LOSS_ALL_GATHER,
	LOSS_REDUCE_SCATTER,
	LOSS_SEND_RECV,
	LOSS_ALL_TO_ALL, /* the same, in a range of that name */
	LOSS_OTHER_COMMUNICATION,
	LOSS_STRAGGLER, /* of the first three, what was waiting for another rank */
	/* copies and fills alone: */
	LOSS_TRAFFIC,
	LOSS_FETCH,   /* the same copies from the host in each step, between kernels */
	LOSS_MANAGED, /* pages of unified memory that move, and what waits for that */
	/* kernels that are not small: */
	LOSS_FEW_BLOCKS,   /* too few to fill half of the GPU */
	LOSS_SMALL_BLOCKS, /* of fewer threads than a warp */
	LOSS_FP32,         /* matrix products without tensor cores */
	LOSS_SOFTMAX,      /* and the products and elementwise kernels beside it, of attention */
	LOSS_ATTENTION,    /* a fused one for which the GPU has a faster one */
	LOSS_ELEMENTWISE,
	LOSS_PRODUCTS, /* of matrices, far below the peaks that their shapes allow */
	LOSS_OUTLIER,  /* steps above the fence, over the median */
	LOSS_UNKNOWN,  /* idle, though operations were queued, or their launch is not in the file */
	LOSS_KINDS,
};

/* Times by name, or by loss_place(), and how often each was. */
struct ledger_entry {
	uint64_t ns, count;
};

struct ledger {
	struct idmap names; /* by entry */
	struct ledger_entry *entries;
	size_t cap;
};

struct lost {
	const struct names *names;   /* borrowed */
	uint64_t ns, count, longest; /* count of pieces, and the longest one */
	struct ledger places;        /* by loss_place() */
	/* The step, and the file or rank, with the most: names, of equals the first in order. */
	uint32_t step, place;
	uint64_t step_ns, place_ns;
	/* private: the step and the place of the latest piece */
	uint32_t open_step;
	uint64_t open_ns, begun_ns;
};

/* Names of a piece, each NAME_NONE if there is none. */
struct loss_where {
	uint32_t range, op, step;
	uint64_t count, longest; /* of the sum of several; 0: it is one */
};

/* A range, without numbers, and in it a kernel, or a call where those matter; or NAME_NONE. */
static inline uint64_t loss_place(uint32_t range, uint32_t op)
{
	return (uint64_t)range << 32 | op;
}

/* The entry of a name or place, made if it is missing. */
uint32_t ledger_find(struct ledger *ledger, uint64_t name);

/* Add `ns` to a name or place. Saturates. */
void ledger_add(struct ledger *ledger, uint64_t name, uint64_t ns);
void ledger_release(struct ledger *ledger);

void loss_init(struct lost *loss, const struct names *names);

/* Add a piece of `ns`; those of one step in a row. Saturates. */
void loss_add(struct lost *loss, uint64_t ns, const struct loss_where *where);

/* All of a place have been added. */
void loss_end_place(struct lost *loss, uint32_t place);

/* The name with the most time, which is *ns, of equals the first by bytes; NAME_NONE: none has any.
 */
uint32_t loss_top(const struct names *names, const struct ledger *ledger, uint64_t *ns);

struct loss_top {
	uint32_t range, op; /* names, or NAME_NONE */
	uint64_t range_ns, op_ns;
};

/* The range with the most time, if that is a tenth or more, and what has the most in it. */
struct loss_top loss_find_top(const struct lost *loss);

/* `a` + `b`, at most UINT64_MAX. */
static inline uint64_t loss_sum(uint64_t a, uint64_t b)
{
	return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

/* A time as a whole number; what passes 63 bits is forged. */
static inline uint64_t loss_whole(double ns)
{
	return ns < (double)INT64_MAX ? (uint64_t)ns : INT64_MAX;
}

#endif /* STATS_SURVEY_LOSS_H */
