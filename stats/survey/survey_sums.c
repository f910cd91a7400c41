#include "capture/format.h"
#include "collapse/fold/nest.h"
#include "stats/survey/device_walk.h"

/*
 * Captures of sums, of which only steps are looked at, if there are any: by the rules of traces, as
 * far as they ask for no times. Each operation stands for all of its stack, from 0 on, in one span
 * without an end; so what is hidden is not known.
 */
static bool *find_ranges(struct device_walk *walk)
{
	bool *steps = mem_zeroed(walk->trace->op_count, sizeof(*steps));
	struct nest nest;

	walk->cover.range_of = mem_nones(walk->trace->op_count);
	walk->cover.collectives = mem_zeroed(walk->trace->op_count, 1);
	nest_init(&nest, walk->trace);
	while (nest_next(&nest)) {
		if (nest.depth > 0)
			walk->cover.range_of[nest.op] = nest.ranges[nest.depth - 1];
		for (size_t i = 0; i < nest.depth; i++)
			steps[nest.op] |= walk->trace->ranges[nest.ranges[i]].is_step;
	}
	nest_release(&nest);
	return steps;
}

static void add_kernels(struct device_walk *walk, uint32_t op)
{
	struct survey *survey = walk->survey;
	const struct op_sum *sum = &walk->trace->sums[op];
	int64_t ns = walk->trace->ops[op].end;
	struct lost_piece piece = { LOSS_SMALL, op, 0, ns - (int64_t)sum->max, RANGE_OF_OP,
		NAME_NONE };

	survey->compute_kernels += sum->count;
	walk->after_softmax = false;
	walk->product = (struct lost_piece){ .op = TRACE_NONE };
	if (sum->max >= SMALL_KERNEL_NS) { /* how many of them are small is unknown */
		if ((uint64_t)ns / sum->count >= SMALL_KERNEL_NS)
			device_walk_judge(walk, op, 0, ns);
		return;
	}
	survey->small_kernels += sum->count;
	survey->small_ns = loss_sum(survey->small_ns, (uint64_t)ns);
	if (piece.to / SMALL_START_NS > (int64_t)sum->count - 1)
		piece.to = ((int64_t)sum->count - 1) * SMALL_START_NS;
	if (piece.to > 0)
		device_walk_lose(walk, &piece);
}

static void add_op(struct device_walk *walk, uint32_t op)
{
	struct survey *survey = walk->survey;
	const struct trace *trace = walk->trace;
	uint32_t name = trace->ops[op].name;
	uint64_t ns = (uint64_t)trace->ops[op].end;
	bool is_kernel = op < trace->op_end[OP_KERNEL];
	struct lost_piece piece = { LOSS_KINDS, op, 0, (int64_t)ns, RANGE_OF_OP, NAME_NONE };

	survey->total_ns = loss_sum(survey->total_ns, ns);
	survey->kernel_ns = loss_sum(survey->kernel_ns, is_kernel ? ns : 0);
	survey->kernels_ns = survey->kernel_ns;
	if (name != NAME_NONE && strcmp(trace->names->list[name].text, FORMAT_OVERFLOW_NAME) == 0) {
		survey->overflow_ns = loss_sum(survey->overflow_ns, ns);
		return;
	}
	if (is_kernel)
		ledger_add(&survey->kernels, name, ns);
	if (is_kernel && !walk->communicates[op]) {
		add_kernels(walk, op);
	} else if (op < trace->op_end[OP_MEMSET]) {
		piece.kind = device_walk_kind(walk, op);
		device_walk_lose(walk, &piece);
	}
}

void device_walk_sums(struct device_walk *walk)
{
	const struct trace *trace = walk->trace;
	struct cover_span all = { 0, INT64_MAX, 0, TRACE_NONE, NAME_NONE, COVER_TYPICAL,
		{ BATCH_NONE, 0 } };
	bool *steps = find_ranges(walk);
	bool has_steps = memchr(steps, 1, trace->op_count) != NULL;

	walk->survey->sums_in_steps |= has_steps;
	walk->communicates = busy_mark_kernels(trace, false);
	walk->kernel_kinds = mem_zeroed(trace->names->count, 1);
	walk->cover.spans = &all;
	walk->cover.count = 1;
	for (uint32_t i = 0; i < trace->op_count; i++) {
		all.process = trace_op_process(trace, i);
		if (steps[i] || !has_steps)
			add_op(walk, i);
	}
	free(steps);
	walk->cover.spans = NULL;
	walk->survey->devices += trace->stream_ids.count;
	walk->survey->span_ns = walk->survey->busy_ns = walk->survey->total_ns;
}
