#include "stats/parts/report.h"

#include <stdlib.h>

#include "base/mem.h"
#include "stats/parts/labels.h"
#include "stats/parts/sums.h"

struct kern_gb_state {
	struct sums sums;    /* first; keyed by shape << 32 | kernel */
	struct idmap shapes; /* grid << 32 | block, the names of their texts */
};

static bool add(struct report_run *run, const struct trace *trace, struct err *err)
{
	struct kern_gb_state *state = run->state;
	struct label_shape *labels = label_shapes(trace, run->names, err);
	bool ok = labels != NULL;
	uint32_t shape;

	for (size_t i = 0; ok && i < trace->op_end[OP_KERNEL]; i++) {
		const struct label_shape *label = &labels[trace->details[i].shape];
		const struct op *op = &trace->ops[i];

		ok = idmap_try_add(
			     &state->shapes, sums_pair(label->grid, label->block), &shape, err) &&
		     sums_add(&state->sums, sums_pair(shape, op->name),
			     (uint64_t)(op->end - op->start), err);
	}
	free(labels);
	return ok;
}

static void label(const struct report_run *run, uint64_t key, struct cell *cells)
{
	const struct kern_gb_state *state = run->state;
	uint64_t shape = state->shapes.keys[key >> 32];

	cells[0] = cell_name(run->names, (uint32_t)(shape >> 32));
	cells[1] = cell_name(run->names, (uint32_t)shape);
	cells[2] = cell_name(run->names, (uint32_t)key);
}

static int compare(const struct report_run *run, uint64_t a, uint64_t b)
{
	const struct kern_gb_state *state = run->state;
	uint64_t left = state->shapes.keys[a >> 32], right = state->shapes.keys[b >> 32];
	int order = sums_compare_names(run->names, (uint32_t)a, (uint32_t)b);

	if (order == 0)
		order = sums_compare_names(
			run->names, (uint32_t)(left >> 32), (uint32_t)(right >> 32));
	return order != 0 ? order : sums_compare_names(run->names, (uint32_t)left, (uint32_t)right);
}

static const struct sums_shape shape = {
	.percent = true,
	.label = label,
	.compare = compare,
};

static void release(struct report_run *run)
{
	struct kern_gb_state *state = run->state;

	sums_release(run);
	idmap_release(&state->shapes);
}

static void get_group(const struct report_run *run, uint32_t index, struct partial_group *group)
{
	const struct kern_gb_state *state = run->state;
	uint64_t key = state->sums.keys.keys[index], sizes = state->shapes.keys[key >> 32];

	group->labels[0] = sizes >> 32;
	group->labels[1] = (uint32_t)sizes;
	group->labels[2] = (uint32_t)key;
}

static bool put_group(
	struct report_run *run, const struct partial_group *group, uint32_t *index, struct err *err)
{
	struct kern_gb_state *state = run->state;
	uint32_t sizes;

	return idmap_try_add(&state->shapes,
		       sums_pair((uint32_t)group->labels[0], (uint32_t)group->labels[1]), &sizes,
		       err) &&
	       sums_group(&state->sums, sums_pair(sizes, (uint32_t)group->labels[2]), index, err);
}

static const struct report_partial partial = {
	.labels = "nnn",
	.tallies = 1,
	.count = sums_partial_count,
	.get = get_group,
	.put = put_group,
	.tally = sums_partial_tally,
};

static const struct column columns[] = {
	SUMS_TIME_COLUMNS("Instances"),
	{ "GridXYZ", COLUMN_TEXT, 0, 1 },
	{ "BlockXYZ", COLUMN_TEXT, 0, 1 },
	{ "Name", COLUMN_TEXT, 0, 0 },
};

const struct report report_cuda_gpu_kern_gb_sum = {
	.name = "cuda_gpu_kern_gb_sum",
	.alias = "gpukernsum",
	.title = "CUDA GPU kernels by grid and block",
	.doc = "Time of kernels by name and by the sizes of their grid and block.",
	.columns = columns,
	.column_count = ARRAY_SIZE(columns),
	.want = WANT_DETAILS,
	.needs = NEED_KERNELS | NEED_DETAILS,
	.names_kernels = true,
	.state_size = sizeof(struct kern_gb_state),
	.add = add,
	.finish = sums_finish,
	.release = release,
	.sums = &shape,
	.partial = &partial,
};
