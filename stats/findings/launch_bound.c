#include "stats/findings/rule.h"

static void fill(const struct survey *survey, struct finding *finding)
{
	if (survey->compute_kernels > 0)
		finding_add_number(
			finding, "kernels", NUMBER_COUNT, (double)survey->compute_kernels);
}

const struct finding_rule rule_launch_bound = {
	.name = "launch-bound",
	.kind = LOSS_LAUNCH,
	.title = "The GPU is idle while the CPU launches",
	.op = "kernel ",
	.advice = "CUDA graphs, or fewer and larger kernels; less between launches",
	.torch_advice =
		"CUDA graphs, torch.compile (mode=\"reduce-overhead\"), or fewer and larger "
		"kernels (a larger batch, fused or foreach optimizers); less Python between "
		"launches",
	.source = "\"host wait\" in Holistic Trace Analysis; PyTorch Performance "
		  "Tuning Guide, \"CUDA graphs\"",
	.command = "gpuflame collapse --value idle --only GPU.idle",
	.pieces = "gaps",
	.fill = fill,
};
