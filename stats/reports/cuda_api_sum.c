#include "stats/parts/report.h"

#include "stats/parts/labels.h"
#include "stats/parts/sums.h"

static bool add(struct report_run *run, const struct trace *trace, struct err *err)
{
	for (size_t i = 0; i < trace->api_count; i++) {
		const struct api_call *call = &trace->api_calls[i];

		if (!sums_add(run->state, call->name, (uint64_t)(call->end - call->start), err))
			return false;
	}
	return true;
}

static void label(const struct report_run *run, uint64_t key, struct cell *cells)
{
	cells[0] = label_api(run->names, (uint32_t)key);
}

static const struct sums_shape shape = {
	.percent = true,
	.label = label,
	.compare = sums_compare_key_names,
};

static const struct column columns[] = {
	SUMS_TIME_COLUMNS("Num Calls"),
	{ "Name", COLUMN_TEXT, 0, 0 },
};

const struct report report_cuda_api_sum = {
	.name = "cuda_api_sum",
	.alias = "cudaapisum",
	.title = "CUDA API summary",
	.doc = "Time of calls of the CUDA runtime and driver on the CPU, by name; versions of one"
	       " call have rows of their own, though the version is not shown.",
	.columns = columns,
	.column_count = ARRAY_SIZE(columns),
	.want = { .kernels_only = true, .no_ranges = true, .api_calls = true },
	.needs = NEED_API,
	.is_cpu = true,
	.state_size = sizeof(struct sums),
	.add = add,
	.finish = sums_finish,
	.release = sums_release,
	.sums = &shape,
	.partial = &sums_partial_named,
};
