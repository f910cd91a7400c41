#include "collapse/fold.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "collapse/level.h"
#include "collapse/nest.h"

struct fold {
	const struct trace *trace;
	struct rules *rules;
	struct tree *tree;
	struct fold_counts *counts;
	struct level *levels; /* by depth; levels[0] is the root */
	size_t levels_cap;
	uint32_t unnamed;
};

/* The stack `above` with one frame more. `name` as the program gave it. */
static bool descend(struct fold *fold, enum frame_kind kind, const struct level *above,
	uint32_t name, struct level *below, struct err *err)
{
	if (name == NAME_NONE)
		name = fold->unnamed;
	return level_descend(fold->rules, fold->tree, kind, above, name, below, err);
}

/* Put one operation under the stack `above`. */
static bool fold_op(
	struct fold *fold, uint32_t op_index, const struct level *above, struct err *err)
{
	const struct op *op = &fold->trace->ops[op_index];
	struct fold_counts *counts = fold->counts;
	uint64_t ns = (uint64_t)(op->end - op->start);
	enum op_kind kind = trace_op_kind(fold->trace, op_index);
	struct level leaf;

	if (!descend(fold, FRAME_LEAF, above, op->name, &leaf, err))
		return false;
	if (__builtin_add_overflow(counts->total_ns, ns, &counts->total_ns))
		return err_set(err, ERR_FORMAT, "total overflows 64 bits");
	counts->ops++;
	counts->kind_ops[kind]++;
	counts->kind_ns[kind] += ns;
	if (level_is_left_out(fold->rules, &leaf)) {
		counts->ops_filtered++;
		counts->filtered_ns += ns;
		return true;
	}
	counts->written_ns += ns;
	return tree_add_stats(fold->tree, leaf.node, ns,
		&(struct tree_stats){ .count = 1, .min = ns, .max = ns }, err);
}

static bool fold_launched(struct fold *fold, struct err *err)
{
	const struct trace *trace = fold->trace;
	struct nest nest;
	bool more, ok;

	if (!nest_init(&nest, trace, err))
		return false;
	while ((ok = nest_next(&nest, &more, err)) && more) {
		ok = mem_grow((void **)&fold->levels, &fold->levels_cap, nest.depth + 1,
			sizeof(*fold->levels), err);
		for (size_t i = nest.same; ok && i < nest.depth; i++)
			ok = descend(fold, FRAME_RANGE, &fold->levels[i],
				trace->ranges[nest.ranges[i]].name, &fold->levels[i + 1], err);
		if (!ok || !fold_op(fold, nest.op, &fold->levels[nest.depth], err)) {
			ok = false;
			break;
		}
	}
	nest_release(&nest);
	return ok;
}

static bool fold_unlaunched(struct fold *fold, struct err *err)
{
	static const char text[] = "[no launch record]";
	struct level above;
	uint32_t name;

	if (fold->trace->odd.ops_without_launch == 0)
		return true;
	if (!names_intern(fold->trace->names, text, sizeof(text) - 1, &name, err) ||
		!descend(fold, FRAME_RANGE, &fold->levels[0], name, &above, err))
		return false;
	for (size_t i = 0; i < fold->trace->op_count; i++) {
		if (fold->trace->ops[i].thread == TRACE_NONE &&
			!fold_op(fold, (uint32_t)i, &above, err))
			return false;
	}
	return true;
}

bool fold_trace(const struct trace *trace, struct rules *rules, struct tree *tree,
	struct fold_counts *counts, struct err *err)
{
	static const char unnamed[] = "[unnamed]";
	struct fold fold = { .trace = trace, .rules = rules, .tree = tree, .counts = counts };
	bool ok;

	if (!mem_grow((void **)&fold.levels, &fold.levels_cap, 1, sizeof(*fold.levels), err))
		return false;
	fold.levels[0] = level_root;
	counts->ranges += trace->range_count;
	ok = names_intern(trace->names, unnamed, sizeof(unnamed) - 1, &fold.unnamed, err) &&
	     fold_launched(&fold, err) && fold_unlaunched(&fold, err);
	free(fold.levels);
	return ok;
}
