#include "collapse/plan/leave_out.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "collapse/fold/nest.h"

/* What the frames of a stack so far decide. */
struct choice {
	bool chosen, filtered;
};

/* The names of frames that folding adds. */
struct cutting {
	struct rules *rules;
	const struct trace *trace;
	const struct fold_plan *plan;
	struct choice *of_nodes; /* by node of the plan's stacks; NULL: none */
	struct choice *of_levels;
	size_t levels_cap;
	uint32_t unnamed, unlaunched;
};

static bool choose(struct cutting *cutting, enum frame_kind kind, uint32_t name,
	struct choice above, struct choice *below, struct err *err)
{
	struct verdict verdict;

	if (!rules_apply(cutting->rules, kind, name != NAME_NONE ? name : cutting->unnamed,
		    &verdict, err))
		return false;
	below->chosen = above.chosen || verdict.only;
	below->filtered = above.filtered || verdict.filter_out;
	return true;
}

static bool choose_nodes(struct cutting *cutting, struct err *err)
{
	const struct tree *stacks = cutting->plan->stacks;
	bool ok = true;

	if (stacks == NULL)
		return true;
	cutting->of_nodes = mem_zeroed(stacks->count, sizeof(*cutting->of_nodes));
	for (uint32_t node = TREE_ROOT + 1; ok && node < stacks->count; node++)
		ok = choose(cutting, FRAME_RANGE, stacks->frame[node],
			cutting->of_nodes[stacks->parent[node]], &cutting->of_nodes[node], err);
	return ok;
}

static void join(struct cutting *cutting, const uint32_t *nodes, size_t op, struct choice *choice)
{
	if (nodes == NULL || cutting->of_nodes == NULL)
		return;
	choice->chosen |= cutting->of_nodes[nodes[op]].chosen;
	choice->filtered |= cutting->of_nodes[nodes[op]].filtered;
}

/* An operation in the ranges `above`. */
static bool judge(
	struct cutting *cutting, size_t op, struct choice above, bool *out, struct err *err)
{
	struct choice choice = above;

	if (!cutting->plan->no_leaf &&
		!choose(cutting, FRAME_LEAF, cutting->trace->ops[op].name, above, &choice, err))
		return false;
	join(cutting, cutting->plan->under, op, &choice);
	join(cutting, cutting->plan->below, op, &choice);
	out[op] |= choice.filtered || (cutting->rules->has_only && !choice.chosen);
	return true;
}

static bool sweep(struct cutting *cutting, bool *out, struct err *err)
{
	const struct trace *trace = cutting->trace;
	struct choice none = { 0 };
	struct nest nest;
	bool ok = true;

	nest_init(&nest, trace);
	while (nest_next(&nest)) {
		mem_need(cutting->of_levels, cutting->levels_cap, nest.depth + 1);
		for (size_t i = nest.same; ok && i < nest.depth; i++)
			ok = choose(cutting, FRAME_RANGE, trace->ranges[nest.ranges[i]].name,
				i > 0 ? cutting->of_levels[i - 1] : none, &cutting->of_levels[i],
				err);
		ok = ok &&
		     judge(cutting, nest.op,
			     nest.depth > 0 ? cutting->of_levels[nest.depth - 1] : none, out, err);
		if (!ok)
			break;
	}
	nest_release(&nest);
	for (size_t i = 0; ok && i < trace->op_count; i++) {
		struct choice above;

		if (trace->ops[i].thread == TRACE_NONE)
			ok = choose(cutting, FRAME_RANGE, cutting->unlaunched, none, &above, err) &&
			     judge(cutting, i, above, out, err);
	}
	return ok;
}

bool cut_by_rules(struct rules *rules, const struct trace *trace, const struct fold_plan *plan,
	bool *out, struct err *err)
{
	static const char unnamed[] = "[unnamed]", unlaunched[] = "[no launch record]";
	struct cutting cutting = { .rules = rules, .trace = trace, .plan = plan };
	bool ok;

	cutting.unnamed = names_intern(trace->names, unnamed, sizeof(unnamed) - 1);
	cutting.unlaunched = names_intern(trace->names, unlaunched, sizeof(unlaunched) - 1);
	ok = choose_nodes(&cutting, err) && sweep(&cutting, out, err);

	free(cutting.of_nodes);
	free(cutting.of_levels);
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
 * A copy of the trace whose operations are the calls. Its threads are those of the trace and of the
 * calls.
 */
static void make_call_points(const struct trace *trace, const struct thread_call *calls,
	size_t count, struct trace *points)
{
	enum { THREAD_BITS = 24 }; /* of an id, after those of the process */

	*points = *trace;
	points->range_order = points->op_order = points->adopted_order = (struct thread_order){ 0 };
	points->adopted = NULL;
	points->details = NULL;
	points->threads = points->processes = (struct idmap){ 0 };
	points->thread_process =
		mem_zeroed(trace->threads.count + count + 1, sizeof(*points->thread_process));
	for (uint32_t i = 0; i < trace->processes.count; i++)
		idmap_add(&points->processes, trace->processes.keys[i]);
	for (uint32_t i = 0; i < trace->threads.count; i++) {
		idmap_add(&points->threads, trace->threads.keys[i]);
		points->thread_process[i] = trace->thread_process[i];
	}
	points->op_count = count;
	points->ops = mem_zeroed(count + 1, sizeof(*points->ops));
	for (size_t i = 0; i < count; i++) {
		uint32_t thread = idmap_add(&points->threads, calls[i].thread);

		if (thread >= trace->threads.count)
			points->thread_process[thread] = idmap_add(
				&points->processes, calls[i].thread >> THREAD_BITS << THREAD_BITS);
		points->ops[i] = point(thread, calls[i].start, calls[i].end);
	}
	if (trace->process_ranks == NULL)
		return;
	points->process_ranks =
		mem_zeroed(points->processes.count + 1, sizeof(*points->process_ranks));
	for (uint32_t i = 0; i < points->processes.count; i++)
		points->process_ranks[i] =
			i < trace->processes.count ? trace->process_ranks[i] : NAME_NONE;
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
	idmap_release(&points.threads);
	idmap_release(&points.processes);
	free(points.thread_process);
	free(points.ops);
	if (trace->process_ranks != NULL)
		free(points.process_ranks);
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
