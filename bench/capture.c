/*
 * The cost of capturing: NVTX pairs, launches, records, memory; on the mock of CUPTI
 * (tests/mock), in ns of CPU time. `capture.sh` runs it with libgpuflame.so and with
 * the floor in its place (`capture_floor.c`), and prints both.
 *
 *     capture [floor|counter|sqlite] WHAT COUNT
 *
 * WHAT is pairs-constant, pairs-varied, pairs-registered, pairs-reused, launches, records or
 * memory.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <nvtx3/nvToolsExt.h>

#include "bench/capture.h"
#include "capture/device/cupti_abi.h"
#include "capture/gpuflame.h"
#include "tests/mock/mock.h"
#include "tests/mock/start_cuda.h"

enum { NAMES = 48, KERNELS = 40 };

/* Records at a time: no more than the library's spare buffers hold. */
enum { ROUND = 70000 };

enum consumer {
	LIBRARY, /* or none, without the variables that bring it */
	FLOOR,
	FLOOR_COUNTER,
	FLOOR_SQLITE,
};

/* CPU time, not wall time: other programs must not count. */
static double now_ns(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
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

/* A name and a domain that are registered beforehand, as libraries have them. */
static void pairs_registered(long count)
{
	nvtxDomainHandle_t domain = nvtxDomainCreateA("library");
	nvtxEventAttributes_t event = {
		.version = NVTX_VERSION,
		.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE,
		.messageType = NVTX_MESSAGE_TYPE_REGISTERED,
		.message.registered = nvtxDomainRegisterStringA(domain, "all reduce"),
	};

	for (long i = 0; i < count; i++) {
		nvtxDomainRangePushEx(domain, &event);
		nvtxDomainRangePop(domain);
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

/* As in a training loop: long names, a few dozen kernels, a few stacks. */
static void make_records(long count)
{
	static const char *const ranges[] = { "forward", "attention", "mlp", "backward",
		"optimizer" };
	static char names[KERNELS][256];

	for (int i = 0; i < KERNELS; i++)
		snprintf(names[i], sizeof(names[i]),
			"_ZN2at6native29vectorized_elementwise_kernelILi%dENS0_15CUDAFunctor_"
			"addIN3c"
			"108BFloat16EEENS_6detail5ArrayIPcLi3EEEEEviT0_T1_",
			i);
	mock_deliver("hold");
	for (long i = 0; i < count; i++) {
		if (i % KERNELS == 0)
			nvtxRangePushA(ranges[i / KERNELS % 5]);
		launch(names[i % KERNELS]);
		if (i % KERNELS == KERNELS - 1 || i == count - 1)
			nvtxRangePop();
	}
	mock_deliver("now");
}

/* The CPU time of handing over all records and reading them, in all threads. */
static double flush(enum consumer consumer)
{
	double begin = now_ns(CLOCK_PROCESS_CPUTIME_ID);

	if (consumer == LIBRARY)
		gpuflame_flush();
	else
		floor_flush(consumer == FLOOR_SQLITE);
	return now_ns(CLOCK_PROCESS_CPUTIME_ID) - begin;
}

/*
 * Records made beforehand, then handed over and read: the time of the latter, less
 * that of a flush with one record.
 */
static double records(long count, enum consumer consumer)
{
	double ns = 0, flush_ns = 0;

	/* at this rate the library chooses large buffers from now on */
	for (int i = 0; i < 3; i++) {
		make_records(ROUND / 4);
		flush(consumer);
	}
	for (long i = 0; i < count; i += ROUND) {
		make_records(ROUND);
		ns += flush(consumer);
		make_records(1);
		flush_ns += flush(consumer);
	}
	count = (count + ROUND - 1) / ROUND;
	printf("flush_us %.0f\n", flush_ns / (double)count / 1e3);
	return (ns - flush_ns) / (double)(count * ROUND);
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

/* Names that always change: memory that grows with distinct stacks. */
static void memory(long count)
{
	char name[64];
	long next = 1000000;

	for (long i = 0; i < count; i++) {
		if (i % 100 == 0) {
			snprintf(name, sizeof(name), "step %ld", i / 100);
			nvtxRangePushA(name);
		}
		launch(i % 2 == 0 ? "kernel_a" : "kernel_b");
		if (i % 100 == 99)
			nvtxRangePop();
		if (i + 1 == next || i + 1 == count) {
			printf("rss_kb %ld at %ld launches\n", resident_kb(), i + 1);
			fflush(stdout);
			next *= 10;
		}
	}
}

/* Do `what`, `count` times: the ns of CPU time of one. */
static double measure(const char *what, long count, enum consumer consumer)
{
	static const struct {
		const char *name;
		void (*run)(long count);
	} cases[] = {
		{ "pairs-constant", pairs_constant },
		{ "pairs-varied", pairs_varied },
		{ "pairs-registered", pairs_registered },
		{ "pairs-reused", pairs_reused },
		{ "launches", launches },
		{ "memory", memory },
	};
	double begin;

	if (strcmp(what, "records") == 0)
		return records(count, consumer);
	begin = now_ns(CLOCK_THREAD_CPUTIME_ID);
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		if (strcmp(what, cases[i].name) == 0)
			cases[i].run(count);
	}
	return (now_ns(CLOCK_THREAD_CPUTIME_ID) - begin) / (double)count;
}

int main(int argc, char **argv)
{
	enum consumer consumer = argc < 4                          ? LIBRARY
				 : strcmp(argv[1], "floor") == 0   ? FLOOR
				 : strcmp(argv[1], "counter") == 0 ? FLOOR_COUNTER
								   : FLOOR_SQLITE;
	long count = argc >= 3 ? strtol(argv[argc - 1], NULL, 10) : 0;
	double begin;

	if (count <= 0)
		return 2;
	if (consumer == LIBRARY)
		start_cuda();
	else
		floor_start(consumer == FLOOR_COUNTER);
	nvtxRangePushA("warm up");
	launch("warm_up");
	nvtxRangePop();
	printf("ns %.1f\n", measure(argv[argc - 2], count, consumer));
	begin = now_ns(CLOCK_MONOTONIC);
	if (consumer == LIBRARY)
		gpuflame_flush();
	printf("finalised_s %.2f\n", (now_ns(CLOCK_MONOTONIC) - begin) / 1e9);
	fflush(stdout);
	/* launches without records: the end would report them as lost */
	if (strcmp(argv[argc - 2], "launches") == 0)
		_exit(0);
	return 0;
}
