#include "tests/mock/mock_layouts.h"

#include "capture/device/cupti_abi.h"

/* sizeof of the records, by version: CUpti_ActivityKernel4 to 11, and a future one. */
static size_t kernel_stride(uint32_t version)
{
	static const struct {
		uint32_t version;
		size_t stride;
	} strides[] = { { 140000, 264 }, { 130100, 224 }, { 130000, 216 }, { 19, 208 }, { 18, 200 },
		{ 17, 176 }, { 15, 168 }, { 13, 160 }, { 0, 144 } };
	size_t i = 0;

	while (version < strides[i].version)
		i++;
	return strides[i].stride;
}

size_t mock_stride(uint32_t version, int kind)
{
	/* the last steps: CUDA 13.0, 11.6, 11.1, 11.0, and before */
	unsigned age = version >= 130000 ? 0
		       : version >= 17   ? 1
		       : version >= 14   ? 2
		       : version >= 13   ? 3
					 : 4;
	static const size_t memcpy_strides[] = { 96, 88, 80, 72, 64 };
	static const size_t peer_strides[] = { 96, 88, 80, 80, 72 };
	static const size_t memset_strides[] = { 88, 80, 72, 72, 64 };

	switch (kind) {
	case CUPTI_CONCURRENT_KERNEL:
	case CUPTI_KERNEL:
		return kernel_stride(version);
	case CUPTI_MEMCPY:
		return memcpy_strides[age];
	case CUPTI_MEMCPY2:
		return peer_strides[age];
	case CUPTI_MEMSET:
		return memset_strides[age];
	case CUPTI_GRAPH_TRACE:
		return version >= 21 ? 56 : 48; /* CUpti_ActivityGraphTrace2: 12.3 */
	case CUPTI_OVERHEAD:
		return version >= 130000 ? 56 : 40;
	default:
		return 32;
	}
}

static void put64(uint8_t *record, size_t at, uint64_t value)
{
	memcpy(record + at, &value, sizeof(value));
}

static void put32(uint8_t *record, size_t at, uint32_t value)
{
	memcpy(record + at, &value, sizeof(value));
}

static void fill_kernel(uint8_t *at, uint32_t version, const struct mock_record *record,
	uint64_t start, uint64_t end)
{
	put64(at, KERNEL_START, start);
	put64(at, KERNEL_END, end);
	put32(at, KERNEL_DEVICE, record->device);
	put32(at, KERNEL_CONTEXT, 1);
	put32(at, KERNEL_STREAM, record->stream);
	put32(at, KERNEL_CORRELATION, record->correlation);
	memcpy(at + KERNEL_NAME, &record->name, sizeof(record->name));
	for (size_t i = 0; i < 6; i++)
		put32(at, KERNEL_GRID + i * 4, (uint32_t)i + 1);
	if (version >= 13)
		put64(at, KERNEL_GRAPH_NODE, record->graph_node);
}

/* From and to which memory: to the device from pageable one, from it to pinned one. */
static void fill_ends(uint8_t *at, uint32_t copy_kind)
{
	static const uint8_t kinds[][2] = {
		[1] = { CUPTI_MEMORY_PAGEABLE, CUPTI_MEMORY_DEVICE },
		[2] = { CUPTI_MEMORY_DEVICE, CUPTI_MEMORY_PINNED },
		[8] = { CUPTI_MEMORY_DEVICE, CUPTI_MEMORY_DEVICE },
		[9] = { CUPTI_MEMORY_PAGEABLE, CUPTI_MEMORY_PAGEABLE },
		[10] = { CUPTI_MEMORY_DEVICE, CUPTI_MEMORY_DEVICE },
	};

	memcpy(at + MEMCPY_SOURCE, kinds[copy_kind], sizeof(kinds[0]));
}

/* Copies between devices, within one, and fills: their layouts are nearly the same. */
static void fill_memory(uint8_t *at, uint32_t version, const struct mock_record *record,
	uint64_t start, uint64_t end)
{
	bool is_peer = record->kind == CUPTI_MEMCPY2;
	const uint16_t device = CUPTI_MEMORY_DEVICE;

	at[MEMCPY_KIND] = (uint8_t)record->copy_kind;
	if (record->kind == CUPTI_MEMSET)
		memcpy(at + MEMSET_MEMORY, &device, sizeof(device));
	else
		fill_ends(at, record->copy_kind);
	put64(at, MEMCPY_BYTES, 4096);
	put64(at, MEMCPY_START, start);
	put64(at, MEMCPY_END, end);
	put32(at, MEMCPY_DEVICE, record->device);
	put32(at, MEMCPY_CONTEXT, 1);
	put32(at, MEMCPY_STREAM, record->stream);
	put32(at, is_peer ? (size_t)MEMCPY2_CORRELATION : MEMCPY_CORRELATION, record->correlation);
	if (version >= 13)
		put64(at, is_peer ? (size_t)MEMCPY2_GRAPH_NODE : MEMCPY_GRAPH_NODE,
			record->graph_node); /* a memset's is where a memcpy's is */
}

static void fill_graph(uint8_t *at, const struct mock_record *record, uint64_t start, uint64_t end)
{
	put32(at, GRAPH_TRACE_CORRELATION, record->correlation);
	put64(at, GRAPH_TRACE_START, start);
	put64(at, GRAPH_TRACE_END, end);
	put32(at, GRAPH_TRACE_DEVICE, record->device);
	put32(at, GRAPH_TRACE_GRAPH, record->graph);
	put32(at, GRAPH_TRACE_CONTEXT, 1);
	put32(at, GRAPH_TRACE_STREAM, record->stream);
}

void mock_fill(uint8_t *at, uint32_t version, const struct mock_record *record, uint64_t start,
	uint64_t end)
{
	/* unset fields are not zero: they must not be read */
	memset(at, 0xa5, mock_stride(version, record->kind));
	put32(at, 0, (uint32_t)record->kind);
	switch (record->kind) {
	case CUPTI_CONCURRENT_KERNEL:
		fill_kernel(at, version, record, start, end);
		break;
	case CUPTI_GRAPH_TRACE:
		fill_graph(at, record, start, end);
		break;
	case CUPTI_OVERHEAD:
		put32(at, OVERHEAD_KIND, CUPTI_OVERHEAD_INSTRUMENTATION);
		/* of an address, as CUPTI has it of pthread_self() */
		put32(at, OVERHEAD_THREAD, 0x8016c0 + record->stream * 0x801000);
		put64(at, OVERHEAD_START, start);
		put64(at, OVERHEAD_END, end);
		break;
	default:
		fill_memory(at, version, record, start, end);
		break;
	}
}
