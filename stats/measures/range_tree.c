#include "stats/measures/range_tree.h"

#include "collapse/fold/nest.h"

struct nested_range {
	uint32_t range;
	int64_t least_end; /* of it and all before it */
};

struct sweep {
	const struct trace *trace;
	struct range_tree *tree;
	struct nested_range *open;
	size_t count, cap;
	bool push_pop_only;
};

static uint64_t length_of(const struct range *range)
{
	return (uint64_t)range->end - (uint64_t)range->start;
}

/* The shortest of the open ranges that last as long as `range`. */
static uint32_t find_parent(const struct sweep *sweep, const struct range *range)
{
	uint32_t parent = TRACE_NONE;
	uint64_t least = UINT64_MAX;

	for (size_t i = sweep->count; i > 0; i--) {
		const struct range *above = &sweep->trace->ranges[sweep->open[i - 1].range];
		int64_t end = sweep->open[i - 1].least_end;

		/*
		 * All from here on begin no later and end no sooner than this one: none is
		 * shorter.
		 */
		end = end > range->end ? end : range->end;
		if (parent != TRACE_NONE && (uint64_t)end - (uint64_t)above->start >= least)
			break;
		if (above->end >= range->end && length_of(above) < least) {
			least = length_of(above);
			parent = sweep->open[i - 1].range;
		}
	}
	return parent;
}

static void open_range(struct sweep *sweep, uint32_t index)
{
	int64_t end = sweep->trace->ranges[index].end;

	mem_need(sweep->open, sweep->cap, sweep->count + 1);
	if (sweep->count > 0 && sweep->open[sweep->count - 1].least_end < end)
		end = sweep->open[sweep->count - 1].least_end;
	sweep->open[sweep->count++] = (struct nested_range){ index, end };
}

/* Remove those that ended before `now`: first on top, then below others if needed. */
static void close_ended(struct sweep *sweep, int64_t now)
{
	const struct range *ranges = sweep->trace->ranges;
	size_t count;

	while (sweep->count > 0 && ranges[sweep->open[sweep->count - 1].range].end < now)
		sweep->count--;
	if (sweep->count == 0 || sweep->open[sweep->count - 1].least_end >= now)
		return;
	count = sweep->count;
	sweep->count = 0;
	for (size_t i = 0; i < count; i++) {
		uint32_t index = sweep->open[i].range;

		if (ranges[index].end >= now)
			open_range(sweep, index);
	}
}

static void place_range(struct sweep *sweep, uint32_t index)
{
	const struct range *range = &sweep->trace->ranges[index];
	struct range_tree *tree = sweep->tree;
	uint32_t parent;

	if (sweep->push_pop_only && range->style != RANGE_PUSH_POP)
		return;
	close_ended(sweep, range->start);
	parent = find_parent(sweep, range);
	tree->parent[index] = parent;
	tree->level[index] = parent != TRACE_NONE ? tree->level[parent] + 1 : 0;
	open_range(sweep, index);
}

void range_tree_init(struct range_tree *tree, const struct trace *trace, bool push_pop_only)
{
	struct sweep sweep = { .trace = trace, .tree = tree, .push_pop_only = push_pop_only };
	size_t count = trace->range_count;

	*tree = (struct range_tree){
		.parent = mem_nones(count),
		.level = mem_zeroed(count, sizeof(*tree->level)),
		.order = trace->range_order,
	};
	if (trace->range_order.items == NULL) {
		nest_sort_ranges(trace, &tree->own_order);
		tree->order = tree->own_order;
	}
	for (size_t thread = 0; thread < tree->order.count; thread++) {
		sweep.count = 0;
		for (size_t i = tree->order.begin[thread]; i < tree->order.begin[thread + 1]; i++)
			place_range(&sweep, tree->order.items[i]);
	}
	free(sweep.open);
}

void range_tree_release(struct range_tree *tree)
{
	free(tree->parent);
	free(tree->level);
	buckets_release(&tree->own_order);
	*tree = (struct range_tree){ 0 };
}
