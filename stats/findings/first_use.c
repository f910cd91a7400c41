#include "stats/findings/rule.h"

#include <string.h>

const struct finding_rule rule_first_use = {
	.name = "first-use",
	.kind = LOSS_FIRST_USE,
	.title = "Kernels are loaded, compiled or captured for their first use",
	.op = "",
	.advice = "this is not what later iterations cost: record after a warm-up, or leave the "
		  "first iteration out; caches of compiled kernels on disk, and "
		  "CUDA_MODULE_LOADING=EAGER for those of the program, shorten the start",
	.torch_advice = "this is not what later iterations cost: record after a warm-up (with "
			"PyTorch's profiler, schedule(wait=1, warmup=3, active=5)), or leave the "
			"first iteration out; caches of compiled and tuned kernels on disk shorten "
			"later starts",
	.source =
		"launches of 1 ms and more on an idle device; idle time with calls that load or "
		"link modules, or instantiate graphs; CUDA C++ Programming Guide, \"Lazy Loading\"",
	.command = "gpuflame stats --report cuda_api_trace",
	.is_cpu = true,
	.pieces = "waits",
};

/* An allocator that keeps memory calls CUDA's a few times only. */
enum { FEW_WAITS = 50 };

static void fill_allocator(const struct survey *survey, struct finding *finding)
{
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

const struct finding_rule rule_allocator = {
	.name = "allocator",
	.kind = LOSS_ALLOCATOR,
	.title = "The GPU is idle while memory is allocated and freed",
	.op = "call ",
	.advice = "allocate once and use it again, or take memory from a pool "
		  "(cudaMallocAsync): freeing waits for the device",
	.torch_advice = "PyTorch's caching allocator is off (PYTORCH_NO_CUDA_MEMORY_CACHING, "
			"PYTORCH_NO_HIP_MEMORY_CACHING), or memory runs out, so that it frees and "
			"allocates anew: see num_alloc_retries of torch.cuda.memory_stats(), and "
			"expandable_segments; no empty_cache() in steps",
	.source = "idle time of which calls that allocate and free are half or more; PyTorch CUDA "
		  "semantics, \"Memory management\"",
	.command = "gpuflame stats --report cuda_api_sum",
	.is_cpu = true,
	.pieces = "waits",
	.fill = fill_allocator,
};
