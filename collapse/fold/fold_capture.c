#include "collapse/fold/fold_capture.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/sum.h"

struct sums_folding {
	const struct capture_stacks *sums;
	enum sum_amount amount;
	struct rules *rules;
	struct tree *tree;
	struct fold_counts *counts;
	struct fold_level *levels; /* by stack */
};

static bool fold_stack(struct sums_folding *folding, size_t index, struct err *err)
{
	static const char unnamed[] = "[unnamed]";
	const struct sum_stack *stack = &folding->sums->stacks[index];
	uint32_t name = stack->name;

	folding->counts->ranges += stack->frame == SUM_RANGE;
	if (name == NAME_NONE)
		name = names_intern(folding->sums->names, unnamed, sizeof(unnamed) - 1);
	return fold_level_descend(folding->rules, folding->tree,
		stack->frame == SUM_OP ? FRAME_LEAF : FRAME_RANGE, &folding->levels[stack->parent],
		name, &folding->levels[index], err);
}

/* The bytes of a single operation are not known: it has the mean. */
static uint64_t amount_of(
	enum sum_amount amount, const struct sum_value *value, struct tree_stats *stats)
{
	uint64_t mean = value->bytes / value->count;

	stats->count = value->count;
	switch (amount) {
	case SUM_COUNT:
		stats->min = stats->max = 1;
		return value->count;
	case SUM_BYTES:
		stats->min = mean;
		stats->max = mean + (value->bytes % value->count > 0);
		return value->bytes;
	case SUM_NS:
		break;
	}
	stats->min = value->min;
	stats->max = value->max;
	return value->ns;
}

static bool fold_value(
	const struct sums_folding *folding, const struct sum_value *value, struct err *err)
{
	struct fold_counts *counts = folding->counts;
	const struct fold_level *level = &folding->levels[value->stack];
	enum op_kind kind = (enum op_kind)folding->sums->stacks[value->stack].op;
	struct tree_stats stats = { 0 };
	uint64_t amount = amount_of(folding->amount, value, &stats);

	if (!sum_add(&counts->total_ns, amount, err))
		return false;
	counts->ops += value->count;
	counts->kind_ops[kind] += value->count;
	counts->kind_ns[kind] += value->ns;
	if (fold_level_is_left_out(folding->rules, level)) {
		counts->ops_filtered += value->count;
		counts->filtered_ns += amount;
		return true;
	}
	counts->written_ns += amount;
	return tree_add_stats(folding->tree, level->node, amount, &stats, err);
}

bool fold_capture_stacks(const struct capture_stacks *sums, const struct fold_level *top,
	enum sum_amount amount, struct rules *rules, struct tree *tree, struct fold_counts *counts,
	struct err *err)
{
	struct sums_folding folding = {
		.sums = sums,
		.amount = amount,
		.rules = rules,
		.tree = tree,
		.counts = counts,
		.levels = mem_zeroed(sums->stack_count, sizeof(*folding.levels)),
	};
	bool ok = true;

	folding.levels[0] = top != NULL ? *top : fold_level_root;
	for (size_t i = 1; ok && i < sums->stack_count; i++)
		ok = fold_stack(&folding, i, err);
	for (size_t i = 0; ok && i < sums->value_count; i++)
		ok = fold_value(&folding, &sums->values[i], err);
	free(folding.levels);
	return ok;
}
