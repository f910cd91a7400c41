#include <string.h>

#include "stats/survey/device_walk.h"

/* How kernels compute, by their names and by how many blocks they have. */

static bool has(const char *name, const char *const *words)
{
	for (; *words != NULL; words++) {
		if (strstr(name, *words) != NULL)
			return true;
	}
	return false;
}

/* LOSS_KINDS: nothing is known against it. */
static enum loss_kind kind_of_name(const char *name)
{
	static const char *const fp32[] = { "sgemm", "ffma", "gemmSN_TN_kernel<float", NULL };
	static const char *const tensor[] = { "tf32", "tensorop", "s1688", "s16816", NULL };
	static const char *const softmax[] = { "softmax", "SoftMax", "Softmax", NULL };
	static const char *const other[] = { "LogSoftMax", "log_softmax", "fmha", "flash", "topk",
		"triton_", NULL };

	if (has(name, fp32) && !has(name, tensor))
		return LOSS_FP32;
	if (has(name, softmax) && !has(name, other))
		return LOSS_SOFTMAX;
	if (strstr(name, "elementwise_kernel") != NULL)
		return LOSS_ELEMENTWISE;
	return LOSS_KINDS;
}

/* Any GPU for computing has as many multiprocessors, each of which runs a block at least. */
enum { FEW_BLOCKS = 16 };

static bool has_few_blocks(const struct trace *trace, uint32_t op, uint64_t *blocks)
{
	const uint32_t *grid;

	*blocks = 0;
	if (trace->details == NULL || trace->details[op].shape == TRACE_NONE)
		return false;
	grid = trace_shape(trace, op)->grid;
	*blocks = (uint64_t)grid[0] * grid[1];
	return grid[2] <= 1 && *blocks > 0 && *blocks < FEW_BLOCKS;
}

static void keep_blocks(
	struct survey *survey, const struct op_shape *shape, uint64_t blocks, uint64_t ns)
{
	if (ns <= survey->losses[LOSS_FEW_BLOCKS].longest)
		return;
	survey->blocks = blocks;
	survey->block_threads = (uint64_t)shape->block[0] * shape->block[1] * shape->block[2];
}

void device_walk_judge(struct device_walk *walk, uint32_t op, int64_t from, int64_t to)
{
	const struct trace *trace = walk->trace;
	uint32_t name = trace->ops[op].name;
	struct lost_piece piece = { LOSS_FEW_BLOCKS, op, from, to, TRACE_NONE, NAME_NONE };
	uint64_t blocks;

	if (to <= from || name == NAME_NONE)
		return;
	if (has_few_blocks(trace, op, &blocks)) {
		keep_blocks(walk->survey, trace_shape(trace, op), blocks,
			(uint64_t)to - (uint64_t)from);
		device_walk_lose(walk, &piece);
		return;
	}
	if (walk->kernel_kinds[name] == 0)
		walk->kernel_kinds[name] =
			(uint8_t)(kind_of_name(trace->names->list[name].text) + 1);
	piece.kind = (enum loss_kind)(walk->kernel_kinds[name] - 1);
	if (piece.kind != LOSS_KINDS)
		device_walk_lose(walk, &piece);
}

bool device_walk_is_managed(const struct device_walk *walk, uint32_t op)
{
	const struct trace *trace = walk->trace;
	uint32_t name = trace->ops[op].name;

	return op >= trace->op_end[OP_KERNEL] && op < trace->op_end[OP_MEMCPY] &&
	       name != NAME_NONE && strstr(trace->names->list[name].text, "UVM") != NULL;
}
