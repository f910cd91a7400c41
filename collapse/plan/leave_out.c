#include "collapse/plan/leave_out.h"

#include "collapse/fold/inherit.h"

/* What the frames of a stack so far decide. */
enum { CHOSEN = 1, FILTERED = 2 };

struct cutting {
	struct rules *rules;
	uint32_t unnamed;
};

static bool choose(struct cutting *cutting, enum frame_kind kind, uint32_t name, uint32_t *choice,
	struct err *err)
{
	struct verdict verdict;

	if (!rules_apply(cutting->rules, kind, name != NAME_NONE ? name : cutting->unnamed,
		    &verdict, err))
		return false;
	*choice |= (verdict.only ? CHOSEN : 0u) | (verdict.filter_out ? FILTERED : 0u);
	return true;
}

static bool choose_range(void *context, uint32_t name, uint32_t *choice, struct err *err)
{
	return choose(context, FRAME_RANGE, name, choice, err);
}

bool cut_by_rules(struct rules *rules, const struct trace *trace, const struct fold_plan *plan,
	bool *out, struct err *err)
{
	struct cutting cutting = { rules, names_id(trace->names, "[unnamed]") };
	uint32_t no_launch = names_id(trace->names, "[no launch record]");
	uint32_t *above = mem_zeroed(trace->op_count, sizeof(*above));
	uint32_t *below = mem_zeroed(trace->op_count, sizeof(*below));
	bool ok;

	ok = inherit_ranges(trace, choose_range, &cutting, 0, above, err) &&
	     inherit_below(plan, trace->op_count, choose_range, &cutting, 0, below, err);
	for (size_t i = 0; ok && i < trace->op_count; i++) {
		const struct op *op = &trace->ops[i];
		uint32_t choice = above[i] | below[i];

		ok = (op->thread != TRACE_NONE ||
			     choose_range(&cutting, no_launch, &choice, err)) &&
		     (plan->no_leaf || choose(&cutting, FRAME_LEAF, op->name, &choice, err));
		out[i] |= (choice & FILTERED) != 0 || (rules->has_only && (choice & CHOSEN) == 0);
	}
	free(above);
	free(below);
	return ok;
}

/* --- what runs on the CPU ------------------------------------------------------------- */

static bool begins_in(const struct selection *selection, int64_t start)
{
	return (!selection->has_from || start >= selection->from) &&
	       (!selection->has_to || start < selection->to);
}

/*
 * A trace with the same ranges whose operations are the calls, as if each had launched something.
 * Its threads are those of the trace and of the calls.
 */
static void make_points(const struct trace *trace, const struct thread_call *calls, size_t count,
	struct trace *points)
{
	enum { THREAD_BITS = 24 }; /* of an id, after those of the process */

	trace_init(points, trace->names);
	points->ranges = trace->ranges;
	points->range_count = trace->range_count;
	points->has_many_ranks = trace->has_many_ranks;
	for (uint32_t i = 0; i < trace->processes.count; i++)
		idmap_add(&points->processes, trace->processes.keys[i]);
	for (uint32_t i = 0; i < trace->threads.count; i++)
		trace_add_thread(points, trace->threads.keys[i],
			trace->processes.keys[trace->thread_process[i]]);
	for (size_t i = 0; i < count; i++) {
		uint32_t thread = trace_add_thread(
			points, calls[i].thread, calls[i].thread >> THREAD_BITS << THREAD_BITS);

		*trace_add_op(points) = (struct op){ .name = NAME_NONE,
			.thread = thread,
			.api_start = calls[i].start,
			.api_end = calls[i].end };
	}
	if (trace->process_ranks == NULL)
		return;
	points->process_ranks = mem_nones(points->processes.count);
	memcpy(points->process_ranks, trace->process_ranks,
		trace->processes.count * sizeof(*trace->process_ranks));
}

bool cut_calls(const struct selection *selection, const struct trace *trace,
	const struct thread_call *calls, size_t count, const char *rank, struct rules *rules,
	bool *out, struct err *err)
{
	static const struct fold_plan plan = { .no_leaf = true };
	struct selection of_cpu = *selection;
	struct train_steps steps = { 0 };
	struct trace points;
	bool ok;

	of_cpu.devices.count = of_cpu.streams.count = 0;
	make_points(trace, calls, count, &points);
	for (size_t i = 0; i < count; i++)
		out[i] = !begins_in(selection, calls[i].start);
	ok = (!selection_has_steps(selection) ||
		     train_steps_init(&steps, &points, &selection->steps, err)) &&
	     selection_mark(&of_cpu, &points, &steps, rank, &plan, out, err) &&
	     (rules == NULL || cut_by_rules(rules, &points, &plan, out, err));
	train_steps_release(&steps);
	points.ranges = NULL; /* borrowed */
	trace_release(&points);
	return ok;
}

bool cut_cpu(const struct selection *selection, struct trace *trace, const char *rank,
	struct rules *rules, struct err *err)
{
	size_t count = trace->range_count + trace->api_count, kept = 0;
	struct thread_call *calls = mem_zeroed(count, sizeof(*calls)), *at = calls;
	bool *out = mem_zeroed(count, sizeof(*out)), ok;

	for (size_t i = 0; i < trace->range_count; i++)
		*at++ = (struct thread_call){ trace->ranges[i].start, trace->ranges[i].end,
			trace->threads.keys[trace->ranges[i].thread] };
	for (size_t i = 0; i < trace->api_count; i++)
		*at++ = (struct thread_call){ trace->api_calls[i].start, trace->api_calls[i].end,
			trace->threads.keys[trace->api_calls[i].thread] };
	ok = cut_calls(selection, trace, calls, count, rank, rules, out, err);
	for (size_t i = 0; ok && i < trace->range_count; i++)
		trace->ranges[i].out = out[i];
	for (size_t i = 0; ok && i < trace->api_count; i++) {
		if (!out[trace->range_count + i])
			trace->api_calls[kept++] = trace->api_calls[i];
	}
	trace->api_count = ok ? kept : trace->api_count;
	free(calls);
	free(out);
	return ok;
}

void cut_samples(const struct selection *selection, struct trace *trace)
{
	size_t kept = 0;

	for (size_t i = 0; i < trace->sample_count; i++) {
		struct metric_sample sample = trace->samples[i];
		const struct metric_series *series = &trace->metrics[sample.series];
		bool is_moment = sample.start == sample.end;

		if (selection->has_from && sample.start < selection->from)
			sample.start = selection->from;
		if (selection->has_to && sample.end > selection->to)
			sample.end = selection->to;
		if ((sample.start < sample.end || (is_moment && sample.start == sample.end)) &&
			selection_lists(&selection->devices, series->device))
			trace->samples[kept++] = sample;
	}
	trace->sample_count = kept;
}

void cut_operations(struct trace *trace, const bool *out)
{
	size_t kept = 0, begin = 0, moves = 0, kernels = trace->op_end[OP_KERNEL];

	trace->odd.ops_without_launch = 0;
	for (size_t kind = 0; kind < OP_KINDS; kind++) {
		for (size_t i = begin; i < trace->op_end[kind]; i++) {
			if (out[i])
				continue;
			trace->ops[kept] = trace->ops[i];
			if (trace->details != NULL)
				trace->details[kept] = trace->details[i];
			if (trace->sums != NULL)
				trace->sums[kept] = trace->sums[i];
			if (trace->adopted != NULL)
				trace->adopted[kept] = trace->adopted[i];
			if (i >= kernels && i - kernels < trace->move_count)
				trace->moves[moves++] = trace->moves[i - kernels];
			trace->odd.ops_without_launch += trace->ops[kept].thread == TRACE_NONE;
			kept++;
		}
		begin = trace->op_end[kind];
		trace->op_end[kind] = kept;
	}
	trace->op_count = kept;
	trace->move_count = moves;
	free(trace->captured); /* whoever cuts has selected by it */
	trace->captured = NULL;
}
