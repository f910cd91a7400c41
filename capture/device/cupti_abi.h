#ifndef CAPTURE_DEVICE_CUPTI_ABI_H
#define CAPTURE_DEVICE_CUPTI_ABI_H

#include <stdint.h>
#include <string.h>

/*
 * The part of CUPTI's interface that the library uses, which CUDA 11.0 to 13.x
 * have in common. CUPTI is loaded at run time, so its headers are not included;
 * tests/capture/abi_check.c compares every number with them where they are
 * installed. Source: cupti_activity.h, cupti_callbacks.h, cupti_result.h of CUDA
 * 10.2 to 13.0.
 *
 * Newer versions append fields to records. The offsets below are of their
 * stable beginning; records are iterated by CUPTI (cuptiActivityGetNextRecord),
 * never as an array.
 */

enum cupti_result {
	CUPTI_OK = 0,
	CUPTI_INVALID_PARAMETER = 1,
	CUPTI_INVALID_OPERATION = 7,  /* of a flush: nobody has registered buffers */
	CUPTI_MAX_LIMIT_REACHED = 12, /* a buffer has no more records */
	CUPTI_NOT_INITIALIZED = 15,
	CUPTI_INSUFFICIENT_PRIVILEGES = 35,
	CUPTI_MULTIPLE_SUBSCRIBERS = 39,
	CUPTI_VIRTUALIZED_PRIVILEGES = 40,
	CUPTI_UNKNOWN = 999,
};

enum cupti_domain {
	CUPTI_DRIVER = 1,
	CUPTI_RUNTIME = 2,
	CUPTI_RESOURCE = 3,
};

/* Of the resource domain. */
enum cupti_resource {
	CUPTI_CONTEXT_CREATED = 1,
	CUPTI_INIT_FINISHED = 5,
	CUPTI_GRAPH_DESTROY_STARTING = 10,
	CUPTI_GRAPHNODE_CREATED = 13,
	CUPTI_GRAPHNODE_DESTROY_STARTING = 14,
	CUPTI_GRAPHEXEC_DESTROY_STARTING = 19,
	CUPTI_GRAPHNODE_CLONED = 20,
};

enum cupti_site {
	CUPTI_ENTER = 0,
	CUPTI_EXIT = 1,
};

/* CUpti_CallbackData: passed to callbacks of the driver and runtime domains. */
struct cupti_call {
	int32_t site; /* enum cupti_site */
	const char *function_name;
	const void *params;
	void *return_value;
	const char *symbol_name;
	void *context;
	uint32_t context_uid;
	uint64_t *correlation_data;
	uint32_t correlation_id;
};

/* CUpti_ResourceData: passed to callbacks of the resource domain. */
struct cupti_resource_data {
	void *context;
	void *handle;
	void *descriptor; /* for graph events: struct cupti_graph_data */
};

/* CUpti_GraphData, as of CUDA 11.0 */
struct cupti_graph_data {
	void *graph;
	void *original_graph;
	void *node;
	void *original_node;
	int32_t node_type;
	void *dependency;
	void *graph_exec;
};

enum cupti_activity {
	CUPTI_MEMCPY = 1,
	CUPTI_MEMSET = 2,
	CUPTI_KERNEL = 3, /* records of CONCURRENT_KERNEL may say either */
	CUPTI_CONCURRENT_KERNEL = 10,
	CUPTI_OVERHEAD = 17,
	CUPTI_MEMCPY2 = 22, /* between devices */
	CUPTI_GRAPH_TRACE = 51,
};

/* Kinds of memory, the first and last among them. */
enum cupti_memory {
	CUPTI_MEMORY_UNKNOWN = 0,
	CUPTI_MEMORY_PAGEABLE = 1,
	CUPTI_MEMORY_PINNED = 2,
	CUPTI_MEMORY_DEVICE = 3,
	CUPTI_MEMORY_MANAGED_STATIC = 7,
};

#define CUPTI_FLUSH_FORCED 1u

/*
 * Before 12.0 Update 1, which has the version number of 12.0, a graph instantiated
 * while nothing was recorded has no records: release notes of 12.0 Update 1, CUPTI.
 */
#define CUPTI_VERSION_LATE_GRAPHS 20u

/*
 * From CUDA 12.6 (whose Update 2 has the version number of 12.6) to before 13.1, a
 * registered clock can make kernels' times zero: release notes of CUDA 13.1,
 * CUPTI.
 */
#define CUPTI_VERSION_BAD_CLOCK 24u
#define CUPTI_VERSION_GOOD_CLOCK 130100u

/*
 * Before, launches of graphs and their operations have wrong correlation ids in each session but
 * the first: release notes of CUDA 13.1 Update 1, CUPTI.
 */
#define CUPTI_VERSION_GOOD_SESSIONS 130101u

enum kernel_offset {
	KERNEL_REGISTERS = 6, /* uint16_t */
	KERNEL_START = 16,
	KERNEL_END = 24,
	KERNEL_DEVICE = 40,
	KERNEL_CONTEXT = 44,
	KERNEL_STREAM = 48,
	KERNEL_GRID = 52,  /* three int32_t */
	KERNEL_BLOCK = 64, /* three int32_t */
	KERNEL_STATIC_SHARED = 76,
	KERNEL_DYNAMIC_SHARED = 80,
	KERNEL_LOCAL_PER_THREAD = 84,
	KERNEL_LOCAL_TOTAL = 88,
	KERNEL_CORRELATION = 92,
	KERNEL_GRID_ID = 96, /* int64_t */
	KERNEL_NAME = 104,   /* const char * */
	KERNEL_GRAPH_NODE = 144,
};

enum memcpy_offset {
	MEMCPY_KIND = 4, /* uint8_t, as the two after it */
	MEMCPY_SOURCE = 5,
	MEMCPY_TARGET = 6,
	MEMCPY_BYTES = 8,
	MEMCPY_START = 16,
	MEMCPY_END = 24,
	MEMCPY_DEVICE = 32,
	MEMCPY_CONTEXT = 36,
	MEMCPY_STREAM = 40,
	MEMCPY_CORRELATION = 44,
	MEMCPY_GRAPH_NODE = 64,
};

/* CUpti_ActivityMemcpyPtoP: as a memcpy up to its stream. */
enum memcpy2_offset {
	MEMCPY2_SOURCE_DEVICE = 44,
	MEMCPY2_TARGET_DEVICE = 52,
	MEMCPY2_CORRELATION = 60,
	MEMCPY2_GRAPH_NODE = 72,
};

enum memset_offset {
	MEMSET_VALUE = 4,
	MEMSET_BYTES = 8,
	MEMSET_START = 16,
	MEMSET_END = 24,
	MEMSET_DEVICE = 32,
	MEMSET_CONTEXT = 36,
	MEMSET_STREAM = 40,
	MEMSET_CORRELATION = 44,
	MEMSET_MEMORY = 50, /* uint16_t */
	MEMSET_GRAPH_NODE = 64,
};

enum graph_trace_offset {
	GRAPH_TRACE_CORRELATION = 4,
	GRAPH_TRACE_START = 8,
	GRAPH_TRACE_END = 16,
	GRAPH_TRACE_DEVICE = 24,
	GRAPH_TRACE_GRAPH = 28,
	GRAPH_TRACE_CONTEXT = 32,
	GRAPH_TRACE_STREAM = 36,
};

enum overhead_offset {
	OVERHEAD_KIND = 4,
	OVERHEAD_THREAD = 16, /* or the context */
	OVERHEAD_START = 24,
	OVERHEAD_END = 32,
};

/* What CUPTI took of the program's time; other kinds are CUDA's own, or of our thread. */
enum cupti_overhead {
	CUPTI_OVERHEAD_INSTRUMENTATION = 2 << 16,
	CUPTI_OVERHEAD_RESOURCE = 3 << 16,
	CUPTI_OVERHEAD_REQUEST = 7 << 16,
};

/* Records are 8-byte aligned, their fields packed as on every 64-bit ABI. */
static inline uint64_t record_u64(const unsigned char *record, size_t offset)
{
	uint64_t value;

	memcpy(&value, record + offset, sizeof(value));
	return value;
}

static inline uint32_t record_u32(const unsigned char *record, size_t offset)
{
	uint32_t value;

	memcpy(&value, record + offset, sizeof(value));
	return value;
}

static inline uint16_t record_u16(const unsigned char *record, size_t offset)
{
	uint16_t value;

	memcpy(&value, record + offset, sizeof(value));
	return value;
}

static inline const char *record_text(const unsigned char *record, size_t offset)
{
	const char *value;

	memcpy(&value, record + offset, sizeof(value));
	return value;
}

#endif /* CAPTURE_DEVICE_CUPTI_ABI_H */
