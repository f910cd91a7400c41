#include "collapse/plan/grouping.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>

#include "collapse/plan/selection.h"
#include "collapse/plan/phases.h"

static const char *const words[GROUP_PARTS] = {
	[GROUP_RANK] = "rank",
	[GROUP_PROCESS] = "process",
	[GROUP_THREAD] = "thread",
	[GROUP_DEVICE] = "device",
	[GROUP_STREAM] = "stream",
	[GROUP_STEP] = "step",
	[GROUP_PHASE] = "phase",
	[GROUP_LAYER] = "layer",
};

static bool add_part(struct grouping *grouping, const char *word, size_t len, struct err *err)
{
	for (size_t i = 0; i < GROUP_PARTS; i++) {
		if (strlen(words[i]) != len || strncmp(words[i], word, len) != 0)
			continue;
		if (grouping_has(grouping, (enum group_part)i))
			return err_set(err, ERR_USAGE, "'%s' is given twice", words[i]);
		grouping->parts[grouping->count++] = (enum group_part)i;
		return true;
	}
	return err_set(err, ERR_USAGE,
		"unknown part '%.*s'; expected rank, process, thread, device, stream, step, "
		"phase or layer, separated by commas",
		(int)(len < 64 ? len : 64), word);
}

bool grouping_parse(const char *list, struct grouping *grouping, struct err *err)
{
	*grouping = (struct grouping){ 0 };
	for (;;) {
		size_t len = strcspn(list, ",");

		if (!add_part(grouping, list, len, err))
			return false;
		if (list[len] == '\0')
			return true;
		list += len + 1;
	}
}

bool grouping_has(const struct grouping *grouping, enum group_part part)
{
	for (size_t i = 0; i < grouping->count; i++) {
		if (grouping->parts[i] == part)
			return true;
	}
	return false;
}

void grouping_put_rank(struct grouping *grouping)
{
	assert(!grouping_has(grouping, GROUP_RANK));
	memmove(grouping->parts + 1, grouping->parts, grouping->count * sizeof(*grouping->parts));
	grouping->parts[0] = GROUP_RANK;
	grouping->count++;
	grouping->unseen = 1;
}

void grouping_offer_cells(struct grouping *grouping, size_t files)
{
	*grouping = (struct grouping){ .parts = { GROUP_RANK, GROUP_STEP },
		.count = 2,
		.unseen = 2,
		.offered = true,
		.slices = files == 1 };
}

uint64_t grouping_want(const struct grouping *grouping)
{
	uint64_t want = grouping_has(grouping, GROUP_RANK) ? WANT_RANKS : 0;

	if (grouping_has(grouping, GROUP_DEVICE) || grouping_has(grouping, GROUP_STREAM))
		want |= WANT_STREAMS;
	return want;
}

/* Names of the frames of one part, by the operation's index in it. */
struct part {
	uint32_t *names; /* NAME_NONE until computed */
	size_t count;
};

struct naming {
	const struct trace *trace;
	const struct train_steps *steps;
	const struct time_slices *slices;
	const char *rank;             /* for processes whose rank is not in the trace */
	uint32_t *found[GROUP_PARTS]; /* of phases and layers, by operation: name, or NAME_NONE */
	struct part parts[GROUP_PARTS];
};

/* "step 32", or "step 32-33" of several; if these are not all between, "step 30-50 (3)". */
static void format_step(const struct train_step *step, char *text, size_t size)
{
	int len = snprintf(text, size, "step %" PRIu64, step->number);

	if (step->count > 1)
		len += snprintf(text + len, size - (size_t)len, "-%" PRIu64, step->last);
	if (step->count > 1 && step->last - step->number + 1 != step->count)
		snprintf(text + len, size - (size_t)len, " (%" PRIu64 ")", step->count);
}

/* The text of a part's frame; `index` is STEP_NONE or TRACE_NONE if there is none. */
static void format_part(
	const struct naming *naming, enum group_part part, uint32_t index, char *text, size_t size)
{
	const struct trace *trace = naming->trace;

	switch (part) {
	case GROUP_RANK:
		snprintf(text, size, "%s", naming->rank);
		break;
	case GROUP_PROCESS:
		snprintf(text, size, "process %" PRIu64, trace_pid(trace, index));
		break;
	case GROUP_THREAD:
		if (index == TRACE_NONE)
			snprintf(text, size, "[no thread]");
		else
			snprintf(text, size, "thread %" PRIu64, trace_tid(trace, index));
		break;
	case GROUP_DEVICE:
		snprintf(text, size, TRACE_DEVICE_FRAME, trace->streams[index].device);
		break;
	case GROUP_STREAM:
		snprintf(text, size, "stream %" PRIu32, trace->streams[index].id);
		break;
	case GROUP_STEP:
		if (naming->slices->ns > 0)
			snprintf(text, size, "slice %" PRIu32, index);
		else if (index == STEP_NONE)
			snprintf(text, size, "[no step]");
		else
			format_step(&naming->steps->list[index], text, size);
		break;
	case GROUP_PHASE:
		snprintf(text, size, "[no phase]");
		break;
	case GROUP_LAYER:
	case GROUP_PARTS:
		snprintf(text, size, "[no layer]");
		break;
	}
}

static uint32_t index_of(const struct naming *naming, enum group_part part, size_t op_index)
{
	const struct trace *trace = naming->trace;
	const struct op *op = &trace->ops[op_index];

	switch (part) {
	case GROUP_RANK:
	case GROUP_PROCESS:
		return op->thread != TRACE_NONE ? trace->thread_process[op->thread]
						: trace->streams[op->stream].process;
	case GROUP_THREAD:
		return op->thread;
	case GROUP_DEVICE:
	case GROUP_STREAM:
		return op->stream;
	case GROUP_STEP:
		if (naming->slices->ns > 0)
			return (uint32_t)(((uint64_t)op->start - (uint64_t)naming->slices->from) /
					  naming->slices->ns);
		return naming->steps == NULL ? STEP_NONE
					     : train_steps_of_op(naming->steps, trace, op_index);
	case GROUP_PHASE:
	case GROUP_LAYER:
	case GROUP_PARTS:
		break;
	}
	return 0;
}

/* The name for a part of an operation, made once per index. The last index is for none. */
static uint32_t name_part(struct naming *naming, enum group_part part, size_t op)
{
	struct part *memo = &naming->parts[part];
	uint32_t index = index_of(naming, part, op);
	size_t at = index < memo->count - 1 ? index : memo->count - 1;
	char text[512];

	if (naming->found[part] != NULL && naming->found[part][op] != NAME_NONE)
		return naming->found[part][op];
	if (part == GROUP_RANK && naming->trace->process_ranks != NULL &&
		naming->trace->process_ranks[index] != NAME_NONE)
		return naming->trace->process_ranks[index];
	if (memo->names[at] == NAME_NONE) {
		format_part(naming, part, index, text, sizeof(text));
		memo->names[at] = names_intern_frame(naming->trace->names, text, strlen(text));
	}
	return memo->names[at];
}

/* The names of phases or layers, if they are asked for. */
static bool find_names(struct naming *naming, enum group_part part, phases_find_fn *find,
	const struct fold_plan *plan, struct err *err)
{
	if (naming->parts[part].names == NULL)
		return true;
	naming->found[part] = mem_zeroed(naming->trace->op_count, sizeof(uint32_t));
	return find(naming->trace, plan, naming->found[part], err);
}

static bool make_parts(struct naming *naming, const struct grouping *grouping,
	const struct fold_plan *plan, struct err *err)
{
	const struct trace *trace = naming->trace;
	const size_t counts[GROUP_PARTS] = {
		[GROUP_RANK] = trace->processes.count,
		[GROUP_PROCESS] = trace->processes.count,
		[GROUP_THREAD] = trace->threads.count,
		[GROUP_DEVICE] = trace->stream_ids.count,
		[GROUP_STREAM] = trace->stream_ids.count,
		[GROUP_STEP] = naming->slices->ns > 0  ? TIME_SLICES
			       : naming->steps != NULL ? naming->steps->count
						       : 0,
	};

	for (size_t i = 0; i < grouping->count; i++) {
		struct part *part = &naming->parts[grouping->parts[i]];

		part->count = counts[grouping->parts[i]] + 1;
		part->names = mem_nones(part->count);
	}
	return find_names(naming, GROUP_PHASE, phases_find, plan, err) &&
	       find_names(naming, GROUP_LAYER, layers_find, plan, err);
}

bool grouping_stacks(const struct grouping *grouping, const struct trace *trace,
	const struct train_steps *steps, const struct time_slices *slices,
	const struct fold_plan *plan, const char *rank, struct tree *stacks, uint32_t *groups,
	struct err *err)
{
	struct naming naming = {
		.trace = trace,
		.steps = steps,
		.slices = slices,
		.rank = trace->has_many_ranks ? "[no rank]" : rank,
	};
	bool ok = make_parts(&naming, grouping, plan, err);

	for (size_t op = 0; ok && op < trace->op_count; op++) {
		uint32_t node = TREE_ROOT, name;

		for (size_t i = 0; ok && i < grouping->count; i++) {
			name = name_part(&naming, grouping->parts[i], op);
			node = tree_child(stacks, node, name);
		}
		groups[op] = node;
	}
	for (size_t i = 0; i < GROUP_PARTS; i++) {
		free(naming.parts[i].names);
		free(naming.found[i]);
	}
	return ok;
}
