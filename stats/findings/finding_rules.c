#include <assert.h>
#include <string.h>

#include "stats/findings/rule.h"

void finding_add_number(
	struct finding *finding, const char *name, enum number_kind kind, double value)
{
	assert(finding->number_count < FINDING_NUMBERS);
	finding->numbers[finding->number_count++] = (struct finding_number){ name, kind, value };
}

/* --- what rules say beyond their words -------------------------------------------------------- */

static void fill_launches(const struct survey *survey, struct finding *finding)
{
	if (survey->compute_kernels > 0)
		finding_add_number(
			finding, "kernels", NUMBER_COUNT, (double)survey->compute_kernels);
}

static void fill_allocator(const struct survey *survey, struct finding *finding)
{
	enum { FEW_WAITS = 50 }; /* an allocator that keeps memory calls CUDA's a few times only */

	if (finding->op != NAME_NONE &&
		strstr(survey->names->list[finding->op].text, "HostRegister") != NULL) {
		finding->title = "The GPU is idle while memory of the host is pinned";
		finding->advice = "pin it once, before the steps; if that is the first use of it, "
				  "record after a warm-up";
		return;
	}
	if (survey->losses[LOSS_ALLOCATOR].count < FEW_WAITS)
		finding->advice =
			"if that is the first use of the GPU, which initializes it, record "
			"after a warm-up; otherwise allocate once, before the steps";
}

/* GPUs that copy from each other: MPI is given pointers of the device. */
static bool has_peer_copies(const struct survey *survey)
{
	for (uint32_t i = 0; i < survey->names->count; i++) {
		if (strstr(survey->names->list[i].text, "memcpy PtoP") != NULL)
			return true;
	}
	return false;
}

#define MPI_ADVICE                                                                             \
	"find the rank that is late (gpuflame stats of the files of all ranks), and give all " \
	"equal work; post receives early (MPI_Irecv) and launch kernels meanwhile"

static void fill_host(const struct survey *survey, struct finding *finding)
{
	const char *range =
		finding->range != NAME_NONE ? survey->names->list[finding->range].text : "";

	if (survey->is_torch && (survey->slowed & COST_STACKS) != 0)
		finding->advice = "see what that function does (its callees are in the trace); "
				  "move it to another thread or process, or launch what comes next "
				  "before it";
	/* Python that calls the model's operators */
	if (strncmp(range, "nn.Module: ", 11) == 0 || strstr(range, "): forward") != NULL)
		finding->advice = "it is Python of the model between its launches: CUDA graphs or "
				  "torch.compile leave it out; a larger batch hides it";
	if (strncmp(range, "MPI:", 4) == 0)
		finding->advice =
			has_peer_copies(survey) ? MPI_ADVICE
						: MPI_ADVICE
				"; pass pointers of the device to an MPI that is aware of CUDA";
}

static void fill_small(const struct survey *survey, struct finding *finding)
{
	if (survey->small_kernels == 0)
		return;
	finding_add_number(
		finding, "kernels below 10 us", NUMBER_COUNT, (double)survey->small_kernels);
	finding_add_number(finding, "mean kernel", NUMBER_NS,
		(double)survey->small_ns / (double)survey->small_kernels);
	if (survey->compute_kernels > 0)
		finding_add_number(finding, "share of all kernels", NUMBER_PERCENT,
			(double)survey->small_kernels * 100 / (double)survey->compute_kernels);
	if (survey->graph_kernels > survey->small_kernels / 2)
		finding->advice =
			"they are in the replay of a graph already: fuse them (fused norms, "
			"activations and samplers; torch.compile before capture), or do more in "
			"each (a larger batch)";
}

static void fill_straggler(const struct survey *survey, struct finding *finding)
{
	finding_add_number(finding, "waits", NUMBER_COUNT, (double)survey->waits);
	finding->place = survey->slow_rank;
	finding->sentence = survey->verdict.bytes;
}

static void fill_exposed(const struct survey *survey, struct finding *finding)
{
	finding->sentence = survey->missing.bytes;
}

static void fill_blocks(const struct survey *survey, struct finding *finding)
{
	finding_add_number(finding, "blocks of the longest", NUMBER_ID, (double)survey->blocks);
	finding_add_number(finding, "threads of a block", NUMBER_ID, (double)survey->block_threads);
	if (survey->multiprocessors > 0)
		finding_add_number(
			finding, "multiprocessors", NUMBER_ID, (double)survey->multiprocessors);
}

static void fill_threads(const struct survey *survey, struct finding *finding)
{
	finding_add_number(
		finding, "threads of a block", NUMBER_ID, (double)survey->narrow_threads);
}

static void fill_fp32(const struct survey *survey, struct finding *finding)
{
	if (survey->lacks_tf32)
		finding->advice =
			"where the precision allows it, FP16 (in PyTorch, autocast to "
			"torch.float16 with GradScaler): this GPU, from before Ampere, has no TF32 "
			"or BF16; its tensor cores take FP16 alone";
}

static void fill_outliers(const struct survey *survey, struct finding *finding)
{
	finding_add_number(finding, "outliers", NUMBER_ID, (double)survey->outliers);
	finding_add_number(
		finding, "steps", NUMBER_COUNT, (double)(survey->steps + survey->outliers));
	finding_add_number(finding, "median step", NUMBER_NS, (double)survey->median_ns);
}

const struct finding_rule finding_rules[] = {
#define RULE(...) { __VA_ARGS__ },
#define EXPOSED(...)                                                                      \
	RULE(.sum_command = "gpuflame stats --report cuda_gpu_kern_sum", .op = "kernel ", \
		.command = "gpuflame collapse --value exposed", .pieces = "pieces",       \
		.fill = fill_exposed, __VA_ARGS__)
#include "stats/findings/rules.list"
	{ .name = NULL },
};
