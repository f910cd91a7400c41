#include "stats/measures/report.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"
#include "collapse/plan/step_names.h"

static bool has_domain(const struct trace *trace, const char *domain)
{
	for (uint32_t i = 0; i < trace->domain_ids.count; i++) {
		uint32_t name = trace->domains[i];

		if (name != NAME_NONE && strcmp(trace->names->list[name].text, domain) == 0)
			return true;
	}
	return false;
}

static bool has_steps(const struct trace *trace)
{
	for (size_t i = 0; i < trace->range_count; i++) {
		if (trace->ranges[i].is_step)
			return true;
	}
	return false;
}

unsigned report_met(const struct trace *trace)
{
	unsigned met = 0;

	met |= trace->details != NULL || trace->op_count == 0 ? NEED_DETAILS : 0u;
	met |= trace->op_end[OP_KERNEL] > 0 ? NEED_KERNELS : 0u;
	met |= trace->op_end[OP_MEMSET] > trace->op_end[OP_KERNEL] ? NEED_MEMORY : 0u;
	met |= trace->sums == NULL ? NEED_EVENTS : 0u;
	met |= trace->op_count > 0 ? NEED_OPS : 0u;
	met |= trace->op_count > 0 || trace->path_count > 0 ? NEED_PATH : 0u;
	met |= trace->api_count > 0 || trace->odd.ops_without_launch < trace->op_count ? NEED_API
										       : 0u;
	met |= trace->range_count > 0 ? NEED_RANGES : 0u;
	met |= (met & (NEED_KERNELS | NEED_RANGES)) != 0 ? NEED_NAMED : 0u;
	met |= has_domain(trace, "NCCL") ? NEED_NCCL : 0u;
	met |= trace->metric_count > 0 ? NEED_MEMORY_USE : 0u;
	met |= trace->work_count > 0 ? NEED_FLOPS : 0u;
	met |= has_steps(trace) ? NEED_STEPS : 0u;
	return met;
}

const char *report_lack(unsigned lacks)
{
	static const struct {
		enum report_need need;
		const char *what;
	} needs[] = {
		{ NEED_EVENTS,
			"single operations, only sums (gpuflame record --mode trace has both)" },
		{ NEED_KERNELS, "kernels" },
		{ NEED_MEMORY, "copies or fills of memory" },
		{ NEED_OPS, "GPU operations" },
		{ NEED_PATH, "critical path, without GPU operations" },
		{ NEED_API, "CUDA API calls" },
		{ NEED_RANGES, "NVTX ranges" },
		{ NEED_NCCL, "NVTX ranges of NCCL" },
		{ NEED_STEPS, "ranges of steps (--step-range names them)" },
		{ NEED_MPI, "calls of MPI" },
		{ NEED_MPI_CALLS, "calls of MPI in tables of their own (nsys 2023 and later)" },
		{ NEED_UCX, "calls of UCX" },
		{ NEED_OPENACC, "events of OpenACC" },
		{ NEED_OS_RUNTIME, "calls of the OS runtime" },
		{ NEED_OPENMP, "events of OpenMP" },
		{ NEED_NAMED, "kernels and no ranges" },
		{ NEED_PAGES, "migrations or page faults of unified memory" },
		{ NEED_GPU_METRICS,
			"samples of SM Active, SM Issue or Tensor Active in a table of their own "
			"(nsys profile --gpu-metrics-devices)" },
		{ NEED_NETWORK_METRICS, "samples of network devices (nsys profile --nic-metrics)" },
		{ NEED_MEMORY_USE,
			"allocations of memory (profile_memory=True of PyTorch's profiler; "
			"--cuda-memory-usage true of nsys profile)" },
		{ NEED_FLOPS,
			"shapes of matrices to count FLOP from (record_shapes=True of PyTorch's "
			"profiler or emit_nvtx), and --flops states none" },
		{ NEED_DETAILS, "details of GPU operations" },
		{ NEED_WHOLE, "such data in partial results; read all files at once" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(needs); i++) {
		if ((lacks & needs[i].need) != 0)
			return needs[i].what;
	}
	assert(false && "a need that has no name");
	return "";
}
