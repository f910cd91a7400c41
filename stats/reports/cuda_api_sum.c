#include "stats/reports/reports.h"

#include "stats/labels.h"
#include "stats/sums.h"

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

static int compare(const struct report_run *run, uint64_t a, uint64_t b)
{
	return sums_compare_names(run->names, (uint32_t)a, (uint32_t)b);
}

static bool finish(struct report_run *run, struct sink *sink, struct err *err)
{
	const struct sums_shape shape = {
		.run = run, .percent = true, .divide = 1, .label = label, .compare = compare
	};

	return sums_finish(run->state, &shape, sink, err);
}

static void release(struct report_run *run)
{
	sums_release(run->state);
}

static const struct column columns[] = {
	SUMS_TIME_COLUMNS("Num Calls"),
	{ "Name", COLUMN_TEXT, 0, 0 },
};

const struct report report_cuda_api_sum = {
	.name = "cuda_api_sum",
	.alias = "cudaapisum",
	.title = "CUDA API summary",
	.doc = "Time of calls of the CUDA runtime and driver on the CPU, by name; versions of one"
	       " call are told apart, though not shown.",
	.columns = columns,
	.column_count = ARRAY_SIZE(columns),
	.want = { .api_calls = true, .kernels_only = true },
	.needs = NEED_API,
	.state_size = sizeof(struct sums),
	.add = add,
	.finish = finish,
	.release = release,
};
