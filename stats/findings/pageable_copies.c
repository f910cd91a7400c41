#include "stats/findings/rule.h"

const struct finding_rule rule_pageable_copies = {
	.name = "pageable-copies",
	.kind = LOSS_PAGEABLE,
	.title = "Copies of pageable memory hold up the GPU",
	.op = "in ",
	.advice = "pinned memory (cudaHostAlloc, cudaHostRegister) and cudaMemcpyAsync, so that "
		  "copies run beside kernels",
	.torch_advice = "pin_memory=True in the DataLoader, or .pin_memory(), then "
			"non_blocking=True, so that copies run beside kernels",
	.source = "CUDA C++ Best Practices Guide, \"Pinned Memory\" and \"Asynchronous and "
		  "Overlapping Transfers with Computation\"",
	.command = "gpuflame stats --report cuda_memcpy_async,cuda_memcpy_sync",
	.pieces = "waits",
};
