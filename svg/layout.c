#include "svg/layout.h"

#include <stdlib.h>

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

static bool add_rest(
	struct layout_walk *walk, struct layout_rest rest, uint32_t depth, struct err *err)
{
	struct layout *layout = walk->layout;

	if (!mem_try_grow((void **)&layout->rests, &layout->rest_cap, layout->rest_count + 1,
		    sizeof(*layout->rests), err))
		return false;
	rest.before = (uint32_t)layout->count;
	layout->rests[layout->rest_count++] = rest;
	if (depth > layout->deepest)
		layout->deepest = depth;
	return true;
}

/* Draw the open remainder at `depth`, if there is one and it is visible. */
static bool close_rest(struct layout_walk *walk, uint32_t parent, uint32_t depth, struct err *err)
{
	struct open_level *level = &walk->levels[depth];
	uint64_t span = level->end - level->rest;
	uint64_t count = level->count;

	level->count = 0;
	if (count == 0 || span == 0 || (double)span < walk->narrowest)
		return true;
	return add_rest(walk,
		(struct layout_rest){
			.x = walk->rules->x + (double)level->rest * walk->scale,
			.width = (double)span * walk->scale,
			.parent = parent,
			.count = count,
			.value = level->value,
		},
		depth, err);
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
static bool add_deeper(struct layout_walk *walk, uint32_t box, struct err *err)
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
		return true;
	return add_rest(walk,
		(struct layout_rest){
			.x = walk->rules->x + (double)walk->levels[depth + 1].at * walk->scale,
			.width = (double)value * walk->scale,
			.parent = box,
			.count = deepest - depth,
			.value = value,
			.deep = true,
		},
		depth + 1, err);
}

static bool add_rect(struct layout_walk *walk, uint32_t box, uint64_t at, struct err *err)
{
	struct layout *layout = walk->layout;
	uint32_t depth = walk->graph->depth[box];

	if (!mem_try_grow((void **)&layout->rects, &layout->cap, layout->count + 1,
		    sizeof(*layout->rects), err))
		return false;
	layout->rects[layout->count++] = (struct layout_rect){
		.x = walk->rules->x + (double)at * walk->scale,
		.width = (double)walk->graph->width[box] * walk->scale,
		.box = box,
	};
	if (depth > layout->deepest)
		layout->deepest = depth;
	return true;
}

static uint32_t after_subtree(const struct graph *graph, uint32_t box)
{
	uint32_t depth = graph->depth[box];

	do
		box++;
	while (box < graph->count && graph->depth[box] > depth);
	return box;
}

/* Skip the parent's own value before this box, in a flame chart. */
static bool pass_lead(struct layout_walk *walk, uint32_t box, struct err *err)
{
	const struct graph *graph = walk->graph;
	struct open_level *level = &walk->levels[graph->depth[box]];
	uint64_t lead = graph->lead != NULL ? graph->lead[box] : 0;

	if (lead > 0 && (double)lead >= walk->narrowest &&
		!close_rest(walk, graph->parent[box], graph->depth[box], err))
		return false;
	level->at += lead;
	return true;
}

/* Draw one box, or add it to the open remainder; *next is the box to continue with. */
static bool visit(struct layout_walk *walk, uint32_t box, uint32_t *next, struct err *err)
{
	const struct graph *graph = walk->graph;
	uint32_t depth = graph->depth[box];
	struct open_level *level = &walk->levels[depth];
	uint64_t at;

	if (!pass_lead(walk, box, err))
		return false;
	at = level->at;
	if (box > 0 && (double)graph->width[box] < walk->narrowest) {
		leave_out(walk, level, box);
		*next = after_subtree(graph, box);
		return true;
	}
	if (!close_rest(walk, graph->parent[box], depth, err) || !add_rect(walk, box, at, err))
		return false;
	level->at += graph->width[box];
	walk->levels[depth + 1] =
		(struct open_level){ .at = graph->lead != NULL ? at
							       : at + graph_own_width(graph, box) };
	*next = box + 1;
	if (depth < walk->rules->max_depth)
		return true;
	*next = after_subtree(graph, box);
	return add_deeper(walk, box, err);
}

/* Leave *open, whose children are done, and boxes above it, down to depth `depth`. */
static bool leave(struct layout_walk *walk, uint32_t *open, uint32_t depth, struct err *err)
{
	while (walk->graph->depth[*open] >= depth) {
		if (!close_rest(walk, *open, walk->graph->depth[*open] + 1, err))
			return false;
		if (*open == 0)
			break;
		*open = walk->graph->parent[*open];
	}
	return true;
}

bool layout_compute(struct layout *layout, const struct graph *graph,
	const struct layout_rules *rules, struct err *err)
{
	struct layout_walk walk = { .layout = layout, .graph = graph, .rules = rules };
	uint32_t open = 0; /* the innermost box whose children are being walked */
	uint32_t next = 0;
	bool ok = true;

	*layout = (struct layout){ 0 };
	walk.levels = mem_try_zeroed((size_t)graph->deepest + 3, sizeof(*walk.levels), err);
	if (walk.levels == NULL)
		return false;
	walk.scale = rules->width / (double)rules->full;
	walk.narrowest = rules->minwidth / walk.scale;
	for (uint32_t box = 0; ok && box < graph->count; box = next) {
		ok = (box == 0 || leave(&walk, &open, graph->depth[box], err)) &&
		     visit(&walk, box, &next, err);
		if (ok && next == box + 1 && next < graph->count && graph->parent[next] == box)
			open = box;
	}
	ok = ok && leave(&walk, &open, 0, err);
	free(walk.levels);
	if (!ok)
		layout_release(layout);
	return ok;
}

void layout_release(struct layout *layout)
{
	free(layout->rects);
	free(layout->rests);
	*layout = (struct layout){ 0 };
}
