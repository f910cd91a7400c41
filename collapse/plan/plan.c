#include "collapse/plan/plan.h"

#include <assert.h>

#include "collapse/plan/adopt.h"
#include "collapse/plan/arrivals.h"
#include "collapse/plan/leave_out.h"
#include "base/idmap.h"
#include "collapse/fold/inherit.h"

/* Check that a pattern, if any, compiles. */
static bool check_pattern(const char *option, const char *pattern, struct err *err)
{
	struct rules rules;
	bool ok;

	rules_init(&rules, NULL);
	ok = pattern == NULL || rules_add(&rules, RULE_ONLY, RULE_ON_ALL, pattern, NULL, err) ||
	     err_prefix(err, "option '%s'", option);
	rules_release(&rules);
	return ok;
}

bool plan_check(const struct plan_options *options, struct err *err)
{
	bool cpu = options->value == VALUE_CPU_TIME;

	if (!check_pattern("--communication", options->communication, err) ||
		!check_pattern("--step-range", options->selection.steps.pattern, err) ||
		!check_pattern("--range", options->selection.range, err))
		return false;

	if (cpu && (grouping_has(&options->grouping, GROUP_DEVICE) ||
			   grouping_has(&options->grouping, GROUP_STREAM) ||
			   options->selection.devices.count > 0 ||
			   options->selection.streams.count > 0))
		return err_set(err, ERR_USAGE,
			"--value cpu-time is measured per thread: device and stream are not "
			"available");
	if (options->with_idle && options->value == VALUE_IDLE)
		return err_set(err, ERR_USAGE,
			"--value idle already includes what --with-idle adds: use one of them");
	if (options->with_idle && options->value != VALUE_GPU_TIME &&
		options->value != VALUE_EXPOSED)
		return err_set(err, ERR_USAGE,
			"--with-idle needs --value gpu-time or exposed, which are times of a "
			"device");
	if (options->communication != NULL && options->value != VALUE_EXPOSED)
		return err_set(err, ERR_USAGE, "--communication needs --value exposed");
	return true;
}

/* Whether steps are counted by names that match a given pattern. */
static bool counts_by_pattern(const struct plan_options *options)
{
	return options->count_names && options->selection.steps.pattern != NULL;
}

/* Whether training steps have to be found. */
static bool needs_steps(const struct plan_options *options)
{
	return selection_has_steps(&options->selection) ||
	       grouping_has(&options->grouping, GROUP_STEP) || options->normalize_steps ||
	       options->count_names;
}

bool plan_splits(const struct plan_options *options)
{
	return !options->whole_collectives &&
	       (options->value == VALUE_GPU_TIME || options->value == VALUE_EXPOSED);
}

uint64_t plan_want(const struct plan_options *options)
{
	uint64_t want = WANT_RANGES |
			value_want(options->value, options->with_idle || options->with_hidden) |
			selection_want(&options->selection) | grouping_want(&options->grouping);

	if (!options->no_graph_ranges && options->value != VALUE_CPU_TIME)
		want |= WANT_GRAPH_NODES;
	if (options->adopt)
		want |= WANT_AUTOGRAD | WANT_LABELS;
	if (plan_splits(options) && options->arrivals != NULL)
		want |= ARRIVALS_WANT;
	/* its steps are those that the recorder knew */
	if (options->value != VALUE_BYTES && options->selection.steps.pattern == NULL &&
		(selection_has_steps(&options->selection) ||
			grouping_has(&options->grouping, GROUP_STEP)))
		want |= WANT_STEP_CELLS;
	return want;
}

/* What is computed from a trace before it is folded. */
struct planning {
	const struct plan_options *options;
	const struct trace *trace;
	struct tree stacks;
	struct train_steps steps;
	int64_t *until; /* by operation: see value_compute() */
	struct fold_plan plan;
};

static bool none_is_selected(const struct planning *planning)
{
	for (size_t i = 0; i < planning->trace->op_count; i++) {
		if (!planning->plan.unselected[i])
			return false;
	}
	return true;
}

/* Of a trace of which nothing is selected: what there is, for who asked for steps or a time. */
static void tell_extent(const struct planning *planning, const struct fold_extent *whole,
	struct fold_counts *counts)
{
	const struct selection *selection = &planning->options->selection;

	if (!none_is_selected(planning))
		return;
	counts->extent = *whole;
	counts->extent.has_time &= selection_has_time(selection);
	counts->extent.has_steps &= selection_has_steps(selection);
	counts->extent.has_devices &= selection->devices.count > 0;
}

static bool make_selection(struct planning *planning, struct trace *shadow, const char *rank,
	struct fold_counts *counts, struct err *err)
{
	const struct selection *selection = &planning->options->selection;
	uint64_t unselected_ns = 0;
	struct fold_extent extent;
	bool *unselected;

	if (!selection_is_asked_for(selection))
		return true;
	selection_extent(planning->trace, &planning->steps, &extent);
	unselected = mem_zeroed(planning->trace->op_count, sizeof(*unselected));
	planning->plan.unselected = unselected;
	if (selection_has_time(selection)) {
		selection_trim(selection, shadow, unselected, &unselected_ns);
		/* for other values, trimmed time was never counted */
		if (planning->options->value == VALUE_GPU_TIME ||
			value_has_segments(planning->options->value)) {
			counts->unselected_ns += unselected_ns;
			counts->total_ns += unselected_ns;
		}
	}
	if (!selection_mark(selection, planning->trace, &planning->steps, rank, &planning->plan,
		    unselected, err))
		return false;
	tell_extent(planning, &extent, counts);
	return true;
}

static bool make_steps(struct planning *planning, struct err *err)
{
	if (!needs_steps(planning->options))
		return true;
	if (!train_steps_init(
		    &planning->steps, planning->trace, &planning->options->selection.steps, err))
		return false;
	if (planning->steps.count > 0 || (!selection_has_steps(&planning->options->selection) &&
						 !planning->options->normalize_steps &&
						 !counts_by_pattern(planning->options)))
		return true;
	return err_set(err, ERR_EMPTY,
		planning->trace->sums != NULL
			? "no training step was recorded; record --step-range LIST says which "
			  "ranges are steps"
			: "no range has the name of a training step; --step-range REGEX says which "
			  "are steps");
}

/* By operation, a node of the stacks. */
static uint32_t *new_nodes(const struct planning *planning)
{
	return mem_zeroed(planning->trace->op_count, sizeof(uint32_t));
}

enum { FEW_SLICES = 8 }; /* say nothing of when */

/* Of a rank without steps, where these are offered. No slice is shorter than an operation. */
static struct time_slices find_slices(const struct planning *planning)
{
	const struct trace *trace = planning->trace;
	int64_t from = INT64_MAX, to = INT64_MIN;
	uint64_t longest = 1, span, count;

	if (!planning->options->grouping.slices || planning->steps.count > 0 ||
		planning->options->value == VALUE_CPU_TIME || trace->has_many_ranks)
		return (struct time_slices){ 0 };
	for (size_t i = 0; i < trace->op_count; i++) {
		const struct op *op = &trace->ops[i];
		uint64_t ns = (uint64_t)op->end - (uint64_t)op->start;

		if (planning->plan.unselected != NULL && planning->plan.unselected[i])
			continue;
		from = op->start < from ? op->start : from;
		to = op->start > to ? op->start : to;
		longest = ns > longest ? ns : longest;
	}
	span = from < to ? (uint64_t)to - (uint64_t)from : 0;
	count = span / longest < TIME_SLICES ? span / longest : TIME_SLICES;
	if (count < FEW_SLICES)
		return (struct time_slices){ 0 };
	return (struct time_slices){ .from = from, .ns = span / count + 1 };
}

static bool make_groups(
	struct planning *planning, const char *rank, struct fold_counts *counts, struct err *err)
{
	const struct plan_options *options = planning->options;
	struct time_slices slices = find_slices(planning);

	if (options->grouping.count == 0)
		return true;
	counts->slices_from = slices.from;
	counts->slice_ns = slices.ns;
	planning->plan.groups = new_nodes(planning);
	if (!grouping_stacks(&options->grouping, planning->trace,
		    planning->trace->sums == NULL || planning->trace->step_cells != NULL
			    ? &planning->steps
			    : NULL,
		    &slices, &planning->plan, rank, &planning->stacks, planning->plan.groups, err))
		return false;
	planning->plan.unseen = options->grouping.unseen;
	return true;
}

/* --- ranges in which CUDA graphs were captured ------------------------------------------------ */

enum {
	MOST_COPIES = 8
}; /* length of a chain of copies (made executable, cloned): none is longer */

struct capture {
	const struct trace *trace;
	struct idmap ids; /* of nodes, by process */
	uint32_t *chosen; /* by index of ids: the event used for the node */
	uint32_t *stacks; /* by node event */
	size_t chosen_cap;
};

static uint64_t key_of(uint32_t process, uint64_t id)
{
	return mem_hash(&id, sizeof(id), process);
}

/*
 * Of two events of one node the copy counts, since it names the original: a copy is reported
 * both as created and as copied. Otherwise the earlier one counts.
 */
static bool counts_more(const struct graph_node *node, const struct graph_node *than)
{
	if ((node->original != 0) != (than->original != 0))
		return node->original != 0;
	return node->start < than->start;
}

static void index_nodes(struct capture *capture)
{
	const struct trace *trace = capture->trace;

	for (size_t i = 0; i < trace->graph_node_count; i++) {
		const struct graph_node *node = &trace->graph_nodes[i];
		uint32_t index, had = capture->ids.count;

		index = idmap_add(
			&capture->ids, key_of(trace->thread_process[node->thread], node->id));
		mem_need(capture->chosen, capture->chosen_cap, capture->ids.count);
		if (capture->ids.count > had ||
			counts_more(node, &trace->graph_nodes[capture->chosen[index]]))
			capture->chosen[index] = (uint32_t)i;
	}
}

static void find_stacks(struct capture *capture, struct tree *stacks)
{
	const struct trace *trace = capture->trace;
	size_t count = trace->graph_node_count;
	struct range_point *points = mem_zeroed(count, sizeof(*points));

	capture->stacks = mem_zeroed(count, sizeof(*capture->stacks));
	for (size_t i = 0; i < count; i++)
		points[i] = (struct range_point){
			.start = trace->graph_nodes[i].start,
			.end = trace->graph_nodes[i].end,
			.thread = trace->graph_nodes[i].thread,
		};
	range_stacks(trace, points, count, stacks, capture->stacks);
	free(points);
}

/* The stack of a node's original, through any copies of copies. */
static uint32_t stack_of(const struct capture *capture, uint32_t process, uint64_t id)
{
	const struct graph_node *nodes = capture->trace->graph_nodes;
	uint32_t node = TRACE_NONE;

	for (int i = 0; id != 0 && i < MOST_COPIES; i++) {
		uint32_t index = idmap_find(&capture->ids, key_of(process, id));

		if (index == IDMAP_NONE)
			break;
		assert(capture->chosen != NULL);
		node = capture->chosen[index];
		id = nodes[node].original;
	}
	return node != TRACE_NONE ? capture->stacks[node] : TREE_ROOT;
}

/* Of a trace whose graphs were captured in another. */
static void copy_captured(const struct trace *trace, struct tree *stacks, uint32_t *below)
{
	const struct tree *from = trace->captured_stacks;
	uint32_t *twins = mem_zeroed(from->count, sizeof(*twins));

	twins[TREE_ROOT] = TREE_ROOT;
	for (uint32_t node = 1; node < from->count; node++)
		twins[node] = tree_child(stacks, twins[from->parent[node]], from->frame[node]);
	for (size_t i = 0; i < trace->op_count; i++)
		below[i] = twins[trace->captured[i]];
	free(twins);
}

/*
 * The ranges in which the nodes of CUDA graphs were captured: below[i] becomes, for each
 * operation run by a node of a graph, the stack of ranges that were open when that node was
 * captured, a node of `stacks`; TREE_ROOT for others. A copy of a node has the stack of its
 * original.
 */
static void graph_capture_stacks(const struct trace *trace, struct tree *stacks, uint32_t *below)
{
	struct capture capture = { .trace = trace };

	if (trace->captured != NULL) {
		copy_captured(trace, stacks, below);
		return;
	}
	index_nodes(&capture);
	find_stacks(&capture, stacks);

	for (size_t i = 0; i < trace->op_count; i++) {
		const struct op *op = &trace->ops[i];

		below[i] = TREE_ROOT;
		if (op->thread != TRACE_NONE && trace_op_kind(trace, i) != OP_GRAPH &&
			trace->details[i].shape != TRACE_NONE)
			below[i] = stack_of(&capture, trace->thread_process[op->thread],
				trace_shape(trace, i)->graph_node);
	}
	idmap_release(&capture.ids);
	free(capture.chosen);
	free(capture.stacks);
}

/* --- all of the plan ----------------------------------------------------------------------- */

/* The ranges in which graphs were captured, which selection and phases use, too. */
static void make_stacks(struct planning *planning)
{
	const struct trace *trace = planning->trace;

	if (!planning->options->no_graph_ranges && trace->details != NULL &&
		(trace->graph_node_count > 0 || trace->captured != NULL)) {
		planning->plan.below = new_nodes(planning);
		graph_capture_stacks(trace, &planning->stacks, planning->plan.below);
	}
}

static bool make(struct planning *planning, struct trace *shadow, const char *rank,
	struct fold_counts *counts, struct err *err)
{
	const struct plan_options *options = planning->options;

	if (!make_steps(planning, err))
		return false;
	make_stacks(planning);
	if (!make_selection(planning, shadow, rank, counts, err) ||
		!value_compute(planning->trace, options, planning->until, &planning->plan, err))
		return false;
	if (options->is_wall && needs_steps(options))
		counts->trimmed_idle_ns += wall_idle_trim(planning->trace, &planning->steps,
			planning->plan.unselected, planning->plan.idle);
	planning->plan.segments = value_has_segments(options->value);
	planning->plan.no_leaf = options->value == VALUE_CPU_TIME;
	return make_groups(planning, rank, counts, err);
}

static void planning_init(
	struct planning *planning, const struct plan_options *options, const struct trace *trace)
{
	*planning = (struct planning){ .options = options, .trace = trace };
	tree_init(&planning->stacks, trace->names);
	planning->plan.stacks = &planning->stacks;
}

static void planning_release(struct planning *planning)
{
	tree_release(&planning->stacks);
	train_steps_release(&planning->steps);
	fold_plan_release(&planning->plan);
	free(planning->until);
}

static bool count_steps(const struct planning *planning, uint64_t *steps, struct err *err)
{
	*steps = 0;
	if (!planning->options->normalize_steps)
		return true;
	/*
	 * steps without selected operations do not contribute to the values; if nothing is
	 * selected, as in a file without the requested process, any divisor will do
	 */
	if (!selection_is_of_operations(&planning->options->selection) ||
		none_is_selected(planning))
		*steps = train_steps_wanted(&planning->steps, planning->trace);
	else
		*steps = train_steps_left(
			&planning->steps, planning->trace, planning->plan.unselected);
	return *steps > 0 || err_set(err, ERR_EMPTY, "no training step is left to divide by");
}

/* A mean of prefill and decode would say nothing of either. */
static uint64_t count_named(const struct planning *planning)
{
	return planning->steps.are_mixed ? 0
					 : train_steps_left(&planning->steps, planning->trace,
						   planning->plan.unselected);
}

/*
 * `shadow` becomes a copy of the trace with its own operations, for segments or for trimming,
 * since the trace is read-only.
 */
static void make_shadow(
	const struct plan_options *options, struct trace *trace, struct trace *shadow)
{
	if (options->value == VALUE_CPU_TIME) {
		cpu_segments(trace, shadow);
		return;
	}
	if (options->value == VALUE_CRITICAL) {
		critical_segments(trace, shadow);
		if (options->adopt)
			adopt_operations(shadow);
		return;
	}
	if (options->adopt)
		adopt_operations(trace);
	*shadow = *trace;
	if (!selection_has_time(&options->selection))
		return;
	shadow->ops = mem_zeroed(trace->op_count, sizeof(*shadow->ops));
	if (trace->op_count > 0)
		memcpy(shadow->ops, trace->ops, trace->op_count * sizeof(*shadow->ops));
}

bool plan_fold(const struct plan_options *options, struct trace *trace, const char *rank,
	struct rules *rules, struct tree *tree, struct fold_counts *counts, struct err *err)
{
	struct plan_options placed = *options;
	struct trace shadow;
	struct planning planning;
	bool ok;

	selection_place_time(&placed.selection, trace);
	if (trace->sums != NULL) { /* no times that such parts could be made of */
		placed.whole_collectives = true;
		placed.with_hidden = false;
	}
	if (trace->sums != NULL && trace->step_cells == NULL) {
		placed.normalize_steps = false;
		placed.selection.steps = (struct step_selection){ 0 };
	}
	make_shadow(options, trace, &shadow);
	planning_init(&planning, &placed, &shadow);
	ok = (!plan_splits(&placed) || placed.arrivals == NULL ||
		     arrivals_split(placed.arrivals, trace, &planning.until, &planning.plan.waiting,
			     err)) &&
	     make(&planning, &shadow, rank, counts, err) &&
	     count_steps(&planning, &counts->steps, err);
	if (ok) {
		if (options->count_names || trace->step_cells != NULL)
			counts->named_steps = count_named(&planning);
		ok = fold_trace(&shadow, &planning.plan, rules, tree, counts, err);
	}
	planning_release(&planning);
	if (value_has_segments(options->value))
		segments_release(&shadow);
	else if (shadow.ops != trace->ops)
		free(shadow.ops);
	return ok;
}

/* What is to be cut: planning->plan.unselected; operations are trimmed to the time. */
static bool mark_cut(struct planning *planning, struct trace *trace, const char *rank,
	struct rules *rules, struct fold_extent *extent, struct err *err)
{
	struct fold_counts counts = { 0 };

	if (!make_steps(planning, err))
		return false;
	if (planning->options->adopt)
		adopt_operations(trace);
	make_stacks(planning);
	if (!make_selection(planning, trace, rank, &counts, err))
		return false;
	*extent = counts.extent;
	if (planning->plan.unselected == NULL)
		planning->plan.unselected =
			mem_zeroed(trace->op_count, sizeof(*planning->plan.unselected));
	return rules == NULL ||
	       cut_by_rules(rules, trace, &planning->plan, planning->plan.unselected, err);
}

bool plan_cut_path(const struct plan_options *options, struct trace *trace, const char *rank,
	struct rules *rules, struct err *err)
{
	struct plan_options placed = *options;
	struct trace segments;
	struct planning planning;
	struct fold_extent extent;
	bool ok;

	critical_segments(trace, &segments);
	trace->path_count = 0;
	selection_place_time(&placed.selection, trace);
	planning_init(&planning, &placed, &segments);
	ok = mark_cut(&planning, &segments, rank, rules, &extent, err);
	for (size_t i = 0; ok && i < segments.op_count; i++) {
		if (planning.plan.unselected[i])
			continue;
		trace->path[i].ns = (uint64_t)segments.ops[i].end - (uint64_t)segments.ops[i].start;
		trace->path[trace->path_count++] = trace->path[i];
	}
	planning_release(&planning);
	segments_release(&segments);
	return ok;
}

bool plan_cut(const struct plan_options *options, struct trace *trace, const char *rank,
	struct rules *rules, struct fold_extent *extent, struct err *err)
{
	struct plan_options placed = *options;
	struct planning planning;
	bool ok;

	selection_place_time(&placed.selection, trace);
	planning_init(&planning, &placed, trace);
	ok = mark_cut(&planning, trace, rank, rules, extent, err) &&
	     cut_cpu(&placed.selection, trace, rank, rules, err);
	if (ok) {
		cut_operations(trace, planning.plan.unselected);
		cut_samples(&placed.selection, trace);
	}
	planning_release(&planning);
	return ok;
}
