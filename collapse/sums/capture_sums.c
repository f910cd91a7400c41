#include "collapse/sums/capture_sums.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/global_id.h"
#include "base/mem.h"
#include "capture/format.h"
#include "collapse/sums/capture_reader.h"

struct summing {
	const char *path;
	struct trace *trace;
	struct capture_stack *stacks; /* the first is the root */
	size_t stack_count, stacks_cap;
	struct capture_value *values;
	size_t value_count, values_cap;
	int64_t *start, *room; /* by stack: its made-up time, and that of all below it */
	uint32_t thread, process;
};

static bool take_stack(void *context, const struct capture_stack *stack, struct err *err)
{
	struct summing *summing = context;

	if (!mem_grow((void **)&summing->stacks, &summing->stacks_cap, summing->stack_count + 1,
		    sizeof(*summing->stacks), err))
		return false;
	summing->stacks[summing->stack_count++] = *stack;
	return true;
}

static bool take_value(void *context, const struct capture_value *value, struct err *err)
{
	struct summing *summing = context;

	if (value->ns > INT64_MAX)
		return err_set(err, ERR_FORMAT,
			"cannot read '%s': " FORMAT_VALUE_TABLE ": total overflows 63 bits",
			summing->path);
	if (!mem_grow((void **)&summing->values, &summing->values_cap, summing->value_count + 1,
		    sizeof(*summing->values), err))
		return false;
	summing->values[summing->value_count++] = *value;
	return true;
}

/* Each stack begins behind its siblings before it, inside of its parent: two units for itself. */
static bool make_times(struct summing *summing, struct err *err)
{
	int64_t *next = mem_zeroed(summing->stack_count, sizeof(*next), err);

	summing->start = mem_zeroed(summing->stack_count, sizeof(*summing->start), err);
	summing->room = mem_zeroed(summing->stack_count, sizeof(*summing->room), err);
	if (next == NULL || summing->start == NULL || summing->room == NULL) {
		free(next);
		return false;
	}
	for (size_t i = summing->stack_count; i > 1; i--) {
		summing->room[i - 1] += 2;
		summing->room[summing->stacks[i - 1].parent] += summing->room[i - 1];
	}
	for (size_t i = 1; i < summing->stack_count; i++) {
		uint32_t parent = summing->stacks[i].parent;

		summing->start[i] = next[parent];
		next[parent] += summing->room[i];
		next[i] = summing->start[i] + 1;
	}
	free(next);
	return true;
}

static bool add_ranges(struct summing *summing, struct err *err)
{
	for (size_t i = 1; i < summing->stack_count; i++) {
		const struct capture_stack *stack = &summing->stacks[i];
		struct range *range;

		if (stack->kind != FORMAT_RANGE)
			continue;
		range = trace_add_range(summing->trace, err);
		if (range == NULL)
			return false;
		*range = (struct range){
			.start = summing->start[i],
			.end = summing->start[i] + summing->room[i] - 1,
			.name = stack->name,
			.domain = TRACE_NONE,
			.thread = summing->thread,
			.style = RANGE_PUSH_POP,
		};
	}
	return true;
}

static bool has_launch(const struct summing *summing, uint32_t stack)
{
	return summing->stacks[summing->stacks[stack].parent].kind != FORMAT_NO_LAUNCH ||
	       summing->stacks[stack].parent == 0;
}

static bool add_op(struct summing *summing, const struct capture_value *value, struct err *err)
{
	struct trace *trace = summing->trace;
	const struct capture_stack *stack = &summing->stacks[value->stack];
	const struct stream stream = { .process = summing->process, .device = value->device };
	struct op *op = trace_add_op(trace, err);
	struct op_detail *detail;
	uint32_t index;

	if (op == NULL || !trace_add_stream(trace, &stream, &index, err))
		return false;
	*op = (struct op){
		.end = (int64_t)value->ns,
		.api_start = summing->start[value->stack],
		.api_end = summing->start[value->stack],
		.name = stack->name,
		.thread = has_launch(summing, value->stack) ? summing->thread : TRACE_NONE,
		.stream = index & INT32_MAX,
	};
	trace->odd.ops_without_launch += op->thread == TRACE_NONE ? value->count : 0;
	detail = trace_add_detail(trace, err);
	if (detail == NULL || !mem_grow((void **)&trace->sums, &trace->sums_cap, trace->op_count,
				      sizeof(*trace->sums), err))
		return false;
	if (stack->kind == FORMAT_MEMCPY && stack->name != NAME_NONE)
		detail->copy_kind = trace_copy_kind(trace->names->list[stack->name].text);
	trace->sums[trace->op_count - 1] =
		(struct op_sum){ .count = value->count, .min = value->min, .max = value->max };
	return true;
}

static bool add_ops(struct summing *summing, struct err *err)
{
	for (int kind = 0; kind < OP_KINDS; kind++) {
		for (size_t i = 0; i < summing->value_count; i++) {
			const struct capture_value *value = &summing->values[i];
			uint8_t of = summing->stacks[value->stack].kind;

			if (capture_op_kind(of) == (enum op_kind)kind &&
				!add_op(summing, value, err))
				return false;
		}
		summing->trace->op_end[kind] = summing->trace->op_count;
	}
	return true;
}

bool capture_read_sums(
	const char *path, const struct trace_want *want, struct trace *trace, struct err *err)
{
	struct summing summing = { .path = path, .trace = trace };
	const struct capture_visitor visitor = { &summing, take_stack, take_value };
	const struct capture_stack root = { .kind = FORMAT_RANGE };
	struct capture_facts facts;
	uint64_t process;
	bool ok = take_stack(&summing, &root, err) &&
		  capture_read(path, want, trace, &visitor, &facts, err);

	process = ok ? global_pid(0, facts.pid) : 0;
	ok = ok && trace_add_thread(trace, process, process, &summing.thread, err);
	if (ok) {
		summing.process = trace->thread_process[summing.thread];
		ok = make_times(&summing, err) && add_ranges(&summing, err) &&
		     add_ops(&summing, err);
	}
	free(summing.stacks);
	free(summing.values);
	free(summing.start);
	free(summing.room);
	return ok;
}
