#include "collapse/plan/selection.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/rules.h"
#include "collapse/fold/nest.h"

void selection_want(const struct selection *selection, struct trace_want *want)
{
	want->streams |= selection->device_count > 0;
}

bool selection_has_steps(const struct selection *selection)
{
	return selection->steps.has_numbers || selection->steps.skip_first > 0 ||
	       selection->steps.skip_slowest > 0;
}

bool selection_has_time(const struct selection *selection)
{
	return selection->has_from || selection->has_to;
}

bool selection_is_of_operations(const struct selection *selection)
{
	return selection_has_time(selection) || selection->device_count > 0 ||
	       selection->process_count > 0 || selection->range != NULL;
}

bool selection_is_asked_for(const struct selection *selection)
{
	return selection_is_of_operations(selection) || selection_has_steps(selection);
}

void selection_trim(const struct selection *selection, struct trace *trace, bool *unselected,
	uint64_t *unselected_ns)
{
	for (size_t i = 0; i < trace->op_count; i++) {
		struct op *op = &trace->ops[i];
		int64_t start = op->start, end = op->end;

		if (selection->has_from && start < selection->from)
			start = selection->from;
		if (selection->has_to && end > selection->to)
			end = selection->to;
		/*
		 * an operation without duration counts if it lies in the interval, whose end
		 * is exclusive
		 */
		if (end < start || (end == start && op->end > op->start) ||
			(selection->has_to && start >= selection->to)) {
			unselected[i] = true;
			end = start;
		}
		*unselected_ns += ((uint64_t)op->end - (uint64_t)op->start) -
				  ((uint64_t)end - (uint64_t)start);
		op->start = start;
		op->end = end;
	}
}

static bool is_listed(const uint64_t *list, size_t count, uint64_t number)
{
	for (size_t i = 0; i < count; i++) {
		if (list[i] == number)
			return true;
	}
	return count == 0;
}

/* Whether a name is selected. */
static bool name_matches(struct rules *rules, uint32_t name, bool *matches, struct err *err)
{
	struct verdict verdict = { 0 };
	bool ok = name == NAME_NONE || rules_apply(rules, FRAME_RANGE, name, &verdict, err);

	*matches = verdict.only;
	return ok;
}

/* Set seen[i] for operations that the plan puts inside ranges that match. */
static bool see_stacks(struct rules *rules, const struct trace *trace, const struct fold_plan *plan,
	bool *seen, struct err *err)
{
	static const char unnamed[] = "[unnamed]"; /* frame of unnamed ranges in stacks */
	const struct tree *stacks = plan->stacks;
	uint32_t none;
	bool *inside, ok;

	if (stacks == NULL)
		return true;
	inside = mem_zeroed(stacks->count, sizeof(*inside), err);
	ok = inside != NULL && names_intern(trace->names, unnamed, sizeof(unnamed) - 1, &none, err);
	for (uint32_t node = TREE_ROOT + 1; ok && node < stacks->count; node++) {
		uint32_t name = stacks->frame[node];

		ok = name_matches(rules, name != none ? name : NAME_NONE, &inside[node], err);
		inside[node] |= inside[stacks->parent[node]];
	}
	for (size_t i = 0; ok && i < trace->op_count; i++) {
		/* the last frame is [adopted], not a range */
		if (plan->under != NULL && plan->under[i] != TREE_ROOT)
			seen[i] |= inside[stacks->parent[plan->under[i]]];
		if (plan->below != NULL)
			seen[i] |= inside[plan->below[i]];
	}
	free(inside);
	return ok;
}

/* Deselect operations outside of ranges that match. */
static bool unselect_by_range(const char *pattern, const struct trace *trace,
	const struct fold_plan *plan, bool *unselected, struct err *err)
{
	bool *inside = NULL; /* by depth: whether this range or one around it matches */
	bool *seen = mem_zeroed(trace->op_count, sizeof(*seen), err);
	size_t inside_cap = 0;
	struct rules rules;
	struct nest nest;
	bool more, ok;

	if (seen == NULL)
		return false;
	rules_init(&rules, trace->names);
	ok = rules_add(&rules, RULE_ONLY, RULE_ON_ALL, pattern, NULL, err) &&
	     nest_init(&nest, trace, err);
	if (!ok) {
		rules_release(&rules);
		free(seen);
		return false;
	}
	while ((ok = nest_next(&nest, &more, err)) && more) {
		ok = mem_grow((void **)&inside, &inside_cap, nest.depth + 1, sizeof(*inside), err);
		for (size_t i = nest.same; ok && i < nest.depth; i++) {
			ok = name_matches(
				&rules, trace->ranges[nest.ranges[i]].name, &inside[i], err);
			inside[i] |= i > 0 && inside[i - 1];
		}
		if (!ok)
			break;
		seen[nest.op] = nest.depth > 0 && inside[nest.depth - 1];
	}
	ok = ok && see_stacks(&rules, trace, plan, seen, err);
	for (size_t i = 0; ok && i < trace->op_count; i++)
		unselected[i] |= !seen[i];
	nest_release(&nest);
	rules_release(&rules);
	free(inside);
	free(seen);
	return ok;
}

bool selection_mark(const struct selection *selection, const struct trace *trace,
	const struct train_steps *steps, const struct fold_plan *plan, bool *unselected,
	struct err *err)
{
	for (size_t i = 0; i < trace->op_count; i++) {
		const struct op *op = &trace->ops[i];
		uint32_t process = op->thread != TRACE_NONE ? trace->thread_process[op->thread]
							    : trace->streams[op->stream].process;

		if (selection->device_count > 0)
			unselected[i] |= !is_listed(selection->devices, selection->device_count,
				trace->streams[op->stream].device);
		if (selection->process_count > 0)
			unselected[i] |= !is_listed(selection->processes, selection->process_count,
				trace_pid(trace, process));
		if (selection_has_steps(selection)) {
			uint32_t step = train_steps_find(steps, trace, op->thread, op->api_start);

			unselected[i] |= step == STEP_NONE || steps->list[step].out;
		}
	}
	return selection->range == NULL ||
	       unselect_by_range(selection->range, trace, plan, unselected, err);
}
