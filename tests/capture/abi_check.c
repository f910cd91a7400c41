/*
 * Compares capture/device/cupti_abi.h with CUPTI's headers ("layouts"), and the names of CUDA's
 * functions with those that are followed ("names LIBRARY").
 */
#include <dlfcn.h>
#include <stdio.h>

#include <cuda.h>
#include <cupti.h>

#if __has_include(<nvtx3/nvToolsExtPayload.h>)
#define NVTX_NO_IMPL
#include <nvtx3/nvToolsExtPayload.h>
#endif

#include "capture/device/cupti.h"
#include "capture/device/cupti_abi.h"
#include "capture/program/payload_abi.h"

static int failures;

#define SAME(ours, theirs)                                                              \
	do {                                                                            \
		if ((size_t)(ours) != (size_t)(theirs)) {                               \
			printf("# %s is %zu, %s %zu\n", #ours, (size_t)(ours), #theirs, \
				(size_t)(theirs));                                      \
			failures = 1;                                                   \
		}                                                                       \
	} while (0)

static void check_kernel(void)
{
	SAME(KERNEL_REGISTERS, offsetof(CUpti_ActivityKernel9, registersPerThread));
	SAME(KERNEL_START, offsetof(CUpti_ActivityKernel9, start));
	SAME(KERNEL_END, offsetof(CUpti_ActivityKernel9, end));
	SAME(KERNEL_DEVICE, offsetof(CUpti_ActivityKernel9, deviceId));
	SAME(KERNEL_CONTEXT, offsetof(CUpti_ActivityKernel9, contextId));
	SAME(KERNEL_STREAM, offsetof(CUpti_ActivityKernel9, streamId));
	SAME(KERNEL_GRID, offsetof(CUpti_ActivityKernel9, gridX));
	SAME(KERNEL_BLOCK, offsetof(CUpti_ActivityKernel9, blockX));
	SAME(KERNEL_STATIC_SHARED, offsetof(CUpti_ActivityKernel9, staticSharedMemory));
	SAME(KERNEL_DYNAMIC_SHARED, offsetof(CUpti_ActivityKernel9, dynamicSharedMemory));
	SAME(KERNEL_LOCAL_PER_THREAD, offsetof(CUpti_ActivityKernel9, localMemoryPerThread));
	SAME(KERNEL_LOCAL_TOTAL, offsetof(CUpti_ActivityKernel9, localMemoryTotal));
	SAME(KERNEL_CORRELATION, offsetof(CUpti_ActivityKernel9, correlationId));
	SAME(KERNEL_GRID_ID, offsetof(CUpti_ActivityKernel9, gridId));
	SAME(KERNEL_NAME, offsetof(CUpti_ActivityKernel9, name));
	SAME(KERNEL_GRAPH_NODE, offsetof(CUpti_ActivityKernel9, graphNodeId));
	/* the part that must not change from the oldest to the newest */
	SAME(KERNEL_NAME, offsetof(CUpti_ActivityKernel4, name));
	SAME(KERNEL_NAME, offsetof(CUpti_ActivityKernel10, name));
	SAME(144, sizeof(CUpti_ActivityKernel4));
	SAME(160, sizeof(CUpti_ActivityKernel5));
	SAME(168, sizeof(CUpti_ActivityKernel6));
	SAME(176, sizeof(CUpti_ActivityKernel7));
	SAME(200, sizeof(CUpti_ActivityKernel8));
	SAME(208, sizeof(CUpti_ActivityKernel9));
	SAME(216, sizeof(CUpti_ActivityKernel10));
}

static void check_memory(void)
{
	SAME(MEMCPY_KIND, offsetof(CUpti_ActivityMemcpy6, copyKind));
	SAME(MEMCPY_SOURCE, offsetof(CUpti_ActivityMemcpy6, srcKind));
	SAME(MEMCPY_TARGET, offsetof(CUpti_ActivityMemcpy6, dstKind));
	SAME(MEMCPY_BYTES, offsetof(CUpti_ActivityMemcpy6, bytes));
	SAME(MEMCPY_START, offsetof(CUpti_ActivityMemcpy6, start));
	SAME(MEMCPY_END, offsetof(CUpti_ActivityMemcpy6, end));
	SAME(MEMCPY_DEVICE, offsetof(CUpti_ActivityMemcpy6, deviceId));
	SAME(MEMCPY_CONTEXT, offsetof(CUpti_ActivityMemcpy6, contextId));
	SAME(MEMCPY_STREAM, offsetof(CUpti_ActivityMemcpy6, streamId));
	SAME(MEMCPY_CORRELATION, offsetof(CUpti_ActivityMemcpy6, correlationId));
	SAME(MEMCPY_GRAPH_NODE, offsetof(CUpti_ActivityMemcpy6, graphNodeId));
	SAME(MEMCPY_GRAPH_NODE, offsetof(CUpti_ActivityMemcpy3, graphNodeId));
	SAME(MEMCPY_CORRELATION, offsetof(CUpti_ActivityMemcpy, correlationId));
	SAME(MEMCPY_DEVICE, offsetof(CUpti_ActivityMemcpyPtoP4, deviceId));
	SAME(MEMCPY_STREAM, offsetof(CUpti_ActivityMemcpyPtoP4, streamId));
	SAME(MEMCPY2_SOURCE_DEVICE, offsetof(CUpti_ActivityMemcpyPtoP4, srcDeviceId));
	SAME(MEMCPY2_TARGET_DEVICE, offsetof(CUpti_ActivityMemcpyPtoP4, dstDeviceId));
	SAME(MEMCPY2_CORRELATION, offsetof(CUpti_ActivityMemcpyPtoP4, correlationId));
	SAME(MEMCPY2_GRAPH_NODE, offsetof(CUpti_ActivityMemcpyPtoP4, graphNodeId));
	SAME(MEMCPY2_GRAPH_NODE, offsetof(CUpti_ActivityMemcpyPtoP2, graphNodeId));
	SAME(CUPTI_MEMORY_UNKNOWN, CUPTI_ACTIVITY_MEMORY_KIND_UNKNOWN);
	SAME(CUPTI_MEMORY_PAGEABLE, CUPTI_ACTIVITY_MEMORY_KIND_PAGEABLE);
	SAME(CUPTI_MEMORY_PINNED, CUPTI_ACTIVITY_MEMORY_KIND_PINNED);
	SAME(CUPTI_MEMORY_DEVICE, CUPTI_ACTIVITY_MEMORY_KIND_DEVICE);
	SAME(CUPTI_MEMORY_MANAGED_STATIC, CUPTI_ACTIVITY_MEMORY_KIND_MANAGED_STATIC);
	SAME(MEMSET_VALUE, offsetof(CUpti_ActivityMemset4, value));
	SAME(MEMSET_BYTES, offsetof(CUpti_ActivityMemset4, bytes));
	SAME(MEMSET_START, offsetof(CUpti_ActivityMemset4, start));
	SAME(MEMSET_END, offsetof(CUpti_ActivityMemset4, end));
	SAME(MEMSET_DEVICE, offsetof(CUpti_ActivityMemset4, deviceId));
	SAME(MEMSET_CONTEXT, offsetof(CUpti_ActivityMemset4, contextId));
	SAME(MEMSET_STREAM, offsetof(CUpti_ActivityMemset4, streamId));
	SAME(MEMSET_CORRELATION, offsetof(CUpti_ActivityMemset4, correlationId));
	SAME(MEMSET_MEMORY, offsetof(CUpti_ActivityMemset4, memoryKind));
	SAME(MEMSET_GRAPH_NODE, offsetof(CUpti_ActivityMemset4, graphNodeId));
	SAME(MEMSET_GRAPH_NODE, offsetof(CUpti_ActivityMemset2, graphNodeId));
}

static void check_rest(void)
{
	SAME(GRAPH_TRACE_CORRELATION, offsetof(CUpti_ActivityGraphTrace2, correlationId));
	SAME(GRAPH_TRACE_START, offsetof(CUpti_ActivityGraphTrace2, start));
	SAME(GRAPH_TRACE_END, offsetof(CUpti_ActivityGraphTrace2, end));
	SAME(GRAPH_TRACE_DEVICE, offsetof(CUpti_ActivityGraphTrace2, deviceId));
	SAME(GRAPH_TRACE_GRAPH, offsetof(CUpti_ActivityGraphTrace2, graphId));
	SAME(GRAPH_TRACE_CONTEXT, offsetof(CUpti_ActivityGraphTrace2, contextId));
	SAME(GRAPH_TRACE_STREAM, offsetof(CUpti_ActivityGraphTrace2, streamId));
	SAME(OVERHEAD_KIND, offsetof(CUpti_ActivityOverhead, overheadKind));
	SAME(OVERHEAD_THREAD, offsetof(CUpti_ActivityOverhead, objectId.pt.threadId));
	SAME(OVERHEAD_START, offsetof(CUpti_ActivityOverhead, start));
	SAME(OVERHEAD_END, offsetof(CUpti_ActivityOverhead, end));
	SAME(CUPTI_OVERHEAD, CUPTI_ACTIVITY_KIND_OVERHEAD);
	SAME(CUPTI_OVERHEAD_INSTRUMENTATION, CUPTI_ACTIVITY_OVERHEAD_CUPTI_INSTRUMENTATION);
	SAME(CUPTI_OVERHEAD_RESOURCE, CUPTI_ACTIVITY_OVERHEAD_CUPTI_RESOURCE);
	SAME(CUPTI_OVERHEAD_REQUEST, 7 << 16); /* CUDA 12.8 */
	SAME(CUPTI_OK, CUPTI_SUCCESS);
	SAME(CUPTI_MAX_LIMIT_REACHED, CUPTI_ERROR_MAX_LIMIT_REACHED);
	SAME(CUPTI_INVALID_PARAMETER, CUPTI_ERROR_INVALID_PARAMETER);
	SAME(CUPTI_INVALID_OPERATION, CUPTI_ERROR_INVALID_OPERATION);
	SAME(CUPTI_NOT_INITIALIZED, CUPTI_ERROR_NOT_INITIALIZED);
	SAME(CUPTI_UNKNOWN, CUPTI_ERROR_UNKNOWN);
	SAME(CUPTI_MULTIPLE_SUBSCRIBERS, CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED);
	SAME(CUPTI_INSUFFICIENT_PRIVILEGES, CUPTI_ERROR_INSUFFICIENT_PRIVILEGES);
	SAME(CUPTI_VIRTUALIZED_PRIVILEGES, CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES);
	SAME(CUPTI_MEMCPY, CUPTI_ACTIVITY_KIND_MEMCPY);
	SAME(CUPTI_MEMSET, CUPTI_ACTIVITY_KIND_MEMSET);
	SAME(CUPTI_CONCURRENT_KERNEL, CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
	SAME(CUPTI_KERNEL, CUPTI_ACTIVITY_KIND_KERNEL);
	SAME(CUPTI_MEMCPY2, CUPTI_ACTIVITY_KIND_MEMCPY2);
	SAME(CUPTI_GRAPH_TRACE, CUPTI_ACTIVITY_KIND_GRAPH_TRACE);
	SAME(CUPTI_FLUSH_FORCED, CUPTI_ACTIVITY_FLAG_FLUSH_FORCED);
}

/* What callbacks are called with. */
static void check_callbacks(void)
{
	SAME(CUPTI_DRIVER, CUPTI_CB_DOMAIN_DRIVER_API);
	SAME(CUPTI_RUNTIME, CUPTI_CB_DOMAIN_RUNTIME_API);
	SAME(CUPTI_RESOURCE, CUPTI_CB_DOMAIN_RESOURCE);
	SAME(CUPTI_ENTER, CUPTI_API_ENTER);
	SAME(CUPTI_EXIT, CUPTI_API_EXIT);
	SAME(offsetof(struct cupti_call, site), offsetof(CUpti_CallbackData, callbackSite));
	SAME(sizeof(((struct cupti_call *)0)->site), sizeof(CUpti_ApiCallbackSite));
	SAME(offsetof(struct cupti_call, function_name),
		offsetof(CUpti_CallbackData, functionName));
	SAME(offsetof(struct cupti_call, return_value),
		offsetof(CUpti_CallbackData, functionReturnValue));
	SAME(offsetof(struct cupti_call, correlation_id),
		offsetof(CUpti_CallbackData, correlationId));
	SAME(offsetof(struct cupti_resource_data, descriptor),
		offsetof(CUpti_ResourceData, resourceDescriptor));
	SAME(offsetof(struct cupti_graph_data, graph), offsetof(CUpti_GraphData, graph));
	SAME(offsetof(struct cupti_graph_data, node), offsetof(CUpti_GraphData, node));
	SAME(offsetof(struct cupti_graph_data, original_node),
		offsetof(CUpti_GraphData, originalNode));
	SAME(offsetof(struct cupti_graph_data, graph_exec), offsetof(CUpti_GraphData, graphExec));
	SAME(CUPTI_INIT_FINISHED, CUPTI_CBID_RESOURCE_CU_INIT_FINISHED);
	SAME(CUPTI_CONTEXT_CREATED, CUPTI_CBID_RESOURCE_CONTEXT_CREATED);
	SAME(CUPTI_GRAPH_DESTROY_STARTING, CUPTI_CBID_RESOURCE_GRAPH_DESTROY_STARTING);
	SAME(CUPTI_GRAPHNODE_CREATED, CUPTI_CBID_RESOURCE_GRAPHNODE_CREATED);
	SAME(CUPTI_GRAPHNODE_CLONED, CUPTI_CBID_RESOURCE_GRAPHNODE_CLONED);
	SAME(CUPTI_GRAPHNODE_DESTROY_STARTING, CUPTI_CBID_RESOURCE_GRAPHNODE_DESTROY_STARTING);
	SAME(CUPTI_GRAPHEXEC_DESTROY_STARTING, CUPTI_CBID_RESOURCE_GRAPHEXEC_DESTROY_STARTING);
}

/* The function's parameters are of these types. */
#define SAME_CALL(function, ...)                                                              \
	_Static_assert(                                                                       \
		__builtin_types_compatible_p(__typeof__(function), CUptiResult(__VA_ARGS__)), \
		#function)

#define SAME_TYPE(type, ...) \
	_Static_assert(__builtin_types_compatible_p(type, void (*)(__VA_ARGS__)), #type)

/* As struct cupti has them; enumerations are passed as int. */
SAME_TYPE(CUpti_CallbackFunc, void *, CUpti_CallbackDomain, CUpti_CallbackId, const void *);
SAME_TYPE(CUpti_BuffersCallbackRequestFunc, uint8_t **, size_t *, size_t *);
SAME_TYPE(CUpti_BuffersCallbackCompleteFunc, CUcontext, uint32_t, uint8_t *, size_t, size_t);
SAME_CALL(cuptiGetVersion, uint32_t *);
SAME_CALL(cuptiGetResultString, CUptiResult, const char **);
SAME_CALL(cuptiSubscribe, CUpti_SubscriberHandle *, CUpti_CallbackFunc, void *);
SAME_CALL(cuptiUnsubscribe, CUpti_SubscriberHandle);
SAME_CALL(cuptiEnableCallback, uint32_t, CUpti_SubscriberHandle, CUpti_CallbackDomain, uint32_t);
SAME_CALL(cuptiGetCallbackName, CUpti_CallbackDomain, uint32_t, const char **);
SAME_CALL(cuptiActivityEnable, CUpti_ActivityKind);
SAME_CALL(cuptiActivityDisable, CUpti_ActivityKind);
SAME_CALL(cuptiActivityRegisterCallbacks, CUpti_BuffersCallbackRequestFunc,
	CUpti_BuffersCallbackCompleteFunc);
SAME_CALL(cuptiActivityGetNextRecord, uint8_t *, size_t, CUpti_Activity **);
SAME_CALL(cuptiActivityGetNumDroppedRecords, CUcontext, uint32_t, size_t *);
SAME_CALL(cuptiActivityFlushAll, uint32_t);
SAME_CALL(cuptiGetTimestamp, uint64_t *);
SAME_CALL(cuptiActivityRegisterTimestampCallback, uint64_t (*)(void));
SAME_CALL(cuptiGetGraphNodeId, CUgraphNode, uint64_t *);
SAME_CALL(cuptiGetGraphId, CUgraph, uint32_t *);
SAME_CALL(cuptiGetGraphExecId, CUgraphExec, uint32_t *);

#ifdef NVTX_EXT_PAYLOAD_MODULEID
static void check_payloads(void)
{
	SAME(PAYLOAD_MODULE, NVTX_EXT_PAYLOAD_MODULEID);
	SAME(PAYLOAD_MAJOR_VERSION, NVTX_EXT_PAYLOAD_COMPATID >> 8);
	SAME(PAYLOAD_TYPE_EXTENDED, NVTX_PAYLOAD_TYPE_EXT);
	SAME(PAYLOAD_STATIC_IDS, NVTX_PAYLOAD_SCHEMA_ID_STATIC_START);
	SAME(PAYLOAD_DYNAMIC_IDS, NVTX_PAYLOAD_SCHEMA_ID_DYNAMIC_START);
	SAME(PAYLOAD_SCHEMA_STATIC, NVTX_PAYLOAD_SCHEMA_TYPE_STATIC);
	SAME(SCHEMA_HAS_NAME, NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_NAME);
	SAME(SCHEMA_HAS_ID, NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_SCHEMA_ID);
	SAME(sizeof(struct payload_data), sizeof(nvtxPayloadData_t));
	SAME(offsetof(struct payload_data, bytes), offsetof(nvtxPayloadData_t, payload));
	SAME(sizeof(struct schema_entry), sizeof(nvtxPayloadSchemaEntry_t));
	SAME(offsetof(struct schema_entry, offset), offsetof(nvtxPayloadSchemaEntry_t, offset));
	SAME(offsetof(struct schema_attributes, id), offsetof(nvtxPayloadSchemaAttr_t, schemaId));
	SAME(offsetof(struct schema_attributes, entries),
		offsetof(nvtxPayloadSchemaAttr_t, entries));
	SAME(sizeof(struct extension_segment), sizeof(nvtxExtModuleSegment_t));
	SAME(sizeof(struct extension_module), sizeof(nvtxExtModuleInfo_t));
	SAME(offsetof(struct extension_module, segments), offsetof(nvtxExtModuleInfo_t, segments));
	SAME(PAYLOAD_SCHEMA_REGISTER, NVTX3EXT_CBID_nvtxPayloadSchemaRegister);
	SAME(PAYLOAD_ENUM_REGISTER, NVTX3EXT_CBID_nvtxPayloadEnumRegister);
	SAME(PAYLOAD_PUSH, NVTX3EXT_CBID_nvtxRangePushPayload);
	SAME(PAYLOAD_POP, NVTX3EXT_CBID_nvtxRangePopPayload);
	SAME(PAYLOAD_DOMAIN_IS_ENABLED, NVTX3EXT_CBID_nvtxDomainIsEnabled);
}
#else
static void check_payloads(void)
{
}
#endif

/* Each of these has to be there under some id, in a domain. */
static void check_names(const char *path)
{
	static const struct {
		int domain;
		const char *beginning;
	} wanted[] = {
		{ CUPTI_DRIVER, "cuLaunchKernel" },
		{ CUPTI_DRIVER, "cuLaunchKernelEx" },
		{ CUPTI_DRIVER, "cuMemcpyHtoDAsync" },
		{ CUPTI_DRIVER, "cuMemsetD8Async" },
		{ CUPTI_DRIVER, "cuGraphLaunch" },
		{ CUPTI_RUNTIME, "cudaLaunchKernel" },
		{ CUPTI_RUNTIME, "cudaMemcpyAsync" },
		{ CUPTI_RUNTIME, "cudaMemsetAsync" },
		{ CUPTI_RUNTIME, "cudaGraphLaunch" },
		{ CUPTI_RUNTIME, "cudaLaunchCooperativeKernel" },
	};
	static const struct {
		int domain;
		uint32_t cbid;
		const char *name;
	} ids[] = {
		{ CUPTI_DRIVER, 308, "cuProfilerStart" },
		{ CUPTI_DRIVER, 309, "cuProfilerStop" },
		{ CUPTI_RUNTIME, 171, "cudaProfilerStart" },
		{ CUPTI_RUNTIME, 172, "cudaProfilerStop" },
	};
	void *library = dlopen(path, RTLD_LAZY);
	CUptiResult (*get_name)(CUpti_CallbackDomain domain, uint32_t cbid, const char **name);
	const char *name;

	if (library == NULL) {
		printf("# %s\n", dlerror());
		failures = 1;
		return;
	}
	*(void **)&get_name = dlsym(library, "cuptiGetCallbackName");
	for (size_t i = 0; i < sizeof(wanted) / sizeof(wanted[0]); i++) {
		int found = 0;
		unsigned gap = 0;

		for (uint32_t cbid = 1; cbid < 4096 && gap < 64; cbid++) {
			if (get_name((CUpti_CallbackDomain)wanted[i].domain, cbid, &name) != 0) {
				gap++;
				continue;
			}
			gap = 0;
			found |= strncmp(name, wanted[i].beginning, strlen(wanted[i].beginning)) ==
				 0;
		}
		if (!found) {
			printf("# no function %s\n", wanted[i].beginning);
			failures = 1;
		}
	}
	for (size_t i = 0; i < sizeof(ids) / sizeof(ids[0]); i++) {
		if (get_name((CUpti_CallbackDomain)ids[i].domain, ids[i].cbid, &name) != 0 ||
			strncmp(name, ids[i].name, strlen(ids[i].name)) != 0) {
			printf("# id %u is %s\n", ids[i].cbid, name);
			failures = 1;
		}
	}
}

int main(int argc, char **argv)
{
	if (argc == 3 && strcmp(argv[1], "names") == 0) {
		check_names(argv[2]);
	} else {
		check_kernel();
		check_memory();
		check_rest();
		check_callbacks();
		check_payloads();
	}
	return failures;
}
