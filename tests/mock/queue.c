/*
 * A program that launches 500 kernels a second without waiting, until it is
 * killed, so that one is always running: CUPTI then flushes only full buffers.
 */
#include <time.h>

#include "tests/mock/mock.h"
#include "tests/mock/start_cuda.h"

int main(void)
{
	const struct timespec pause = { 0, 2000000 };

	if (!start_cuda())
		return 1;
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
