#include "stats/parts/report.h"
#include "stats/parts/styles.h"
#include "stats/parts/sums.h"

/* nvtx_sum of one style of ranges. */

static bool add_style(
	struct report_run *run, const struct trace *trace, enum range_style style, struct err *err)
{
	for (size_t i = 0; i < trace->range_count; i++) {
		const struct range *range = &trace->ranges[i];

		if (!range->out && range->style == style &&
			!sums_add(run->state, range->name, range_length(range), err))
			return false;
	}
	return true;
}

static bool add_push_pop(struct report_run *run, const struct trace *trace, struct err *err)
{
	return add_style(run, trace, RANGE_PUSH_POP, err);
}

static bool add_start_end(struct report_run *run, const struct trace *trace, struct err *err)
{
	return add_style(run, trace, RANGE_START_END, err);
}

static const struct column columns[] = {
	SUMS_TIME_COLUMNS("Instances"),
	{ "Range", COLUMN_TEXT, 0, 0 },
};

const struct report report_nvtx_pushpop_sum = {
	.name = "nvtx_pushpop_sum",
	.alias = "nvtxppsum",
	.title = "NVTX push/pop range summary",
	.doc = "Time of push/pop ranges on the CPU, by name.",
	.columns = columns,
	.column_count = ARRAY_SIZE(columns),
	.want = { .kernels_only = true },
	.needs = NEED_RANGES,
	.is_cpu = true,
	.state_size = sizeof(struct sums),
	.add = add_push_pop,
	.finish = sums_finish,
	.release = sums_release,
	.sums = &sums_by_name,
	.partial = &sums_partial_named,
};

const struct report report_nvtx_startend_sum = {
	.name = "nvtx_startend_sum",
	.alias = "nvtxsesum, nvtxsssum",
	.title = "NVTX start/end range summary",
	.doc = "Time of start/end ranges on the CPU, by name.",
	.columns = columns,
	.column_count = ARRAY_SIZE(columns),
	.want = { .kernels_only = true },
	.needs = NEED_RANGES,
	.is_cpu = true,
	.state_size = sizeof(struct sums),
	.add = add_start_end,
	.finish = sums_finish,
	.release = sums_release,
	.sums = &sums_by_name,
	.partial = &sums_partial_named,
};
