#include "stats/parts/report.h"

#include "stats/parts/styles.h"
#include "stats/parts/sums.h"

static bool add(struct report_run *run, const struct trace *trace, struct err *err)
{
	for (size_t i = 0; i < trace->range_count; i++) {
		const struct range *range = &trace->ranges[i];

		if (!range->out && !sums_add(run->state, sums_pair(range->style, range->name),
					   range_length(range), err))
			return false;
	}
	return true;
}

static void label(const struct report_run *run, uint64_t key, struct cell *cells)
{
	cells[0] = cell_text(range_style_name((unsigned)(key >> 32)));
	cells[1] = cell_name(run->names, (uint32_t)key);
}

static int compare(const struct report_run *run, uint64_t a, uint64_t b)
{
	int order = sums_compare_names(run->names, (uint32_t)a, (uint32_t)b);

	return order != 0 ? order : (a > b) - (a < b);
}

static const struct sums_shape shape = {
	.percent = true,
	.label = label,
	.compare = compare,
};

static const struct column columns[] = {
	SUMS_TIME_COLUMNS("Instances"),
	{ "Style", COLUMN_TEXT, 0, 1 },
	{ "Range", COLUMN_TEXT, 0, 0 },
};

const struct report report_nvtx_sum = {
	.name = "nvtx_sum",
	.alias = "nvtxsum",
	.title = "NVTX range summary",
	.doc = "Time of NVTX ranges on the CPU, by name and style. Ranges contain each other, so"
	       " Time (%) is of the ranges' sum, not of the run.",
	.columns = columns,
	.column_count = ARRAY_SIZE(columns),
	.want = WANT_RANGES,
	.needs = NEED_RANGES,
	.is_cpu = true,
	.state_size = sizeof(struct sums),
	.add = add,
	.finish = sums_finish,
	.release = sums_release,
	.sums = &shape,
	.partial = &sums_partial_named,
};

/* --- of one style of ranges ------------------------------------------------------------ */

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

static const struct column style_columns[] = {
	SUMS_TIME_COLUMNS("Instances"),
	{ "Range", COLUMN_TEXT, 0, 0 },
};

const struct report report_nvtx_pushpop_sum = {
	.name = "nvtx_pushpop_sum",
	.alias = "nvtxppsum",
	.title = "NVTX push/pop range summary",
	.doc = "Time of push/pop ranges on the CPU, by name.",
	.columns = style_columns,
	.column_count = ARRAY_SIZE(style_columns),
	.want = WANT_RANGES,
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
	.columns = style_columns,
	.column_count = ARRAY_SIZE(style_columns),
	.want = WANT_RANGES,
	.needs = NEED_RANGES,
	.is_cpu = true,
	.state_size = sizeof(struct sums),
	.add = add_start_end,
	.finish = sums_finish,
	.release = sums_release,
	.sums = &sums_by_name,
	.partial = &sums_partial_named,
};
