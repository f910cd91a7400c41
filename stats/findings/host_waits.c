#include "stats/findings/rule.h"

#include <string.h>

#define MPI_ADVICE                                                                             \
	"find the rank that is late (gpuflame stats of the files of all ranks), and give all " \
	"equal work; post receives early (MPI_Irecv) and launch kernels meanwhile"

static bool is_of_mpi(const struct survey *survey, uint32_t range)
{
	static const char domain[] = "MPI:";

	return range != NAME_NONE &&
	       strncmp(survey->names->list[range].text, domain, sizeof(domain) - 1) == 0;
}

/* Python that calls the model's operators. */
static bool is_of_model(const struct survey *survey, uint32_t range)
{
	const char *name = range != NAME_NONE ? survey->names->list[range].text : "";

	return strncmp(name, "nn.Module: ", 11) == 0 || strstr(name, "): forward") != NULL;
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

static void fill_host(const struct survey *survey, struct finding *finding)
{
	if (survey->is_torch && (survey->slowed & COST_STACKS) != 0)
		finding->advice = "see what that function does (its callees are in the trace); "
				  "move it to another thread or process, or launch what comes next "
				  "before it";
	if (is_of_model(survey, finding->range))
		finding->advice = "it is Python of the model between its launches: CUDA graphs or "
				  "torch.compile leave it out; a larger batch hides it";
	if (is_of_mpi(survey, finding->range))
		finding->advice =
			has_peer_copies(survey) ? MPI_ADVICE
						: MPI_ADVICE
				"; pass pointers of the device to an MPI that is aware of CUDA";
}

const struct finding_rule rule_data_starved = {
	.name = "data-starved",
	.kind = LOSS_DATA,
	.title = "The GPU waits for data",
	.op = NULL,
	.advice = "read and prepare the next data in other threads while the GPU computes; prepare "
		  "it ahead of time, or on the GPU; faster storage",
	.torch_advice =
		"in training, more workers (num_workers), persistent_workers and "
		"prefetch_factor in the DataLoader; in inference, prepare the next input in "
		"another thread or process; decode and transform ahead of time or on the GPU "
		"(DALI, torchvision's on tensors there)",
	.source = "PyTorch Performance Tuning Guide, \"Enable asynchronous data loading and "
		  "augmentation\"",
	.command = "gpuflame collapse --value idle --only GPU.idle",
	.pieces = "gaps",
};

const struct finding_rule rule_weight_loading = {
	.name = "weight-loading",
	.kind = LOSS_WEIGHTS,
	.title = "The GPU waits for weights that are loaded layer by layer",
	.op = NULL,
	.advice =
		"keep on the GPU what fits, in fewer bits if need be; load further ahead, in a "
		"thread of its own, from pinned memory on a stream of its own; a larger batch for "
		"each time that weights are loaded",
	.source = "idle time of host wait, by the names of ranges",
	.command = "gpuflame collapse --value idle --only GPU.idle",
	.pieces = "gaps",
};

const struct finding_rule rule_host_bound = {
	.name = "host-bound",
	.kind = LOSS_HOST,
	.title = "CPU-bound: the GPU idles while the CPU does not launch work",
	.op = NULL,
	.advice =
		"find out what the CPU does there (ranges around parts of it, samples of the CPU); "
		"move it to another thread, or launch what comes next before it",
	.torch_advice = "find out what Python does there (with_stack=True or record's --python, "
			"py-spy); move it to another thread or process, or launch what comes next "
			"before it",
	.source = "\"host wait\" in Holistic Trace Analysis",
	.command = "gpuflame collapse --value idle --only GPU.idle",
	.bare_command = "gpuflame stats --report gpu_gaps:gap=0.2ms",
	.pieces = "gaps",
	.fill = fill_host,
};
