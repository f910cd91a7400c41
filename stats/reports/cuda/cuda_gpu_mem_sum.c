#include "stats/parts/memory.h"
#include "stats/parts/report.h"
#include "stats/parts/sums.h"

/* Copies and fills by what they are: their times, and their sizes. */

static bool add_time(struct report_run *run, const struct trace *trace, struct err *err)
{
	for (size_t i = trace->op_end[OP_KERNEL]; i < trace->op_end[OP_MEMSET]; i++) {
		if (!sums_add_op(run->state, memory_operation(trace, i), trace, i, err))
			return false;
	}
	return true;
}

static bool add_size(struct report_run *run, const struct trace *trace, struct err *err)
{
	for (size_t i = trace->op_end[OP_KERNEL]; i < trace->op_end[OP_MEMSET]; i++) {
		if (!sums_add(run->state, memory_operation(trace, i), trace_shape(trace, i)->bytes,
			    err))
			return false;
	}
	return true;
}

static void label(const struct report_run *run, uint64_t key, struct cell *cells)
{
	(void)run;
	cells[0] = cell_text(memory_operation_label((unsigned)key));
}

static int compare(const struct report_run *run, uint64_t a, uint64_t b)
{
	(void)run;
	return (a > b) - (a < b);
}

static const struct sums_shape time_shape = {
	.percent = true,
	.label = label,
	.compare = compare,
};

static const struct sums_shape size_shape = {
	.divide = 1e6,
	.label = label,
	.compare = compare,
};

static const struct column time_columns[] = {
	SUMS_TIME_COLUMNS("Count"),
	{ "Operation", COLUMN_TEXT, 0, 0 },
};

static const struct column size_columns[] = {
	{ "Total", COLUMN_MB, 3, 0 },
	{ "Count", COLUMN_COUNT, 0, 1 },
	{ "Avg", COLUMN_MB, 3, 2 },
	{ "Med", COLUMN_MB, 3, 3 },
	{ "Min", COLUMN_MB, 3, 5 },
	{ "Max", COLUMN_MB, 3, 4 },
	{ "StdDev", COLUMN_MB, 3, 6 },
	{ "Operation", COLUMN_TEXT, 0, 0 },
};

const struct report report_cuda_gpu_mem_time_sum = {
	.name = "cuda_gpu_mem_time_sum",
	.alias = "gpumemtimesum",
	.title = "CUDA GPU memory operations by time",
	.doc = "Time of copies, by their direction, and of fills.",
	.columns = time_columns,
	.column_count = ARRAY_SIZE(time_columns),
	.want = WANT_OTHER_OPS | WANT_DETAILS,
	.needs = NEED_MEMORY | NEED_DETAILS,
	.takes_sums = true,
	.state_size = sizeof(struct sums),
	.add = add_time,
	.finish = sums_finish,
	.release = sums_release,
	.sums = &time_shape,
	.partial = &sums_partial_numbered,
};

const struct report report_cuda_gpu_mem_size_sum = {
	.name = "cuda_gpu_mem_size_sum",
	.alias = "gpumemsizesum",
	.title = "CUDA GPU memory operations by size",
	.doc = "Bytes of copies, by their direction, and of fills. 1 MB is 10^6 bytes.",
	.columns = size_columns,
	.column_count = ARRAY_SIZE(size_columns),
	.want = WANT_OTHER_OPS | WANT_DETAILS,
	.needs = NEED_MEMORY | NEED_DETAILS,
	.state_size = sizeof(struct sums),
	.add = add_size,
	.finish = sums_finish,
	.release = sums_release,
	.sums = &size_shape,
	.partial = &sums_partial_numbered,
};
