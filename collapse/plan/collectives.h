#ifndef COLLAPSE_PLAN_COLLECTIVES_H
#define COLLAPSE_PLAN_COLLECTIVES_H

#include "collapse/plan/train_steps.h"

/*
 * Collectives that end for all of their ranks at once, and sends and receives, which do where there
 * are two: the n-th of a name and a communicator in a step is the same one on all ranks that have
 * as many of these in it.
 */
struct collective {
	uint32_t op;
	uint32_t ordinal, number; /* which one it is in its step, of how many */
	int64_t step;             /* its number, or COLLECTIVE_NO_STEP */
	uint64_t communicator;    /* the number by which NCCL calls it; 0: unknown */
	bool is_pair, has_ends;   /* sends or receives; of two ranks, as far as is said */
};

#define COLLECTIVE_NO_STEP INT64_MIN

struct collectives {
	struct collective *list;
	size_t count, cap;
};

/*
 * The steps of operations: of their launch, or else of the operation before. What is in none does
 * not count where there are steps.
 */
struct op_steps {
	struct train_steps steps;
	uint32_t *of_op;          /* index in steps.list, or STEP_NONE */
	const uint32_t *place_of; /* borrowed: by process, whose its operations are */
	bool *in_place;           /* by place: whether there are any */
};

/* `order`: operations by device and start. ERR_PATTERN. */
bool op_steps_init(struct op_steps *steps, const struct trace *trace, const uint32_t *order,
	size_t count, const uint32_t *place_of, size_t place_count, struct err *err) MUST_CHECK;
void op_steps_release(struct op_steps *steps);

static inline bool op_steps_count(
	const struct op_steps *steps, const struct trace *trace, size_t op)
{
	return steps->of_op[op] != STEP_NONE ||
	       !steps->in_place[steps->place_of[trace_op_process(trace, op)]];
}

static inline int64_t op_steps_number(const struct op_steps *steps, size_t op)
{
	return steps->of_op[op] != STEP_NONE
		       ? (int64_t)(steps->steps.list[steps->of_op[op]].number & INT64_MAX)
		       : COLLECTIVE_NO_STEP;
}

/* Whether there are kernels of collectives among the names. */
bool collectives_any(const struct names *names);

/* In the order given; needs WANT_STREAMS and, for communicators, WANT_PAYLOADS. Free the list. */
void collectives_find(struct collectives *found, const struct trace *trace,
	const struct op_steps *steps, const uint32_t *order, size_t count);

/* The size of the largest communicator that was made in it, or 0. Needs WANT_PAYLOADS. */
uint64_t collectives_world(const struct trace *trace);

/* The kernel's name up to its parameters: "ncclDevKernel_AllReduce_Sum_f32_RING_LL". */
size_t collective_name_length(const char *name);

#endif /* COLLAPSE_PLAN_COLLECTIVES_H */
