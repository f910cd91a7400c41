#include "collapse/sums/capture_fold.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/sum.h"
#include "capture/format.h"
#include "collapse/sums/capture_reader.h"
#include "collapse/fold/fold_level.h"

/* A stack of the capture: where it is in the tree, and what it ends in. */
struct stack {
	struct fold_level level;
	uint8_t kind; /* enum format_kind */
};

struct folding {
	const char *path;
	const struct trace_want *want;
	struct names *names;
	struct rules *rules;
	struct tree *tree;
	struct fold_counts *counts;
	struct stack *stacks; /* the first is the root */
	size_t count, cap;
	bool count_ops, is_empty;
};

static bool add_stack(
	struct folding *folding, const struct fold_level *level, uint8_t kind, struct err *err)
{
	if (!mem_grow((void **)&folding->stacks, &folding->cap, folding->count + 1,
		    sizeof(*folding->stacks), err))
		return false;
	folding->stacks[folding->count++] = (struct stack){ .level = *level, .kind = kind };
	return true;
}

static enum frame_kind frame_kind_of(uint8_t kind)
{
	return kind == FORMAT_RANGE || kind == FORMAT_NO_LAUNCH ? FRAME_RANGE : FRAME_LEAF;
}

static bool take_stack(void *context, const struct capture_stack *stack, struct err *err)
{
	static const char unnamed[] = "[unnamed]";
	struct folding *folding = context;
	struct fold_level above = folding->stacks[stack->parent].level, level;
	uint32_t name = stack->name;

	folding->counts->ranges += stack->kind == FORMAT_RANGE;
	return (name != NAME_NONE ||
		       names_intern(folding->names, unnamed, sizeof(unnamed) - 1, &name, err)) &&
	       fold_level_descend(folding->rules, folding->tree, frame_kind_of(stack->kind), &above,
		       name, &level, err) &&
	       add_stack(folding, &level, stack->kind, err);
}

static bool take_value(void *context, const struct capture_value *value, struct err *err)
{
	struct folding *folding = context;
	struct fold_counts *counts = folding->counts;
	const struct stack *stack = &folding->stacks[value->stack];
	bool count_ops = folding->count_ops;
	uint64_t amount = count_ops ? value->count : value->ns;
	const struct tree_stats stats = {
		.count = value->count,
		.min = count_ops ? 1 : value->min,
		.max = count_ops ? 1 : value->max,
	};
	enum op_kind kind = capture_op_kind(stack->kind);

	if (folding->want->kernels_only && kind != OP_KERNEL)
		return true;
	if (!sum_add(&counts->total_ns, amount, err))
		return err_prefix(err, "cannot read '%s': " FORMAT_VALUE_TABLE, folding->path);
	folding->is_empty = false;
	counts->ops += value->count;
	counts->kind_ops[kind] += value->count;
	counts->kind_ns[kind] += value->ns;
	if (fold_level_is_left_out(folding->rules, &stack->level)) {
		counts->ops_filtered += value->count;
		counts->filtered_ns += amount;
		return true;
	}
	counts->written_ns += amount;
	return tree_add_stats(folding->tree, stack->level.node, amount, &stats, err);
}

bool capture_fold(const char *path, const struct trace_want *want, struct trace *trace,
	struct rules *rules, bool count_ops, struct tree *tree, struct fold_counts *counts,
	uint64_t *steps, struct err *err)
{
	struct folding folding = {
		.path = path,
		.want = want,
		.names = trace->names,
		.rules = rules,
		.tree = tree,
		.counts = counts,
		.count_ops = count_ops,
		.is_empty = true,
	};
	const struct capture_visitor visitor = { &folding, take_stack, take_value };
	struct capture_facts facts;
	bool ok = add_stack(&folding, &fold_level_root, FORMAT_RANGE, err) &&
		  capture_read(path, want, trace, &visitor, &facts, err);

	free(folding.stacks);
	*steps = ok ? facts.steps : 0;
	if (ok && folding.is_empty)
		return err_set(err, ERR_EMPTY, "'%s' holds no %s", path,
			want->kernels_only ? "kernels" : "GPU operations");
	return ok;
}
