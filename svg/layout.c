#include "svg/layout.h"

#include "base/mem.h"

/* State of one level while boxes are walked in preorder. */
struct open_level {
	uint64_t at;    /* where the next box begins, in values */
	uint64_t rest;  /* where the open remainder begins */
	uint64_t end;   /* where it ends */
	uint64_t value; /* of its boxes */
	uint64_t count; /* boxes in it; 0: none is open */
};

struct layout_walk {
	struct layout *layout;
	const struct graph *graph;
	const struct layout_rules *rules;
	struct open_level *levels; /* by depth */
	double scale;              /* px for a value of 1 */
	double narrowest;          /* the value that is minwidth wide */
};

static void add_rest(struct layout_walk *walk, struct layout_rest rest, uint32_t depth)
{
	struct layout *layout = walk->layout;

	mem_need(layout->rests, layout->rest_cap, layout->rest_count + 1);
	rest.before = (uint32_t)layout->count;
	layout->rests[layout->rest_count++] = rest;
	if (depth > layout->deepest)
		layout->deepest = depth;
}

/* Draw the open remainder at `depth`, if there is one and it is visible. */
static void close_rest(struct layout_walk *walk, uint32_t parent, uint32_t depth)
{
	struct open_level *level = &walk->levels[depth];
	uint64_t span = level->end - level->rest;
	uint64_t count = level->count;

	level->count = 0;
	if (count == 0 || span == 0 || (double)span < walk->narrowest)
		return;
	add_rest(walk,
		(struct layout_rest){
			.x = walk->rules->x + (double)level->rest * walk->scale,
			.width = (double)span * walk->scale,
			.parent = parent,
			.count = count,
			.value = level->value,
		},
		depth);
}

/* Add a box that is too narrow to the remainder of its level, opening one if needed. */
static void leave_out(struct layout_walk *walk, struct open_level *level, uint32_t box)
{
	if (level->count++ == 0) {
		level->rest = level->at;
		level->value = 0;
	}
	level->at += walk->graph->width[box];
	level->end = level->at;
	level->value += walk->graph->width[box];
}

/* Draw everything below `box`, which is at the greatest depth drawn, as one. */
static void add_deeper(struct layout_walk *walk, uint32_t box)
{
	const struct graph *graph = walk->graph;
	uint64_t value = 0;
	uint32_t depth = graph->depth[box], deepest = depth;

	for (uint32_t i = box + 1; i < graph->count && graph->depth[i] > depth; i++) {
		if (graph->depth[i] == depth + 1)
			value += graph->width[i];
		if (graph->depth[i] > deepest)
			deepest = graph->depth[i];
	}
	if (value == 0 || (double)value < walk->narrowest)
		return;
	add_rest(walk,
		(struct layout_rest){
			.x = walk->rules->x + (double)walk->levels[depth + 1].at * walk->scale,
			.width = (double)value * walk->scale,
			.parent = box,
			.count = deepest - depth,
			.value = value,
			.deep = true,
		},
		depth + 1);
}

static void add_rect(struct layout_walk *walk, uint32_t box, uint64_t at)
{
	struct layout *layout = walk->layout;
	uint32_t depth = walk->graph->depth[box];

	*mem_next(layout->rects, layout->cap, layout->count) = (struct layout_rect){
		.x = walk->rules->x + (double)at * walk->scale,
		.width = (double)walk->graph->width[box] * walk->scale,
		.box = box,
	};
	if (depth > layout->deepest)
		layout->deepest = depth;
}

static uint32_t after_subtree(const struct graph *graph, uint32_t box)
{
	uint32_t depth = graph->depth[box];

	do
		box++;
	while (box < graph->count && graph->depth[box] > depth);
	return box;
}

/* Draw one box, or add it to the open remainder; returns the box to continue with. */
static uint32_t visit(struct layout_walk *walk, uint32_t box)
{
	const struct graph *graph = walk->graph;
	uint32_t depth = graph->depth[box];
	struct open_level *level = &walk->levels[depth];
	uint64_t at = level->at;

	if (box > 0 && (double)graph->width[box] < walk->narrowest) {
		leave_out(walk, level, box);
		return after_subtree(graph, box);
	}
	close_rest(walk, graph->parent[box], depth);
	add_rect(walk, box, at);
	level->at += graph->width[box];
	walk->levels[depth + 1] = (struct open_level){ .at = at + graph_own_width(graph, box) };
	if (depth < walk->rules->max_depth)
		return box + 1;
	add_deeper(walk, box);
	return after_subtree(graph, box);
}

/* Leave *open, whose children are done, and boxes above it, down to depth `depth`. */
static void leave(struct layout_walk *walk, uint32_t *open, uint32_t depth)
{
	while (walk->graph->depth[*open] >= depth) {
		close_rest(walk, *open, walk->graph->depth[*open] + 1);
		if (*open == 0)
			break;
		*open = walk->graph->parent[*open];
	}
}

void layout_compute(
	struct layout *layout, const struct graph *graph, const struct layout_rules *rules)
{
	struct layout_walk walk = { .layout = layout, .graph = graph, .rules = rules };
	uint32_t open = 0; /* the innermost box whose children are being walked */
	uint32_t next = 0;

	*layout = (struct layout){ 0 };
	walk.levels = mem_zeroed((size_t)graph->deepest + 3, sizeof(*walk.levels));
	walk.scale = rules->width / (double)rules->full;
	walk.narrowest = rules->minwidth / walk.scale;
	for (uint32_t box = 0; box < graph->count; box = next) {
		if (box > 0)
			leave(&walk, &open, graph->depth[box]);
		next = visit(&walk, box);
		if (next == box + 1 && next < graph->count && graph->parent[next] == box)
			open = box;
	}
	leave(&walk, &open, 0);
	free(walk.levels);
}

void layout_release(struct layout *layout)
{
	free(layout->rects);
	free(layout->rests);
	*layout = (struct layout){ 0 };
}
