#ifndef COLLAPSE_MODEL_CAPTURE_STACKS_H
#define COLLAPSE_MODEL_CAPTURE_STACKS_H

#include "collapse/model/trace.h"

/*
 * The contents of a report without single events: stacks, and the sums of the operations that
 * ended in them. Filled by readers, as traces are.
 */
enum sum_frame {
	SUM_RANGE,
	SUM_NO_LAUNCH, /* parent of operations without a launch record, in place of ranges */
	SUM_OP,
};

/* A stack, represented by its last frame. */
struct sum_stack {
	uint32_t parent; /* an index smaller than its own */
	uint32_t name;   /* with its domain prefix; NAME_NONE: unnamed */
	uint8_t frame;   /* enum sum_frame */
	uint8_t op;      /* enum op_kind, of what ends here */
};

/* The operations of one device that ended in one stack. */
struct sum_value {
	uint32_t stack, device;
	uint64_t ns, count; /* count is never 0 */
	uint64_t min, max;  /* ns of a single one */
	uint64_t bytes;     /* moved by copies and fills */
};

/* What is added up of them. */
enum sum_amount {
	SUM_NS,
	SUM_COUNT,
	SUM_BYTES,
};

struct capture_stacks {
	struct names *names; /* borrowed */
	struct input_format format;
	struct sum_stack *stacks; /* the first is the root, which is not a frame */
	size_t stack_count, stacks_cap;
	struct sum_value *values;
	size_t value_count, values_cap;
	uint64_t steps;  /* training steps, since stacks may lack some of their names; 0: unknown */
	uint64_t pid;    /* 0: unknown */
	bool has_shared; /* of names that differ in digits, the third has what further ones ran */
	bool has_bytes;  /* else the values have none, whatever they moved */
	uint32_t rank;   /* a name such as "rank 3", or NAME_NONE */
	struct origin origin;
	struct diagnostics diagnostics;
};

/* With the root. */
void capture_stacks_init(struct capture_stacks *sums, struct names *names);
void capture_stacks_release(struct capture_stacks *sums);

void capture_stacks_add_stack(struct capture_stacks *sums, const struct sum_stack *stack);
void capture_stacks_add_value(struct capture_stacks *sums, const struct sum_value *value);

#endif /* COLLAPSE_MODEL_CAPTURE_STACKS_H */
