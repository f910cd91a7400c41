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
	if (survey->graph_kernels > survey->compute_kernels / 2)
		finding->advice =
			"most kernels are in graphs already: launch the next ones before results "
			"of these are read, fewer launches beside the graphs, or a larger batch";
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

/* What copies and fills whose names have that word take. */
static uint64_t ns_of(const struct lost *loss, const char *word)
{
	uint64_t ns = 0;

	for (uint32_t i = 0; i < loss->places.names.count; i++) {
		uint32_t op = (uint32_t)loss->places.names.keys[i];

		if (op != NAME_NONE && strstr(loss->names->list[op].text, word) != NULL)
			ns += loss->places.ns[i];
	}
	return ns;
}

static void fill_traffic(const struct survey *survey, struct finding *finding)
{
	const struct lost *loss = &survey->losses[LOSS_TRAFFIC];

	if (ns_of(loss, "DtoD") >= loss->ns / 2)
		finding->advice =
			survey->is_torch ? "they are copies within the GPU: fewer .contiguous(), "
					   ".clone() and .to(), views in place of copies"
					 : "they are copies within the GPU: swap pointers, or have "
					   "kernels read what is there";
	else if (ns_of(loss, "memset") >= loss->ns / 2)
		finding->advice = survey->is_torch
					  ? "zero_grad(set_to_none=True), torch.empty in place of "
					    "torch.zeros; fewer and larger fills"
					  : "fill only what is read before it is written, in "
					    "the kernels, or on a stream of its own";
	else if (survey->knows_memory) /* those of pageable memory have a rule of their own */
		finding->advice = "put copies on a stream of their own, a step ahead; keep data on "
				  "the GPU";
}

static void fill_fetch(const struct survey *survey, struct finding *finding)
{
	const struct survey_fetches *fetches = &survey->fetches;
	uint64_t steps = survey->steps + survey->outliers + survey->warm_ups;
	double ns = (double)fetches->ns, bytes = (double)fetches->bytes;
	double kernels = (double)survey->kernel_ns / (double)(steps + !steps);

	finding_add_number(finding, "copies a step", NUMBER_COUNT, (double)fetches->copies);
	finding_add_number(finding, "GB a step", NUMBER_GB, bytes / 1e9);
	finding_add_number(finding, "GB a second", NUMBER_GB, bytes / (ns + (ns == 0)));
	finding_add_number(finding, "copies take", NUMBER_NS, ns);
	finding_add_number(finding, "kernels run for", NUMBER_NS, kernels);
	if (kernels < ns / 2)
		finding->advice = "kernels are too short to hide that: if these are weights, keep "
				  "them on the GPU (fewer bits, or fewer of them), or use them for "
				  "a larger batch";
}

/* The cause of half or more of what outliers take longer, or LOSS_UNKNOWN. */
static enum loss_kind find_cause(const struct survey *survey, uint64_t excess)
{
	for (int kind = 0; kind < LOSS_OUTLIER; kind++) {
		double usual = survey->steps > 0
				       ? (double)survey->losses[kind].ns / (double)survey->steps *
						 (double)survey->outliers
				       : 0;

		if ((double)survey->outlier_ns[kind] - usual >= (double)excess / 2)
			return (enum loss_kind)kind;
	}
	return LOSS_UNKNOWN;
}

static void explain(const struct survey *survey, struct finding *finding)
{
	static const char *const advice[LOSS_KINDS] = {
		[LOSS_LAUNCH] = "the CPU takes longer to launch in it: more launches, or other "
				"work on its cores",
		[LOSS_FIRST_USE] = "something is loaded, compiled or captured in it: another shape "
				   "(pad, or mark it dynamic), or the first use of a part",
		[LOSS_ALLOCATOR] = "memory is allocated and freed in it: another size than before "
				   "(pad), too little memory, or a cache that is emptied",
		[LOSS_DATA] = "see what the CPU does in that step, while it launches nothing",
		[LOSS_HOST] = "see what the CPU does in that step, while it launches nothing "
			      "(ranges around parts of it, samples of the CPU)",
	};
	enum loss_kind cause = find_cause(survey, finding->ns);

	if (cause != LOSS_HOST && cause != LOSS_DATA)
		finding->range = NAME_NONE;
	if (finding->range != NAME_NONE)
		finding->advice = "see what the CPU does in that range of that step: nothing is "
				  "launched meanwhile";
	else if (advice[cause] != NULL)
		finding->advice = advice[cause];
}

static void fill_outliers(const struct survey *survey, struct finding *finding)
{
	finding_add_number(finding, "outliers", NUMBER_ID, (double)survey->outliers);
	finding_add_number(
		finding, "steps", NUMBER_COUNT, (double)(survey->steps + survey->outliers));
	finding_add_number(finding, "median step", NUMBER_NS, (double)survey->median_ns);
	explain(survey, finding);
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
