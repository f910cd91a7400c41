#include "collapse/model/stack_sums.h"

#include <stdlib.h>

#include "base/mem.h"

bool stack_sums_init(struct stack_sums *sums, struct names *names, struct err *err)
{
	const struct sum_stack root = { .name = NAME_NONE };

	*sums = (struct stack_sums){ .names = names, .rank = NAME_NONE };
	return stack_sums_add_stack(sums, &root, err);
}

void stack_sums_release(struct stack_sums *sums)
{
	free(sums->stacks);
	free(sums->values);
	diagnostics_release(&sums->diagnostics);
	*sums = (struct stack_sums){ 0 };
}

bool stack_sums_add_stack(struct stack_sums *sums, const struct sum_stack *stack, struct err *err)
{
	if (!mem_try_grow((void **)&sums->stacks, &sums->stacks_cap, sums->stack_count + 1,
		    sizeof(*sums->stacks), err))
		return false;
	sums->stacks[sums->stack_count++] = *stack;
	return true;
}

bool stack_sums_add_value(struct stack_sums *sums, const struct sum_value *value, struct err *err)
{
	if (!mem_try_grow((void **)&sums->values, &sums->values_cap, sums->value_count + 1,
		    sizeof(*sums->values), err))
		return false;
	sums->values[sums->value_count++] = *value;
	return true;
}
