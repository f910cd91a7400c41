/*
 * A module with its own copy of NVTX, as CUDA's libraries have: loaded under
 * two names, and by Python's ctypes.
 */
#include <dlfcn.h>
#include <stdlib.h>

#include <nvtx3/nvToolsExt.h>

#include "capture/device/cupti_abi.h"
#include "tests/mock/mock.h"

void plugin_push(const char *name);
void plugin_pop(void);
void plugin_launch(const char *name, uint64_t ns);
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

void plugin_start_cuda(void)
{
	const char *path = getenv("CUDA_INJECTION64_PATH");
	void *library = path != NULL ? dlopen(path, RTLD_LAZY) : NULL;
	int (*initialize)(void);

	if (library == NULL)
		return;
	*(void **)&initialize = dlsym(library, "InitializeInjection");
	if (initialize != NULL)
		initialize();
}
