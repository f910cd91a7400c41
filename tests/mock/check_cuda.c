/*
 * libcuda.so.1 for `gpuflame check`, on the mock of CUPTI. CHECK_LOSES: of the first kernels so
 * many have no record; CHECK_FAILS: the launch with that number, and all after it, fail.
 */

#include "tests/mock/mock.h"
#include "tests/mock/start_cuda.h"

static int nodes, launches;
static bool is_capturing;

static long number(const char *variable)
{
	const char *text = getenv(variable);

	return text != NULL ? strtol(text, NULL, 10) : 0;
}

#define CUDA(name, ...)        \
	int name(__VA_ARGS__); \
	int name(__VA_ARGS__)

CUDA(cuInit, UNUSED unsigned flags)
{
	if (start_cuda())
		mock_cuda_started();
	return 0;
}

CUDA(cuDriverGetVersion, int *version)
{
	*version = 12080;
	return 0;
}

CUDA(cuDeviceGet, int *device, int ordinal)
{
	*device = ordinal;
	return 0;
}

CUDA(cuDeviceGetName, char *name, int len, UNUSED int device)
{
	snprintf(name, (size_t)len, "a mock");
	return 0;
}

CUDA(cuDeviceGetCount, int *count)
{
	*count = 1;
	return 0;
}

CUDA(cuDeviceGetUuid_v2, unsigned char uuid[16], UNUSED int device)
{
	memset(uuid, 1, 16);
	return 0;
}

CUDA(cuDevicePrimaryCtxRetain, void **context, UNUSED int device)
{
	*context = &nodes;
	return 0;
}

CUDA(cuCtxSetCurrent, void *context)
{
	return context == &nodes ? 0 : 201;
}

CUDA(cuCtxSynchronize, void)
{
	return 0;
}

CUDA(cuMemAlloc_v2, uint64_t *memory, size_t size)
{
	*memory = size;
	return 0;
}

CUDA(cuStreamCreate, void **stream, UNUSED unsigned flags)
{
	*stream = &launches;
	return 0;
}

CUDA(cuModuleLoadData, void **module, UNUSED const void *image)
{
	*module = &nodes;
	return 0;
}

CUDA(cuModuleGetFunction, void **function, void *module, UNUSED const char *name)
{
	*function = module;
	return 0;
}

static void put(int kind, uint32_t correlation, uint64_t node)
{
	mock_record(&(const struct mock_record){
		.kind = kind,
		.correlation = correlation,
		.ns = 1000,
		.name = "gpuflame_check",
		.graph_node = node,
	});
}

CUDA(cuMemsetD8Async, UNUSED uint64_t memory, UNUSED unsigned char value, UNUSED size_t size,
	UNUSED void *stream)
{
	uint32_t correlation = mock_enter("cudaMemsetAsync");

	mock_exit("cudaMemsetAsync", correlation);
	put(CUPTI_MEMSET, correlation, 0);
	return 0;
}

CUDA(cuLaunchKernel, UNUSED void *function, UNUSED unsigned gx, UNUSED unsigned gy,
	UNUSED unsigned gz, UNUSED unsigned bx, UNUSED unsigned by, UNUSED unsigned bz,
	UNUSED unsigned shared, UNUSED void *stream, UNUSED void **parameters, UNUSED void **extra)
{
	uint32_t correlation = mock_enter("cuLaunchKernel");
	bool fails = number("CHECK_FAILS") > 0 && ++launches >= number("CHECK_FAILS");

	if (is_capturing)
		mock_graph_node((uint64_t)(100 + nodes++), 0, 1, false);
	(fails ? mock_exit_failed : mock_exit)("cuLaunchKernel", correlation);
	if (!fails && !is_capturing && ++launches > number("CHECK_LOSES"))
		put(CUPTI_CONCURRENT_KERNEL, correlation, 0);
	return fails ? 700 : 0;
}

CUDA(cuStreamBeginCapture_v2, UNUSED void *stream, UNUSED int mode)
{
	is_capturing = true;
	return 0;
}

CUDA(cuStreamEndCapture, UNUSED void *stream, void **graph)
{
	is_capturing = false;
	*graph = &nodes;
	return 0;
}

CUDA(cuGraphInstantiateWithFlags, void **exec, void *graph, UNUSED unsigned long long flags)
{
	for (int i = 0; i < nodes; i++)
		mock_graph_node((uint64_t)(200 + i), (uint64_t)(100 + i), 2, false);
	*exec = graph;
	return 0;
}

CUDA(cuGraphLaunch, UNUSED void *exec, UNUSED void *stream)
{
	uint32_t correlation = mock_enter("cuGraphLaunch");

	mock_exit("cuGraphLaunch", correlation);
	for (int i = 0; i < nodes; i++)
		put(CUPTI_CONCURRENT_KERNEL, correlation, (uint64_t)(200 + i));
	return 0;
}
