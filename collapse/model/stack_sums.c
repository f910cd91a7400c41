#include "collapse/model/stack_sums.h"

#include <stdlib.h>

#include "base/mem.h"

void stack_sums_init(struct stack_sums *sums, struct names *names)
{
	const struct sum_stack root = { .name = NAME_NONE };

	*sums = (struct stack_sums){ .names = names, .rank = NAME_NONE };
	stack_sums_add_stack(sums, &root);
}

void stack_sums_release(struct stack_sums *sums)
{
	free(sums->stacks);
	free(sums->values);
	diagnostics_release(&sums->diagnostics);
	*sums = (struct stack_sums){ 0 };
}

void stack_sums_add_stack(struct stack_sums *sums, const struct sum_stack *stack)
{
	mem_need(sums->stacks, sums->stacks_cap, sums->stack_count + 1);
	sums->stacks[sums->stack_count++] = *stack;
}

void stack_sums_add_value(struct stack_sums *sums, const struct sum_value *value)
{
	mem_need(sums->values, sums->values_cap, sums->value_count + 1);
	sums->values[sums->value_count++] = *value;
}
