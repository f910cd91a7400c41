#include "stats/parts/report.h"

#include "stats/parts/sums.h"

static bool add(struct report_run *run, const struct trace *trace, struct err *err)
{
	struct sums *sums = run->state;

	for (size_t i = 0; i < trace->op_end[OP_KERNEL]; i++) {
		if (!sums_add_op(sums, trace->ops[i].name, trace, i, err))
			return false;
	}
	return true;
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
	.needs = NEED_KERNELS,
	.names_kernels = true,
	.takes_sums = true,
	.state_size = sizeof(struct sums),
	.add = add,
	.finish = sums_finish,
	.release = sums_release,
	.sums = &sums_by_name,
	.partial = &sums_partial_named,
};
