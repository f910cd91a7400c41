#include "stats/findings/rule.h"

#include <string.h>

static void fill_data(const struct survey *survey, struct finding *finding)
{
	finding_add_pieces(finding, &survey->losses[LOSS_DATA], "gaps");
}

static bool is_of_mpi(const struct survey *survey, uint32_t range)
{
	static const char domain[] = "MPI:";

	return range != NAME_NONE &&
	       strncmp(survey->names->list[range].text, domain, sizeof(domain) - 1) == 0;
}

static void fill_host(const struct survey *survey, struct finding *finding)
{
	finding_add_pieces(finding, &survey->losses[LOSS_HOST], "gaps");
	if (is_of_mpi(survey, finding->range))
		finding->advice =
			"find the rank that is late (gpuflame stats of the files of all ranks), "
			"and "
			"give all equal work; post receives early (MPI_Irecv) and launch kernels "
			"meanwhile; pass pointers of the device to an MPI that is aware of CUDA";
}

const struct finding_rule rule_data_starved = {
	.name = "data-starved",
	.kind = LOSS_DATA,
	.title = "The GPU waits for data",
	.op = NULL,
	.advice = "more workers (num_workers), persistent_workers and prefetch_factor in the "
		  "DataLoader; decode and augment ahead of time or on the GPU (DALI); faster "
		  "storage",
	.source = "PyTorch Performance Tuning Guide, \"Enable asynchronous data loading and "
		  "augmentation\"",
	.command = "gpuflame collapse --value idle --only GPU.idle",
	.fill = fill_data,
};

const struct finding_rule rule_host_bound = {
	.name = "host-bound",
	.kind = LOSS_HOST,
	.title = "The GPU waits while the CPU does something other than launch",
	.op = NULL,
	.advice = "move this work (logging, checkpoints, garbage collection, tokenizing, "
		  "scheduling of requests) to another thread or process, or launch the next step "
		  "before it; ranges around it say what it is",
	.source = "idle time of host wait, as in Holistic Trace Analysis",
	.command = "gpuflame collapse --value idle --only GPU.idle",
	.bare_command = "gpuflame stats --report gpu_gaps --min-gap 0.2",
	.fill = fill_host,
};
