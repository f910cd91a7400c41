#include "stats/findings/rule.h"

static void fill_data(const struct survey *survey, struct finding *finding)
{
	finding_add_pieces(finding, &survey->losses[LOSS_DATA], "gaps");
}

static void fill_host(const struct survey *survey, struct finding *finding)
{
	finding_add_pieces(finding, &survey->losses[LOSS_HOST], "gaps");
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
	.fill = fill_host,
};
