#include "capture/device/activity.h"

#include <stdio.h>

#include "capture/device/cupti_abi.h"
#include "capture/device/gpu.h"
#include "capture/recorder.h"

static const char *copy_kind(uint32_t kind)
{
	/* CUpti_ActivityMemcpyKind, and nsys's names for them */
	static const char *const kinds[] = { NULL, "HtoD", "DtoH", "HtoA", "AtoH", "AtoA", "AtoD",
		"DtoA", "DtoD", "HtoH", "PtoP" };

	return kind < ARRAY_SIZE(kinds) ? kinds[kind] : NULL;
}

void activity_name(const struct operation *operation, bool strip, char text[64])
{
	switch (operation->kind) {
	case OPERATION_MEMCPY:
		if (copy_kind(operation->copy_kind) != NULL)
			snprintf(text, 64, "[CUDA memcpy %s]", copy_kind(operation->copy_kind));
		else
			snprintf(text, 64, "[CUDA memcpy kind %u]", operation->copy_kind);
		break;
	case OPERATION_MEMSET:
		snprintf(text, 64, "[CUDA memset]");
		break;
	case OPERATION_GRAPH:
		if (strip)
			snprintf(text, 64, "[CUDA graph]");
		else
			snprintf(text, 64, "[CUDA graph %u]", operation->graph);
		break;
	case OPERATION_KERNEL:
	case OPERATION_MEMORY:
		text[0] = '\0';
		break;
	}
}

/* The fields of a kernel's record; those of graphs only if CUPTI has them. */
static void read_kernel(const unsigned char *record, uint32_t version, struct operation *op)
{
	op->kind = OPERATION_KERNEL;
	op->start_ns = record_u64(record, KERNEL_START);
	op->end_ns = record_u64(record, KERNEL_END);
	op->device = record_u32(record, KERNEL_DEVICE);
	op->context = record_u32(record, KERNEL_CONTEXT);
	op->stream = record_u32(record, KERNEL_STREAM);
	op->correlation = record_u32(record, KERNEL_CORRELATION);
	op->name = record_text(record, KERNEL_NAME);
	if (version >= CUPTI_VERSION_GRAPHS) {
		op->graph_node = record_u64(record, KERNEL_GRAPH_NODE);
		op->graph = record_u32(record, KERNEL_GRAPH);
	}
}

static void read_memcpy(
	const unsigned char *record, uint32_t version, bool is_peer, struct operation *op)
{
	op->kind = OPERATION_MEMCPY;
	op->is_peer_copy = is_peer;
	op->copy_kind = record[MEMCPY_KIND];
	op->start_ns = record_u64(record, MEMCPY_START);
	op->end_ns = record_u64(record, MEMCPY_END);
	op->device = record_u32(record, MEMCPY_DEVICE);
	op->context = record_u32(record, MEMCPY_CONTEXT);
	op->stream = record_u32(record, MEMCPY_STREAM);
	op->correlation =
		record_u32(record, is_peer ? (size_t)MEMCPY2_CORRELATION : MEMCPY_CORRELATION);
	if (version >= CUPTI_VERSION_GRAPHS)
		op->graph_node = record_u64(
			record, is_peer ? (size_t)MEMCPY2_GRAPH_NODE : MEMCPY_GRAPH_NODE);
	if (version >= CUPTI_VERSION_LATE_GRAPHS)
		op->graph = record_u32(record, is_peer ? (size_t)MEMCPY2_GRAPH : MEMCPY_GRAPH);
}

static void read_memset(const unsigned char *record, uint32_t version, struct operation *op)
{
	op->kind = OPERATION_MEMSET;
	op->start_ns = record_u64(record, MEMSET_START);
	op->end_ns = record_u64(record, MEMSET_END);
	op->device = record_u32(record, MEMSET_DEVICE);
	op->context = record_u32(record, MEMSET_CONTEXT);
	op->stream = record_u32(record, MEMSET_STREAM);
	op->correlation = record_u32(record, MEMSET_CORRELATION);
	if (version >= CUPTI_VERSION_GRAPHS)
		op->graph_node = record_u64(record, MEMSET_GRAPH_NODE);
	if (version >= CUPTI_VERSION_LATE_GRAPHS)
		op->graph = record_u32(record, MEMSET_GRAPH);
}

static void read_graph(const unsigned char *record, struct operation *op)
{
	op->kind = OPERATION_GRAPH;
	op->start_ns = record_u64(record, GRAPH_TRACE_START);
	op->end_ns = record_u64(record, GRAPH_TRACE_END);
	op->device = record_u32(record, GRAPH_TRACE_DEVICE);
	op->context = record_u32(record, GRAPH_TRACE_CONTEXT);
	op->stream = record_u32(record, GRAPH_TRACE_STREAM);
	op->correlation = record_u32(record, GRAPH_TRACE_CORRELATION);
	op->graph = record_u32(record, GRAPH_TRACE_GRAPH);
}

static void read_memory(const unsigned char *record, struct operation *op)
{
	op->kind = OPERATION_MEMORY;
	op->start_ns = op->end_ns = record_u64(record, MEMORY_TIME);
	op->device = record_u32(record, MEMORY_DEVICE);
	op->context = record_u32(record, MEMORY_CONTEXT);
	op->stream = record_u32(record, MEMORY_STREAM);
	op->correlation = record_u32(record, MEMORY_CORRELATION);
}

/* False: a record of another kind. */
static bool read_record(const unsigned char *record, uint32_t version, struct operation *op)
{
	*op = (struct operation){ .record = record };
	switch (record_u32(record, 0)) {
	case CUPTI_KERNEL:
	case CUPTI_CONCURRENT_KERNEL:
		read_kernel(record, version, op);
		return true;
	case CUPTI_MEMCPY:
		read_memcpy(record, version, false, op);
		return true;
	case CUPTI_MEMCPY2:
		read_memcpy(record, version, true, op);
		return true;
	case CUPTI_MEMSET:
		read_memset(record, version, op);
		return true;
	case CUPTI_GRAPH_TRACE:
		read_graph(record, op);
		return true;
	case CUPTI_MEMORY2:
		read_memory(record, op);
		return true;
	default:
		return false;
	}
}

/* Whether the operation belongs to the window; adds it if it has times. */
static bool add_operation(const struct launch_ring *launches, struct balance *balance,
	struct operation *op, activity_sink *add, void *sink, struct activity_loss *loss)
{
	enum launch_kind launch = launches_find(launches, op->correlation, &op->node);

	if (launch == LAUNCH_OUTSIDE)
		return false;
	op->is_known = launch == LAUNCH_INSIDE;
	balance_add(balance, op);
	if (op->start_ns == 0 || op->end_ns == 0) {
		loss->timeless++;
	} else if (op->end_ns < op->start_ns) {
		loss->backwards++;
	} else {
		add(sink, op);
	}
	return true;
}

static bool read_buffer(struct gpu *gpu, struct buffer *buffer, activity_sink *add, void *sink,
	struct activity_loss *loss)
{
	uint8_t *data = (uint8_t *)(buffer + 1), *record = NULL;
	bool any = false;
	struct operation operation;
	int result;

	loss->buffers++;
	while ((result = cupti_next_record(&gpu->cupti, data, buffer->valid, &record)) ==
		CUPTI_OK) {
		if (!read_record(record, gpu->cupti.version, &operation))
			continue;
		loss->records++;
		operation.buffer = loss->buffers;
		any |= add_operation(&gpu->launches, &gpu->balance, &operation, add, sink, loss);
	}
	if (result != CUPTI_MAX_LIMIT_REACHED)
		buffers_lose(&gpu->buffers);
	return any;
}

bool activity_read(
	struct gpu *gpu, activity_sink *add, void *sink, struct activity_loss *loss, size_t most)
{
	bool any = false;

	for (size_t count = 0; count < most; count++) {
		struct buffer *buffer = buffers_take(&gpu->buffers);

		if (buffer == NULL)
			break;
		any |= read_buffer(gpu, buffer, add, sink, loss);
		loss->bytes += buffer->valid;
		buffers_give_back(&gpu->buffers, buffer);
		recorder_gets_on(gpu->recorder);
	}
	return any;
}
