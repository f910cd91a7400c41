#include "collapse/collapse_file.h"

#include <stdio.h>
#include <sys/stat.h>

#include "base/sum.h"
#include "collapse/refusals.h"
#include "collapse/graph_replays.h"
#include "collapse/input/rank_name.h"
#include "collapse/input_reader.h"
#include "collapse/plan/arrivals.h"
#include "collapse/plan/collectives.h"

void collapse_init(struct collapse *collapse)
{
	*collapse = (struct collapse){ 0 };
	names_init(&collapse->names);
	rules_init(&collapse->rules, &collapse->names);
	rules_init(&collapse->wall_rules, &collapse->names);
	tree_init(&collapse->tree, &collapse->names);
	tree_init(&collapse->wall, &collapse->names);
}

void collapse_release(struct collapse *collapse)
{
	tree_release(&collapse->tree);
	tree_release(&collapse->wall);
	rules_release(&collapse->rules);
	rules_release(&collapse->wall_rules);
	names_release(&collapse->names);
	diagnostics_release(&collapse->diagnostics);
	origins_release(&collapse->origins);
}

static const char *wanted_operations(const struct collapse_options *options)
{
	return options->kernels_only ? "kernels" : "GPU operations";
}

static bool check_not_empty(const struct trace *trace, const char *path,
	const struct collapse_options *options, struct err *err)
{
	if (options->plan.value == VALUE_CPU_TIME)
		return trace->range_count > 0 || empty_of_ranges(path, &trace->format, err);
	return trace->op_count > 0 ||
	       empty_of_operations(path, wanted_operations(options), &trace->format, &trace->odd,
		       trace->range_count > 0, err);
}

bool collapse_needs_rank(const struct collapse_options *options)
{
	return grouping_has(&options->plan.grouping, GROUP_RANK) ||
	       options->plan.selection.ranks.count > 0;
}

/*
 * The rank of a file, as the frame of --by rank has it; `own` is the rank that the file itself
 * states. Empty when it does not matter.
 */
static void name_rank(const struct collapse *collapse, const char *path, uint32_t own,
	const struct collapse_options *options, char rank[RANK_SIZE])
{
	rank[0] = '\0';
	if (collapse_needs_rank(options))
		rank_of_file(path, options->rank_pattern, &collapse->names, own, rank);
	if (options->plan.grouping.offered && options->plan.selection.ranks.count == 0 &&
		strncmp(rank, "rank ", 5) != 0)
		snprintf(rank, RANK_SIZE, "[no rank]");
}

/* ERR_USAGE when ranks are selected and it has none; with `has_more`, its processes have theirs. */
static bool find_rank(const struct collapse *collapse, const char *path, uint32_t own,
	bool has_more, const struct collapse_options *options, char rank[RANK_SIZE],
	struct err *err)
{
	name_rank(collapse, path, own, options, rank);
	return options->plan.selection.ranks.count == 0 || has_more || rank_check(path, rank, err);
}

/* Those of the frames, but what is left out by default takes time, too. */
static bool make_wall_rules(
	struct collapse *collapse, const struct collapse_options *options, struct err *err)
{
	struct ruleset set = options->rules;

	set.defaults.filter_out_validation = false;
	return collapse->wall_rules.count > 0 || ruleset_add(&set, &collapse->wall_rules, err);
}

/* Of each cell, what its wall time is: exposed times and idle time, where times are folded. */
static bool fold_wall(struct collapse *collapse, struct trace *trace, const char *rank,
	const struct collapse_options *options, struct err *err)
{
	struct plan_options plan = options->plan;
	struct fold_counts counts = { 0 };

	if (!plan.grouping.offered || trace->sums != NULL ||
		(plan.value != VALUE_GPU_TIME && plan.value != VALUE_IDLE && !plan.with_idle))
		return true;
	plan.value = VALUE_EXPOSED;
	plan.with_idle = plan.is_wall = true;
	plan.with_hidden = false;
	if (!make_wall_rules(collapse, options, err) ||
		!plan_fold(
			&plan, trace, rank, &collapse->wall_rules, &collapse->wall, &counts, err))
		return false;
	collapse->wall_ops += counts.ops;
	collapse->wall_trimmed_ns += counts.trimmed_idle_ns;
	return true;
}

/* Traces hold whole nanoseconds, even after stacks with fractions were added. */
static bool fold_into(struct collapse *collapse, struct trace *trace, const char *path,
	const struct collapse_options *options, struct err *err)
{
	char rank[RANK_SIZE];
	struct tree tree;
	bool ok;

	if (!find_rank(collapse, path, trace->rank, trace_has_ranks(trace), options, rank, err) ||
		!fold_wall(collapse, trace, rank, options, err))
		return false;
	if (collapse->tree.decimals == 0)
		return plan_fold(&options->plan, trace, rank, &collapse->rules, &collapse->tree,
			&collapse->counts, err);
	tree_init(&tree, &collapse->names);
	ok = plan_fold(&options->plan, trace, rank, &collapse->rules, &tree, &collapse->counts,
		     err) &&
	     tree_merge(&collapse->tree, &tree, NULL, err);
	tree_release(&tree);
	return ok;
}

/* Where folded stacks begin in `tree`: under their rank if requested, and nowhere if not selected.
 */
static bool begin_stacks(struct collapse *collapse, struct tree *tree, const char *path,
	const struct collapse_options *options, struct fold_level *top, struct err *err)
{
	const struct grouping *grouping = &options->plan.grouping;
	char rank[RANK_SIZE];
	uint32_t frame;

	*top = fold_level_root;
	if (!find_rank(collapse, path, NAME_NONE, false, options, rank, err))
		return false;
	if (!selection_has_rank(&options->plan.selection, rank)) {
		top->filtered = true;
		return true;
	}
	if (!grouping_has(grouping, GROUP_RANK))
		return true;
	frame = names_intern_frame(&collapse->names, rank, strlen(rank));
	if (grouping->offered) {
		for (size_t i = 0; i < grouping->count; i++) {
			top->node = tree_child(tree, top->node, frame);
			frame = names_id(&collapse->names, "[no step]");
		}
	} else if (grouping->unseen > 0)
		top->node = tree_child(tree, TREE_ROOT, frame);
	else if (!fold_level_descend(
			 &collapse->rules, tree, FRAME_ADDED, &fold_level_root, frame, top, err))
		return false;
	top->base = top->node;
	return true;
}

/* Ranks of one run execute the same steps. */
static void keep_steps(struct collapse *collapse, uint64_t steps)
{
	if (steps > collapse->steps)
		collapse->steps = steps;
}

/* A file without operations may say why: the losses it reports. */
static void explain_empty(const struct diagnostics *diagnostics, struct err *err)
{
	struct err why = { 0 };

	for (size_t i = 0; err->code == ERR_EMPTY && i < diagnostics->count; i++) {
		if (diagnostics->list[i].kind != DIAGNOSTIC_LOSS)
			continue;
		err_set(&why, ERR_EMPTY, "%.500s; the file says: %.400s", err->msg,
			diagnostics->list[i].text);
		*err = why;
		return;
	}
}

/*
 * Check the options for a capture of fold mode, which already holds sums, and leave in it what they
 * ask for.
 */
static bool begin_sums(struct trace *trace, const char *path,
	const struct collapse_options *options, struct err *err)
{
	if (trace->sums == NULL)
		return true;
	if (!needs_events_check(options, true, trace->step_cells != NULL, path, err))
		return false;
	if (options->plan.value == VALUE_BYTES && trace->format.lacks_bytes && trace->op_count > 0)
		return err_set(err, ERR_EMPTY,
			"'%s' has no bytes: it was recorded by an older gpuflame", path);
	if (trace->format.shares_names && (options->rules.strip_numbers == STRIP_NONE ||
						  !options->rules.defaults.strip_layer_number))
		diagnostics_add(&trace->diagnostics, DIAGNOSTIC_NOTICE,
			"of names that differ in digits, the capture has three, and further ones "
			"as one (record --no-strip-numbers keeps them apart)");
	if (options->kernels_only) {
		trace->op_count = trace->op_end[OP_KERNEL];
		for (int kind = 0; kind < OP_KINDS; kind++)
			trace->op_end[kind] = trace->op_count;
	}
	return true;
}

/* A capture of sums says itself how many steps it has, or by the names in its stacks. */
static bool count_steps(struct collapse *collapse, const struct trace *trace, const char *path,
	const struct plan_options *plan, struct err *err)
{
	uint64_t steps = collapse->counts.named_steps;

	if (trace->sums != NULL && trace->step_cells == NULL && trace->origin.steps > 0)
		steps = trace->origin.steps;
	keep_steps(collapse, steps);
	if (trace->sums == NULL || trace->step_cells != NULL || !plan->normalize_steps)
		return true;
	collapse->counts.steps = steps;
	return steps > 0 ||
	       err_set(err, ERR_EMPTY, "'%s' does not say how many training steps it holds", path);
}

/* What readers are asked for by options that are of no plan. */
static uint64_t options_want(const struct collapse_options *options)
{
	uint64_t want = options->torch_frames;

	if (options->no_domain_prefix)
		want |= WANT_NO_DOMAIN_PREFIX;
	if (!options->kernels_only)
		want |= WANT_OTHER_OPS;
	return want;
}

/* Whether the rank stated by the file counts: a rank from the command line overrides it. */
static bool wants_rank(const struct collapse_options *options, const char *path)
{
	char rank[RANK_SIZE];

	return (collapse_needs_rank(options) || plan_splits(&options->plan)) &&
	       !rank_by_pattern(path, options->rank_pattern, rank);
}

/* Idle time begins with the first step, and a survey is of steps. */
static bool needs_steps(const struct collapse_options *options)
{
	return options->plan.with_idle || options->plan.value == VALUE_IDLE ||
	       options->plan.grouping.offered || options->look != NULL;
}

/*
 * Read an input; again, with what its arrivals need, if it may hold several ranks and nobody has
 * them, since few files do.
 */
static bool read_input(struct input *input, uint64_t want, const struct collapse_options *options,
	struct trace *trace, struct err *err)
{
	struct names *names = trace->names;

	if (!input_read_trace(input, want, options->progress, trace, err))
		return false;
	if (!plan_splits(&options->plan) || options->plan.arrivals != NULL ||
		input->kind != INPUT_SQLITE || trace->processes.count < 2 ||
		!wants_rank(options, input->path) || !collectives_any(names))
		return true;
	trace_release(trace);
	trace_init(trace, names);
	trace->workers = options->threads;
	return input_read_trace(input, want | ARRIVALS_WANT, NULL, trace, err);
}

/* A file that holds several ranks is folded by its own arrivals. */
static bool fold_file(struct collapse *collapse, struct trace *trace, const char *path,
	const struct collapse_options *options, struct err *err)
{
	struct collapse_options own = *options;
	struct arrivals arrivals = { 0 };
	bool ok = true;

	if (trace->has_many_ranks && plan_splits(&options->plan) &&
		options->plan.arrivals == NULL) {
		own.plan.arrivals = &arrivals;
		ok = arrivals_add(&arrivals, trace, "", err);
		if (ok)
			arrivals_finish(&arrivals, true, &trace->diagnostics);
	}
	/* errors of folding do not name the file */
	ok = ok && (fold_into(collapse, trace, path, &own, err) ||
			   err_prefix(err, "cannot fold '%s'", path));
	arrivals_release(&arrivals);
	return ok;
}

static uint64_t trace_want(const struct collapse_options *options, const char *path)
{
	uint64_t want = options_want(options) | plan_want(&options->plan) | WANT_MPI_RANGES;

	/* a rank from the command line applies to everything in the file */
	if (!wants_rank(options, path))
		want &= ~(uint64_t)WANT_RANKS;
	return options->look != NULL ? want | options->look->want : want;
}

static bool fold_read(struct collapse *collapse, struct trace *trace, uint64_t want,
	const char *path, const struct collapse_options *options, struct input_format *format,
	struct err *err)
{
	char rank[RANK_SIZE];
	bool ok;

	ok = begin_sums(trace, path, options, err) &&
	     graph_replays_join(trace, want, options->graph_captures, path, err) &&
	     (!needs_steps(options) ||
		     train_steps_mark(trace, options->plan.selection.steps.pattern, err)) &&
	     check_not_empty(trace, path, options, err) &&
	     fold_file(collapse, trace, path, options, err) &&
	     count_steps(collapse, trace, path, &options->plan, err) &&
	     (options->look == NULL ||
		     options->look->look(options->look->context, trace, path, err));
	if (ok) {
		*format = trace->format;
		if (trace->sums == NULL)
			oddities_add(&collapse->odd, &trace->odd);
		name_rank(collapse, path, trace->rank, options, rank);
		origins_add_trace(&collapse->origins, trace, path, rank);
		diagnostics_take(&collapse->diagnostics, &trace->diagnostics);
	}
	explain_empty(&trace->diagnostics, err);
	return ok;
}

static bool collapse_trace(struct collapse *collapse, struct input *input,
	const struct collapse_options *options, struct input_format *format, struct err *err)
{
	uint64_t want = trace_want(options, input->path);
	struct trace trace;
	bool ok;

	trace_init(&trace, &collapse->names);
	trace.workers = options->threads;
	ok = read_input(input, want, options, &trace, err) &&
	     fold_read(collapse, &trace, want, input->path, options, format, err);
	trace_release(&trace);
	return ok;
}

/* Of counts in units of 10^-from. */
static bool scale_counts(
	struct fold_tree_counts *counts, unsigned from, unsigned to, struct err *err)
{
	for (; from < to; from++) {
		if (!sum_scale(&counts->total, 10, err))
			return false;
		counts->written *= 10;
		counts->filtered *= 10;
	}
	return true;
}

/* Sum up counts of stacks, whose unit gets finer with the tree's. */
static bool add_stacks(
	struct collapse *collapse, const struct fold_tree_counts *more, struct err *err)
{
	struct fold_tree_counts *sum = &collapse->stacks;

	if (!scale_counts(sum, collapse->stacks_decimals, collapse->tree.decimals, err) ||
		!sum_add(&sum->total, more->total, err))
		return false;
	collapse->stacks_decimals = collapse->tree.decimals;
	sum->stacks += more->stacks;
	sum->stacks_filtered += more->stacks_filtered;
	sum->written += more->written;
	sum->filtered += more->filtered;
	return true;
}

/* A file that is already folded. */
static bool collapse_stacks(struct collapse *collapse, struct input *input,
	const struct collapse_options *options, struct input_format *format, struct err *err)
{
	const struct input_reader *reader = input_reader_of(input->kind);
	const char *path = input->path;
	struct fold_tree_counts counts;
	struct fold_level top;
	struct tree from, tree;
	uint64_t steps = 0;
	bool ok;

	if (!needs_events_check(options, false, false, path, err))
		return false;
	tree_init(&from, &collapse->names);
	tree_init(&tree, &collapse->names);
	ok = reader->stacks(&input->bytes, &from, format, err);
	if (ok && options->plan.count_names)
		steps = step_names_of_tree(&from);
	keep_steps(collapse, steps);
	if (ok && !(tree_set_decimals(&tree, collapse->tree.decimals, err) &&
			  begin_stacks(collapse, &tree, path, options, &top, err) &&
			  fold_tree(&from, &top, &collapse->rules, &tree, &counts, err) &&
			  tree_merge(&collapse->tree, &tree, NULL, err) &&
			  add_stacks(collapse, &counts, err)))
		ok = err_prefix(err, "cannot add up '%s'", path);
	tree_release(&tree);
	tree_release(&from);
	return ok;
}

bool collapse_file(struct collapse *collapse, const char *path,
	const struct collapse_options *options, struct input_format *format, struct err *err)
{
	struct input input;
	bool ok;

	if (!input_open(&input, path, err))
		return false;
	ok = input_load(&input, options->nsys, options->quiet, err) &&
	     (input_reader_of(input.kind)->stacks != NULL ? collapse_stacks : collapse_trace)(
		     collapse, &input, options, format, err);
	input_close(&input);
	return ok;
}

/* A file's own numbers of ranks do not count where the command line says which it is of. */
static bool add_arrivals(struct arrivals *arrivals, struct origins *origins, struct input *input,
	const struct collapse_options *options, struct err *err)
{
	uint64_t want = trace_want(options, input->path);
	const struct trace_look *look = options->look;
	char rank[RANK_SIZE];
	struct names names;
	struct trace trace;
	bool ok;

	names_init(&names);
	trace_init(&trace, look != NULL ? look->names : &names);
	trace.workers = options->threads;
	ok = read_trace(input, want, NULL, &trace, err);
	if (ok && trace.sums != NULL) {
		arrivals->sums++;
	} else if (ok) {
		rank_of_file(input->path, options->rank_pattern, trace.names, trace.rank, rank);
		origins_add_trace(origins, &trace, input->path, rank);
		ok = arrivals_add(arrivals, &trace, rank, err);
	}
	ok = ok &&
	     (look == NULL ||
		     (graph_replays_join(&trace, want, options->graph_captures, input->path, err) &&
			     train_steps_mark(&trace, options->plan.selection.steps.pattern, err) &&
			     look->look(look->context, &trace, input->path, err)));
	trace_release(&trace);
	names_release(&names);
	return ok;
}

void collapse_file_arrivals(struct arrivals *arrivals, struct origins *origins, const char *path,
	const struct collapse_options *options)
{
	struct err err = { 0 };
	struct input input;
	struct stat status;
	bool ok = stat(path, &status) == 0 && S_ISREG(status.st_mode) &&
		  input_open(&input, path, &err);

	if (ok) {
		if (input.kind == INPUT_NSYS_REPORT)
			arrivals->reports++;
		else if (input_reader_of(input.kind)->stacks == NULL)
			ok = input_load(&input, options->nsys, true, &err) &&
			     add_arrivals(arrivals, origins, &input, options, &err);
		input_close(&input);
	}
	arrivals->unread += !ok;
}

bool collapse_finish(
	struct collapse *collapse, const struct collapse_options *options, struct err *err)
{
	if (!ruleset_strip_numbers(&options->rules, &collapse->tree,
		    (uint32_t)options->plan.grouping.count, options->plan.value == VALUE_CPU_TIME,
		    NULL, err))
		return false;
	if (collapse->counts.steps > 0)
		tree_divide(&collapse->tree, collapse->counts.steps);
	return true;
}

static bool add_fold_counts(
	struct fold_counts *sum, const struct fold_counts *more, struct err *err)
{
	if (!sum_add(&sum->total_ns, more->total_ns, err))
		return false;
	sum->ops += more->ops;
	sum->ops_filtered += more->ops_filtered;
	sum->ops_unselected += more->ops_unselected;
	sum->written_ns += more->written_ns;
	sum->filtered_ns += more->filtered_ns;
	sum->unselected_ns += more->unselected_ns;
	sum->ranges += more->ranges;
	if (more->extent.has_time || more->extent.has_steps || more->extent.has_devices)
		sum->extent = more->extent;
	for (size_t kind = 0; kind < OP_KINDS; kind++) {
		sum->kind_ops[kind] += more->kind_ops[kind];
		sum->kind_ns[kind] += more->kind_ns[kind];
	}
	return true;
}

bool collapse_add_counts(struct collapse *sum, struct collapse *part, struct err *err)
{
	struct fold_tree_counts stacks = part->stacks;

	/* by now the sum's tree has the finer of both units */
	if (!scale_counts(&stacks, part->stacks_decimals, sum->tree.decimals, err))
		return false;
	sum->wall_ops += part->wall_ops;
	sum->wall_trimmed_ns += part->wall_trimmed_ns;
	if (part->steps > sum->steps)
		sum->steps = part->steps;
	oddities_add(&sum->odd, &part->odd);
	if (!add_fold_counts(&sum->counts, &part->counts, err))
		return false;
	if (!add_stacks(sum, &stacks, err))
		return false;
	origins_take(&sum->origins, &part->origins);
	diagnostics_take(&sum->diagnostics, &part->diagnostics);
	return true;
}
