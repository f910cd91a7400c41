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
		text[0] = '\0';
		break;
	}
}

/* Where records of a kind have what operations of all kinds have. */
struct record_layout {
	enum cupti_activity record;
	enum operation_kind kind;
	uint8_t start, end, device, context, stream, correlation;
	uint8_t graph_node; /* 0: there is none */
};

static const struct record_layout layouts[] = {
	{ CUPTI_CONCURRENT_KERNEL, OPERATION_KERNEL, KERNEL_START, KERNEL_END, KERNEL_DEVICE,
		KERNEL_CONTEXT, KERNEL_STREAM, KERNEL_CORRELATION, KERNEL_GRAPH_NODE },
	{ CUPTI_KERNEL, OPERATION_KERNEL, KERNEL_START, KERNEL_END, KERNEL_DEVICE, KERNEL_CONTEXT,
		KERNEL_STREAM, KERNEL_CORRELATION, KERNEL_GRAPH_NODE },
	{ CUPTI_MEMCPY, OPERATION_MEMCPY, MEMCPY_START, MEMCPY_END, MEMCPY_DEVICE, MEMCPY_CONTEXT,
		MEMCPY_STREAM, MEMCPY_CORRELATION, MEMCPY_GRAPH_NODE },
	{ CUPTI_MEMCPY2, OPERATION_MEMCPY, MEMCPY_START, MEMCPY_END, MEMCPY_DEVICE, MEMCPY_CONTEXT,
		MEMCPY_STREAM, MEMCPY2_CORRELATION, MEMCPY2_GRAPH_NODE },
	{ CUPTI_MEMSET, OPERATION_MEMSET, MEMSET_START, MEMSET_END, MEMSET_DEVICE, MEMSET_CONTEXT,
		MEMSET_STREAM, MEMSET_CORRELATION, MEMSET_GRAPH_NODE },
	{ CUPTI_GRAPH_TRACE, OPERATION_GRAPH, GRAPH_TRACE_START, GRAPH_TRACE_END,
		GRAPH_TRACE_DEVICE, GRAPH_TRACE_CONTEXT, GRAPH_TRACE_STREAM,
		GRAPH_TRACE_CORRELATION, 0 },
};

/* False: a record of another kind. */
static bool read_record(const unsigned char *record, struct operation *op)
{
	const struct record_layout *layout = layouts, *end = layouts + ARRAY_SIZE(layouts);
	uint32_t kind = record_u32(record, 0);

	while (layout < end && kind != (uint32_t)layout->record)
		layout++;
	if (layout == end)
		return false;
	*op = (struct operation){
		.kind = layout->kind,
		.record = record,
		.start_ns = record_u64(record, layout->start),
		.end_ns = record_u64(record, layout->end),
		.device = record_u32(record, layout->device),
		.context = record_u32(record, layout->context),
		.stream = record_u32(record, layout->stream),
		.correlation = record_u32(record, layout->correlation),
	};
	if (layout->graph_node != 0)
		op->graph_node = record_u64(record, layout->graph_node);
	if (op->kind == OPERATION_GRAPH)
		op->graph = record_u32(record, GRAPH_TRACE_GRAPH);
	if (op->kind == OPERATION_KERNEL)
		op->name = record_text(record, KERNEL_NAME);
	_Static_assert((int)MEMCPY_BYTES == (int)MEMSET_BYTES, "they have it at one place");
	if (op->kind == OPERATION_MEMCPY || op->kind == OPERATION_MEMSET)
		op->bytes = record_u64(record, MEMCPY_BYTES);
	if (op->kind == OPERATION_MEMCPY)
		op->copy_kind = record[MEMCPY_KIND];
	op->is_peer_copy = kind == CUPTI_MEMCPY2;
	return true;
}

/* Whether the operation belongs to the window; adds it if it has times. */
static bool add_operation(const struct launch_ring *launches, struct balance *balance,
	struct operation *op, bool is_doubtful, activity_sink *add, void *sink,
	struct activity_loss *loss)
{
	enum launch_kind launch = launches_find(launches, op->correlation, &op->node);

	if (launch == LAUNCH_OUTSIDE)
		return false;
	op->is_known = launch != LAUNCH_UNKNOWN && !is_doubtful;
	loss->unknown += launch == LAUNCH_UNKNOWN;
	loss->doubtful += is_doubtful;
	op->is_early = launch == LAUNCH_EARLY;
	if (op->is_early) {
		/* which is not what is captured, perhaps: it is in no other count */
		if (op->start_ns != 0 && op->end_ns >= op->start_ns)
			add(sink, op);
		return true;
	}
	balance_add(balance, op);
	if (__builtin_expect(is_doubtful, 0))
		op->correlation = 0;
	if (op->start_ns == 0 || op->end_ns == 0) {
		loss->timeless++;
	} else if (op->end_ns < op->start_ns) {
		loss->backwards++;
	} else {
		add(sink, op);
	}
	return true;
}

static uint64_t overhead_ns(const unsigned char *record)
{
	uint64_t start = record_u64(record, OVERHEAD_START), end = record_u64(record, OVERHEAD_END);

	switch (record_u32(record, OVERHEAD_KIND)) {
	case CUPTI_OVERHEAD_INSTRUMENTATION:
	case CUPTI_OVERHEAD_RESOURCE:
	case CUPTI_OVERHEAD_REQUEST:
		return end > start ? end - start : 0;
	default:
		return 0;
	}
}

static bool read_buffer(struct gpu *gpu, struct buffer *buffer, activity_sink *add, void *sink,
	struct activity_loss *loss)
{
	uint8_t *data = (uint8_t *)(buffer + 1), *record = NULL;
	bool is_again = gpu->recorder->is_again && gpu->cupti.version < CUPTI_VERSION_GOOD_SESSIONS,
	     any = false;
	struct operation operation;
	int result;

	loss->buffers++;
	while ((result = gpu->cupti.get_next_record(data, buffer->valid, &record)) == CUPTI_OK) {
		if (record_u32(record, 0) == CUPTI_OVERHEAD) {
			loss->cupti_ns += overhead_ns(record);
			loss->thread_ns[record_u32(record, OVERHEAD_THREAD) * 2654435761U >> 23] +=
				overhead_ns(record);
		}
		if (!read_record(record, &operation))
			continue;
		loss->records++;
		loss->devices |= operation.device < 64 ? UINT64_C(1) << operation.device : 0;
		loss->nodes += operation.graph_node != 0;
		operation.buffer = loss->buffers;
		any |= add_operation(&gpu->launches, &gpu->balance, &operation,
			is_again &&
				(operation.graph_node != 0 || operation.kind == OPERATION_GRAPH),
			add, sink, loss);
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
		recorder_progress(gpu->recorder);
	}
	return any;
}
