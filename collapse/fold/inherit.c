#include "collapse/fold/inherit.h"

#include <stdlib.h>

#include "base/mem.h"
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

bool inherit_below(const struct fold_plan *plan, size_t op_count, inherit_fn *judge, void *context,
	uint32_t none, uint32_t *values, struct err *err)
{
	static const char unnamed[] = "[unnamed]"; /* range_stacks() */
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
	no_name = names_intern(stacks->names, unnamed, sizeof(unnamed) - 1);
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
