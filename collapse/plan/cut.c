#include "collapse/plan/cut.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/rules.h"
#include "collapse/fold/nest.h"

uint64_t trace_pid(const struct trace *trace, uint32_t process)
{
	return trace->processes.keys[process] >> 24 & 0xffffff;
}

uint64_t trace_tid(const struct trace *trace, uint32_t thread)
{
	return trace->threads.keys[thread] & 0xffffff;
}

void cut_want(const struct cut_options *options, struct trace_want *want)
{
	want->streams |= options->device_count > 0;
}

bool cut_has_steps(const struct cut_options *options)
{
	return options->steps.has_numbers || options->steps.skip_first > 0 ||
	       options->steps.skip_slowest > 0;
}

bool cut_is_of_operations(const struct cut_options *options)
{
	return options->has_from || options->has_to || options->device_count > 0 ||
	       options->process_count > 0 || options->range != NULL;
}

bool cut_is_asked_for(const struct cut_options *options)
{
	return cut_is_of_operations(options) || cut_has_steps(options);
}

void cut_time(const struct cut_options *options, struct trace *trace, bool *cut, uint64_t *cut_ns)
{
	for (size_t i = 0; i < trace->op_count; i++) {
		struct op *op = &trace->ops[i];
		int64_t start = op->start, end = op->end;

		if (options->has_from && start < options->from)
			start = options->from;
		if (options->has_to && end > options->to)
			end = options->to;
		/* a moment counts when it lies in the time; an end is not in what it ends */
		if (end < start || (end == start && op->end > op->start) ||
			(options->has_to && start >= options->to)) {
			cut[i] = true;
			end = start;
		}
		*cut_ns += ((uint64_t)op->end - (uint64_t)op->start) -
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

/* Whether a name is one of those wanted. */
static bool name_matches(struct rules *rules, uint32_t name, bool *matches, struct err *err)
{
	struct verdict verdict = { 0 };
	bool ok = name == NAME_NONE || rules_apply(rules, FRAME_RANGE, name, &verdict, err);

	*matches = verdict.only;
	return ok;
}

/* Set seen[i] for operations that the plan puts inside of ranges that match. */
static bool see_stacks(struct rules *rules, const struct trace *trace, const struct fold_plan *plan,
	bool *seen, struct err *err)
{
	static const char unnamed[] = "[unnamed]"; /* what stands for no name in stacks */
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
		/* the last frame of these is [adopted], no range */
		if (plan->under != NULL && plan->under[i] != TREE_ROOT)
			seen[i] |= inside[stacks->parent[plan->under[i]]];
		if (plan->below != NULL)
			seen[i] |= inside[plan->below[i]];
	}
	free(inside);
	return ok;
}

/* Cut what is not inside of ranges that match. */
static bool cut_by_range(const char *pattern, const struct trace *trace,
	const struct fold_plan *plan, bool *cut, struct err *err)
{
	bool *inside = NULL; /* by depth: this range or one around it matches */
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
		cut[i] |= !seen[i];
	nest_release(&nest);
	rules_release(&rules);
	free(inside);
	free(seen);
	return ok;
}

bool cut_operations(const struct cut_options *options, const struct trace *trace,
	const struct steps *steps, const struct fold_plan *plan, bool *cut, struct err *err)
{
	for (size_t i = 0; i < trace->op_count; i++) {
		const struct op *op = &trace->ops[i];
		uint32_t process = op->thread != TRACE_NONE ? trace->thread_process[op->thread]
							    : trace->streams[op->stream].process;

		if (options->device_count > 0)
			cut[i] |= !is_listed(options->devices, options->device_count,
				trace->streams[op->stream].device);
		if (options->process_count > 0)
			cut[i] |= !is_listed(options->processes, options->process_count,
				trace_pid(trace, process));
		if (cut_has_steps(options)) {
			uint32_t step = steps_find(steps, trace, op->thread, op->api_start);

			cut[i] |= step == STEP_NONE || steps->list[step].out;
		}
	}
	return options->range == NULL || cut_by_range(options->range, trace, plan, cut, err);
}
