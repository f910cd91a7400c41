#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "stats/parts/domains.h"
#include "stats/parts/projection.h"
#include "stats/parts/report.h"
#include "stats/parts/styles.h"
#include "stats/parts/sums.h"

/* Ranges of one domain by name, with quartiles: on the CPU, or projected to the GPU. */

static bool add_domain(
	struct report_run *run, const struct trace *trace, const char *domain, struct err *err)
{
	for (size_t i = 0; i < trace->range_count; i++) {
		const struct range *range = &trace->ranges[i];

		if (!range->out && domain_is(trace, range, domain) &&
			!sums_add(run->state, range->name, range_length(range), err))
			return false;
	}
	return true;
}

static bool add_nccl(struct report_run *run, const struct trace *trace, struct err *err)
{
	return add_domain(run, trace, "NCCL", err);
}

static bool add_nccl_projected(struct report_run *run, const struct trace *trace, struct err *err)
{
	struct projected *projected = mem_try_zeroed(trace->range_count, sizeof(*projected), err);
	bool ok = projected != NULL && project_ranges(trace, PROJECT_ALL, projected, err);

	for (size_t i = 0; ok && i < trace->range_count; i++) {
		const struct range *range = &trace->ranges[i];

		if (projected[i].launches > 0 && domain_is(trace, range, "NCCL"))
			ok = sums_add(run->state, range->name,
				(uint64_t)projected[i].end - (uint64_t)projected[i].start, err);
	}
	free(projected);
	return ok;
}

static void fill_row(const struct report_run *run, uint32_t group, const struct spread *spread,
	struct cell *cells)
{
	struct sums *sums = run->state;

	*cells++ = cell_name(run->names, (uint32_t)sums->keys.keys[group]);
	*cells++ = cell_integer((int64_t)spread->count);
	*cells++ = cell_real(spread->average);
	*cells++ = cell_real(spread->deviation);
	*cells++ = cell_integer(spread->min);
	*cells++ = cell_real(tally_quantile(&sums->tally, group, 0.25));
	*cells++ = cell_real(spread->median);
	*cells++ = cell_real(tally_quantile(&sums->tally, group, 0.75));
	*cells++ = cell_integer(spread->max);
	*cells++ = cell_integer(spread->total);
}

static const struct sums_shape shape = { .row = fill_row, .compare = sums_compare_key_names };

static const struct column columns[] = {
	{ "Name", COLUMN_TEXT, 0, 0 },
	{ "Count", COLUMN_COUNT, 0, 0 },
	{ "Mean", COLUMN_TIME, 1, 1 },
	{ "Std", COLUMN_TIME, 1, 5 },
	{ "Min", COLUMN_TIME, 0, 4 },
	{ "Q1", COLUMN_TIME, 1, 3 },
	{ "Median", COLUMN_TIME, 1, 2 },
	{ "Q3", COLUMN_TIME, 1, 3 },
	{ "Max", COLUMN_TIME, 0, 4 },
	{ "Sum", COLUMN_TIME, 0, 0 },
};

const struct report report_nccl_sum = {
	.name = "nccl_sum",
	.title = "NCCL calls",
	.doc = "NCCL's NVTX ranges on the CPU by name, with quartiles.",
	.columns = columns,
	.column_count = ARRAY_SIZE(columns),
	.want = WANT_RANGES,
	.needs = NEED_NCCL,
	.is_cpu = true,
	.state_size = sizeof(struct sums),
	.add = add_nccl,
	.finish = sums_finish,
	.release = sums_release,
	.sums = &shape,
	.partial = &sums_partial_named,
};

const struct report report_nccl_gpu_proj_sum = {
	.name = "nccl_gpu_proj_sum",
	.title = "NCCL calls projected to the GPU",
	.doc = "NCCL's NVTX ranges, from the start of the first operation launched in each to the"
	       " end of the last one, by name, with quartiles.",
	.columns = columns,
	.column_count = ARRAY_SIZE(columns),
	.want = WANT_OTHER_OPS | WANT_RANGES,
	.needs = NEED_NCCL | NEED_OPS,
	.state_size = sizeof(struct sums),
	.add = add_nccl_projected,
	.finish = sums_finish,
	.release = sums_release,
	.sums = &shape,
	.partial = &sums_partial_named,
};
