#include "collapse/model/capture_stacks.h"

#include <stdlib.h>

#include "base/mem.h"

void capture_stacks_init(struct capture_stacks *sums, struct names *names)
{
	const struct sum_stack root = { .name = NAME_NONE };

	*sums = (struct capture_stacks){ .names = names, .rank = NAME_NONE };
	capture_stacks_add_stack(sums, &root);
}

void capture_stacks_release(struct capture_stacks *sums)
{
	free(sums->stacks);
	free(sums->values);
	diagnostics_release(&sums->diagnostics);
	*sums = (struct capture_stacks){ 0 };
}

void capture_stacks_add_stack(struct capture_stacks *sums, const struct sum_stack *stack)
{
	mem_need(sums->stacks, sums->stacks_cap, sums->stack_count + 1);
	sums->stacks[sums->stack_count++] = *stack;
}

void capture_stacks_add_value(struct capture_stacks *sums, const struct sum_value *value)
{
	mem_need(sums->values, sums->values_cap, sums->value_count + 1);
	sums->values[sums->value_count++] = *value;
}
