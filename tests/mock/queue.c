/*
 * A program that launches 500 kernels a second without waiting, until it is
 * killed, so that one is always running: CUPTI then flushes only full buffers.
 */
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>

#include "capture/device/cupti_abi.h"
#include "tests/mock/mock.h"

int main(void)
{
	const char *path = getenv("CUDA_INJECTION64_PATH");
	void *library = path != NULL ? dlopen(path, RTLD_LAZY) : NULL;
	const struct timespec pause = { 0, 2000000 };
	int (*initialize)(void);

	if (library == NULL)
		return 1;
	*(void **)&initialize = dlsym(library, "InitializeInjection");
	initialize();
	for (;;) {
		struct mock_record record = {
			.kind = CUPTI_CONCURRENT_KERNEL, .name = "gemm", .is_running = true
		};

		mock_finish();
		record.correlation = mock_enter("cudaLaunchKernel");
		mock_exit("cudaLaunchKernel", record.correlation);
		mock_record(&record);
		nanosleep(&pause, NULL);
	}
}
