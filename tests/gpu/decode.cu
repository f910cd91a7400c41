// A server's decode step: one CUDA graph of many short kernels, replayed many times.
//
//     decode [KERNELS [REPLAYS]]    prints "wall_ns" of the replays, and "memory_bytes", by how
//                                   much the device's free memory shrank meanwhile
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>

// 2 to 5 us
__global__ void decode_layer(float *values, int rounds)
{
	float value = values[threadIdx.x];

	for (int i = 0; i < rounds; i++)
		value = value * 0.999f + 0.001f;
	values[threadIdx.x] = value;
}

static long long clock_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000000000ll + now.tv_nsec;
}

static cudaGraphExec_t capture(cudaStream_t stream, float *values, int kernels)
{
	cudaGraphExec_t exec;
	cudaGraph_t graph;

	nvtxRangePushA("capture");
	cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
	for (int i = 0; i < kernels; i++) {
		nvtxRangePushA(i % 2 == 0 ? "attention" : "mlp");
		decode_layer<<<1, 128, 0, stream>>>(values, 500 + i % 4 * 250);
		nvtxRangePop();
	}
	cudaStreamEndCapture(stream, &graph);
	cudaGraphInstantiate(&exec, graph, 0);
	cudaGraphDestroy(graph);
	nvtxRangePop();
	return exec;
}

int main(int argc, char **argv)
{
	int kernels = argc > 1 ? atoi(argv[1]) : 500, replays = argc > 2 ? atoi(argv[2]) : 10000;
	size_t before = 0, after = 0, total = 0;
	cudaStream_t stream;
	cudaGraphExec_t exec;
	long long begin;
	float *values;

	cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
	cudaMalloc((void **)&values, 128 * sizeof(*values));
	cudaMemsetAsync(values, 0, 128 * sizeof(*values), stream);
	exec = capture(stream, values, kernels);
	cudaGraphLaunch(exec, stream); // what happens once
	cudaStreamSynchronize(stream);
	cudaMemGetInfo(&before, &total);
	begin = clock_ns();
	for (int i = 0; i < replays; i++) {
		nvtxRangePushA("decode");
		cudaGraphLaunch(exec, stream);
		cudaStreamSynchronize(stream);
		nvtxRangePop();
	}
	printf("wall_ns %lld\n", clock_ns() - begin);
	cudaMemGetInfo(&after, &total);
	printf("memory_bytes %lld\n", (long long)before - (long long)after);
	return cudaGetLastError() != cudaSuccess;
}
