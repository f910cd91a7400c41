// Kernels that take a given time, and report how long they took by the device's own
// clock: what a profiler's sums must be. A program, and (nvcc
// -shared) a library.
//
//     spin [COUNT [NS [PAUSE_MS]]]   prints "spin_ns" and the sum; "wall_ns" and how long the
//                                    program waited for them; pauses after each
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>

static __device__ unsigned long long device_ns(void)
{
	unsigned long long ns;

	asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(ns));
	return ns;
}

__global__ void spin_kernel(unsigned long long ns, unsigned long long *took)
{
	unsigned long long begin = device_ns(), now;

	do {
		now = device_ns();
	} while (now - begin < ns);
	*took += now - begin;
}

// The sum of what `count` kernels of `ns` took; -1: the device can't.
static long long spin_slowly(int count, long long ns, int pause_ms)
{
	unsigned long long *took, sum = 0;
	cudaError_t status = cudaMalloc((void **)&took, sizeof(*took));

	if (status == cudaSuccess)
		status = cudaMemset(took, 0, sizeof(*took));
	for (int i = 0; i < count && status == cudaSuccess; i++) {
		const struct timespec pause = { pause_ms / 1000, pause_ms % 1000 * 1000000l };

		spin_kernel<<<1, 1>>>((unsigned long long)ns, took);
		status = cudaGetLastError();
		if (pause_ms > 0)
			nanosleep(&pause, NULL);
	}
	if (status == cudaSuccess)
		status = cudaMemcpy(&sum, took, sizeof(sum), cudaMemcpyDeviceToHost);
	if (status == cudaSuccess)
		status = cudaFree(took);
	if (status == cudaSuccess)
		return (long long)sum;
	fprintf(stderr, "spin: %s\n", cudaGetErrorString(status));
	return -1;
}

extern "C" long long spin(int count, long long ns)
{
	return spin_slowly(count, ns, 0);
}

static long long clock_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000000000ll + now.tv_nsec;
}

int main(int argc, char **argv)
{
	int count = argc > 1 ? atoi(argv[1]) : 100;
	long long ns = argc > 2 ? atoll(argv[2]) : 10 * 1000 * 1000, sum, begin;
	int pause_ms = argc > 3 ? atoi(argv[3]) : 0;

	spin(1, 1); // what happens once
	nvtxRangePushA("spin");
	begin = clock_ns();
	sum = spin_slowly(count, ns, pause_ms);
	printf("wall_ns %lld\n", clock_ns() - begin);
	nvtxRangePop();
	printf("spin_ns %lld\n", sum);
	return sum < 0;
}
