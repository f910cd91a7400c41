#include "stats/findings/rule.h"

static void fill(const struct survey *survey, struct finding *finding)
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

const struct finding_rule rule_small_kernels = {
	.name = "small-kernels",
	.kind = LOSS_SMALL,
	.title = "Kernels are so small that starting them counts",
	.op = "kernel ",
	.advice = "fuse them, do more in each, and CUDA graphs for the gaps between them",
	.torch_advice =
		"fuse them (torch.compile, fused or foreach optimizers, fused norms), batch "
		"more, and CUDA graphs for the gaps between them",
	.source = "Alan Gray, \"Getting Started with CUDA Graphs\", NVIDIA 2019: kernels of a few "
		  "microseconds cost as much to start as to run",
	.command = "gpuflame stats --report cuda_gpu_kern_sum",
	.fill = fill,
};
