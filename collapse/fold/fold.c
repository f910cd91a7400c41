#include "collapse/fold/fold.h"

#include <assert.h>
#include <stdio.h>

#include "base/sum.h"
#include "collapse/fold/nest.h"

/*
 * Where a frame below a stack led to: a loop has the same ones again and again. Frames are found
 * by this in a third of the time.
 */
struct fold_memo {
	struct fold_level above, below;
	uint32_t name;
	enum frame_kind kind;
	bool is_set;
};

enum { MEMOS = 1024 };

struct trace_folding {
	const struct trace *trace;
	const struct fold_plan *plan;
	struct rules *rules;
	struct tree *tree;
	struct fold_counts *counts;
	struct fold_level *levels; /* the operation's own ranges begin below the first */
	size_t levels_cap;
	uint32_t group; /* the node of the plan's stacks that levels[0] represents */
	uint32_t *path; /* names of a stack of the plan, outermost first */
	size_t path_cap;
	uint32_t unnamed, idle, unlaunched, transfer, hidden;
	struct nest nest; /* the ranges of the operation, if it has a launch */
	struct fold_memo memos[MEMOS];
	int64_t start; /* of the first operation */
};

/* The stack `above` with one more frame. `name` as the program gave it. */
static bool descend(struct trace_folding *fold, enum frame_kind kind,
	const struct fold_level *above, uint32_t name, struct fold_level *below, struct err *err)
{
	struct fold_memo *memo =
		&fold->memos[mem_mix64((uint64_t)above->node << 32 | name) % MEMOS];

	if (memo->is_set && memo->name == name && memo->kind == kind &&
		fold_level_equal(&memo->above, above)) {
		*below = memo->below;
		return true;
	}
	memo->is_set = false;
	if (!fold_level_descend(fold->rules, fold->tree, kind, above,
		    name != NAME_NONE ? name : fold->unnamed, below, err))
		return false;
	*memo = (struct fold_memo){ *above, *below, name, kind, true };
	return true;
}

/* --- stacks of the plan ----------------------------------------------------------- */

/* The names of a stack, outermost first, in fold->path. */
static size_t find_path(struct trace_folding *fold, const struct tree *stacks, uint32_t stack)
{
	size_t at, depth = 0;

	for (uint32_t node = stack; node != TREE_ROOT; node = stacks->parent[node])
		depth++;
	at = depth;
	mem_need(fold->path, fold->path_cap, depth);
	for (uint32_t node = stack; node != TREE_ROOT; node = stacks->parent[node])
		fold->path[--at] = stacks->frame[node];
	return depth;
}

/* The frames of a group. */
static bool begin_group(
	struct trace_folding *fold, uint32_t group, struct fold_level *level, struct err *err)
{
	size_t depth;

	*level = fold_level_root;
	if (group == TREE_ROOT)
		return true;
	depth = find_path(fold, fold->plan->stacks, group);
	for (size_t i = 0; i < depth; i++) {
		struct fold_level above = *level;

		if (i < fold->plan->unseen)
			level->base = level->node = tree_child(fold->tree, above.node,
				names_frame(fold->trace->names, fold->path[i]));
		else if (!fold_level_descend(fold->rules, fold->tree, FRAME_ADDED, &above,
				 fold->path[i], level, err))
			return false;
	}
	level->base = level->node;
	return true;
}

/* Set levels[0] for the operation; *anew is set when it changed. */
static bool begin_stack(struct trace_folding *fold, uint32_t op, bool *anew, struct err *err)
{
	uint32_t group = fold->plan->groups != NULL ? fold->plan->groups[op] : TREE_ROOT;

	*anew = group != fold->group;
	fold->group = group;
	return !*anew || begin_group(fold, group, &fold->levels[0], err);
}

/* How many ranges a graph was captured in that it is launched in, too: of this or another step. */
static size_t launched_in(const struct trace_folding *fold, uint32_t op, size_t depth)
{
	const struct trace *trace = fold->trace;
	const struct nest *nest = &fold->nest;
	size_t most = trace->ops[op].thread != TRACE_NONE ? nest->depth : 0, same = 0;

	for (; same < depth && same < most; same++) {
		uint32_t own = trace->ranges[nest->ranges[same]].name, captured = fold->path[same];

		if (own != captured && (own == NAME_NONE || captured == NAME_NONE ||
					       !names_alike(trace->names->list[own].text,
						       trace->names->list[captured].text)))
			break;
	}
	return same;
}

/*
 * Add the ranges of the plan that are below the operation's own to `level`, but for those that it
 * has already.
 */
static bool go_below(
	struct trace_folding *fold, uint32_t op, struct fold_level *level, struct err *err)
{
	const struct fold_plan *plan = fold->plan;
	size_t depth;

	if (plan->below == NULL || plan->below[op] == TREE_ROOT)
		return true;
	depth = find_path(fold, plan->stacks, plan->below[op]);
	for (size_t i = launched_in(fold, op, depth); i < depth; i++) {
		struct fold_level above = *level;

		if (!descend(fold, FRAME_RANGE, &above, fold->path[i], level, err))
			return false;
	}
	return true;
}

/* --- operations ----------------------------------------------------------------------- */

/* Of sums, single bytes are not known: each has the mean. */
static struct tree_stats stats_of(const struct trace_folding *fold, uint32_t op, uint64_t value)
{
	const struct op_sum *sum = fold->trace->sums != NULL ? &fold->trace->sums[op] : NULL;

	if (sum == NULL)
		return (struct tree_stats){ .count = 1,
			.min = value,
			.max = value,
			.first = (uint64_t)fold->trace->ops[op].start - (uint64_t)fold->start + 1 };
	if (fold->plan->values == NULL)
		return (struct tree_stats){ sum->count, sum->min, sum->max, 0 };
	return (struct tree_stats){ .count = sum->count,
		.min = value / sum->count,
		.max = value / sum->count + (value % sum->count > 0) };
}

/* `op`: what is counted as an operation; TRACE_NONE for a gap or a part of a range's time. */
static bool add_leaf(struct trace_folding *fold, const struct fold_level *leaf, uint64_t value,
	uint32_t op, bool *out, struct err *err)
{
	struct fold_counts *counts = fold->counts;
	struct tree_stats stats;

	*out = fold_level_is_left_out(fold->rules, leaf);
	if (*out) {
		counts->filtered_ns += value;
		return true;
	}
	counts->written_ns += value;
	if (op == TRACE_NONE)
		return tree_add(fold->tree, leaf->node, value, err);
	stats = stats_of(fold, op, value);
	return tree_add_stats(fold->tree, leaf->node, value, &stats, err);
}

static bool add_idle(
	struct trace_folding *fold, const struct fold_level *above, uint64_t value, struct err *err)
{
	struct fold_level leaf;
	bool out;

	return value == 0 || (descend(fold, FRAME_LEAF, above, fold->idle, &leaf, err) &&
				     add_leaf(fold, &leaf, value, TRACE_NONE, &out, err));
}

/* Of the value of a leaf, `hidden` is below it. */
static bool add_work(struct trace_folding *fold, const struct fold_level *leaf, uint64_t value,
	uint64_t hidden, uint32_t op, bool *out, struct err *err)
{
	struct fold_level below;

	return (hidden == 0 || (descend(fold, FRAME_LEAF, leaf, fold->hidden, &below, err) &&
				       add_leaf(fold, &below, hidden, TRACE_NONE, out, err))) &&
	       add_leaf(fold, leaf, value - hidden, op, out, err);
}

/* An operation is a wait and, below it, too, the rest, which is counted as the operation. */
static bool add_parts(struct trace_folding *fold, uint32_t op, const struct fold_level *above,
	uint64_t value, bool *out, struct err *err)
{
	static const uint64_t none[2];
	const uint64_t *hidden =
		fold->plan->hidden != NULL ? &fold->plan->hidden[2 * (size_t)op] : none;
	uint64_t waited = fold->plan->waited[op];
	struct fold_level leaf;

	return (waited == 0 ||
		       (descend(fold, FRAME_LEAF, above, fold->plan->waiting[op], &leaf, err) &&
			       add_work(fold, &leaf, waited, hidden[0], TRACE_NONE, out, err))) &&
	       descend(fold, FRAME_LEAF, above, fold->transfer, &leaf, err) &&
	       add_work(fold, &leaf, value - waited, hidden[1], op, out, err);
}

/* Add one operation under the stack `above`. */
static bool fold_op(struct trace_folding *fold, uint32_t op_index, const struct fold_level *above,
	struct err *err)
{
	const struct op *op = &fold->trace->ops[op_index];
	const struct fold_plan *plan = fold->plan;
	struct fold_counts *counts = fold->counts;
	uint64_t represented = trace_op_count(fold->trace, op_index);
	uint64_t ns = (uint64_t)(op->end - op->start), idle = 0;
	uint64_t value = plan->values != NULL ? plan->values[op_index] : ns, sum = value;
	struct fold_level leaf = *above;
	bool out;

	if (plan->idle != NULL)
		idle = plan->idle[op_index];
	if (!sum_add(&sum, idle, err) || !sum_add(&counts->total_ns, sum, err))
		return false;
	counts->ops += represented;
	if (!plan->segments) {
		enum op_kind kind = trace_op_kind(fold->trace, op_index);

		counts->kind_ops[kind] += represented;
		counts->kind_ns[kind] += ns;
	}
	if (plan->unselected != NULL && plan->unselected[op_index]) {
		counts->ops_unselected += represented;
		counts->unselected_ns += sum;
		return true;
	}
	if (!add_idle(fold, above, idle, err))
		return false;
	if (!go_below(fold, op_index, &leaf, err))
		return false;
	if (!plan->no_leaf) {
		struct fold_level ranges = leaf;

		if (!descend(fold, FRAME_LEAF, &ranges, op->name, &leaf, err))
			return false;
	}
	if (plan->waiting != NULL && plan->waiting[op_index] != NAME_NONE
			? !add_parts(fold, op_index, &leaf, value, &out, err)
			: !add_work(fold, &leaf, value,
				  plan->hidden != NULL ? plan->hidden[2 * (size_t)op_index + 1] : 0,
				  plan->segments ? TRACE_NONE : op_index, &out, err))
		return false;
	counts->ops_filtered += out ? represented : 0;
	return true;
}

/*
 * Where ranges overlap without nesting, stacks may be as many as operations times ranges: refuse
 * what is far more than one for each range and operation.
 */
static bool check_growth(const struct trace_folding *fold, uint32_t before, struct err *err)
{
	static const uint64_t most_more = 1 << 22;

	if (fold->tree->count - before <=
		fold->trace->range_count + fold->trace->op_count + most_more)
		return true;
	return err_set(err, ERR_FORMAT,
		"ranges that overlap without nesting make more than 2^22 stacks; leave them out "
		"with"
		" --drop-frame REGEX");
}

static bool fold_launched(struct trace_folding *fold, struct err *err)
{
	const struct trace *trace = fold->trace;
	uint32_t before = fold->tree->count;
	struct nest *nest = &fold->nest;
	bool ok = true;

	nest_init(nest, trace);
	while (nest_next(nest)) {
		bool anew;

		mem_need(fold->levels, fold->levels_cap, nest->depth + 1);
		ok = begin_stack(fold, nest->op, &anew, err);
		for (size_t i = anew ? 0 : nest->same; ok && i < nest->depth; i++)
			ok = descend(fold, FRAME_RANGE, &fold->levels[i],
				trace->ranges[nest->ranges[i]].name, &fold->levels[i + 1], err);
		ok = ok && check_growth(fold, before, err) &&
		     fold_op(fold, nest->op, &fold->levels[nest->depth], err);
		if (!ok)
			break;
	}
	nest_release(nest);
	return ok;
}

static bool fold_unlaunched(struct trace_folding *fold, struct err *err)
{
	struct fold_level above;

	if (fold->trace->odd.ops_without_launch == 0)
		return true;
	fold->unlaunched = names_id(fold->trace->names, "[no launch record]");
	for (size_t i = 0; i < fold->trace->op_count; i++) {
		bool anew;

		if (fold->trace->ops[i].thread != TRACE_NONE)
			continue;
		if (!begin_stack(fold, (uint32_t)i, &anew, err) ||
			!descend(fold, FRAME_RANGE, &fold->levels[0], fold->unlaunched, &above,
				err) ||
			!fold_op(fold, (uint32_t)i, &above, err))
			return false;
	}
	return true;
}

bool fold_trace(const struct trace *trace, const struct fold_plan *plan, struct rules *rules,
	struct tree *tree, struct fold_counts *counts, struct err *err)
{
	static const struct fold_plan none;
	struct trace_folding fold = {
		.trace = trace,
		.plan = plan != NULL ? plan : &none,
		.rules = rules,
		.tree = tree,
		.counts = counts,
		.group = TREE_ROOT,
	};
	bool ok;

	mem_need(fold.levels, fold.levels_cap, 1);
	fold.levels[0] = fold_level_root;
	counts->ranges += trace->range_count;
	fold.start = INT64_MAX;
	for (size_t i = 0; i < trace->op_count; i++)
		fold.start = trace->ops[i].start < fold.start ? trace->ops[i].start : fold.start;
	fold.unnamed = names_id(trace->names, "[unnamed]");
	fold.idle = names_id(trace->names, "[GPU idle]");
	fold.transfer = names_id(trace->names, "[transfer]");
	fold.hidden = names_id(trace->names, "[hidden by computation]");
	ok = fold_launched(&fold, err) && fold_unlaunched(&fold, err);
	free(fold.levels);
	free(fold.path);
	return ok;
}

void fold_plan_release(struct fold_plan *plan)
{
	free(plan->values);
	free(plan->idle);
	free(plan->unselected);
	free(plan->groups);
	free(plan->below);
	free(plan->waited);
	free(plan->waiting);
	free(plan->hidden);
	*plan = (struct fold_plan){ 0 };
}

const struct fold_level fold_level_root = { .node = TREE_ROOT };

/* A rule may make several frames of a name, with ';' between them. */
static uint32_t put_frames(struct names *names, struct tree *tree, uint32_t parent, uint32_t frame)
{
	size_t len, whole = names->list[frame].len;
	uint32_t node = parent;

	for (size_t at = 0; at < whole; at += len + 1) {
		const char *text = names->list[frame].text + at;
		const char *end = memchr(text, ';', whole - at);

		if (at == 0 && end == NULL)
			return tree_child(tree, parent, frame);
		len = end != NULL ? (size_t)(end - text) : whole - at;
		if (len > 0)
			node = tree_child(tree, node, names_intern_frame(names, text, len));
	}
	return node != parent ? node : tree_child(tree, parent, names_intern_frame(names, "", 0));
}

bool fold_level_descend(struct rules *rules, struct tree *tree, enum frame_kind kind,
	const struct fold_level *above, uint32_t name, struct fold_level *below, struct err *err)
{
	struct verdict verdict;
	uint32_t parent;
	uint32_t frame = names_frame(rules->names, name);

	if (!rules_apply(rules, kind, frame, &verdict, err))
		return false;
	*below = *above;
	below->filtered |= verdict.filter_out;
	below->chosen |= verdict.only;
	if (below->filtered || (verdict.drop && !verdict.root))
		return true;
	parent = above->node;
	if (verdict.root && !above->rooted) {
		below->rooted = true;
		parent = above->base;
	}
	below->node = put_frames(rules->names, tree, parent, verdict.frame);
	return true;
}
