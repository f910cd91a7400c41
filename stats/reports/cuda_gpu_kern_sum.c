#include "stats/reports/reports.h"

#include "stats/sums.h"

static bool add(struct report_run *run, const struct trace *trace, struct err *err)
{
	struct sums *sums = run->state;

	for (size_t i = 0; i < trace->op_end[OP_KERNEL]; i++) {
		const struct op *op = &trace->ops[i];

		if (!sums_add(sums, op->name, (uint64_t)(op->end - op->start), err))
			return false;
	}
	return true;
}

static void label(const struct report_run *run, uint64_t key, struct cell *cells)
{
	cells[0] = cell_name(run->names, (uint32_t)key);
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
	SUMS_TIME_COLUMNS("Instances"),
	{ "Name", COLUMN_TEXT, 0, 0 },
};

const struct report report_cuda_gpu_kern_sum = {
	.name = "cuda_gpu_kern_sum",
	.title = "CUDA GPU kernel summary",
	.doc = "Time of kernels by name. Time (%) is of the kernels' sum, not of the run.",
	.columns = columns,
	.column_count = ARRAY_SIZE(columns),
	.want = { .kernels_only = true },
	.needs = NEED_KERNELS,
	.names_kernels = true,
	.state_size = sizeof(struct sums),
	.add = add,
	.finish = finish,
	.release = release,
};
