#include "capture/write/fold_sums.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

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
	uint32_t buffer; /* in which the name was last compared */
};

bool fold_sums_init(struct fold_sums *sums, struct stacks *stacks, struct graph_nodes *graphs,
	bool strip, struct err *err)
{
	*sums = (struct fold_sums){ .stacks = stacks, .graphs = graphs, .strip = strip };
	sums->cache = mem_zeroed(CACHE_SLOTS, sizeof(*sums->cache), err);
	return sums->cache != NULL;
}

void fold_sums_clear(struct fold_sums *sums)
{
	idmap_release(&sums->ids);
	memset(sums->cache, 0, CACHE_SLOTS * sizeof(*sums->cache));
	sums->count = 0;
	sums->ops = sums->ns = sums->lost = sums->lost_ns = 0;
}

/* The index of the sums of a stack on a device, created if missing; UINT32_MAX: no memory. */
static uint32_t value_of(struct fold_sums *sums, uint32_t node, uint32_t device)
{
	struct err err = { 0 };
	uint32_t index;

	if (!mem_grow((void **)&sums->values, &sums->cap, sums->count + 1, sizeof(*sums->values),
		    &err) ||
		!idmap_add(&sums->ids, (uint64_t)device << 32 | node, &index, &err))
		return UINT32_MAX;
	if (index == sums->count)
		sums->values[sums->count++] = (struct fold_value){
			.node = node,
			.device = device,
			.min = UINT64_MAX,
		};
	return index;
}

static enum format_kind format_kind_of(enum operation_kind kind)
{
	static const enum format_kind kinds[] = {
		[OPERATION_KERNEL] = FORMAT_KERNEL,
		[OPERATION_MEMCPY] = FORMAT_MEMCPY,
		[OPERATION_MEMSET] = FORMAT_MEMSET,
		[OPERATION_GRAPH] = FORMAT_GRAPH,
	};

	return kinds[kind];
}

/* The stack of an operation, itself included; *text is the stacks' copy of its name. */
static uint32_t stack_of(
	struct fold_sums *sums, const struct operation *operation, const char **text)
{
	uint32_t node = operation->node, captured;
	const char *name = operation->name != NULL ? operation->name : "";
	char other[64];

	if (!operation->is_known)
		node = stacks_child(sums->stacks, TREE_ROOT, FORMAT_NO_LAUNCH, 0,
			FORMAT_NO_LAUNCH_NAME, strlen(FORMAT_NO_LAUNCH_NAME), text);
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

static uint32_t what_of(const struct operation *operation)
{
	uint32_t number = 0;

	if (operation->kind == OPERATION_MEMCPY)
		number = operation->copy_kind;
	else if (operation->kind == OPERATION_GRAPH)
		number = operation->graph;
	return number << 3 | (uint32_t)operation->kind << 1 | operation->is_known;
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

/* The index of an operation's sums; UINT32_MAX: no memory. */
static uint32_t find_value(struct fold_sums *sums, const struct operation *operation)
{
	uint32_t node = operation->is_known ? operation->node : 0, what = what_of(operation), value;
	struct fold_slot *slot = &sums->cache[cache_place(operation, node, what)];
	const char *text;

	if (slot->text != NULL && slot->node == node && slot->what == what &&
		slot->device == operation->device && slot->graph_node == operation->graph_node &&
		is_name_of(slot, operation))
		return slot->value;
	value = value_of(sums, stack_of(sums, operation, &text), operation->device);
	if (value != UINT32_MAX)
		*slot = (struct fold_slot){
			.name = operation->name,
			.text = text,
			.graph_node = operation->graph_node,
			.node = node,
			.device = operation->device,
			.what = what,
			.value = value,
			.buffer = operation->buffer,
		};
	return value;
}

void fold_sums_add(void *sink, const struct operation *operation)
{
	struct fold_sums *sums = sink;
	uint64_t ns = operation->end_ns - operation->start_ns;
	uint32_t index = find_value(sums, operation);
	struct fold_value *value;

	if (index == UINT32_MAX) {
		sums->lost++;
		sums->lost_ns += ns;
		return;
	}
	value = &sums->values[index];
	value->ns += ns;
	value->count++;
	if (ns < value->min)
		value->min = ns;
	if (ns > value->max)
		value->max = ns;
	sums->ops++;
	sums->ns += ns;
}
