#include "stats/findings/rule.h"

const struct finding_rule rule_memory_traffic = {
	.name = "memory-traffic",
	.kind = LOSS_TRAFFIC,
	.title = "Copies and fills run while no kernel does",
	.sum_title = "Copies and fills, of which a trace shows what kernels hide",
	.sum_command = "gpuflame stats --report cuda_gpu_mem_time_sum",
	.op = "copy ",
	.advice = "put copies on a stream of their own with pinned memory, a step ahead; keep data "
		  "on "
		  "the GPU",
	.source = "CUDA C++ Best Practices Guide, \"Data Transfer Between Host and Device\"",
	.command = "gpuflame stats --report cuda_gpu_mem_time_sum",
	.pieces = "pieces",
};

const struct finding_rule rule_unified_memory = {
	.name = "unified-memory",
	.kind = LOSS_MANAGED,
	.title = "Pages of unified memory move when they are first touched",
	.sum_title = "Pages of unified memory move when they are first touched",
	.sum_command = "gpuflame stats --report cuda_gpu_mem_time_sum",
	.op = "copy ",
	.advice = "cudaMemPrefetchAsync before they are used, on the GPU and again on the CPU; "
		  "cudaMemAdvise for what both read; or memory of the device and copies",
	.source = "CUDA C++ Programming Guide, \"Unified Memory\", \"Performance Tuning\"",
	.command = "gpuflame stats --report um_sum",
	.pieces = "migrations and waits",
};
