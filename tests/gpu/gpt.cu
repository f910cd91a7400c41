// A small training loop with the shape of a GPT's: NVTX ranges, two streams, a
// thread that loads data, a CUDA graph. Its results are not used, only how
// long it takes, and in which ranges.
//
//     gpt [STEPS [END [BATCHES]]]
//
// END: exit, _exit, TERM, KILL, after 2.5 s; fork: a child that ends by itself, before the
// end; return. BATCHES in each step, 1 unless given. Prints "step_ns", a step's mean.
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>

static const int kLayers = 4;
static const int kSize = 1 << 18;

#define CHECK(call)                                                                                \
	do {                                                                                       \
		cudaError_t status = (call);                                                       \
		if (status != cudaSuccess) {                                                       \
			fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(status));            \
			exit(1);                                                                   \
		}                                                                                  \
	} while (0)

__global__ void layernorm_forward(float *out, const float *in, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		out[i] = in[i] * 0.5f + 1.0f;
}

template <int Tile> __global__ void matmul(float *out, const float *a, const float *b, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float sum = 0;

	for (int k = 0; k < Tile; k++)
		sum += a[(i + k) % n] * b[(i * 31 + k) % n];
	if (i < n)
		out[i] = sum;
}

__global__ void attention(float *out, const float *in, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		out[i] = expf(-fabsf(in[i]));
}

__global__ void adamw(float *weights, const float *gradients, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		weights[i] -= 1e-3f * gradients[i];
}

struct model {
	float *weights, *activations, *gradients, *batch;
	cudaStream_t stream;
	cudaGraphExec_t update;
};

static int blocks(void)
{
	return (kSize + 255) / 256;
}

static void forward(struct model *m)
{
	char name[32];

	nvtxRangePushA("forward");
	for (int layer = 0; layer < kLayers; layer++) {
		snprintf(name, sizeof(name), "Layer %d", layer);
		nvtxRangePushA(name);
		nvtxRangePushA("layernorm");
		layernorm_forward<<<blocks(), 256, 0, m->stream>>>(m->activations, m->batch, kSize);
		nvtxRangePop();
		nvtxRangePushA("attention");
		matmul<64><<<blocks(), 256, 0, m->stream>>>(
			m->gradients, m->activations, m->weights, kSize);
		attention<<<blocks(), 256, 0, m->stream>>>(m->activations, m->gradients, kSize);
		nvtxRangePop();
		nvtxRangePop();
	}
	nvtxRangePop();
}

static void backward(struct model *m)
{
	nvtxRangePushA("backward");
	CHECK(cudaMemsetAsync(m->gradients, 0, kSize * sizeof(float), m->stream));
	matmul<128><<<blocks(), 256, 0, m->stream>>>(
		m->gradients, m->activations, m->weights, kSize);
	nvtxRangePop();
}

// The update is captured once, in its ranges, and launched as a graph ever after.
static void capture_update(struct model *m)
{
	cudaGraph_t graph;

	nvtxRangePushA("capture");
	CHECK(cudaStreamBeginCapture(m->stream, cudaStreamCaptureModeThreadLocal));
	nvtxRangePushA("update weights");
	adamw<<<blocks(), 256, 0, m->stream>>>(m->weights, m->gradients, kSize);
	nvtxRangePop();
	nvtxRangePushA("update norm");
	layernorm_forward<<<blocks(), 256, 0, m->stream>>>(m->gradients, m->weights, kSize);
	nvtxRangePop();
	CHECK(cudaStreamEndCapture(m->stream, &graph));
	CHECK(cudaGraphInstantiate(&m->update, graph, 0));
	CHECK(cudaGraphDestroy(graph));
	nvtxRangePop();
}

static void *load_batches(void *argument)
{
	struct model *m = (struct model *)argument;
	cudaStream_t stream;
	float *host = (float *)calloc(kSize, sizeof(float));

	CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
	for (int i = 0; i < 3; i++) {
		nvtxRangePushA("load batch");
		CHECK(cudaMemcpyAsync(m->batch, host, kSize * sizeof(float), cudaMemcpyHostToDevice,
			stream));
		CHECK(cudaStreamSynchronize(stream));
		nvtxRangePop();
	}
	CHECK(cudaStreamDestroy(stream));
	free(host);
	return NULL;
}

static void end(const char *how)
{
	if (strcmp(how, "return") == 0)
		return;
	if (strcmp(how, "fork") == 0) {
		pid_t child = fork();
		int status = 0;

		if (child == 0)
			_exit(0);
		if (waitpid(child, &status, 0) != child || status != 0)
			exit(1);
		return;
	}
	usleep(2500 * 1000);
	if (strcmp(how, "exit") == 0)
		exit(0);
	if (strcmp(how, "_exit") == 0)
		_exit(0);
	raise(strcmp(how, "TERM") == 0 ? SIGTERM : SIGKILL);
}

int main(int argc, char **argv)
{
	int steps = argc > 1 ? atoi(argv[1]) : 10, batches = argc > 3 ? atoi(argv[3]) : 1;
	struct timespec from, to;
	struct model m = {};
	pthread_t loader;
	char name[32];

	CHECK(cudaStreamCreateWithFlags(&m.stream, cudaStreamNonBlocking));
	CHECK(cudaMalloc((void **)&m.weights, kSize * sizeof(float)));
	CHECK(cudaMalloc((void **)&m.activations, kSize * sizeof(float)));
	CHECK(cudaMalloc((void **)&m.gradients, kSize * sizeof(float)));
	CHECK(cudaMalloc((void **)&m.batch, kSize * sizeof(float)));
	capture_update(&m);
	clock_gettime(CLOCK_MONOTONIC, &from);
	for (int step = 0; step < steps; step++) {
		if (step == steps / 10) // after what happens at first
			clock_gettime(CLOCK_MONOTONIC, &from);
		snprintf(name, sizeof(name), "Train step %d", step);
		nvtxRangePushA(name);
		pthread_create(&loader, NULL, load_batches, &m);
		for (int batch = 0; batch < batches; batch++) {
			forward(&m);
			backward(&m);
		}
		nvtxRangePushA("optimizer");
		CHECK(cudaGraphLaunch(m.update, m.stream));
		nvtxRangePop();
		pthread_join(loader, NULL);
		CHECK(cudaStreamSynchronize(m.stream));
		nvtxRangePop();
	}
	CHECK(cudaDeviceSynchronize());
	clock_gettime(CLOCK_MONOTONIC, &to);
	printf("step_ns %.0f\n", ((double)(to.tv_sec - from.tv_sec) * 1e9 +
		(double)(to.tv_nsec - from.tv_nsec)) / (steps - steps / 10));
	fflush(stdout);
	if (argc > 2)
		end(argv[2]);
	CHECK(cudaGraphExecDestroy(m.update));
	CHECK(cudaGetLastError());
	return 0;
}
