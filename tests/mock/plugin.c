/*
 * A module with its own copy of NVTX, as CUDA's libraries have: loaded under
 * two names, and by Python's ctypes.
 */
#include <pthread.h>

#include <nvtx3/nvToolsExt.h>

#include "tests/mock/mock.h"
#include "tests/mock/start_cuda.h"

void plugin_push(const char *name);
void plugin_pop(void);
void plugin_launch(const char *name, uint64_t ns);
void plugin_launch_in_thread(const char *name);
void plugin_capture(const char *name);
void plugin_replay(void);
void plugin_start_cuda(void);

void plugin_push(const char *name)
{
	nvtxRangePushA(name);
}

void plugin_pop(void)
{
	nvtxRangePop();
}

/* `name` must stay valid, as CUPTI's do. */
void plugin_launch(const char *name, uint64_t ns)
{
	struct mock_record record = { .kind = CUPTI_CONCURRENT_KERNEL, .name = name, .ns = ns };

	record.correlation = mock_enter("cudaLaunchKernel");
	mock_exit("cudaLaunchKernel", record.correlation);
	mock_record(&record);
}

static void *launch(void *name)
{
	plugin_launch(name, 1);
	return NULL;
}

/* By a thread that Python does not know. */
void plugin_launch_in_thread(const char *name)
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, launch, (void *)(uintptr_t)name) == 0)
		pthread_join(thread, NULL);
}

static const char *nodes[64];
static uint64_t node_count;

/* A launch that becomes a node of the one graph. */
void plugin_capture(const char *name)
{
	uint32_t correlation = mock_enter("cudaLaunchKernel");

	if (node_count < sizeof(nodes) / sizeof(*nodes)) {
		nodes[node_count++] = name;
		mock_graph_node(node_count, 0, 1, false);
	}
	mock_exit("cudaLaunchKernel", correlation);
}

void plugin_replay(void)
{
	struct mock_record record = { .kind = CUPTI_CONCURRENT_KERNEL, .ns = 1, .graph = 1 };

	record.correlation = mock_enter("cudaGraphLaunch");
	mock_exit("cudaGraphLaunch", record.correlation);
	for (uint64_t i = 0; i < node_count; i++) {
		record.name = nodes[i];
		record.graph_node = i + 1;
		mock_record(&record);
	}
}

void plugin_start_cuda(void)
{
	start_cuda();
}
