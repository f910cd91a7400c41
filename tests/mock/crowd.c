/*
 * Many threads at once, each with ranges of its own and ranges that all have,
 * ranges that one starts and another ends, launches, and threads that come and
 * go. Prints the total time of its launches, to compare with the capture.
 *
 *     crowd THREADS ROUNDS
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdatomic.h>

#include <nvtx3/nvToolsExt.h>

#include "capture/gpuflame.h"
#include "tests/mock/mock.h"
#include "tests/mock/start_cuda.h"

static _Atomic(uint64_t) total_ns, total_ops;
static _Atomic(uint64_t) handed; /* a range that one thread starts and another ends */
static unsigned rounds;
static nvtxDomainHandle_t domain;
static nvtxStringHandle_t registered;

static void launch(const char *name, uint64_t ns)
{
	struct mock_record record = { .kind = CUPTI_CONCURRENT_KERNEL, .name = name, .ns = ns };

	record.correlation = mock_enter("cudaLaunchKernel");
	mock_exit("cudaLaunchKernel", record.correlation);
	mock_record(&record);
	atomic_fetch_add(&total_ns, ns);
	atomic_fetch_add(&total_ops, 1);
}

static void push_domain(void)
{
	nvtxEventAttributes_t event = { 0 };

	event.version = NVTX_VERSION;
	event.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
	event.messageType = NVTX_MESSAGE_TYPE_REGISTERED;
	event.message.registered = registered;
	nvtxDomainRangePushEx(domain, &event);
}

static void *run(void *argument)
{
	unsigned me = (unsigned)(uintptr_t)argument;
	char name[64];

	for (unsigned round = 0; round < rounds; round++) {
		uint64_t id;

		snprintf(name, sizeof(name), "thread %u round %u", me, round);
		nvtxRangePushA(name);
		nvtxRangePushA("shared");
		launch("kernel_a", me + 1);
		push_domain();
		id = atomic_exchange(&handed, nvtxRangeStartA("handed over"));
		launch("kernel_b", round + 1);
		if (id != 0)
			nvtxRangeEnd(id);
		nvtxRangePop();
		nvtxDomainRangePop(domain);
		nvtxMarkA("mark");
		launch("kernel_c", 7);
		nvtxRangePop();
		if (round % 64 == 63)
			gpuflame_flush();
	}
	return NULL;
}

int main(int argc, char **argv)
{
	unsigned count = argc == 3 ? (unsigned)strtoul(argv[1], NULL, 10) : 0;
	pthread_t *threads = calloc(count + 1, sizeof(*threads));

	if (count == 0 || threads == NULL)
		return 2;
	rounds = (unsigned)strtoul(argv[2], NULL, 10);
	domain = nvtxDomainCreateA("Crowd");
	registered = nvtxDomainRegisterStringA(domain, "registered");
	start_cuda();
	/* twice, so that threads reuse the state of ended ones */
	for (unsigned turn = 0; turn < 2; turn++) {
		for (uintptr_t i = 0; i < count; i++)
			pthread_create(&threads[i], NULL, run, (void *)i);
		for (unsigned i = 0; i < count; i++)
			pthread_join(threads[i], NULL);
	}
	printf("%llu %llu\n", (unsigned long long)atomic_load(&total_ops),
		(unsigned long long)atomic_load(&total_ns));
	free(threads);
	return 0;
}
