#include "collapse/fold/range_stacks.h"

#include <stdlib.h>

#include "base/mem.h"
#include "collapse/fold/nest.h"

/*
 * Represent points as operations of a trace that has the same ranges, which nesting can
 * handle.
 */
static bool make_points(
	struct trace *shadow, const struct range_point *points, size_t count, struct err *err)
{
	shadow->ops = mem_try_zeroed(count, sizeof(*shadow->ops), err);
	if (shadow->ops == NULL)
		return false;
	for (size_t i = 0; i < count; i++) {
		shadow->ops[i].api_start = points[i].start;
		shadow->ops[i].api_end = points[i].end;
		shadow->ops[i].thread = points[i].thread;
	}
	shadow->op_count = count;
	return true;
}

static bool name_of(const struct trace *trace, uint32_t range, uint32_t *name, struct err *err)
{
	static const char unnamed[] = "[unnamed]";

	*name = trace->ranges[range].name;
	return *name != NAME_NONE ||
	       names_try_intern(trace->names, unnamed, sizeof(unnamed) - 1, name, err);
}

static bool sweep(const struct trace *shadow, struct nest *nest, struct tree *tree,
	uint32_t *stacks, struct err *err)
{
	uint32_t *nodes = NULL; /* by depth: node of the previous stack */
	size_t nodes_cap = 0;
	bool more, ok;

	while ((ok = nest_next(nest, &more, err)) && more) {
		uint32_t node = TREE_ROOT, name;

		ok = mem_try_grow((void **)&nodes, &nodes_cap, nest->depth, sizeof(*nodes), err);
		if (ok && nest->same > 0)
			node = nodes[nest->same - 1];
		for (size_t i = nest->same; ok && i < nest->depth; i++) {
			ok = name_of(shadow, nest->ranges[i], &name, err) &&
			     tree_try_child(tree, node, name, &node, err);
			nodes[i] = node;
		}
		if (!ok)
			break;
		stacks[nest->op] = node;
	}
	free(nodes);
	return ok;
}

bool range_stacks(const struct trace *trace, const struct range_point *points, size_t count,
	struct tree *tree, uint32_t *stacks, struct err *err)
{
	struct trace shadow = *trace;
	struct nest nest;
	bool ok;

	for (size_t i = 0; i < count; i++)
		stacks[i] = TREE_ROOT;
	if (!make_points(&shadow, points, count, err))
		return false;
	ok = nest_init(&nest, &shadow, err);
	if (ok) {
		ok = sweep(&shadow, &nest, tree, stacks, err);
		nest_release(&nest);
	}
	free(shadow.ops);
	return ok;
}
