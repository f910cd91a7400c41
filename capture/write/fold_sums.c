#include "capture/write/fold_sums.h"

#include "base/mem.h"
#include "capture/config.h"
#include "capture/program/program.h"

enum { CACHE_SLOTS = 1 << 13 };

/*
 * An operation met before: same stack, graph node, name and device. `text` is
 * the name's text: memory of an unloaded module's names may be reused, so the
 * name is compared again in each buffer. Comparing long names costs more than
 * everything else.
 */
struct fold_slot {
	const char *name;    /* CUPTI's pointer for a kernel; else NULL */
	const char *text;    /* NULL: the slot is free */
	uint64_t graph_node; /* or, of a whole launch, the graph */
	uint32_t node, device;
	uint32_t what; /* the kind, and the inputs of its name */
	uint32_t value;
	uint32_t buffer; /* in which the name was last compared */
};

bool fold_sums_init(struct fold_sums *sums, struct program *program, struct graph_nodes *graphs,
	const struct config *config, struct err *err)
{
	*sums = (struct fold_sums){
		.stacks = &program->stacks,
		.window = &program->window,
		.graphs = graphs,
		.strip = config->strip,
		.is_early = window_keeps_early(config),
	};
	sums->cache = mem_may_zero(CACHE_SLOTS, sizeof(*sums->cache));
	sums->cells = mem_may_zero((size_t)CELL_STACKS * STEP_CELLS, sizeof(*sums->cells));
	return (sums->cache != NULL && sums->cells != NULL) || err_nomem(err);
}

void fold_sums_clear(struct fold_sums *sums)
{
	const size_t rows = sums->count < CELL_STACKS ? sums->count : CELL_STACKS;

	idmap_release(&sums->ids);
	memset(sums->cells, 0, rows * STEP_CELLS * sizeof(*sums->cells));
	memset(sums->cache, 0, CACHE_SLOTS * sizeof(*sums->cache));
	sums->count = 0;
	sums->is_early = false;
	sums->ops = sums->ns = sums->lost = sums->lost_ns = 0;
	memset(sums->steps, 0, sizeof(sums->steps));
	sums->step_shift = sums->nth = sums->length = 0;
	sums->marks = sums->mark = 0;
}

/* --- by step --------------------------------------------------------------------------------- */

/* Twice as many steps to a cell: neighbours become one. */
static void merge_cells(struct fold_sums *sums)
{
	enum { HALF = STEP_CELLS / 2 };

	for (size_t i = 0; i < HALF; i++) {
		const struct cell_steps left = sums->steps[2 * i], right = sums->steps[2 * i + 1];

		sums->steps[i] =
			(struct cell_steps){ left.first, right.last, left.steps + right.steps };
	}
	memset(sums->steps + HALF, 0, HALF * sizeof(*sums->steps));
	for (size_t at = 0; at < sums->count && at < CELL_STACKS; at++) {
		struct cell_sum *cells = sums->cells + at * STEP_CELLS;

		for (size_t i = 0; i < HALF; i++) {
			cells[i].ns = cells[2 * i].ns + cells[2 * i + 1].ns;
			cells[i].count = cells[2 * i].count + cells[2 * i + 1].count;
		}
		memset(cells + HALF, 0, HALF * sizeof(*cells));
	}
	sums->step_shift++;
}

/* Steps have begun since. */
static void add_steps(struct fold_sums *sums, uint64_t count)
{
	struct cell_steps *cell;
	struct step_mark mark;

	for (; sums->marks < count; sums->marks++) {
		if (!window_get_mark(sums->window, sums->marks, &mark) || mark.nth == 0)
			continue;
		while ((mark.nth - 1) >> sums->step_shift >= STEP_CELLS)
			merge_cells(sums);
		cell = &sums->steps[(mark.nth - 1) >> sums->step_shift];
		if (cell->steps++ == 0)
			cell->first = mark.number;
		cell->last = mark.number;
	}
}

/* Whether the launch is not before the mark: ids wrap. */
static bool is_after(
	const struct fold_sums *sums, uint32_t correlation, uint64_t at, struct step_mark *mark)
{
	return window_get_mark(sums->window, at, mark) &&
	       correlation - mark->correlation <= INT32_MAX;
}

/* Find the step of a launch, near that of the last one. */
static void find_step(struct fold_sums *sums, uint32_t correlation)
{
	uint64_t count = atomic_load(&sums->window->mark_count);
	uint64_t oldest = count > STEP_MARKS ? count - STEP_MARKS : 0;
	uint64_t at = sums->mark > oldest ? sums->mark : oldest;
	struct step_mark mark, next;

	add_steps(sums, count);
	while (at < count && is_after(sums, correlation, at, &mark))
		at++;
	while (at > oldest && !is_after(sums, correlation, at - 1, &mark))
		at--;
	if (at == oldest)
		mark = (struct step_mark){ .correlation = correlation };
	sums->mark = at;
	sums->nth = mark.nth;
	sums->from = mark.correlation;
	sums->length = window_get_mark(sums->window, at, &next)
			       ? next.correlation - mark.correlation
			       : INT32_MAX;
}

static void add_to_cell(
	struct fold_sums *sums, uint32_t value, const struct operation *operation, uint64_t ns)
{
	struct cell_sum *cell;

	if (value >= CELL_STACKS || !operation->is_known)
		return;
	if (sums->marks != atomic_load_explicit(&sums->window->mark_count, memory_order_acquire) ||
		operation->correlation - sums->from >= sums->length)
		find_step(sums, operation->correlation);
	if (sums->nth == 0)
		return;
	cell = sums->cells + (size_t)value * STEP_CELLS + ((sums->nth - 1) >> sums->step_shift);
	cell->ns += ns;
	cell->count++;
}

/* --- adding ---------------------------------------------------------------------------------- */

/* The index of the sums of a stack on a device, created if missing; IDMAP_NONE: no memory. */
static uint32_t value_of(struct fold_sums *sums, uint32_t node, uint32_t device)
{
	uint32_t index;

	if (!mem_may_need(sums->values, sums->cap, sums->count + 1))
		return IDMAP_NONE;
	index = idmap_may_add(&sums->ids, (uint64_t)device << 32 | node);
	if (index == sums->count) {
		sums->values[index] = (struct fold_value){
			.node = node,
			.device = device,
			.min = UINT64_MAX,
		};
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

static uint32_t what_of(const struct operation *operation)
{
	uint32_t number = operation->kind == OPERATION_MEMCPY ? operation->copy_kind : 0;

	return number << 8 | (uint32_t)operation->kind << 1 | operation->is_known;
}

/* Keys that differ in few bits are spread, too. */
static size_t cache_place(
	const struct operation *operation, uint64_t graph_node, uint32_t node, uint32_t what)
{
	uint64_t place = ((uint64_t)node << 32 | what) ^ (uint64_t)operation->device << 24;

	_Static_assert(CACHE_SLOTS == 1 << 13, "the hash's upper bits are the slot");
	place += mem_mix64((uintptr_t)operation->name) + mem_mix64(~graph_node);
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
	uint64_t graph_node =
		operation->kind == OPERATION_GRAPH ? operation->graph : operation->graph_node;
	struct fold_slot *slot = &sums->cache[cache_place(operation, graph_node, node, what)];
	const char *text;

	if (slot->text != NULL && slot->node == node && slot->what == what &&
		slot->device == operation->device && slot->graph_node == graph_node &&
		is_name_of(slot, operation))
		return slot;
	value = value_of(sums, stack_below(sums, launch_of(sums, operation), operation, &text),
		operation->device);
	if (value == IDMAP_NONE)
		return NULL;
	*slot = (struct fold_slot){
		.name = operation->name,
		.text = text,
		.graph_node = graph_node,
		.node = node,
		.device = operation->device,
		.what = what,
		.value = value,
		.buffer = operation->buffer,
	};
	return slot;
}

void fold_sums_add(void *sink, const struct operation *operation)
{
	struct fold_sums *sums = sink;
	uint64_t ns = operation->end_ns - operation->start_ns;
	const struct fold_slot *slot;
	struct fold_value *value;

	if (__builtin_expect(operation->is_early != sums->is_early, 0) && operation->is_known) {
		if (operation->is_early)
			return;
		fold_sums_clear(sums);
	}
	slot = find_slot(sums, operation);
	if (slot == NULL) {
		sums->lost++;
		sums->lost_ns += ns;
		return;
	}
	value = &sums->values[slot->value];
	value->ns += ns;
	value->count++;
	value->bytes += operation->bytes;
	value->min = ns < value->min ? ns : value->min;
	value->max = ns > value->max ? ns : value->max;
	sums->ops++;
	sums->ns += ns;
	if (atomic_load_explicit(&sums->window->mark_count, memory_order_relaxed) > 0)
		add_to_cell(sums, slot->value, operation, ns);
}
