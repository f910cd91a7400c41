#include "collapse/captures/capture_trace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/global_id.h"
#include "base/mem.h"
#include "capture/format.h"
#include "collapse/captures/capture_reader.h"

struct summing {
	const struct capture_stacks *sums;
	struct trace *trace;
	int64_t *start, *room; /* by stack: made-up start, and duration of all below it */
	uint32_t thread, process;
};

/* Each stack begins after its previous siblings, inside its parent, with two units for itself. */
static void make_times(struct summing *summing)
{
	int64_t *next = mem_zeroed(summing->sums->stack_count, sizeof(*next));

	summing->start = mem_zeroed(summing->sums->stack_count, sizeof(*summing->start));
	summing->room = mem_zeroed(summing->sums->stack_count, sizeof(*summing->room));
	for (size_t i = summing->sums->stack_count; i > 1; i--) {
		summing->room[i - 1] += 2;
		summing->room[summing->sums->stacks[i - 1].parent] += summing->room[i - 1];
	}
	for (size_t i = 1; i < summing->sums->stack_count; i++) {
		uint32_t parent = summing->sums->stacks[i].parent;

		summing->start[i] = next[parent];
		next[parent] += summing->room[i];
		next[i] = summing->start[i] + 1;
	}
	free(next);
}

static void add_ranges(struct summing *summing)
{
	for (size_t i = 1; i < summing->sums->stack_count; i++) {
		const struct sum_stack *stack = &summing->sums->stacks[i];
		struct range *range;

		if (stack->frame != SUM_RANGE)
			continue;
		range = trace_add_range(summing->trace);
		*range = (struct range){
			.start = summing->start[i],
			.end = summing->start[i] + summing->room[i] - 1,
			.name = stack->name,
			.domain = TRACE_NONE,
			.thread = summing->thread,
			.style = RANGE_PUSH_POP,
		};
	}
}

static bool has_launch(const struct summing *summing, uint32_t stack)
{
	return summing->sums->stacks[summing->sums->stacks[stack].parent].frame != SUM_NO_LAUNCH ||
	       summing->sums->stacks[stack].parent == 0;
}

static void add_op(struct summing *summing, const struct sum_value *value)
{
	struct trace *trace = summing->trace;
	const struct sum_stack *stack = &summing->sums->stacks[value->stack];
	const struct stream stream = { .process = summing->process, .device = value->device };
	struct op *op = trace_add_op(trace);
	struct op_shape shape = { .src_kind = MEMORY_NONE, .dst_kind = MEMORY_NONE };
	uint32_t index = trace_add_stream(trace, &stream);

	*op = (struct op){
		.end = (int64_t)value->ns,
		.api_start = summing->start[value->stack],
		.api_end = summing->start[value->stack],
		.name = stack->name,
		.thread = has_launch(summing, value->stack) ? summing->thread : TRACE_NONE,
		.stream = index & TRACE_STREAM_MAX,
	};
	trace->odd.ops_without_launch += op->thread == TRACE_NONE ? value->count : 0;
	if (stack->frame == SUM_OP && stack->op == OP_MEMCPY && stack->name != NAME_NONE)
		shape.copy_kind = trace_copy_kind(trace->names->list[stack->name].text);
	trace_add_detail(trace, &shape);
	mem_need(trace->sums, trace->sums_cap, trace->op_count);
	trace->sums[trace->op_count - 1] =
		(struct op_sum){ .count = value->count, .min = value->min, .max = value->max };
}

static void add_ops(struct summing *summing)
{
	for (int kind = 0; kind < OP_KINDS; kind++) {
		for (size_t i = 0; i < summing->sums->value_count; i++) {
			const struct sum_value *value = &summing->sums->values[i];

			if (summing->sums->stacks[value->stack].op == kind)
				add_op(summing, value);
		}
		summing->trace->op_end[kind] = summing->trace->op_count;
	}
}

static bool check_values(
	const struct database *db, const struct capture_stacks *sums, struct err *err)
{
	for (size_t i = 0; i < sums->value_count; i++) {
		if (sums->values[i].ns > INT64_MAX)
			return err_set(err, ERR_FORMAT,
				"cannot read '%s': " FORMAT_VALUE_TABLE ": total overflows 63 bits",
				db->path);
	}
	return true;
}

static void make_trace(struct summing *summing)
{
	uint64_t process = global_pid(0, summing->sums->pid);

	summing->thread = trace_add_thread(summing->trace, process, process);
	summing->process = summing->trace->thread_process[summing->thread];
	make_times(summing);
	add_ranges(summing);
	add_ops(summing);
}

bool capture_read_trace(
	const struct database *db, uint64_t want, struct trace *trace, struct err *err)
{
	struct capture_stacks sums;
	struct summing summing = { .sums = &sums, .trace = trace };
	bool ok;

	capture_stacks_init(&sums, trace->names);
	/* the anomalies of other kinds are reported, too */
	ok = capture_read(db, want | WANT_OTHER_OPS, &sums, err) && check_values(db, &sums, err);
	if (ok)
		make_trace(&summing);
	trace->format = sums.format;
	trace->origin = sums.origin;
	trace->origin.steps = sums.steps;
	if (ok)
		diagnostics_take(&trace->diagnostics, &sums.diagnostics);
	capture_stacks_release(&sums);
	free(summing.start);
	free(summing.room);
	return ok;
}
