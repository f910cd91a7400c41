#include "tests/mock/mock_answers.h"

#include <stdatomic.h>
#include <unistd.h>

#include "tests/mock/mock.h"

/*
 * The result that a test sets for a function by MOCK_FAIL: "cuptiFlushAll=999",
 * or from its third call on "cuptiFlushAll=999@3".
 */
static struct {
	char function[64];
	int result;
	long from;
	_Atomic(long) calls;
} asked;

__attribute__((constructor)) static void read_asked(void)
{
	const char *text = getenv("MOCK_FAIL");

	if (text != NULL &&
		sscanf(text, "%63[^=]=%d@%ld", asked.function, &asked.result, &asked.from) < 2)
		abort();
}

int mock_failure(const char *function)
{
	if (asked.result == CUPTI_OK || strcmp(asked.function, function) != 0)
		return CUPTI_OK;
	return atomic_fetch_add(&asked.calls, 1) + 1 >= asked.from ? asked.result : CUPTI_OK;
}

uint32_t mock_version(void)
{
	static _Atomic(uint32_t) version;

	if (version == 0) {
		const char *text = getenv("MOCK_CUPTI_VERSION");

		version = text != NULL ? (uint32_t)strtoul(text, NULL, 10) : 130000;
	}
	return version;
}

/* The known functions of CUDA, with their ids in CUDA 13. */
static const struct mock_function functions[] = {
	{ CUPTI_DRIVER, 307, "cuLaunchKernel" },
	{ CUPTI_DRIVER, 308, "cuProfilerStart" },
	{ CUPTI_DRIVER, 309, "cuProfilerStop" },
	{ CUPTI_DRIVER, 514, "cuGraphLaunch" },
	{ CUPTI_RUNTIME, 211, "cudaLaunchKernel_v7000" },
	{ CUPTI_RUNTIME, 31, "cudaMemcpy_v3020" },
	{ CUPTI_RUNTIME, 41, "cudaMemcpyAsync_v3020" },
	{ CUPTI_RUNTIME, 51, "cudaMemsetAsync_v3020" },
	{ CUPTI_RUNTIME, 20, "cudaMalloc_v3020" },
	{ CUPTI_RUNTIME, 22, "cudaFree_v3020" },
	{ CUPTI_RUNTIME, 206, "cudaMallocManaged_v6000" },
	{ CUPTI_RUNTIME, 165, "cudaDeviceSynchronize_v3020" },
	{ CUPTI_DRIVER, 245, "cuMemFree_v2" },
	{ CUPTI_DRIVER, 560, "cuMemUnmap" },
	{ CUPTI_RUNTIME, 131, "cudaStreamSynchronize_v3020" },
	{ CUPTI_RUNTIME, 407, "cudaMallocAsync_v11020" },
	{ CUPTI_RUNTIME, 171, "cudaProfilerStart_v4000" },
	{ CUPTI_RUNTIME, 172, "cudaProfilerStop_v4000" },
	{ CUPTI_RUNTIME, 311, "cudaGraphLaunch_v10000" },
};

const struct mock_function *mock_function(const char *name)
{
	for (size_t i = 0; i < sizeof(functions) / sizeof(functions[0]); i++) {
		if (strncmp(functions[i].name, name, strlen(name)) == 0)
			return &functions[i];
	}
	abort();
}

int cuptiGetVersion(uint32_t *out);
int cuptiGetVersion(uint32_t *out)
{
	MAY_FAIL();
	*out = mock_version();
	return CUPTI_OK;
}

int cuptiGetResultString(int result, const char **text);
int cuptiGetResultString(int result, const char **text)
{
	MAY_FAIL();
	*text = result == CUPTI_UNKNOWN ? "CUPTI_ERROR_UNKNOWN" : "CUPTI_ERROR_OTHER";
	return CUPTI_OK;
}

int cuptiGetCallbackName(int domain, uint32_t cbid, const char **name);
int cuptiGetCallbackName(int domain, uint32_t cbid, const char **name)
{
	MAY_FAIL();
	if (cbid == 0 || cbid >= 800)
		return 1;
	*name = "cuSomethingElse";
	for (size_t i = 0; i < sizeof(functions) / sizeof(functions[0]); i++) {
		if (functions[i].domain == domain && functions[i].cbid == cbid)
			*name = functions[i].name;
	}
	return CUPTI_OK;
}

int cuptiGetGraphNodeId(void *node, uint64_t *id);
int cuptiGetGraphNodeId(void *node, uint64_t *id)
{
	MAY_FAIL();
	*id = (uintptr_t)node;
	return CUPTI_OK;
}

int cuptiGetGraphId(void *graph, uint32_t *id);
int cuptiGetGraphId(void *graph, uint32_t *id)
{
	MAY_FAIL();
	*id = (uint32_t)(uintptr_t)graph;
	return CUPTI_OK;
}

int cuptiGetGraphExecId(void *graph, uint32_t *id);
int cuptiGetGraphExecId(void *graph, uint32_t *id)
{
	MAY_FAIL();
	return cuptiGetGraphId(graph, id);
}

double mock_drift(void)
{
	const char *parts = getenv("MOCK_DRIFT");

	return parts != NULL ? strtod(parts, NULL) / 1e6 : 0;
}

void mock_hang_if_asked(const char *where)
{
	const char *place = getenv("MOCK_HANG");

	if (place != NULL && strcmp(place, where) == 0)
		pause();
}

static void callback_of_another(void *user, int domain, uint32_t cbid, const void *data)
{
	(void)user, (void)domain, (void)cbid, (void)data;
}

int cuptiSubscribe(void **subscriber,
	void (*callback)(void *user, int domain, uint32_t cbid, const void *data), void *user);

bool mock_is_free(void)
{
	void *subscriber;

	return cuptiSubscribe(&subscriber, callback_of_another, NULL) == CUPTI_OK;
}
