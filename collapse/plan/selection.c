#include "collapse/plan/selection.h"

#include "base/rules.h"
#include "collapse/fold/inherit.h"

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
		const struct train_step *step = &steps->list[i];

		found.first = step->number < found.first ? step->number : found.first;
		found.last = step->last > found.last ? step->last : found.last;
	}
	found.has_time = found.from <= found.to;
	found.has_steps = steps->count > 0;
	found.has_devices = found.first_device <= found.last_device;
	*extent = found;
}

void selection_place_time(struct selection *selection, const struct trace *trace)
{
	struct fold_extent extent;

	if (trace->began == 0 || !selection_has_time(selection))
		return;
	selection_extent(trace, &(struct train_steps){ 0 }, &extent);
	if (selection->from >= trace->began && selection->from > extent.to)
		selection->from -= trace->began;
	if (selection->to >= trace->began && selection->to > extent.to)
		selection->to -= trace->began;
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
	uint64_t number;

	return selection->ranks.count == 0 ||
	       (rank_number(rank, &number) && selection_lists(&selection->ranks, number));
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

/* Whether a range, or one around it, matches. */
static bool match(void *rules, uint32_t name, uint32_t *inside, struct err *err)
{
	struct verdict verdict;

	if (*inside || name == NAME_NONE)
		return true;
	if (!rules_apply(rules, FRAME_RANGE, name, &verdict, err))
		return false;
	*inside = verdict.only;
	return true;
}

/* Deselect operations outside of ranges that match. */
static bool unselect_by_range(const char *pattern, const struct trace *trace,
	const struct fold_plan *plan, bool *unselected, struct err *err)
{
	uint32_t *inside = mem_zeroed(trace->op_count, sizeof(*inside));
	uint32_t *below = mem_zeroed(trace->op_count, sizeof(*below));
	struct rules rules;
	bool ok;

	rules_init(&rules, trace->names);
	ok = rules_add(&rules, RULE_ONLY, RULE_ON_ALL, pattern, NULL, err) &&
	     inherit_ranges(trace, match, &rules, false, inside, err) &&
	     inherit_below(plan, trace->op_count, match, &rules, false, below, err);
	for (size_t i = 0; ok && i < trace->op_count; i++)
		unselected[i] |= !inside[i] && !below[i];
	rules_release(&rules);
	free(inside);
	free(below);
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
			uint32_t step = train_steps_of_op(steps, trace, i);

			unselected[i] |= step == STEP_NONE || steps->list[step].out;
		}
	}
	free(processes);
	return selection->range == NULL ||
	       unselect_by_range(selection->range, trace, plan, unselected, err);
}
