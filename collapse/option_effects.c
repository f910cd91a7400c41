#include "collapse/option_effects.h"

#include "base/mem.h"

enum effect {
	DOES,
	NOTHING, /* the result is right without it */
	CANT,    /* the result would not be what was asked for */
};

enum option {
	OPTION_GPU_TIME, /* given by the user, not the default */
	OPTION_COUNT,
	OPTION_VALUE,
	OPTION_WITH_IDLE,
	OPTION_NORMALIZE,
	OPTION_BY,
	OPTION_GRAPH_RANGES_ON,
	OPTION_GRAPH_RANGES_OFF,
	OPTION_ADOPT,
	OPTION_SAME_THREAD,
	OPTION_ALL_RANGES,
	OPTION_STEPS,
	OPTION_SKIP_STEPS,
	OPTION_STEP_RANGE,
	OPTION_TIME,
	OPTION_DEVICE,
	OPTION_STREAM,
	OPTION_PROCESS,
	OPTION_RANGE,
	OPTION_SHORT_NAMES,
	OPTION_NO_DOMAIN_PREFIX,
	OPTION_KERNELS_ONLY,
	OPTION_TORCH_FRAMES,
	OPTIONS,
};

static const struct {
	const char *name, *is_for;
	enum effect on[SOURCES]; /* events, torch, capture, stacks */
} table[OPTIONS] = {
	[OPTION_GPU_TIME] = { "--value gpu-time", "reports, captures and traces",
		{ DOES, DOES, DOES, NOTHING } },
	[OPTION_COUNT] = { "--value count", "reports, captures and traces",
		{ DOES, DOES, DOES, CANT } },
	[OPTION_VALUE] = { "--value (other than count)", "reports and traces",
		{ DOES, DOES, CANT, CANT } },
	[OPTION_WITH_IDLE] = { "--with-idle", "reports and traces", { DOES, DOES, CANT, CANT } },
	[OPTION_NORMALIZE] = { "--normalize", "reports, captures and traces",
		{ DOES, DOES, DOES, CANT } },
	[OPTION_BY] = { "--by (other than rank)", "reports and traces",
		{ DOES, DOES, CANT, CANT } },
	[OPTION_GRAPH_RANGES_ON] = { "--graph-capture-ranges on",
		"reports of nsys with CUDA graphs traced by node",
		{ DOES, NOTHING, DOES, NOTHING } },
	[OPTION_GRAPH_RANGES_OFF] = { "--graph-capture-ranges off", "reports of nsys",
		{ DOES, NOTHING, CANT, CANT } },
	[OPTION_ADOPT] = { "--adopt", "reports and traces", { DOES, DOES, CANT, CANT } },
	[OPTION_SAME_THREAD] = { "--start-end-ranges same-thread", "reports of nsys",
		{ DOES, NOTHING, CANT, NOTHING } },
	[OPTION_ALL_RANGES] = { "--start-end-ranges all", "reports of nsys",
		{ DOES, NOTHING, DOES, CANT } },
	[OPTION_STEPS] = { "--steps", "reports and traces", { DOES, DOES, CANT, CANT } },
	[OPTION_SKIP_STEPS] = { "--skip-steps", "reports and traces", { DOES, DOES, CANT, CANT } },
	[OPTION_STEP_RANGE] = { "--step-range",
		"reports and traces, with --steps, --skip-steps, --by step or --normalize steps, "
		"and in diff",
		{ DOES, DOES, CANT, NOTHING } },
	[OPTION_TIME] = { "--time", "reports and traces", { DOES, DOES, CANT, CANT } },
	[OPTION_DEVICE] = { "--device", "reports and traces", { DOES, DOES, CANT, CANT } },
	[OPTION_STREAM] = { "--stream", "reports and traces", { DOES, DOES, CANT, CANT } },
	[OPTION_PROCESS] = { "--process", "reports and traces", { DOES, DOES, CANT, CANT } },
	[OPTION_RANGE] = { "--range", "reports and traces", { DOES, DOES, CANT, CANT } },
	[OPTION_SHORT_NAMES] = { "--short-names",
		"reports of nsys and captures (--kernel-names short is for all)",
		{ DOES, NOTHING, DOES, NOTHING } },
	[OPTION_NO_DOMAIN_PREFIX] = { "--no-domain-prefix", "reports of nsys and captures",
		{ DOES, NOTHING, DOES, NOTHING } },
	[OPTION_KERNELS_ONLY] = { "--kernels-only",
		"GPU operations of reports, captures and traces", { DOES, DOES, DOES, CANT } },
	[OPTION_TORCH_FRAMES] = { "--torch-frames", "traces of the PyTorch profiler",
		{ NOTHING, DOES, NOTHING, NOTHING } },
};

/* Whether it has no effect under --value cpu-time. */
static bool is_of_gpu(enum option option)
{
	return option == OPTION_GRAPH_RANGES_ON || option == OPTION_GRAPH_RANGES_OFF ||
	       option == OPTION_ADOPT || option == OPTION_SHORT_NAMES ||
	       option == OPTION_KERNELS_ONLY;
}

static bool groups_by_more_than_rank(const struct grouping *grouping)
{
	return grouping->count > (grouping_has(grouping, GROUP_RANK) ? 1u : 0u);
}

static bool is_given(const struct collapse_options *options, enum option option)
{
	const struct plan_options *plan = &options->plan;
	const struct selection *selection = &plan->selection;

	switch (option) {
	case OPTION_GPU_TIME:
		return plan->value_given && plan->value == VALUE_GPU_TIME;
	case OPTION_COUNT:
		return plan->value == VALUE_COUNT;
	case OPTION_VALUE:
		return plan->value != VALUE_GPU_TIME && plan->value != VALUE_COUNT;
	case OPTION_WITH_IDLE:
		return plan->with_idle;
	case OPTION_NORMALIZE:
		return plan->normalize_steps;
	case OPTION_BY:
		return groups_by_more_than_rank(&plan->grouping);
	case OPTION_GRAPH_RANGES_ON:
		return plan->graph_ranges_given && !plan->no_graph_ranges;
	case OPTION_GRAPH_RANGES_OFF:
		return plan->no_graph_ranges;
	case OPTION_ADOPT:
		return plan->adopt;
	case OPTION_SAME_THREAD:
		return plan->start_end_ranges_given && !plan->all_start_end_ranges;
	case OPTION_ALL_RANGES:
		return plan->all_start_end_ranges;
	case OPTION_STEPS:
		return selection->steps.has_numbers;
	case OPTION_SKIP_STEPS:
		return selection->steps.skip_first > 0 || selection->steps.skip_slowest > 0;
	case OPTION_STEP_RANGE:
		return selection->steps.pattern != NULL;
	case OPTION_TIME:
		return selection->has_from || selection->has_to;
	case OPTION_DEVICE:
		return selection->devices.count > 0;
	case OPTION_STREAM:
		return selection->streams.count > 0;
	case OPTION_PROCESS:
		return selection->processes.count > 0;
	case OPTION_RANGE:
		return selection->range != NULL;
	case OPTION_SHORT_NAMES:
		return options->short_names;
	case OPTION_NO_DOMAIN_PREFIX:
		return options->no_domain_prefix;
	case OPTION_KERNELS_ONLY:
		return options->kernels_only;
	case OPTION_TORCH_FRAMES:
		return options->torch_frames != 0;
	case OPTIONS:
		break;
	}
	return false;
}

static enum effect effect_of(
	const struct collapse_options *options, enum option option, enum source source)
{
	if (is_of_gpu(option) && options->plan.value == VALUE_CPU_TIME)
		return NOTHING;
	if (option == OPTION_STEP_RANGE && !plan_needs_steps(&options->plan))
		return NOTHING;
	return table[option].on[source];
}

bool option_effects_check(const struct collapse_options *options, enum source source,
	const char *path, uint32_t *useful, struct err *err)
{
	for (enum option i = 0; i < OPTIONS; i++) {
		if (!is_given(options, i))
			continue;
		switch (effect_of(options, i, source)) {
		case DOES:
			*useful |= 1u << i;
			break;
		case NOTHING:
			break;
		case CANT:
			if (source == SOURCE_CAPTURE)
				return err_set(err, ERR_USAGE,
					"'%s' holds sums, not events, so %s is not possible; "
					"'gpuflame "
					"record --mode trace' keeps events",
					path, table[i].name);
			return err_set(err, ERR_USAGE,
				"'%s' holds stacks that are already folded, so %s is not possible; "
				"it applies to %s",
				path, table[i].name, table[i].is_for);
		}
	}
	return true;
}

bool option_effects_next_useless(const struct collapse_options *options, uint32_t useful,
	unsigned *at, const char **option, const char **is_for)
{
	for (; *at < OPTIONS; (*at)++) {
		if (!is_given(options, (enum option) * at) || (useful >> *at & 1) != 0)
			continue;
		*option = table[*at].name;
		*is_for = table[*at].is_for;
		(*at)++;
		return true;
	}
	return false;
}
