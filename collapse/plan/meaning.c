#include "collapse/plan/meaning.h"

#include <stdlib.h>

#include "base/mem.h"
#include "collapse/plan/adopt.h"
#include "collapse/plan/graph_capture.h"
#include "collapse/plan/step_names.h"

/* A pattern that is sound, or none. */
static bool check_pattern(const char *option, const char *pattern, struct err *err)
{
	struct names names;
	struct rules rules;
	bool ok;

	if (pattern == NULL)
		return true;
	names_init(&names);
	rules_init(&rules, &names);
	ok = rules_add(&rules, RULE_ONLY, RULE_ON_ALL, pattern, NULL, err) ||
	     err_prefix(err, "option '%s'", option);
	rules_release(&rules);
	names_release(&names);
	return ok;
}

bool meaning_check(const struct meaning *meaning, struct err *err)
{
	bool cpu = meaning->value == VALUE_CPU_TIME;

	if (!check_pattern("--communication", meaning->communication, err) ||
		!check_pattern("--step-range", meaning->cut.steps.pattern, err) ||
		!check_pattern("--range", meaning->cut.range, err))
		return false;

	if (cpu &&
		(front_has(&meaning->front, FRONT_DEVICE) ||
			front_has(&meaning->front, FRONT_STREAM) || meaning->cut.device_count > 0))
		return err_set(err, ERR_USAGE,
			"--value cpu-time is of threads: it knows no device and no stream");
	if (meaning->with_idle && meaning->value != VALUE_GPU_TIME &&
		meaning->value != VALUE_IDLE && meaning->value != VALUE_EXPOSED)
		return err_set(err, ERR_USAGE,
			"--with-idle goes with --value gpu-time and exposed, which are time of a "
			"device");
	if (meaning->communication != NULL && meaning->value != VALUE_EXPOSED)
		return err_set(err, ERR_USAGE, "--communication is for --value exposed");
	return true;
}

/* Steps are told by their names, and which names these are was said. */
static bool counts_by_pattern(const struct meaning *meaning)
{
	return meaning->count_names && meaning->cut.steps.pattern != NULL;
}

bool meaning_needs_steps(const struct meaning *meaning)
{
	return cut_has_steps(&meaning->cut) || front_has(&meaning->front, FRONT_STEP) ||
	       meaning->normalize_steps || counts_by_pattern(meaning);
}

void meaning_want(const struct meaning *meaning, struct trace_want *want)
{
	value_want(meaning->value, meaning->with_idle, want);
	cut_want(&meaning->cut, want);
	front_want(&meaning->front, want);
	want->graph_nodes |= !meaning->no_graph_ranges && meaning->value != VALUE_CPU_TIME;
}

/* What is made of a trace before it is folded. */
struct made {
	const struct meaning *meaning;
	struct trace *trace;
	struct tree stacks;
	bool has_stacks, has_steps;
	struct steps steps;
	struct value_arrays values;
	bool *cut;
	uint32_t *front, *under, *below;
	struct fold_plan plan;
};

static bool make_cut(struct made *made, struct fold_counts *counts, struct err *err)
{
	const struct cut_options *options = &made->meaning->cut;
	uint64_t cut_ns = 0;

	if (!cut_is_asked_for(options))
		return true;
	made->cut = mem_zeroed(made->trace->op_count, sizeof(*made->cut), err);
	if (made->cut == NULL)
		return false;
	if (options->has_from || options->has_to) {
		cut_time(options, made->trace, made->cut, &cut_ns);
		/* of the other values, what is trimmed was never counted */
		if (made->meaning->value == VALUE_GPU_TIME ||
			made->meaning->value == VALUE_CPU_TIME) {
			counts->cut_ns += cut_ns;
			counts->total_ns += cut_ns;
		}
	}
	made->plan.cut = made->cut;
	return cut_operations(options, made->trace, &made->steps, &made->plan, made->cut, err);
}

static bool make_steps(struct made *made, struct err *err)
{
	if (!meaning_needs_steps(made->meaning))
		return true;
	if (!steps_init(&made->steps, made->trace, &made->meaning->cut.steps, err))
		return false;
	made->has_steps = true;
	if (made->steps.count > 0 ||
		(!cut_has_steps(&made->meaning->cut) && !made->meaning->normalize_steps &&
			!counts_by_pattern(made->meaning)))
		return true;
	return err_set(err, ERR_EMPTY,
		"no range is a training step by its name; --step-range REGEX says which are");
}

static uint32_t *new_stacks(struct made *made, struct err *err)
{
	if (!made->has_stacks) {
		if (!tree_init(&made->stacks, made->trace->names, err))
			return NULL;
		made->has_stacks = true;
	}
	made->plan.stacks = &made->stacks;
	return mem_zeroed(made->trace->op_count, sizeof(uint32_t), err);
}

static bool make_front(struct made *made, const char *rank, struct err *err)
{
	const struct meaning *meaning = made->meaning;

	if (meaning->front.count == 0)
		return true;
	made->front = new_stacks(made, err);
	if (made->front == NULL || !front_stacks(&meaning->front, made->trace, &made->steps,
					   &made->plan, rank, &made->stacks, made->front, err))
		return false;
	made->plan.front = made->front;
	return true;
}

/* Ranges that are not those around the launch: cuts and phases go by them, too. */
static bool make_stacks(struct made *made, struct err *err)
{
	const struct meaning *meaning = made->meaning;
	const struct trace *trace = made->trace;

	if (meaning->adopt) {
		made->plan.under = made->under = new_stacks(made, err);
		if (made->under == NULL ||
			!adopt_operations(trace, &made->stacks, made->under, err))
			return false;
	}
	if (!meaning->no_graph_ranges && trace->graph_node_count > 0 && trace->details != NULL) {
		made->plan.below = made->below = new_stacks(made, err);
		if (made->below == NULL ||
			!graph_capture_stacks(trace, &made->stacks, made->below, err))
			return false;
	}
	return true;
}

static bool make(struct made *made, const char *rank, struct fold_counts *counts, struct err *err)
{
	const struct meaning *meaning = made->meaning;

	if (!make_steps(made, err) || !make_stacks(made, err) || !make_cut(made, counts, err) ||
		!value_compute(made->trace, meaning->value, meaning->with_idle,
			meaning->communication, &made->values, err))
		return false;
	made->plan.values = made->values.values;
	made->plan.idle = made->values.idle;
	made->plan.no_leaf = meaning->value == VALUE_CPU_TIME;
	return make_front(made, rank, err);
}

static void made_release(struct made *made)
{
	if (made->has_stacks)
		tree_release(&made->stacks);
	if (made->has_steps)
		steps_release(&made->steps);
	value_release(&made->values);
	free(made->cut);
	free(made->front);
	free(made->under);
	free(made->below);
}

static bool all_are_cut(const struct made *made)
{
	for (size_t i = 0; i < made->trace->op_count; i++) {
		if (!made->cut[i])
			return false;
	}
	return true;
}

static bool count_steps(const struct made *made, uint64_t *steps, struct err *err)
{
	*steps = 0;
	if (!made->meaning->normalize_steps)
		return true;
	/* a step of which nothing was taken in is none that the values are of; of nothing at all,
	 * as in a file without the process that is asked for, any share is right */
	if (!cut_is_of_operations(&made->meaning->cut) || all_are_cut(made))
		*steps = steps_wanted(&made->steps, made->trace);
	else if (!steps_left(&made->steps, made->trace, made->cut, steps, err))
		return false;
	return *steps > 0 || err_set(err, ERR_EMPTY, "no training step is left to divide by");
}

/* The steps that the names tell of. */
static bool count_names(const struct made *made, uint64_t *steps, struct err *err)
{
	if (!made->meaning->count_names)
		return true;
	if (counts_by_pattern(made->meaning))
		return steps_left(&made->steps, made->trace, made->cut, steps, err);
	return step_names_of_trace(made->trace, &made->plan, steps, err);
}

bool meaning_fold(const struct meaning *meaning, struct trace *trace, const char *rank,
	struct rules *rules, struct tree *tree, struct fold_counts *counts, struct err *err)
{
	struct made made = { .meaning = meaning, .trace = trace };
	struct trace segments;
	bool cpu = meaning->value == VALUE_CPU_TIME, ok;

	for (size_t i = 0; meaning->all_start_end_ranges && i < trace->range_count; i++)
		trace->ranges[i].crosses = false;
	if (cpu) {
		if (!cpu_segments(trace, &segments, err))
			return false;
		made.trace = &segments;
	}
	ok = make(&made, rank, counts, err) && count_steps(&made, &counts->steps, err) &&
	     count_names(&made, &counts->named_steps, err) &&
	     fold_trace(made.trace, &made.plan, rules, tree, counts, err);
	made_release(&made);
	if (cpu)
		cpu_segments_release(&segments);
	return ok;
}
