#include "capture/device/activity.h"

#include <stdio.h>

#include "capture/device/cupti_abi.h"
#include "capture/pages.h"
#include "capture/recorder.h"

/*
 * CUPTI does not flush a buffer while an operation in it is under way, which with a
 * busy device is always: only what is full comes out. So that a program that is
 * killed loses little, a buffer is to be full in a fraction of a second. The memory
 * is there for the largest; what is not used of it is never touched.
 */
enum { BUFFER_BYTES = 1 << 20, LEAST_BYTES = 32 << 10 };

/*
 * So many are kept when they are not needed. They are there from the beginning: CUPTI
 * gets one also when memory has run out.
 */
enum { SPARE_BUFFERS = 16 };
enum { FILLS_PER_SECOND = 4 };

/* So many buffers wait for the worker that they had better be large. */
enum { MANY_FILLED = 16 };

/*
 * What filled buffers that wait for the worker may hold: more is a worker that hangs.
 * Not their number: from CUDA 13 on each thread has its own, with little in it.
 */
#define MOST_FILLED_BYTES (UINT64_C(2) << 30)

/* What a buffer takes at least. */
enum { LEAST_FILLED = 8 << 10 };

_Static_assert(sizeof(struct buffer) % 64 == 0, "records are 8-byte aligned, and lines shared");

uint64_t activity_clock(void)
{
	return (uint64_t)clock_ns();
}

static struct buffer *new_buffer(void)
{
	return pages_new(sizeof(struct buffer) + BUFFER_BYTES);
}

bool activity_init(struct err *err)
{
	while (recorder.spare_count < SPARE_BUFFERS) {
		struct buffer *buffer = new_buffer();

		if (buffer == NULL)
			return err_nomem(err);
		buffer->next = recorder.spare;
		recorder.spare = buffer;
		recorder.spare_count++;
	}
	return true;
}

static uint64_t filled_bytes(const struct buffer *buffer)
{
	return buffer->valid > LEAST_FILLED ? buffer->valid : LEAST_FILLED;
}

/* With the lock: take the oldest of the buffers that are filled; NULL: there is none. */
static struct buffer *take_filled(void)
{
	struct buffer *buffer = recorder.filled;

	if (buffer != NULL) {
		recorder.filled = buffer->next;
		recorder.filled_count--;
		recorder.filled_bytes -= filled_bytes(buffer);
	}
	return buffer;
}

/* Where memory ran out, what the worker has yet to read has to make room. */
static struct buffer *give_up_filled(void)
{
	struct buffer *buffer;

	pthread_mutex_lock(&recorder.buffers_lock);
	buffer = take_filled();
	pthread_mutex_unlock(&recorder.buffers_lock);
	if (buffer != NULL)
		atomic_fetch_add_explicit(&recorder.lost_buffers, 1, memory_order_relaxed);
	return buffer;
}

void activity_request(uint8_t **buffer, size_t *size, size_t *max_records)
{
	struct buffer *taken;
	size_t bytes;

	*max_records = 0;
	pthread_mutex_lock(&recorder.buffers_lock);
	bytes = recorder.filled_count < MANY_FILLED ? recorder.buffer_bytes : BUFFER_BYTES;
	taken = recorder.spare;
	if (taken != NULL) {
		recorder.spare = taken->next;
		recorder.spare_count--;
	}
	pthread_mutex_unlock(&recorder.buffers_lock);
	if (taken == NULL)
		taken = new_buffer();
	if (taken == NULL)
		taken = give_up_filled();
	/* None at all is the last resort: CUPTI before 12.9 does not look. Later ones count it. */
	*buffer = taken != NULL ? (uint8_t *)(taken + 1) : NULL;
	*size = taken == NULL ? 0 : bytes < LEAST_BYTES ? LEAST_BYTES : bytes;
}

static void free_buffer(struct buffer *buffer)
{
	pages_free(buffer, sizeof(*buffer) + BUFFER_BYTES);
}

/* Keep it for the next who wants one; what many of them took goes back to the system. */
static void give_back(struct buffer *buffer)
{
	pthread_mutex_lock(&recorder.buffers_lock);
	if (recorder.spare_count < SPARE_BUFFERS) {
		buffer->next = recorder.spare;
		recorder.spare = buffer;
		recorder.spare_count++;
		buffer = NULL;
	}
	pthread_mutex_unlock(&recorder.buffers_lock);
	if (buffer != NULL)
		free_buffer(buffer);
}

void activity_complete(void *context, uint32_t stream, uint8_t *data, size_t size, size_t valid)
{
	struct buffer *buffer;
	size_t dropped = 0;
	bool is_lost;

	(void)size;
	if (data == NULL)
		return;
	buffer = (struct buffer *)(void *)data - 1;
	if (atomic_load_explicit(&recorder.is_off, memory_order_relaxed)) {
		/* Nobody reads any more; in a forked child it is the parent's. */
		if (!recorder_is_forked())
			free_buffer(buffer);
		return;
	}
	if (recorder.cupti.get_dropped(context, stream, &dropped) == CUPTI_OK && dropped > 0)
		atomic_fetch_add_explicit(&recorder.dropped, dropped, memory_order_relaxed);
	if (valid == 0) {
		give_back(buffer);
		return;
	}
	buffer->valid = valid;
	buffer->next = NULL;
	pthread_mutex_lock(&recorder.buffers_lock);
	is_lost = recorder.filled_bytes + filled_bytes(buffer) > MOST_FILLED_BYTES;
	if (!is_lost) {
		if (recorder.filled == NULL)
			recorder.filled = buffer;
		else
			recorder.filled_last->next = buffer;
		recorder.filled_last = buffer;
		recorder.filled_count++;
		recorder.filled_bytes += filled_bytes(buffer);
	}
	pthread_mutex_unlock(&recorder.buffers_lock);
	if (is_lost) {
		atomic_fetch_add_explicit(&recorder.lost_buffers, 1, memory_order_relaxed);
		give_back(buffer);
	}
	recorder_wake();
}

static const char *copy_kind(uint32_t kind)
{
	/* CUpti_ActivityMemcpyKind, and what nsys calls them */
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
	case OPERATION_KINDS:
		text[0] = '\0';
		break;
	}
}

/* The fields of a kernel's record; those of graphs only where CUPTI has them. */
static void read_kernel(const unsigned char *record, bool has_graphs, struct operation *op)
{
	op->kind = OPERATION_KERNEL;
	op->start_ns = record_u64(record, KERNEL_START);
	op->end_ns = record_u64(record, KERNEL_END);
	op->device = record_u32(record, KERNEL_DEVICE);
	op->context = record_u32(record, KERNEL_CONTEXT);
	op->stream = record_u32(record, KERNEL_STREAM);
	op->correlation = record_u32(record, KERNEL_CORRELATION);
	op->name = record_text(record, KERNEL_NAME);
	if (has_graphs) {
		op->graph_node = record_u64(record, KERNEL_GRAPH_NODE);
		op->graph = record_u32(record, KERNEL_GRAPH);
	}
}

static void read_memcpy(
	const unsigned char *record, bool has_graphs, bool is_peer, struct operation *op)
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
	if (has_graphs)
		op->graph_node = record_u64(
			record, is_peer ? (size_t)MEMCPY2_GRAPH_NODE : MEMCPY_GRAPH_NODE);
}

static void read_memset(const unsigned char *record, bool has_graphs, struct operation *op)
{
	op->kind = OPERATION_MEMSET;
	op->start_ns = record_u64(record, MEMSET_START);
	op->end_ns = record_u64(record, MEMSET_END);
	op->device = record_u32(record, MEMSET_DEVICE);
	op->context = record_u32(record, MEMSET_CONTEXT);
	op->stream = record_u32(record, MEMSET_STREAM);
	op->correlation = record_u32(record, MEMSET_CORRELATION);
	if (has_graphs)
		op->graph_node = record_u64(record, MEMSET_GRAPH_NODE);
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

/* False: a record of another kind. */
static bool read_record(const unsigned char *record, struct operation *op)
{
	bool has_graphs = recorder.cupti.version >= CUPTI_VERSION_GRAPHS;

	*op = (struct operation){ .record = record };
	switch (record_u32(record, 0)) {
	case CUPTI_KERNEL:
	case CUPTI_CONCURRENT_KERNEL:
		read_kernel(record, has_graphs, op);
		return true;
	case CUPTI_MEMCPY:
		read_memcpy(record, has_graphs, false, op);
		return true;
	case CUPTI_MEMCPY2:
		read_memcpy(record, has_graphs, true, op);
		return true;
	case CUPTI_MEMSET:
		read_memset(record, has_graphs, op);
		return true;
	case CUPTI_GRAPH_TRACE:
		read_graph(record, op);
		return true;
	default:
		return false;
	}
}

/* Whether the operation is one of the window; adds it if it has times. */
static bool add_operation(
	struct operation *op, activity_sink *add, void *sink, struct activity_loss *loss)
{
	enum launch launch = launches_find(&recorder.launches, op->correlation, &op->node);

	if (launch == LAUNCH_OUTSIDE)
		return false;
	op->is_known = launch == LAUNCH_INSIDE;
	if (op->start_ns == 0 || op->end_ns == 0) {
		loss->timeless++;
	} else if (op->end_ns < op->start_ns) {
		loss->backwards++;
	} else {
		add(sink, op);
	}
	return true;
}

static bool read_buffer(
	struct buffer *buffer, activity_sink *add, void *sink, struct activity_loss *loss)
{
	uint8_t *data = (uint8_t *)(buffer + 1), *record = NULL;
	struct operation operation;
	bool any = false;
	int result;

	loss->buffers++;
	while ((result = recorder.cupti.get_next_record(data, buffer->valid, &record)) ==
		CUPTI_OK) {
		if (!read_record(record, &operation))
			continue;
		operation.buffer = loss->buffers;
		any |= add_operation(&operation, add, sink, loss);
	}
	if (result != CUPTI_MAX_LIMIT_REACHED)
		atomic_fetch_add_explicit(&recorder.lost_buffers, 1, memory_order_relaxed);
	return any;
}

bool activity_read(activity_sink *add, void *sink, struct activity_loss *loss, size_t most)
{
	bool any = false;

	for (size_t count = 0; count < most; count++) {
		struct buffer *buffer;

		pthread_mutex_lock(&recorder.buffers_lock);
		buffer = take_filled();
		pthread_mutex_unlock(&recorder.buffers_lock);
		if (buffer == NULL)
			break;
		any |= read_buffer(buffer, add, sink, loss);
		loss->bytes += buffer->valid;
		give_back(buffer);
		atomic_fetch_add_explicit(&recorder.pulse, 1, memory_order_relaxed);
	}
	return any;
}

bool activity_waits(void)
{
	bool waits;

	pthread_mutex_lock(&recorder.buffers_lock);
	waits = recorder.filled != NULL;
	pthread_mutex_unlock(&recorder.buffers_lock);
	return waits;
}

void activity_fit_buffers(uint64_t bytes, int64_t ns)
{
	uint64_t fit = ns > 0 ? bytes * UINT64_C(1000000000) / (uint64_t)ns / FILLS_PER_SECOND : 0;

	pthread_mutex_lock(&recorder.buffers_lock);
	recorder.buffer_bytes = fit < BUFFER_BYTES ? (size_t)fit & ~(size_t)63 : BUFFER_BYTES;
	pthread_mutex_unlock(&recorder.buffers_lock);
}
