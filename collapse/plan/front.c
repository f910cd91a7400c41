#include "collapse/plan/front.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "collapse/plan/cut.h"
#include "collapse/plan/phases.h"

static const char *const words[FRONT_PARTS] = {
	[FRONT_RANK] = "rank",
	[FRONT_PROCESS] = "process",
	[FRONT_THREAD] = "thread",
	[FRONT_DEVICE] = "device",
	[FRONT_STREAM] = "stream",
	[FRONT_STEP] = "step",
	[FRONT_PHASE] = "phase",
};

static bool add_part(struct front *front, const char *word, size_t len, struct err *err)
{
	for (size_t i = 0; i < FRONT_PARTS; i++) {
		if (strlen(words[i]) != len || strncmp(words[i], word, len) != 0)
			continue;
		if (front_has(front, (enum front_part)i))
			return err_set(err, ERR_USAGE, "'%s' is there twice", words[i]);
		front->parts[front->count++] = (enum front_part)i;
		return true;
	}
	return err_set(err, ERR_USAGE,
		"unknown part '%.*s'; expected rank, process, thread, device, stream, step or "
		"phase, divided by commas",
		(int)(len < 64 ? len : 64), word);
}

bool front_parse(const char *list, struct front *front, struct err *err)
{
	*front = (struct front){ 0 };
	for (;;) {
		size_t len = strcspn(list, ",");

		if (!add_part(front, list, len, err))
			return false;
		if (list[len] == '\0')
			return true;
		list += len + 1;
	}
}

bool front_has(const struct front *front, enum front_part part)
{
	for (size_t i = 0; i < front->count; i++) {
		if (front->parts[i] == part)
			return true;
	}
	return false;
}

void front_put_rank(struct front *front)
{
	assert(!front_has(front, FRONT_RANK));
	memmove(front->parts + 1, front->parts, front->count * sizeof(*front->parts));
	front->parts[0] = FRONT_RANK;
	front->count++;
}

void front_want(const struct front *front, struct trace_want *want)
{
	want->streams |= front_has(front, FRONT_DEVICE) || front_has(front, FRONT_STREAM);
	want->ranks |= front_has(front, FRONT_RANK);
}

/* The names of one part, by the index that an operation has there. */
struct part {
	uint32_t *names; /* NAME_NONE until asked for */
	size_t count;
};

struct naming {
	const struct trace *trace;
	const struct steps *steps;
	const char *rank; /* of a process of which the trace does not say it */
	uint32_t *phases; /* by operation: name, or NAME_NONE */
	struct part parts[FRONT_PARTS];
};

/* The text of a part's frame; `index` is STEP_NONE or TRACE_NONE where there is none. */
static void format_part(
	const struct naming *naming, enum front_part part, uint32_t index, char *text, size_t size)
{
	const struct trace *trace = naming->trace;

	switch (part) {
	case FRONT_RANK:
		snprintf(text, size, "%s", naming->rank);
		break;
	case FRONT_PROCESS:
		snprintf(text, size, "process %" PRIu64, trace_pid(trace, index));
		break;
	case FRONT_THREAD:
		if (index == TRACE_NONE)
			snprintf(text, size, "[no thread]");
		else
			snprintf(text, size, "thread %" PRIu64, trace_tid(trace, index));
		break;
	case FRONT_DEVICE:
		snprintf(text, size, "GPU %" PRIu32, trace->streams[index].device);
		break;
	case FRONT_STREAM:
		snprintf(text, size, "stream %" PRIu32, trace->streams[index].id);
		break;
	case FRONT_STEP:
		if (index == STEP_NONE)
			snprintf(text, size, "[no step]");
		else
			snprintf(text, size, "step %" PRIu64, naming->steps->list[index].number);
		break;
	case FRONT_PHASE:
	case FRONT_PARTS:
		snprintf(text, size, "[no phase]");
		break;
	}
}

static uint32_t index_of(const struct naming *naming, enum front_part part, size_t op_index)
{
	const struct trace *trace = naming->trace;
	const struct op *op = &trace->ops[op_index];

	switch (part) {
	case FRONT_RANK:
	case FRONT_PROCESS:
		return op->thread != TRACE_NONE ? trace->thread_process[op->thread]
						: trace->streams[op->stream].process;
	case FRONT_THREAD:
		return op->thread;
	case FRONT_DEVICE:
	case FRONT_STREAM:
		return op->stream;
	case FRONT_STEP:
		return steps_find(naming->steps, trace, op->thread, op->api_start);
	case FRONT_PHASE:
	case FRONT_PARTS:
		break;
	}
	return 0;
}

/* Name a part of an operation; each index once. The last place is for none. */
static bool name_part(
	struct naming *naming, enum front_part part, size_t op, uint32_t *name, struct err *err)
{
	struct part *memo = &naming->parts[part];
	uint32_t index = index_of(naming, part, op);
	size_t at = index < memo->count - 1 ? index : memo->count - 1;
	char text[512];

	if (part == FRONT_PHASE && naming->phases[op] != NAME_NONE) {
		*name = naming->phases[op];
		return true;
	}
	if (part == FRONT_RANK && naming->trace->process_ranks != NULL &&
		naming->trace->process_ranks[index] != NAME_NONE) {
		*name = naming->trace->process_ranks[index];
		return true;
	}
	if (memo->names[at] == NAME_NONE) {
		format_part(naming, part, index, text, sizeof(text));
		if (!names_intern_frame(
			    naming->trace->names, text, strlen(text), &memo->names[at], err))
			return false;
	}
	*name = memo->names[at];
	return true;
}

static bool make_parts(struct naming *naming, const struct front *front,
	const struct fold_plan *plan, struct err *err)
{
	const struct trace *trace = naming->trace;
	const size_t counts[FRONT_PARTS] = {
		[FRONT_RANK] = trace->processes.count,
		[FRONT_PROCESS] = trace->processes.count,
		[FRONT_THREAD] = trace->threads.count,
		[FRONT_DEVICE] = trace->stream_ids.count,
		[FRONT_STREAM] = trace->stream_ids.count,
		[FRONT_STEP] = naming->steps != NULL ? naming->steps->count : 0,
	};

	for (size_t i = 0; i < front->count; i++) {
		struct part *part = &naming->parts[front->parts[i]];

		part->count = counts[front->parts[i]] + 1;
		part->names = mem_zeroed(part->count, sizeof(*part->names), err);
		if (part->names == NULL)
			return false;
		for (size_t at = 0; at < part->count; at++)
			part->names[at] = NAME_NONE;
	}
	if (!front_has(front, FRONT_PHASE))
		return true;
	naming->phases = mem_zeroed(trace->op_count, sizeof(*naming->phases), err);
	return naming->phases != NULL && phases_find(trace, plan, naming->phases, err);
}

bool front_stacks(const struct front *front, const struct trace *trace, const struct steps *steps,
	const struct fold_plan *plan, const char *rank, struct tree *stacks, uint32_t *fronts,
	struct err *err)
{
	struct naming naming = {
		.trace = trace,
		.steps = steps,
		.rank = trace->has_many_ranks ? "[no rank]" : rank,
	};
	bool ok = make_parts(&naming, front, plan, err);

	for (size_t op = 0; ok && op < trace->op_count; op++) {
		uint32_t node = TREE_ROOT, name;

		for (size_t i = 0; ok && i < front->count; i++)
			ok = name_part(&naming, front->parts[i], op, &name, err) &&
			     tree_child(stacks, node, name, &node, err);
		fronts[op] = node;
	}
	for (size_t i = 0; i < FRONT_PARTS; i++)
		free(naming.parts[i].names);
	free(naming.phases);
	return ok;
}
