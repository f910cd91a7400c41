#include "collapse/plan/leave_out.h"

#include <stdlib.h>

#include "base/mem.h"
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

static struct op point(uint32_t thread, int64_t start, int64_t end)
{
	return (struct op){
		.name = NAME_NONE, .thread = thread, .api_start = start, .api_end = end
	};
}

/*
 * A copy of the trace whose operations are its ranges, then its calls of CUDA and others, as if
 * each had launched something.
 */
static void make_points(const struct trace *trace, struct trace *points)
{
	size_t count = trace->range_count + trace->api_count, at = 0;

	*points = *trace;
	points->adopted = NULL;
	points->details = NULL;
	points->op_count = points->ops_cap = count;
	points->ops = mem_zeroed(count, sizeof(*points->ops));
	for (size_t i = 0; i < trace->range_count; i++) {
		const struct range *range = &trace->ranges[i];

		points->ops[at++] = point(range->thread, range->start, range->end);
	}
	for (size_t i = 0; i < trace->api_count; i++) {
		const struct api_call *call = &trace->api_calls[i];

		points->ops[at++] = point(call->thread, call->start, call->end);
	}
}

static bool begins_in(const struct selection *selection, int64_t start)
{
	return (!selection->has_from || start >= selection->from) &&
	       (!selection->has_to || start < selection->to);
}

static bool mark_points(const struct selection *selection, const struct trace *points,
	const struct train_steps *steps, const char *rank, struct rules *rules, bool *out,
	struct err *err)
{
	static const struct fold_plan plan = { .no_leaf = true };
	struct selection of_cpu = *selection;

	of_cpu.devices.count = of_cpu.streams.count = 0;
	for (size_t i = 0; i < points->op_count; i++)
		out[i] = !begins_in(selection, points->ops[i].api_start);
	return selection_mark(&of_cpu, points, steps, rank, &plan, out, err) &&
	       (rules == NULL || cut_by_rules(rules, points, &plan, out, err));
}

static void drop_calls(struct trace *trace, const bool *out)
{
	size_t kept = 0;

	for (size_t i = 0; i < trace->api_count; i++) {
		if (!out[i])
			trace->api_calls[kept++] = trace->api_calls[i];
	}
	trace->api_count = kept;
}

bool cut_cpu(const struct selection *selection, struct trace *trace,
	const struct train_steps *steps, const char *rank, struct rules *rules, struct err *err)
{
	struct trace points;
	bool *out, ok;

	make_points(trace, &points);
	out = mem_zeroed(points.op_count, sizeof(*out));
	ok = mark_points(selection, &points, steps, rank, rules, out, err);
	free(points.ops);
	for (size_t i = 0; ok && i < trace->range_count; i++)
		trace->ranges[i].out = out[i];
	if (ok)
		drop_calls(trace, out + trace->range_count);
	free(out);
	return ok;
}

/*
 * A trace with the same ranges whose operations are the calls. Its threads are those of the trace
 * and of the calls.
 */
static void make_call_points(const struct trace *trace, const struct thread_call *calls,
	size_t count, struct trace *points)
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

		*trace_add_op(points) = point(thread, calls[i].start, calls[i].end);
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
	struct train_steps steps = { 0 };
	struct trace points;
	bool ok;

	make_call_points(trace, calls, count, &points);
	ok = (!selection_has_steps(selection) ||
		     train_steps_init(&steps, &points, &selection->steps, err)) &&
	     mark_points(selection, &points, &steps, rank, rules, out, err);
	train_steps_release(&steps);
	points.ranges = NULL; /* borrowed */
	trace_release(&points);
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
