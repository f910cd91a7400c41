#include "capture/write/fold_sums.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "capture/config.h"
#include "capture/program/window.h"

enum { CACHE_SLOTS = 1 << 13 };

/*
 * An operation met before: same stack, graph node, name and device. `text` is
 * the name's text: memory of an unloaded module's names may be reused, so the
 * name is compared again in each buffer. Comparing long names costs more than
 * everything else.
 */
struct fold_slot {
	const char *name; /* CUPTI's pointer for a kernel; else NULL */
	const char *text; /* NULL: the slot is free */
	uint64_t graph_node;
	uint32_t node, device;
	uint32_t what; /* the kind, and the inputs of its name */
	uint32_t value;
	uint32_t part;   /* of a graph, as in graph_shares.h; IDMAP_NONE: it is none */
	uint32_t buffer; /* in which the name was last compared */
};

bool fold_sums_init(struct fold_sums *sums, struct stacks *stacks, struct graph_nodes *graphs,
	const struct config *config, struct err *err)
{
	*sums = (struct fold_sums){
		.stacks = stacks,
		.graphs = graphs,
		.strip = config->strip,
		.takes_shares = !config->graph_nodes,
		.is_early = window_keeps_early(config),
		.shares.is_bounded = true,
	};
	sums->cache = mem_may_zero(CACHE_SLOTS, sizeof(*sums->cache));
	return sums->cache != NULL || err_nomem(err);
}

void fold_sums_clear(struct fold_sums *sums)
{
	idmap_release(&sums->ids);
	graph_shares_release(&sums->shares);
	sums->shares.is_bounded = true;
	memset(sums->cache, 0, CACHE_SLOTS * sizeof(*sums->cache));
	sums->count = 0;
	sums->is_early = false;
	sums->ops = sums->ns = sums->lost = sums->lost_ns = sums->divided_ops = 0;
}

/* The index of the sums of a stack on a device, created if missing; IDMAP_NONE: no memory. */
static uint32_t value_of(struct fold_sums *sums, uint32_t node, uint32_t device)
{
	uint32_t index;

	if (!mem_may_need(sums->values, sums->cap, sums->count + 1) ||
		!mem_may_need(sums->divided, sums->divided_cap, sums->count + 1))
		return IDMAP_NONE;
	index = idmap_may_add(&sums->ids, (uint64_t)device << 32 | node);
	if (index == sums->count) {
		sums->values[index] = (struct fold_value){
			.node = node,
			.device = device,
			.min = UINT64_MAX,
		};
		sums->divided[index] = sums->values[index];
		sums->count++;
	}
	return index;
}

static enum format_kind format_kind_of(enum operation_kind kind)
{
	switch (kind) {
	case OPERATION_KERNEL:
		return FORMAT_KERNEL;
	case OPERATION_MEMCPY:
		return FORMAT_MEMCPY;
	case OPERATION_MEMSET:
		return FORMAT_MEMSET;
	case OPERATION_GRAPH:
		return FORMAT_GRAPH;
	}
	return FORMAT_RANGE;
}

/* The stack in which the operation was launched. */
static uint32_t launch_of(const struct fold_sums *sums, const struct operation *operation)
{
	const char *text;

	if (operation->is_known)
		return operation->node;
	return stacks_child(sums->stacks, TREE_ROOT, FORMAT_NO_LAUNCH, 0, FORMAT_NO_LAUNCH_NAME,
		strlen(FORMAT_NO_LAUNCH_NAME), &text);
}

/*
 * The stack of an operation below `node`: the ranges in which it was captured into a graph,
 * and itself. *text is the stacks' copy of its name.
 */
static uint32_t stack_below(const struct fold_sums *sums, uint32_t node,
	const struct operation *operation, const char **text)
{
	const char *name = operation->name != NULL ? operation->name : "";
	uint32_t captured;
	char other[64];

	if (operation->graph_node != 0 &&
		graph_nodes_find(sums->graphs, operation->graph_node, &captured))
		node = stacks_join(sums->stacks, node, captured);
	if (operation->kind != OPERATION_KERNEL) {
		activity_name(operation, sums->strip, other);
		name = other;
	}
	return stacks_child(
		sums->stacks, node, format_kind_of(operation->kind), 0, name, strlen(name), text);
}

/* The part of its graph that an operation is, if whole launches are to be divided. */
static uint32_t part_of(struct fold_sums *sums, const struct operation *operation)
{
	const char *text;
	uint32_t node;

	if (!sums->takes_shares || operation->graph_node == 0 || operation->graph == 0)
		return IDMAP_NONE;
	node = stack_below(sums, stacks_captured(sums->stacks), operation, &text);
	return graph_shares_part(&sums->shares, operation->graph, node, operation->device);
}

static uint32_t what_of(const struct operation *operation)
{
	uint32_t number = operation->kind == OPERATION_MEMCPY ? operation->copy_kind : 0;

	return number << 8 | (uint32_t)operation->kind << 1 | operation->is_known;
}

/* Keys that differ in few bits are spread, too. */
static size_t cache_place(const struct operation *operation, uint32_t node, uint32_t what)
{
	uint64_t place = ((uint64_t)node << 32 | what) ^ (uint64_t)operation->device << 24;

	_Static_assert(CACHE_SLOTS == 1 << 13, "the hash's upper bits are the slot");
	place += mem_mix64((uintptr_t)operation->name) + mem_mix64(~operation->graph_node);
	return mem_mix64(place) >> (64 - 13);
}

/* Whether the slot's name is the operation's: texts are compared as rarely as possible. */
static bool is_name_of(struct fold_slot *slot, const struct operation *operation)
{
	if (slot->name != operation->name)
		return false;
	if (slot->buffer == operation->buffer || slot->name == NULL)
		return true;
	if (strcmp(slot->text, slot->name) != 0)
		return false;
	slot->buffer = operation->buffer;
	return true;
}

/* The slot of an operation, filled in; NULL: no memory. */
static const struct fold_slot *find_slot(struct fold_sums *sums, const struct operation *operation)
{
	uint32_t node = operation->is_known ? operation->node : 0, what = what_of(operation), value;
	struct fold_slot *slot = &sums->cache[cache_place(operation, node, what)];
	const char *text;

	if (slot->text != NULL && slot->node == node && slot->what == what &&
		slot->device == operation->device && slot->graph_node == operation->graph_node &&
		is_name_of(slot, operation))
		return slot;
	value = value_of(sums, stack_below(sums, launch_of(sums, operation), operation, &text),
		operation->device);
	if (value == IDMAP_NONE)
		return NULL;
	*slot = (struct fold_slot){
		.name = operation->name,
		.text = text,
		.graph_node = operation->graph_node,
		.node = node,
		.device = operation->device,
		.what = what,
		.value = value,
		.part = part_of(sums, operation),
		.buffer = operation->buffer,
	};
	return slot;
}

/* A whole launch of a graph; false: no memory. */
static bool add_graph(struct fold_sums *sums, const struct operation *operation, uint64_t ns)
{
	uint32_t stack = launch_of(sums, operation);
	struct graph_launches *launches =
		graph_shares_launches(&sums->shares, stack, operation->graph, operation->device);
	const char *text;

	if (launches == NULL)
		return false;
	if (launches->sums.node == 0)
		launches->sums.node = stack_below(sums, stack, operation, &text);
	fold_value_add(&launches->sums, ns);
	return true;
}

static bool add_other(struct fold_sums *sums, const struct operation *operation, uint64_t ns)
{
	const struct fold_slot *slot = find_slot(sums, operation);

	if (slot == NULL)
		return false;
	fold_value_add(&sums->values[slot->value], ns);
	if (__builtin_expect(slot->part != IDMAP_NONE, 0))
		graph_shares_sample(
			&sums->shares, slot->part, operation->graph, operation->graph_node, ns);
	return true;
}

void fold_sums_add(void *sink, const struct operation *operation)
{
	struct fold_sums *sums = sink;
	uint64_t ns = operation->end_ns - operation->start_ns;

	if (__builtin_expect(operation->is_early != sums->is_early, 0) && operation->is_known) {
		if (operation->is_early)
			return;
		fold_sums_clear(sums);
	}
	if (operation->kind == OPERATION_GRAPH ? !add_graph(sums, operation, ns)
					       : !add_other(sums, operation, ns)) {
		sums->lost++;
		sums->lost_ns += ns;
		return;
	}
	sums->ops++;
	sums->ns += ns;
}

/* What graph_shares_divide() puts; one operation took the mean, as far as is known. */
static bool put_divided(void *context, const struct graph_launches *launches,
	const struct graph_part *part, uint64_t ns, uint64_t count)
{
	struct fold_sums *sums = context;
	struct fold_value put = launches->sums, *to;
	uint32_t index;
	const char *text;

	if (part != NULL) {
		put = (struct fold_value){ .device = part->device,
			.ns = ns,
			.count = count,
			.min = ns / count,
			.max = ns / count + (ns % count > 0) };
		put.node = stacks_child(sums->stacks, launches->stack, FORMAT_RANGE, 0,
			FORMAT_ESTIMATED_NAME, strlen(FORMAT_ESTIMATED_NAME), &text);
		put.node = stacks_join(sums->stacks, put.node, part->node);
	}
	index = value_of(sums, put.node, put.device);
	if (index == IDMAP_NONE)
		return true; /* readers see that the sums differ */
	to = &sums->divided[index];
	to->ns += put.ns;
	to->count += put.count;
	to->min = put.min < to->min ? put.min : to->min;
	to->max = put.max > to->max ? put.max : to->max;
	sums->divided_ops += put.count;
	return true;
}

void fold_sums_divide(struct fold_sums *sums)
{
	if (!sums->shares.has_new)
		return;
	for (size_t i = 0; i < sums->count; i++) {
		struct fold_value *value = &sums->divided[i];

		value->ns = value->count = value->max = 0;
		value->min = UINT64_MAX;
	}
	sums->divided_ops = 0;
	(void)graph_shares_divide(&sums->shares, put_divided, sums);
	for (uint32_t i = 0; i < sums->shares.launch_ids.count; i++)
		sums->divided_ops -= sums->shares.launches[i].sums.count;
}

struct fold_value fold_sums_value(const struct fold_sums *sums, size_t index)
{
	struct fold_value value = sums->values[index];
	const struct fold_value *divided = &sums->divided[index];

	value.ns += divided->ns;
	value.count += divided->count;
	value.min = divided->min < value.min ? divided->min : value.min;
	value.max = divided->max > value.max ? divided->max : value.max;
	return value;
}
