// Managed memory, which the host and the device write in turn:
//
//     managed [ROUNDS]
#include <stdio.h>
#include <stdlib.h>

#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>

static const size_t kSize = 1 << 22;

__global__ void managed_kernel(float *x, size_t n)
{
	for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		x[i] += 1;
}

int main(int argc, char **argv)
{
	int rounds = argc > 1 ? atoi(argv[1]) : 5;
	cudaError_t status;
	float *x;

	status = cudaMallocManaged((void **)&x, kSize * sizeof(*x), cudaMemAttachGlobal);
	for (int round = 0; round < rounds && status == cudaSuccess; round++) {
		for (size_t i = 0; i < kSize; i++)
			x[i] = (float)i;
		nvtxRangePushA("round");
		managed_kernel<<<64, 256>>>(x, kSize);
		status = cudaDeviceSynchronize();
		nvtxRangePop();
	}
	if (status != cudaSuccess)
		fprintf(stderr, "managed: %s\n", cudaGetErrorString(status));
	return status != cudaSuccess;
}
