#include "collapse/plan/wall_idle.h"

#include <stdlib.h>

#include "base/mem.h"

static bool has_predecessor(const struct train_steps *steps, uint32_t at)
{
	const struct train_step *step = &steps->list[at];

	return at > 0 && step[-1].thread == step->thread && step[-1].number + 1 >= step->number;
}

/* The longest that is idle before the first operation of a step whose predecessor is there. */
static uint64_t longest_head(
	const struct trace *trace, const struct train_steps *steps, const uint64_t *idle_before)
{
	const struct op *ops = trace->ops;
	size_t *firsts = mem_zeroed(steps->count, sizeof(*firsts)); /* and 1 */
	uint64_t longest = 0;
	bool found = false;

	for (size_t i = 0; i < trace->op_count; i++) {
		uint32_t at = train_steps_of_op(steps, trace, i);

		if (at != STEP_NONE &&
			(firsts[at] == 0 || ops[i].start < ops[firsts[at] - 1].start))
			firsts[at] = i + 1;
	}
	for (uint32_t at = 0; at < steps->count; at++) {
		uint64_t idle;

		if (firsts[at] == 0 || !has_predecessor(steps, at))
			continue;
		found = true;
		idle = idle_before[firsts[at] - 1];
		longest = idle > longest ? idle : longest;
	}
	free(firsts);
	return found ? longest : UINT64_MAX;
}

uint64_t wall_idle_trim(const struct trace *trace, const struct train_steps *steps,
	const bool *unselected, uint64_t *idle_before)
{
	uint64_t longest = longest_head(trace, steps, idle_before), sum = 0;

	for (size_t i = 0; i < trace->op_count; i++) {
		const struct op *op = &trace->ops[i];
		uint64_t *idle = &idle_before[i], most;
		uint32_t at = *idle > 0 ? train_steps_of_op(steps, trace, i) : STEP_NONE;
		int64_t begun = at != STEP_NONE ? steps->list[at].start : 0;

		if (at == STEP_NONE || has_predecessor(steps, at) ||
			op->start - (int64_t)*idle > begun)
			continue;
		most = op->start > begun ? (uint64_t)op->start - (uint64_t)begun : 0;
		most = most < longest ? most : longest;
		if (*idle <= most)
			continue;
		if (unselected == NULL || !unselected[i])
			sum += *idle - most;
		*idle = most;
	}
	return sum;
}
