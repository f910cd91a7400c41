#include "collapse/fold/range_stacks.h"

#include <stdlib.h>

#include "base/mem.h"
#include "collapse/fold/nest.h"

/*
 * Represent points as operations of a trace that has the same ranges, which nesting can
 * handle.
 */
static void make_points(struct trace *shadow, const struct range_point *points, size_t count)
{
	shadow->ops = mem_zeroed(count, sizeof(*shadow->ops));
	for (size_t i = 0; i < count; i++) {
		shadow->ops[i].api_start = points[i].start;
		shadow->ops[i].api_end = points[i].end;
		shadow->ops[i].thread = points[i].thread;
	}
	shadow->op_count = count;
	shadow->adopted = NULL;
}

static uint32_t name_of(const struct trace *trace, uint32_t range)
{
	static const char unnamed[] = "[unnamed]";
	uint32_t name = trace->ranges[range].name;

	if (name == NAME_NONE)
		name = names_intern(trace->names, unnamed, sizeof(unnamed) - 1);
	return name;
}

static void sweep(
	const struct trace *shadow, struct nest *nest, struct tree *tree, uint32_t *stacks)
{
	uint32_t *nodes = NULL; /* by depth: node of the previous stack */
	size_t nodes_cap = 0;

	while (nest_next(nest)) {
		uint32_t node = TREE_ROOT, name;

		mem_need(nodes, nodes_cap, nest->depth);
		if (nest->same > 0)
			node = nodes[nest->same - 1];
		for (size_t i = nest->same; i < nest->depth; i++) {
			name = name_of(shadow, nest->ranges[i]);
			node = tree_child(tree, node, name);
			nodes[i] = node;
		}
		stacks[nest->op] = node;
	}
	free(nodes);
}

void range_stacks(const struct trace *trace, const struct range_point *points, size_t count,
	struct tree *tree, uint32_t *stacks)
{
	struct trace shadow = *trace;
	struct nest nest;

	for (size_t i = 0; i < count; i++)
		stacks[i] = TREE_ROOT;
	make_points(&shadow, points, count);
	nest_init(&nest, &shadow);
	sweep(&shadow, &nest, tree, stacks);
	nest_release(&nest);
	free(shadow.ops);
}
