#include "collapse/plan/selection.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/opt.h"
#include "base/rules.h"
#include "collapse/fold/nest.h"

uint64_t selection_want(const struct selection *selection)
{
	uint64_t want = selection->ranks.count > 0 ? WANT_RANKS : 0;

	if (selection->devices.count + selection->streams.count > 0)
		want |= WANT_STREAMS;
	return want;
}

bool selection_has_steps(const struct selection *selection)
{
	return selection->steps.has_numbers || selection->steps.skip_first > 0;
}

bool selection_has_time(const struct selection *selection)
{
	return selection->has_from || selection->has_to;
}

bool selection_is_of_operations(const struct selection *selection)
{
	return selection_has_time(selection) || selection->devices.count > 0 ||
	       selection->streams.count > 0 || selection->processes.count > 0 ||
	       selection->ranks.count > 0 || selection->range != NULL;
}

bool selection_is_asked_for(const struct selection *selection)
{
	return selection_is_of_operations(selection) || selection_has_steps(selection);
}

void selection_extent(
	const struct trace *trace, const struct train_steps *steps, struct fold_extent *extent)
{
	struct fold_extent found = {
		.from = INT64_MAX, .to = INT64_MIN, .first = UINT64_MAX, .first_device = UINT64_MAX
	};

	for (size_t i = 0; i < trace->op_count; i++) {
		const struct op *op = &trace->ops[i];
		uint64_t device;

		found.from = op->start < found.from ? op->start : found.from;
		found.to = op->end > found.to ? op->end : found.to;
		if (op->stream >= trace->stream_ids.count) /* time on a thread */
			continue;
		device = trace->streams[op->stream].device;
		found.first_device = device < found.first_device ? device : found.first_device;
		found.last_device = device > found.last_device ? device : found.last_device;
	}
	for (size_t i = 0; i < trace->range_count; i++) {
		const struct range *range = &trace->ranges[i];

		found.from = range->start < found.from ? range->start : found.from;
		found.to = range->end > found.to ? range->end : found.to;
	}
	for (size_t i = 0; i < steps->count; i++) {
		const uint64_t number = steps->list[i].number;

		found.first = number < found.first ? number : found.first;
		found.last = number > found.last ? number : found.last;
	}
	found.has_time = found.from <= found.to;
	found.has_steps = steps->count > 0;
	found.has_devices = found.first_device <= found.last_device;
	*extent = found;
}

void selection_place_time(struct selection *selection, const struct trace *trace)
{
	const struct train_steps none = { 0 };
	struct fold_extent extent;

	if (!trace->format.is_torch || !selection_has_time(selection))
		return;
	selection_extent(trace, &none, &extent);
	if (selection->has_from && selection->from < extent.from &&
		__builtin_add_overflow(selection->from, extent.from, &selection->from))
		selection->from = INT64_MAX;
	if (selection->has_to && selection->to < extent.from &&
		__builtin_add_overflow(selection->to, extent.from, &selection->to))
		selection->to = INT64_MAX;
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

bool selection_lists(const struct number_list *numbers, uint64_t number)
{
	for (size_t i = 0; i < numbers->count; i++) {
		if (numbers->list[i] == number)
			return true;
	}
	return numbers->count == 0;
}

bool selection_has_rank(const struct selection *selection, const char *rank)
{
	static const char word[] = "rank ";
	uint64_t number;

	if (selection->ranks.count == 0)
		return true;
	return strncmp(rank, word, sizeof(word) - 1) == 0 &&
	       opt_parse_uint(rank + sizeof(word) - 1, &number) &&
	       selection_lists(&selection->ranks, number);
}

/* Whether a process is selected, by its number and by its rank. */
static bool has_process(const struct selection *selection, const struct trace *trace,
	uint32_t process, const char *rank)
{
	if (trace->process_ranks != NULL && trace->process_ranks[process] != NAME_NONE)
		rank = trace->names->list[trace->process_ranks[process]].text;
	else if (trace->has_many_ranks)
		rank = "";
	return selection_lists(&selection->processes, trace_pid(trace, process)) &&
	       selection_has_rank(selection, rank);
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
	bool *inside, ok = true;

	if (stacks == NULL)
		return true;
	inside = mem_zeroed(stacks->count, sizeof(*inside));
	none = names_intern(trace->names, unnamed, sizeof(unnamed) - 1);
	for (uint32_t node = TREE_ROOT + 1; ok && node < stacks->count; node++) {
		uint32_t name = stacks->frame[node];

		ok = name_matches(rules, name != none ? name : NAME_NONE, &inside[node], err);
		inside[node] |= inside[stacks->parent[node]];
	}
	for (size_t i = 0; ok && i < trace->op_count; i++) {
		if (plan->under != NULL)
			seen[i] |= inside[plan->under[i]];
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
	bool *seen = mem_zeroed(trace->op_count, sizeof(*seen));
	size_t inside_cap = 0;
	struct rules rules;
	struct nest nest;
	bool ok;

	rules_init(&rules, trace->names);
	nest_init(&nest, trace);
	ok = rules_add(&rules, RULE_ONLY, RULE_ON_ALL, pattern, NULL, err);
	while (ok && nest_next(&nest)) {
		mem_need(inside, inside_cap, nest.depth + 1);
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
	const struct train_steps *steps, const char *rank, const struct fold_plan *plan,
	bool *unselected, struct err *err)
{
	bool *processes = mem_zeroed(trace->processes.count, sizeof(*processes));

	for (uint32_t i = 0; i < trace->processes.count; i++)
		processes[i] = has_process(selection, trace, i, rank);
	for (size_t i = 0; i < trace->op_count; i++) {
		const struct op *op = &trace->ops[i];

		if (selection->devices.count + selection->streams.count > 0) {
			const struct stream *stream = &trace->streams[op->stream];

			unselected[i] |= !selection_lists(&selection->devices, stream->device) ||
					 !selection_lists(&selection->streams, stream->id);
		}
		/* parts of a range's time, which are on no stream, have a thread */
		unselected[i] |=
			!processes[op->thread != TRACE_NONE ? trace->thread_process[op->thread]
							    : trace_op_process(trace, i)];
		if (selection_has_steps(selection)) {
			uint32_t step = train_steps_find(steps, trace, op->thread, op->api_start);

			unselected[i] |= step == STEP_NONE || steps->list[step].out;
		}
	}
	free(processes);
	return selection->range == NULL ||
	       unselect_by_range(selection->range, trace, plan, unselected, err);
}
