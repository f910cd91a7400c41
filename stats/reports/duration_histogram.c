#include "stats/parts/report.h"

#include <math.h>
#include <string.h>

#include "stats/parts/projection.h"
#include "stats/parts/styles.h"
#include "stats/parts/sums.h"

/* Durations of the kernels or ranges of one name: their number in each of equal bins. */
enum { BINS = 40, OF_KERNELS = 0, OF_RANGES = 1 };

static bool is_wanted(const struct report_run *run, uint32_t name)
{
	const char *wanted = run->options->histogram;

	return name != NAME_NONE &&
	       (wanted == NULL || strcmp(run->names->list[name].text, wanted) == 0);
}

static bool add(struct report_run *run, const struct trace *trace, struct err *err)
{
	for (size_t i = 0; i < trace->op_end[OP_KERNEL]; i++) {
		const struct op *op = &trace->ops[i];

		if (is_wanted(run, op->name) &&
			!sums_add(run->state, sums_pair(OF_KERNELS, op->name),
				(uint64_t)(op->end - op->start), err))
			return false;
	}
	/* A kernel, unless a range is named. */
	for (size_t i = 0; run->options->histogram != NULL && i < trace->range_count; i++) {
		const struct range *range = &trace->ranges[i];

		if (!range->out && is_wanted(run, range->name) &&
			!sums_add(run->state, sums_pair(OF_RANGES, range->name),
				range_length(range), err))
			return false;
	}
	return true;
}

/* The group with the largest sum. */
static uint32_t choose_group(const struct sums *sums)
{
	uint32_t chosen = 0;

	for (uint32_t i = 1; i < sums->keys.count; i++) {
		if (sums->tally.totals[i] > sums->tally.totals[chosen])
			chosen = i;
	}
	return chosen;
}

static bool give_bins(struct report_run *run, uint32_t group, struct sink *sink, struct err *err)
{
	struct sums *sums = run->state;
	uint64_t counts[BINS] = { 0 };
	struct spread spread;
	double wide;

	tally_spread(&sums->tally, group, &spread);
	wide = (double)(spread.max - spread.min) / BINS;
	for (uint64_t i = 0; i < spread.count; i++) {
		double value = tally_value(&sums->tally, group, i);
		double bin = wide > 0 ? floor((value - (double)spread.min) / wide) : 0;

		counts[bin < BINS ? (size_t)bin : BINS - 1]++;
	}
	for (int i = 0; i < (wide > 0 ? BINS : 1); i++) {
		const struct cell cells[] = {
			cell_real((double)spread.min + wide * i),
			cell_real((double)spread.min + wide * (i + 1)),
			cell_integer((int64_t)counts[i]),
			cell_name(run->names, (uint32_t)sums->keys.keys[group]),
		};

		if (!sink_row(sink, cells, ARRAY_SIZE(cells), err))
			return false;
	}
	return true;
}

static bool finish(struct report_run *run, struct sink *sink, struct err *err)
{
	struct sums *sums = run->state;

	if (sums->keys.count == 0 && run->options->histogram != NULL)
		return err_set(err, ERR_EMPTY,
			"no kernel or range is named '%s'; the reports cuda_gpu_kern_sum and "
			"nvtx_sum list them",
			run->options->histogram);
	return tally_close(&sums->tally, sums->keys.count, err) &&
	       (sums->keys.count == 0 || give_bins(run, choose_group(sums), sink, err));
}

static const struct column columns[] = {
	{ "From", COLUMN_TIME, 1, 0 },
	{ "To", COLUMN_TIME, 1, 0 },
	{ "Count", COLUMN_COUNT, 0, 0 },
	{ "Name", COLUMN_TEXT, 0, 0 },
};

static const char shape[] = "bars; x: From; to: To; value: Count; subject: Name";

const struct report report_duration_histogram = {
	.name = "duration_histogram",
	.title = "How long it takes",
	.doc = "The distribution of durations of the kernel or range that --histogram names, or of"
	       " the kernel with the most time: 40 bins from the shortest to the longest.",
	.columns = columns,
	.column_count = ARRAY_SIZE(columns),
	.want = WANT_RANGES,
	.needs = NEED_NAMED,
	.names_kernels = true,
	.state_size = sizeof(struct sums),
	.chart = shape,
	.add = add,
	.finish = finish,
	.release = sums_release,
};
