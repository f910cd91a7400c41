/*
 * A CUDA run-time library without a device, for the programs of tests/gpu: the functions
 * that nvcc's code calls, implemented on the mock of CUPTI. A kernel's name
 * gives its time. MOCK_TOTAL names a file for the count and time of all
 * operations.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "capture/device/cupti_abi.h"
#include "tests/mock/mock.h"
#include "tests/mock/start_cuda.h"

enum { KERNELS = 64, NODES = 1024, EXEC_OFFSET = 1000000 };

struct dim {
	unsigned x, y, z;
};

struct stream {
	bool is_capturing;
	int nodes; /* captured */
	const char *names[NODES];
	uint64_t ids[NODES];
};

struct graph {
	int nodes;
	const char *names[NODES];
	uint64_t ids[NODES];
	uint32_t id;
};

static struct kernel {
	const void *entry;
	const char *name;
} kernels[KERNELS];
static int kernel_count;
static _Atomic(uint64_t) total_ops, total_ns, next_id = 1;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void write_total(void)
{
	const char *path = getenv("MOCK_TOTAL");
	FILE *file = path != NULL ? fopen(path, "w") : NULL;

	if (file == NULL)
		return;
	fprintf(file, "%llu %llu\n", (unsigned long long)total_ops, (unsigned long long)total_ns);
	fclose(file);
}

static void initialize(void)
{
	start_cuda();
	atexit(write_total);
}

static void start(void)
{
	pthread_once(&once, initialize);
}

static uint64_t duration(const char *name)
{
	uint64_t sum = 1000;

	for (; *name != '\0'; name++)
		sum += (unsigned char)*name;
	return sum;
}

static void record(struct mock_record *what)
{
	mock_record(what);
	total_ops++;
	total_ns += what->ns;
}

/* --- what nvcc's code calls ------------------------------------------------------------ */

void **__cudaRegisterFatBinary(void *binary);
void __cudaRegisterFatBinaryEnd(void **handle);
void __cudaUnregisterFatBinary(void **handle);
void __cudaRegisterFunction(void **handle, const char *entry, char *function, const char *name,
	int limit, void *a, void *b, void *c, void *d, int *e);
unsigned __cudaPushCallConfiguration(
	struct dim grid, struct dim block, size_t shared, void *stream);
int __cudaPopCallConfiguration(struct dim *grid, struct dim *block, size_t *shared, void *stream);
int __cudaGetKernel(void **kernel, const void *entry);
int __cudaLaunchKernel(void *kernel, struct dim grid, struct dim block, void **arguments,
	size_t shared, void *stream);

void **__cudaRegisterFatBinary(void *binary)
{
	static void *handle;

	handle = binary;
	return &handle;
}

void __cudaRegisterFatBinaryEnd(void **handle)
{
	(void)handle;
}

void __cudaUnregisterFatBinary(void **handle)
{
	(void)handle;
}

void __cudaRegisterFunction(void **handle, const char *entry, char *function, const char *name,
	int limit, void *a, void *b, void *c, void *d, int *e)
{
	(void)handle, (void)function, (void)limit, (void)a, (void)b, (void)c, (void)d, (void)e;
	kernels[kernel_count++] = (struct kernel){ entry, name };
}

static _Thread_local struct {
	struct dim grid, block;
	size_t shared;
	void *stream;
} configuration;

unsigned __cudaPushCallConfiguration(struct dim grid, struct dim block, size_t shared, void *stream)
{
	configuration.grid = grid;
	configuration.block = block;
	configuration.shared = shared;
	configuration.stream = stream;
	return 0;
}

int __cudaPopCallConfiguration(struct dim *grid, struct dim *block, size_t *shared, void *stream)
{
	*grid = configuration.grid;
	*block = configuration.block;
	*shared = configuration.shared;
	memcpy(stream, &configuration.stream, sizeof(configuration.stream));
	return 0;
}

int __cudaGetKernel(void **kernel, const void *entry)
{
	for (int i = 0; i < kernel_count; i++) {
		if (kernels[i].entry == entry)
			*kernel = &kernels[i];
	}
	return 0;
}

int __cudaLaunchKernel(void *kernel, struct dim grid, struct dim block, void **arguments,
	size_t shared, void *stream_handle)
{
	struct mock_record what = { .kind = CUPTI_CONCURRENT_KERNEL, .stream = 7 };
	struct stream *stream = stream_handle;

	(void)grid, (void)block, (void)arguments, (void)shared;
	start();
	what.name = ((struct kernel *)kernel)->name;
	what.ns = duration(what.name);
	what.correlation = mock_enter("cudaLaunchKernel");
	if (stream != NULL && stream->is_capturing) {
		stream->names[stream->nodes] = what.name;
		stream->ids[stream->nodes] = next_id++;
		mock_graph_node(stream->ids[stream->nodes++], 0, 1, false);
	}
	mock_exit("cudaLaunchKernel", what.correlation);
	if (stream == NULL || !stream->is_capturing)
		record(&what);
	return 0;
}

/* --- the run-time API --------------------------------------------------------------------- */

int cudaMalloc(void **memory, size_t size);
int cudaMallocManaged(void **memory, size_t size, unsigned flags);
int cudaMemcpyAsync(void *to, const void *from, size_t size, int kind, void *stream);
int cudaMemsetAsync(void *to, int value, size_t size, void *stream);
int cudaFree(void *memory);
int cudaMemcpy(void *to, const void *from, size_t size, int kind);
int cudaMemset(void *to, int value, size_t size);
int cudaMemGetInfo(size_t *available, size_t *total);
int cudaStreamCreateWithFlags(void **stream, unsigned flags);
int cudaStreamDestroy(void *stream);
int cudaStreamSynchronize(void *stream);
int cudaDeviceSynchronize(void);
int cudaGetLastError(void);
const char *cudaGetErrorString(int error);
int cudaStreamBeginCapture(void *stream, int mode);
int cudaStreamEndCapture(void *stream, void **graph);
int cudaGraphInstantiate(void **exec, void *graph, unsigned long long flags);
int cudaGraphLaunch(void *exec, void *stream);
int cudaGraphDestroy(void *graph);
int cudaGraphExecDestroy(void *exec);

static int allocate(const char *function, void **memory, size_t size)
{
	struct mock_record what = { .kind = CUPTI_MEMORY2, .bytes = size };

	start();
	what.correlation = mock_enter(function);
	*memory = malloc(size);
	mock_exit(function, what.correlation);
	if (*memory != NULL)
		mock_record(&what);
	return *memory != NULL ? 0 : 2;
}

int cudaMalloc(void **memory, size_t size)
{
	return allocate("cudaMalloc", memory, size);
}

int cudaMallocManaged(void **memory, size_t size, unsigned flags)
{
	(void)flags;
	return allocate("cudaMallocManaged", memory, size);
}

int cudaMemcpyAsync(void *to, const void *from, size_t size, int kind, void *stream)
{
	struct mock_record what = { .kind = CUPTI_MEMCPY, .stream = 8, .ns = size / 100 };

	(void)to, (void)from, (void)stream;
	start();
	what.copy_kind = (uint32_t)kind;
	what.correlation = mock_enter("cudaMemcpyAsync");
	mock_exit("cudaMemcpyAsync", what.correlation);
	record(&what);
	return 0;
}

int cudaMemsetAsync(void *to, int value, size_t size, void *stream)
{
	struct mock_record what = { .kind = CUPTI_MEMSET, .stream = 7, .ns = size / 500 };

	(void)to, (void)value, (void)stream;
	start();
	what.correlation = mock_enter("cudaMemsetAsync");
	mock_exit("cudaMemsetAsync", what.correlation);
	record(&what);
	return 0;
}

int cudaFree(void *memory)
{
	free(memory);
	return 0;
}

int cudaMemcpy(void *to, const void *from, size_t size, int kind)
{
	memcpy(to, from, size);
	return cudaMemcpyAsync(to, from, size, kind, NULL);
}

int cudaMemset(void *to, int value, size_t size)
{
	memset(to, value, size);
	return cudaMemsetAsync(to, value, size, NULL);
}

int cudaMemGetInfo(size_t *available, size_t *total)
{
	*available = *total = 1u << 30;
	return 0;
}

int cudaStreamCreateWithFlags(void **stream, unsigned flags)
{
	(void)flags;
	start();
	*stream = calloc(1, sizeof(struct stream));
	return *stream != NULL ? 0 : 2;
}

int cudaStreamDestroy(void *stream)
{
	free(stream);
	return 0;
}

int cudaStreamSynchronize(void *stream)
{
	(void)stream;
	return 0;
}

int cudaDeviceSynchronize(void)
{
	return 0;
}

int cudaGetLastError(void)
{
	return 0;
}

const char *cudaGetErrorString(int error)
{
	return error == 0 ? "no error" : "out of memory";
}

int cudaStreamBeginCapture(void *stream, int mode)
{
	(void)mode;
	((struct stream *)stream)->is_capturing = true;
	((struct stream *)stream)->nodes = 0;
	return 0;
}

int cudaStreamEndCapture(void *handle, void **out)
{
	struct stream *stream = handle;
	struct graph *graph = calloc(1, sizeof(*graph));

	if (graph == NULL)
		return 2;
	graph->nodes = stream->nodes;
	memcpy(graph->names, stream->names, sizeof(graph->names));
	memcpy(graph->ids, stream->ids, sizeof(graph->ids));
	stream->is_capturing = false;
	*out = graph;
	return 0;
}

int cudaGraphInstantiate(void **out, void *handle, unsigned long long flags)
{
	const struct graph *graph = handle;
	struct graph *exec = calloc(1, sizeof(*exec));

	(void)flags;
	if (exec == NULL)
		return 2;
	*exec = *graph;
	exec->id = (uint32_t)next_id++;
	for (int i = 0; i < exec->nodes; i++) {
		exec->ids[i] = graph->ids[i] + EXEC_OFFSET;
		mock_graph_node(exec->ids[i], graph->ids[i], exec->id, false);
	}
	*out = exec;
	return 0;
}

int cudaGraphLaunch(void *handle, void *stream)
{
	const struct graph *exec = handle;
	uint32_t correlation = mock_enter("cudaGraphLaunch");
	struct mock_record whole = { .kind = CUPTI_GRAPH_TRACE,
		.stream = 7,
		.correlation = correlation,
		.graph = exec->id };

	(void)stream;
	mock_exit("cudaGraphLaunch", correlation);
	for (int i = 0; i < exec->nodes; i++)
		whole.ns += duration(exec->names[i]);
	/* either the one or the others */
	if (mock_is_recorded(CUPTI_GRAPH_TRACE)) {
		record(&whole);
		return 0;
	}
	for (int i = 0; i < exec->nodes; i++) {
		struct mock_record what = { .kind = CUPTI_CONCURRENT_KERNEL,
			.name = exec->names[i],
			.ns = duration(exec->names[i]),
			.stream = 7,
			.correlation = correlation,
			.graph_node = exec->ids[i],
			.graph = exec->id };

		record(&what);
	}
	return 0;
}

int cudaGraphDestroy(void *graph)
{
	free(graph);
	return 0;
}

int cudaGraphExecDestroy(void *exec)
{
	mock_graph_exec_destroy(((struct graph *)exec)->id);
	free(exec);
	return 0;
}
