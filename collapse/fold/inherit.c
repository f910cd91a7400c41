#include "collapse/fold/inherit.h"

#include "collapse/fold/nest.h"

bool inherit_ranges(const struct trace *trace, inherit_fn *judge, void *context, uint32_t none,
	uint32_t *values, struct err *err)
{
	uint32_t *levels = NULL; /* by depth: outside of all, of the outermost range, ... */
	size_t levels_cap = 0;
	struct nest nest;
	bool ok = true;

	for (size_t i = 0; i < trace->op_count; i++)
		values[i] = none;
	nest_init(&nest, trace);
	while (ok && nest_next(&nest)) {
		mem_need(levels, levels_cap, nest.depth + 1);
		levels[0] = none;
		for (size_t i = nest.same; ok && i < nest.depth; i++) {
			levels[i + 1] = levels[i];
			ok = judge(
				context, trace->ranges[nest.ranges[i]].name, &levels[i + 1], err);
		}
		values[nest.op] = levels[nest.depth];
	}
	nest_release(&nest);
	free(levels);
	return ok;
}

/* The stack that ends in a range of that name. */
static bool go_down(void *context, uint32_t name, uint32_t *node, UNUSED struct err *err)
{
	struct tree *tree = context;

	if (name == NAME_NONE)
		name = names_id(tree->names, "[unnamed]");
	*node = tree_child(tree, *node, name);
	return true;
}

/* Points are as operations of a trace that has the same ranges. */
void range_stacks(const struct trace *trace, const struct range_point *points, size_t count,
	struct tree *tree, uint32_t *stacks)
{
	struct trace shadow = *trace;
	struct err none = { 0 };

	shadow.ops = mem_zeroed(count, sizeof(*shadow.ops));
	shadow.op_count = count;
	shadow.adopted = NULL;
	for (size_t i = 0; i < count; i++) {
		shadow.ops[i].api_start = points[i].start;
		shadow.ops[i].api_end = points[i].end;
		shadow.ops[i].thread = points[i].thread;
	}
	(void)!inherit_ranges(&shadow, go_down, tree, TREE_ROOT, stacks, &none);
	free(shadow.ops);
}

bool inherit_below(const struct fold_plan *plan, size_t op_count, inherit_fn *judge, void *context,
	uint32_t none, uint32_t *values, struct err *err)
{
	const struct tree *stacks;
	uint32_t *of_node, no_name;
	bool ok = true;

	for (size_t i = 0; i < op_count; i++)
		values[i] = none;
	if (plan == NULL || plan->below == NULL)
		return true;
	stacks = plan->stacks;
	of_node = mem_zeroed(stacks->count, sizeof(*of_node));
	of_node[TREE_ROOT] = none;
	no_name = names_id(stacks->names, "[unnamed]");
	for (uint32_t node = TREE_ROOT + 1; ok && node < stacks->count; node++) {
		uint32_t name = stacks->frame[node];

		of_node[node] = of_node[stacks->parent[node]];
		ok = judge(context, name != no_name ? name : NAME_NONE, &of_node[node], err);
	}
	for (size_t i = 0; i < op_count; i++)
		values[i] = of_node[plan->below[i]];
	free(of_node);
	return ok;
}
