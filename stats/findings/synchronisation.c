#include "stats/findings/rule.h"

const struct finding_rule rule_synchronisation = {
	.name = "synchronisation",
	.kind = LOSS_SYNC,
	.title = "The CPU waits for the GPU, which then runs dry",
	.op = "call ",
	.advice = "let the CPU launch further work before it waits; cudaStreamWaitEvent instead of "
		  "waiting on the CPU; fewer results copied back",
	.torch_advice =
		"remove .item(), .cpu(), nonzero() and prints of tensors from the step, or do "
		"them every N steps",
	.source = "PyTorch Performance Tuning Guide, \"Avoid unnecessary CPU-GPU "
		  "synchronization\"; CUDA C++ Best Practices Guide, \"Timing and "
		  "synchronization\"",
	.command = "gpuflame stats --report cuda_api_sync",
	.is_cpu = true,
	.pieces = "waits",
};
