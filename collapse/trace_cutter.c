#include "collapse/trace_cutter.h"

#include "collapse/refusals.h"
#include "collapse/input/rank_name.h"
#include "collapse/plan/adopt.h"
#include "collapse/plan/leave_out.h"

static bool has_word(const struct ruleset *set, enum rule_kind kind)
{
	for (size_t i = 0; i < set->word_count; i++) {
		if (set->words[i].is_file || set->words[i].kind == kind)
			return true;
	}
	return false;
}

bool trace_cutter_init(struct trace_cutter *cutter, struct names *names,
	const struct collapse_options *options, struct err *err)
{
	const struct ruleset *set = &options->rules;
	const struct default_rules *defaults = &set->defaults;

	*cutter = (struct trace_cutter){ .options = options };
	rules_init(&cutter->rules, names);
	if (!ruleset_add(set, &cutter->rules, err))
		return false;
	if (cutter->rules.has_root || cutter->rules.has_drop)
		return err_set(err, ERR_USAGE,
			"reports have no frames that drop-frame and root could change; gpuflame "
			"collapse and gpuflame diff have stacks");
	cutter->chooses = defaults->filter_out_validation || has_word(set, RULE_ONLY) ||
			  has_word(set, RULE_FILTER_OUT);
	cutter->selects = cutter->chooses || (options->plan.adopt && options->plan.adopt_given) ||
			  selection_is_asked_for(&options->plan.selection);
	cutter->renames = set->presets != NULL || set->strip_numbers != STRIP_NONE ||
			  set->kernel_names != KERNEL_NAMES_FULL || has_word(set, RULE_RENAME) ||
			  defaults->strip_layer_number || defaults->strip_train_iter_number ||
			  defaults->strip_graph_number;
	return true;
}

void trace_cutter_release(struct trace_cutter *cutter)
{
	rules_release(&cutter->rules);
}

/* The plan; ranges in which graphs were captured matter only to what goes by ranges. */
static struct plan_options plan_of(const struct trace_cutter *cutter)
{
	const struct selection *selection = &cutter->options->plan.selection;

	return (struct plan_options){
		.selection = *selection,
		.adopt = cutter->options->plan.adopt,
		.no_graph_ranges = !cutter->chooses && selection->range == NULL,
	};
}

uint64_t trace_cutter_want(const struct trace_cutter *cutter)
{
	const struct plan_options plan = plan_of(cutter);

	return cutter->options->torch_frames | (cutter->selects ? plan_want(&plan) : 0) |
	       (plan.adopt ? WANT_AUTOGRAD | WANT_LABELS : 0) |
	       (cutter->options->graph_captures != NULL ? WANT_GRAPH_NODES | WANT_DETAILS : 0);
}

static bool find_rank(const struct trace_cutter *cutter, const char *path,
	const struct trace *trace, char rank[RANK_SIZE], struct err *err)
{
	rank[0] = '\0';
	if (cutter->options->plan.selection.ranks.count == 0)
		return true;
	rank_of_file(path, cutter->options->rank_pattern, trace->names, trace->rank, rank);
	return trace_has_ranks(trace) || rank_check(path, rank, err);
}

bool trace_cutter_cut(
	struct trace_cutter *cutter, const char *path, struct trace *trace, struct err *err)
{
	struct plan_options plan = plan_of(cutter);
	struct rules *rules = cutter->chooses ? &cutter->rules : NULL;
	char rank[RANK_SIZE];

	if (!train_steps_mark(trace, plan.selection.steps.pattern, err))
		return false;
	if (plan.adopt)
		adopt_operations(trace);
	if (trace->keeps_path)
		critical_keep(trace);
	if (!cutter->selects)
		return true;
	cutter->had_any |= trace->op_count + trace->range_count + trace->sample_count > 0;
	if ((trace->sums != NULL && !needs_events_check(cutter->options, true, false, path, err)) ||
		!find_rank(cutter, path, trace, rank, err))
		return false;
	if ((trace->keeps_path && !plan_cut_path(&plan, trace, rank, rules, err)) ||
		!plan_cut(&plan, trace, rank, rules, &cutter->extent, err))
		return err_prefix(err, "cannot select from '%s'", path);
	cutter->left_any |= trace->op_count + trace->sample_count > 0;
	for (size_t i = 0; i < trace->range_count && !cutter->left_any; i++)
		cutter->left_any = !trace->ranges[i].out;
	return true;
}

bool trace_cutter_mark(struct trace_cutter *cutter, const char *path, const struct trace *trace,
	const struct thread_call *calls, size_t count, bool *out, struct err *err)
{
	char rank[RANK_SIZE];

	return !cutter->selects ||
	       (find_rank(cutter, path, trace, rank, err) &&
		       cut_calls(&cutter->options->plan.selection, trace, calls, count, rank,
			       cutter->chooses ? &cutter->rules : NULL, out, err));
}

bool trace_cutter_check(const struct trace_cutter *cutter, struct err *err)
{
	return !cutter->selects || !cutter->had_any || cutter->left_any ||
	       empty_selection(&cutter->extent, err);
}

/* --- names ---------------------------------------------------------------------------- */

/* `shown` is by name; NAME_NONE: not seen yet. */
static bool show(struct trace_cutter *cutter, enum frame_kind kind, uint32_t name, uint32_t *shown,
	struct err *err)
{
	struct verdict verdict;

	if (name == NAME_NONE || shown[name] != NAME_NONE)
		return true;
	if (!rules_apply(&cutter->rules, kind, name, &verdict, err))
		return false;
	shown[name] = verdict.frame;
	return true;
}

/* As strip_numbers() folds them under one parent. `names` of them have an entry in `shown`. */
static bool fold_numbers(
	struct trace_cutter *cutter, uint32_t *shown, uint32_t names, struct err *err)
{
	uint32_t *nodes = mem_zeroed(names, sizeof(*nodes)), *twins = NULL;
	struct tree tree;
	bool ok;

	tree_init(&tree, cutter->rules.names);
	for (uint32_t i = 0; i < names; i++) {
		if (shown[i] != NAME_NONE)
			nodes[i] = tree_child(&tree, TREE_ROOT, shown[i]);
	}
	ok = ruleset_strip_numbers(&cutter->options->rules, &tree, 0, true, &twins, err);
	for (uint32_t i = 0; ok && i < names; i++)
		shown[i] = shown[i] != NAME_NONE ? tree.frame[twins[nodes[i]]] : NAME_NONE;
	free(twins);
	free(nodes);
	tree_release(&tree);
	return ok;
}

bool trace_cutter_names(struct trace_cutter *cutter, const struct trace *trace,
	struct shown_names *shown, struct err *err)
{
	uint32_t names = trace->names->count;
	bool ok = true;

	shown->ranges = mem_nones(names);
	shown->operations = mem_nones(names);
	for (size_t i = 0; ok && i < trace->range_count; i++)
		ok = show(cutter, FRAME_RANGE, trace->ranges[i].name, shown->ranges, err);
	for (size_t i = 0; ok && i < trace->op_count; i++)
		ok = show(cutter, FRAME_LEAF, trace->ops[i].name, shown->operations, err);
	return ok && (cutter->options->rules.strip_numbers == STRIP_NONE ||
			     fold_numbers(cutter, shown->ranges, names, err));
}

void shown_names_release(struct shown_names *shown)
{
	free(shown->ranges);
	free(shown->operations);
	*shown = (struct shown_names){ 0 };
}

/* Calls keep their names. */
static void rename_piece(struct path_piece *piece, const struct shown_names *shown)
{
	const uint32_t *names = piece->kind == PATH_CPU ? shown->ranges : shown->operations;

	if (piece->kind != PATH_CALL && piece->name != NAME_NONE && names[piece->name] != NAME_NONE)
		piece->name = names[piece->name];
}

bool trace_cutter_rename(struct trace_cutter *cutter, struct trace *trace, struct err *err)
{
	struct shown_names shown;
	bool ok;

	if (!cutter->renames)
		return true;
	ok = trace_cutter_names(cutter, trace, &shown, err);
	for (size_t i = 0; ok && i < trace->range_count; i++) {
		if (trace->ranges[i].name != NAME_NONE)
			trace->ranges[i].name = shown.ranges[trace->ranges[i].name];
	}
	for (size_t i = 0; ok && i < trace->op_count; i++) {
		if (trace->ops[i].name != NAME_NONE)
			trace->ops[i].name = shown.operations[trace->ops[i].name];
	}
	for (size_t i = 0; ok && i < trace->path_count; i++)
		rename_piece(&trace->path[i], &shown);
	shown_names_release(&shown);
	return ok;
}
