/*
 * A program that launches as fast as it can, from several threads at once, within
 * NVTX ranges: for tests under load, and of being killed under load.
 *
 *     flood LAUNCHES [THREADS [ROUNDS [MOST]]]      0 launches: until it is killed
 *
 * ROUNDS: repeat so often, with new threads. MOST: fail if CUPTI was flushed more often in a
 * second.
 *
 * Each launch takes 1000 ns of the device.
 */
#include <pthread.h>
#include <time.h>
#include <unistd.h>

#include <nvtx3/nvToolsExt.h>

#include "tests/mock/mock.h"
#include "tests/mock/start_cuda.h"

static unsigned long launches;

static void launch(const char *name)
{
	struct mock_record record = {
		.kind = CUPTI_CONCURRENT_KERNEL, .ns = 1000, .name = name, .stream = 7
	};

	record.correlation = mock_enter("cudaLaunchKernel");
	mock_exit("cudaLaunchKernel", record.correlation);
	mock_record(&record);
}

static void *run(UNUSED void *argument)
{
	char name[64];

	for (unsigned long i = 0; launches == 0 || i < launches; i++) {
		snprintf(name, sizeof(name), "Layer %lu", i % 48);
		nvtxRangePushA("forward");
		nvtxRangePushA(name);
		launch("gemm");
		nvtxRangePop();
		launch("add");
		nvtxRangePop();
	}
	return NULL;
}

int main(int argc, char **argv)
{
	int threads = argc > 2 ? (int)strtol(argv[2], NULL, 10) : 1;
	long rounds = argc > 3 ? strtol(argv[3], NULL, 10) : 1;
	double most = argc > 4 ? strtod(argv[4], NULL) : 1e9;
	struct timespec begin, end;
	pthread_t ids[64];

	launches = argc > 1 ? strtoul(argv[1], NULL, 10) : 0;
	start_cuda();
	/* NVTX initialises itself without a lock: do it before the threads start */
	nvtxMarkA("begin");
	clock_gettime(CLOCK_MONOTONIC, &begin);
	for (; rounds > 0; rounds--) {
		for (int i = 0; i < threads && i < 64; i++) {
			if (pthread_create(&ids[i], NULL, run, NULL) != 0)
				return 1;
		}
		for (int i = 0; i < threads && i < 64; i++)
			pthread_join(ids[i], NULL);
	}
	clock_gettime(CLOCK_MONOTONIC, &end);
	/* but for those of the first moments */
	return (double)mock_flushes() > 6 + most * (double)(end.tv_sec - begin.tv_sec + 1);
}
