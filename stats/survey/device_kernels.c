#include "stats/measures/kernel_runs.h"
#include "stats/survey/device_walk.h"

/* How kernels compute, by their names and by how many blocks they have. */

/* LOSS_KINDS: nothing is known against it. */
static enum loss_kind kind_of_name(const char *name)
{
	static const char *const softmax[] = { "softmax", "SoftMax", "Softmax", NULL };
	static const char *const other[] = { "LogSoftMax", "log_softmax", "fmha", "flash", "topk",
		"triton_", NULL };

	if (kernel_is_fp32(name))
		return LOSS_FP32;
	if (kernel_has_word(name, softmax) && !kernel_has_word(name, other))
		return LOSS_SOFTMAX;
	if (strstr(name, "elementwise_kernel") != NULL)
		return LOSS_ELEMENTWISE;
	return strstr(name, "flash_fwd_kernel") != NULL || strstr(name, "flash_bwd_dq_dk") != NULL
		       ? LOSS_ATTENTION
		       : LOSS_KINDS;
}

/* FlashAttention 3 is for these; "flash_fwd_kernel" is of FlashAttention 2. */
static bool find_hopper(const struct trace *trace, const struct device *device)
{
	if (device != NULL && device->major > 0)
		return device->major == 9 &&
		       strstr(trace->names->list[device->name].text, "AMD") == NULL;
	for (uint32_t i = 0; i < trace->names->count; i++) {
		const char *name = trace->names->list[i].text;

		if (strncmp(name, "sm90_", 5) == 0 || strncmp(name, "nvjet_tst_", 10) == 0)
			return true;
	}
	return false;
}

/* Any GPU for computing has twice as many multiprocessors, each of which runs a block at least. */
enum { FEW_BLOCKS = 16, WARP = 32 };

static uint64_t product(const uint32_t *sizes)
{
	uint64_t area = (uint64_t)sizes[0] * sizes[1], all;

	return __builtin_mul_overflow(area, sizes[2], &all) ? UINT64_MAX : all;
}

/* Whether it has too few blocks or threads. */
static bool judge_shape(struct device_walk *walk, uint32_t op, const struct device *device,
	struct lost_piece *piece)
{
	const struct trace *trace = walk->trace;
	struct survey *survey = walk->survey;
	uint64_t blocks, threads, few = FEW_BLOCKS;
	const struct lost *losses = survey->losses;
	uint64_t ns = (uint64_t)piece->to - (uint64_t)piece->from;

	if (trace->details == NULL || trace->details[op].shape == TRACE_NONE)
		return false;
	blocks = product(trace_shape(trace, op)->grid);
	threads = product(trace_shape(trace, op)->block);
	if (device != NULL && device->multiprocessors / 2 > FEW_BLOCKS)
		few = device->multiprocessors / 2;
	if (blocks > 0 && blocks < few) {
		piece->kind = LOSS_FEW_BLOCKS;
		if (ns > losses[LOSS_FEW_BLOCKS].longest) {
			survey->blocks = blocks;
			survey->block_threads = threads;
			survey->multiprocessors = device != NULL ? device->multiprocessors : 0;
		}
	} else if (threads > 0 && threads < WARP) {
		piece->kind = LOSS_SMALL_BLOCKS;
		if (ns > losses[LOSS_SMALL_BLOCKS].longest)
			survey->narrow_threads = threads;
	}
	return piece->kind != LOSS_KINDS;
}

/* Products right before and after a softmax, but for elementwise kernels, are of its attention. */
static void judge_attention(struct device_walk *walk, struct lost_piece *piece)
{
	uint32_t range = walk->cover.range_of[piece->op];
	const char *name = range != TRACE_NONE && walk->trace->ranges[range].name != NAME_NONE
				   ? walk->trace->names->list[walk->trace->ranges[range].name].text
				   : "";
	bool is_bmm = strcmp(name, "aten::bmm") == 0 || strcmp(name, "aten::baddbmm") == 0;

	if (piece->kind == LOSS_SOFTMAX) {
		if (walk->product.to > walk->product.from)
			device_walk_lose(walk, &walk->product);
		walk->product = (struct lost_piece){ .op = TRACE_NONE };
		walk->after_softmax = true;
	} else if (is_bmm && walk->after_softmax) {
		piece->kind = LOSS_SOFTMAX;
		walk->after_softmax = false;
	} else if (piece->kind != LOSS_ELEMENTWISE) {
		walk->product = (struct lost_piece){ .op = TRACE_NONE };
		walk->after_softmax = false;
		if (is_bmm && piece->kind == LOSS_KINDS) {
			walk->product = *piece;
			walk->product.kind = LOSS_SOFTMAX;
		}
	}
}

static void release_held(struct device_walk *walk, enum loss_kind kind)
{
	for (size_t i = 0; i < walk->held_count; i++) {
		walk->held[i].kind = kind;
		device_walk_lose(walk, &walk->held[i]);
	}
	walk->held_count = 0;
	walk->has_softmax = false;
}

void device_walk_judge_end(struct device_walk *walk)
{
	walk->product = (struct lost_piece){ .op = TRACE_NONE };
	walk->after_softmax = walk->from_product = false;
	release_held(walk, LOSS_ELEMENTWISE);
}

/* What a name says is found once, and kept in walk->kernel_kinds. */
enum { PRODUCT = 1 << 7 };

static uint8_t judge_name(struct device_walk *walk, uint32_t name)
{
	static const char *const products[] = { "gemm", "nvjet", "Cijk_", NULL };
	const char *text = walk->trace->names->list[name].text;
	uint8_t *known = &walk->kernel_kinds[name];

	if (*known == 0)
		*known = (uint8_t)((kind_of_name(text) + 1) |
				   (kernel_has_word(text, products) ? PRODUCT : 0));
	return *known;
}

/* LOSS_KINDS: none. */
static enum loss_kind kind_of(struct device_walk *walk, uint32_t name)
{
	return (enum loss_kind)((judge_name(walk, name) & ~PRODUCT) - 1);
}

static bool is_product(struct device_walk *walk, uint32_t name)
{
	return (judge_name(walk, name) & PRODUCT) != 0;
}

/* A few elementwise kernels beside a softmax, between two products, are of its attention, too. */
static void judge_parts(
	struct device_walk *walk, bool multiplies, bool is_softmax, struct lost_piece *piece)
{
	if (is_softmax) {
		walk->has_softmax = walk->from_product;
	} else if (piece->kind != LOSS_ELEMENTWISE) {
		release_held(
			walk, walk->has_softmax && multiplies ? LOSS_SOFTMAX : LOSS_ELEMENTWISE);
		walk->from_product = multiplies;
	} else if (walk->held_count == ARRAY_SIZE(walk->held)) {
		release_held(walk, LOSS_ELEMENTWISE);
		walk->from_product = false;
	} else if (walk->from_product) {
		walk->held[walk->held_count++] = *piece;
		piece->kind = LOSS_KINDS;
	}
}

/* A product below half of its roof loses the rest. */
static void judge_product(struct device_walk *walk, struct lost_piece *piece)
{
	double roof = walk->roofs[piece->op];
	uint64_t ns = (uint64_t)piece->to - (uint64_t)piece->from;

	if (roof <= 0 || roof >= 0.5)
		return;
	piece->kind = LOSS_PRODUCTS;
	piece->from += (int64_t)((double)ns * roof);
}

void device_walk_pass(struct device_walk *walk, uint32_t op)
{
	uint32_t name = walk->trace->ops[op].name;
	struct lost_piece piece = { LOSS_KINDS, op, 0, 0, RANGE_OF_OP, NAME_NONE };
	bool is_softmax, multiplies;

	if (name == NAME_NONE || walk->trace->sums != NULL)
		return;
	is_softmax = kind_of(walk, name) == LOSS_SOFTMAX;
	multiplies = is_product(walk, name);
	if (is_softmax || multiplies)
		judge_parts(walk, multiplies, is_softmax, &piece);
}

void device_walk_judge(struct device_walk *walk, uint32_t op, int64_t from, int64_t to)
{
	const struct trace *trace = walk->trace;
	const struct device *device = trace_device(trace, device_walk_stream(walk, op)->device);
	struct lost_piece piece = { LOSS_KINDS, op, from, to, RANGE_OF_OP, NAME_NONE };
	uint32_t name = trace->ops[op].name;
	bool is_softmax;

	if (to <= from || name == NAME_NONE)
		return;
	if (!judge_shape(walk, op, device, &piece)) {
		piece.kind = kind_of(walk, name);
		is_softmax = piece.kind == LOSS_SOFTMAX;
		judge_attention(walk, &piece);
		if (trace->sums == NULL)
			judge_parts(walk, is_product(walk, name), is_softmax, &piece);
	}
	if (piece.kind == LOSS_FP32 && device != NULL && device->major > 0 && device->major < 8)
		walk->survey->lacks_tf32 = true;
	if (piece.kind == LOSS_ATTENTION && walk->hopper == 0)
		walk->hopper = find_hopper(trace, device) ? 1 : -1;
	if (piece.kind == LOSS_ATTENTION && walk->hopper < 0)
		piece.kind = LOSS_KINDS;
	if (piece.kind == LOSS_KINDS && walk->roofs != NULL && walk->product.op != op)
		judge_product(walk, &piece);
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
