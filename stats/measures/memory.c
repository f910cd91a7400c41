#include "stats/measures/memory.h"

/* Numbers after those of CUpti_ActivityMemcpyKind. */
enum { OPERATION_UNKNOWN = 0, OPERATION_MEMSET = 14, OPERATION_DECOMPRESS };

unsigned memory_operation(const struct trace *trace, size_t op)
{
	unsigned kind = trace_shape(trace, op)->copy_kind;

	if (op >= trace->op_end[OP_MEMCPY])
		return OPERATION_MEMSET;
	if (kind == TRACE_DECOMPRESS)
		return OPERATION_DECOMPRESS;
	return kind < OPERATION_MEMSET ? kind : OPERATION_UNKNOWN;
}

const char *memory_operation_label(unsigned operation)
{
	/* ENUM_CUDA_MEMCPY_OPER.label of nsys exports */
	static const char *const labels[] = {
		[OPERATION_UNKNOWN] = "[CUDA memcpy Unknown]",
		[1] = "[CUDA memcpy Host-to-Device]",
		[2] = "[CUDA memcpy Device-to-Host]",
		[3] = "[CUDA memcpy Host-to-Array]",
		[4] = "[CUDA memcpy Array-to-Host]",
		[5] = "[CUDA memcpy Array-to-Array]",
		[6] = "[CUDA memcpy Array-to-Device]",
		[7] = "[CUDA memcpy Device-to-Array]",
		[8] = "[CUDA memcpy Device-to-Device]",
		[9] = "[CUDA memcpy Host-to-Host]",
		[10] = "[CUDA memcpy Peer-to-Peer]",
		[11] = "[CUDA memcpy Unified Host-to-Device]",
		[12] = "[CUDA memcpy Unified Device-to-Host]",
		[13] = "[CUDA memcpy Unified Device-to-Device]",
		[OPERATION_MEMSET] = "[CUDA memset]",
		[OPERATION_DECOMPRESS] = TRACE_DECOMPRESS_NAME,
	};

	return labels[operation < ARRAY_SIZE(labels) ? operation : OPERATION_UNKNOWN];
}

const char *memory_kind_label(unsigned kind)
{
	/* ENUM_CUDA_MEM_KIND.label of nsys exports */
	static const char *const labels[] = {
		[MEMORY_PAGEABLE] = "Pageable",
		[MEMORY_PINNED] = "Pinned",
		[MEMORY_DEVICE] = "Device",
		[MEMORY_ARRAY] = "Array",
		[MEMORY_MANAGED] = "Managed",
		[MEMORY_DEVICE_STATIC] = "Device Static",
		[MEMORY_MANAGED_STATIC] = "Managed Static",
		[MEMORY_UNKNOWN] = "Unknown",
	};

	return kind < ARRAY_SIZE(labels) ? labels[kind] : "";
}
