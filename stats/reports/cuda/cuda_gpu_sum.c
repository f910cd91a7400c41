#include "stats/parts/labels.h"
#include "stats/parts/memory.h"
#include "stats/parts/report.h"
#include "stats/parts/sums.h"

/* All GPU work in one list; with or without the API calls. */
enum category { CATEGORY_API, CATEGORY_KERNEL, CATEGORY_MEMORY };

static bool add_gpu(struct report_run *run, const struct trace *trace, struct err *err)
{
	for (size_t i = 0; i < trace->op_end[OP_MEMSET]; i++) {
		uint64_t key = i < trace->op_end[OP_KERNEL]
				       ? sums_pair(CATEGORY_KERNEL, trace->ops[i].name)
				       : sums_pair(CATEGORY_MEMORY, memory_operation(trace, i));

		if (!sums_add_op(run->state, key, trace, i, err))
			return false;
	}
	return true;
}

static bool add_api_and_gpu(struct report_run *run, const struct trace *trace, struct err *err)
{
	for (size_t i = 0; i < trace->api_count; i++) {
		const struct api_call *call = &trace->api_calls[i];
		struct cell name = label_api(run->names, call->name);
		uint32_t stripped = call->name;

		/* Versions of a call are combined, as in nsys. */
		if (stripped != NAME_NONE &&
			!names_try_intern(run->names, name.is.text, name.len, &stripped, err))
			return false;
		if (!sums_add(run->state, sums_pair(CATEGORY_API, stripped),
			    (uint64_t)(call->end - call->start), err))
			return false;
	}
	return add_gpu(run, trace, err);
}

static void label(const struct report_run *run, uint64_t key, struct cell *cells)
{
	static const char *const categories[] = {
		[CATEGORY_API] = "CUDA_API",
		[CATEGORY_KERNEL] = "CUDA_KERNEL",
		[CATEGORY_MEMORY] = "MEMORY_OPER",
	};

	cells[0] = cell_text(categories[key >> 32]);
	cells[1] = key >> 32 == CATEGORY_MEMORY
			   ? cell_text(memory_operation_label((unsigned)(key & UINT32_MAX)))
			   : cell_name(run->names, (uint32_t)key);
}

static int compare(const struct report_run *run, uint64_t a, uint64_t b)
{
	if (a >> 32 != b >> 32 || a >> 32 == CATEGORY_MEMORY)
		return (a > b) - (a < b);
	return sums_compare_names(run->names, (uint32_t)a, (uint32_t)b);
}

static const struct sums_shape shape = {
	.percent = true,
	.label = label,
	.compare = compare,
};

/* The second label is a name, or the third a type of copies. */
static void get_group(const struct report_run *run, uint32_t index, struct partial_group *group)
{
	uint64_t key = ((const struct sums *)run->state)->keys.keys[index];
	bool is_memory = key >> 32 == CATEGORY_MEMORY;

	group->labels[0] = key >> 32;
	group->labels[1] = is_memory ? NAME_NONE : (uint32_t)key;
	group->labels[2] = is_memory ? (uint32_t)key : 0;
}

static bool put_group(
	struct report_run *run, const struct partial_group *group, uint32_t *index, struct err *err)
{
	uint64_t category = group->labels[0];

	if (category > CATEGORY_MEMORY)
		return err_set(err, ERR_FORMAT, "an unknown category");
	return sums_group(run->state,
		sums_pair((uint32_t)category,
			(uint32_t)group->labels[category == CATEGORY_MEMORY ? 2 : 1]),
		index, err);
}

static const struct report_partial partial = {
	.labels = "unu",
	.tallies = 1,
	.count = sums_partial_count,
	.get = get_group,
	.put = put_group,
	.tally = sums_partial_tally,
};

static const struct column columns[] = {
	SUMS_TIME_COLUMNS("Instances"),
	{ "Category", COLUMN_TEXT, 0, 1 },
	{ "Operation", COLUMN_TEXT, 0, 0 },
};

const struct report report_cuda_gpu_sum = {
	.name = "cuda_gpu_sum",
	.alias = "gpusum",
	.title = "CUDA GPU summary",
	.doc = "Time of kernels, copies and fills in one list.",
	.columns = columns,
	.column_count = ARRAY_SIZE(columns),
	.want = WANT_OTHER_OPS | WANT_DETAILS,
	.needs = NEED_OPS | NEED_DETAILS,
	.names_kernels = true,
	.takes_sums = true,
	.state_size = sizeof(struct sums),
	.add = add_gpu,
	.finish = sums_finish,
	.release = sums_release,
	.sums = &shape,
	.partial = &partial,
};

const struct report report_cuda_api_gpu_sum = {
	.name = "cuda_api_gpu_sum",
	.alias = "apigpusum",
	.title = "CUDA API and GPU summary",
	.doc = "Time of API calls on the CPU, and of kernels, copies and fills on the GPU, in one"
	       " list: the two overlap, so their sum is not a time.",
	.columns = columns,
	.column_count = ARRAY_SIZE(columns),
	.want = WANT_OTHER_OPS | WANT_DETAILS | WANT_API_CALLS,
	.needs = NEED_API | NEED_DETAILS,
	.is_cpu = true,
	.names_kernels = true,
	.state_size = sizeof(struct sums),
	.add = add_api_and_gpu,
	.finish = sums_finish,
	.release = sums_release,
	.sums = &shape,
	.partial = &partial,
};
