/*
 * What capturing costs a program: NVTX pairs, launches, records, memory; on the
 * mock of CUPTI (tests/mock), in ns of this thread's own time. `capture.sh` runs it with and
 * without libgpuflame.so and prints both.
 *
 *     capture pairs-constant|pairs-varied|pairs-reused|launches|records|memory COUNT
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <nvtx3/nvToolsExt.h>

#include "capture/cupti_abi.h"
#include "capture/gpuflame.h"
#include "tests/mock/mock.h"

enum { NAMES = 48 };

/* Of the processor, not of the wall: what else the machine does is no cost of ours. */
static double now_ns(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

static void start_cuda(void)
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

static void launch(const char *name)
{
	struct mock_record record = { .kind = CUPTI_CONCURRENT_KERNEL, .name = name, .ns = 5000 };

	record.correlation = mock_enter("cudaLaunchKernel");
	mock_exit("cudaLaunchKernel", record.correlation);
	mock_record(&record);
}

/* Six names, six deep, as a training loop nests them. */
static void pairs_constant(long count)
{
	for (long i = 0; i < count; i += 6) {
		nvtxRangePushA("step");
		nvtxRangePushA("forward");
		nvtxRangePushA("block");
		nvtxRangePushA("attention");
		nvtxRangePop();
		nvtxRangePushA("mlp");
		nvtxRangePop();
		nvtxRangePop();
		nvtxRangePop();
		nvtxRangePushA("optimizer");
		nvtxRangePop();
		nvtxRangePop();
	}
}

static void pairs_varied(long count)
{
	static char names[NAMES][32];

	for (int i = 0; i < NAMES; i++)
		snprintf(names[i], sizeof(names[i]), "Layer %d", i);
	for (long i = 0; i < count; i++) {
		nvtxRangePushA(names[i % NAMES]);
		nvtxRangePop();
	}
}

static void pairs_reused(long count)
{
	char name[32] = "Layer 00";

	for (long i = 0; i < count; i++) {
		name[6] = (char)('0' + i % NAMES / 10);
		name[7] = (char)('0' + i % NAMES % 10);
		nvtxRangePushA(name);
		nvtxRangePop();
	}
}

static void launches(long count)
{
	for (long i = 0; i < count; i++) {
		uint32_t correlation = mock_enter("cudaLaunchKernel");

		mock_exit("cudaLaunchKernel", correlation);
	}
}

/* Records made beforehand, then handed over and read: the time of the latter. */
static double records(long count)
{
	static const char *const names[] = { "void layernorm_forward_kernel6<float>(float*, int)",
		"sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize128x128x64_cublas",
		"fused_residual_forward_kernel5", "attention_fwd" };
	double begin;

	nvtxRangePushA("a");
	mock_deliver("hold");
	for (long i = 0; i < count; i++)
		launch(names[i % 4]);
	nvtxRangePop();
	mock_deliver("now");
	begin = now_ns(CLOCK_PROCESS_CPUTIME_ID);
	gpuflame_flush();
	return now_ns(CLOCK_PROCESS_CPUTIME_ID) - begin;
}

static long resident_kb(void)
{
	FILE *file = fopen("/proc/self/statm", "r");
	long pages = 0, resident = 0;

	if (file == NULL || fscanf(file, "%ld %ld", &pages, &resident) != 2)
		resident = 0;
	if (file != NULL)
		fclose(file);
	return resident * (sysconf(_SC_PAGESIZE) / 1024);
}

/* Names that change all the time, graphs of launches: what grows with distinct stacks alone. */
static void memory(long count)
{
	char name[64];

	for (long i = 0; i < count; i++) {
		if (i % 100 == 0) {
			snprintf(name, sizeof(name), "step %ld", i / 100);
			nvtxRangePushA(name);
		}
		launch(i % 2 == 0 ? "kernel_a" : "kernel_b");
		if (i % 100 == 99)
			nvtxRangePop();
		if (i == count / 10 || i == count / 2 || i == count - 1)
			printf("rss_kb %ld at %ld launches\n", resident_kb(), i + 1);
	}
}

int main(int argc, char **argv)
{
	long count = argc == 3 ? strtol(argv[2], NULL, 10) : 0;
	const char *what = argv[1];
	double begin, ns;

	if (count <= 0)
		return 2;
	start_cuda();
	nvtxRangePushA("warm up");
	launch("warm_up");
	nvtxRangePop();
	begin = now_ns(CLOCK_THREAD_CPUTIME_ID);
	if (strcmp(what, "pairs-constant") == 0)
		pairs_constant(count);
	else if (strcmp(what, "pairs-varied") == 0)
		pairs_varied(count);
	else if (strcmp(what, "pairs-reused") == 0)
		pairs_reused(count);
	else if (strcmp(what, "launches") == 0)
		launches(count);
	else if (strcmp(what, "memory") == 0)
		memory(count);
	ns = strcmp(what, "records") == 0 ? records(count)
					  : now_ns(CLOCK_THREAD_CPUTIME_ID) - begin;
	printf("ns %.1f\n", ns / (double)count);
	begin = now_ns(CLOCK_MONOTONIC);
	gpuflame_flush();
	printf("finalised_s %.2f\n", (now_ns(CLOCK_MONOTONIC) - begin) / 1e9);
	return 0;
}
