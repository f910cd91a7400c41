#include "capture/device/buffers.h"

#include "base/platform.h"
#include "capture/device/cupti.h"
#include "capture/device/cupti_abi.h"
#include "capture/recorder.h"

/*
 * CUPTI does not flush a buffer while an operation in it is in progress, which on a
 * busy device is always: only full buffers are handed over. So that a killed
 * program loses little, a buffer should fill in a fraction of a second. Each has
 * memory for the largest size; the unused part is never touched.
 */
enum { BUFFER_BYTES = 1 << 20, LEAST_BYTES = 32 << 10 };

/*
 * How many unused buffers are kept. They are allocated at the start: CUPTI gets one
 * even when memory has run out.
 */
enum { SPARE_BUFFERS = 16 };
enum { FILLS_PER_SECOND = 10 };

/* When this many buffers wait for the worker, new ones are large. */
enum { MANY_FILLED = 16 };

/* The least that a filled buffer counts for. */
enum { LEAST_FILLED = 8 << 10 };

_Static_assert(sizeof(struct buffer) % 64 == 0, "records are 8-byte aligned, and lines shared");

/*
 * CUPTI has one pair of callbacks for the process. If another client replaces it, or
 * brings ours back, buffers are handed over that are not ours: only a buffer with this
 * mark is. Ours begin at a page, so that the mark may be read if the address fits.
 */
static uint64_t mark_of(const struct buffer *buffer)
{
	return (uintptr_t)buffer ^ UINT64_C(0x67707566666c616d);
}

static bool is_ours(const uint8_t *data)
{
	const struct buffer *buffer = (const struct buffer *)(const void *)data - 1;

	return ((uintptr_t)data & 4095) == sizeof(*buffer) && buffer->mark == mark_of(buffer);
}

static struct buffer *new_buffer(void)
{
	return platform_map(sizeof(struct buffer) + BUFFER_BYTES, false);
}

bool buffers_init(struct buffers *buffers, struct recorder *recorder, const struct cupti *cupti,
	struct err *err)
{
	buffers->lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
	buffers->recorder = recorder;
	buffers->cupti = cupti;
	buffers->limit = platform_memory_share("/proc/self/cgroup", "/sys/fs/cgroup");
	while (buffers->spare_count < SPARE_BUFFERS) {
		struct buffer *buffer = new_buffer();

		if (buffer == NULL)
			return err_nomem(err);
		/* so that the first launches do not wait for memory */
		memset(buffer, 0, LEAST_BYTES);
		buffer->next = buffers->spare;
		buffers->spare = buffer;
		buffers->spare_count++;
	}
	return true;
}

static uint64_t filled_bytes(const struct buffer *buffer)
{
	return buffer->valid > LEAST_FILLED ? buffer->valid : LEAST_FILLED;
}

struct buffer *buffers_take(struct buffers *buffers)
{
	struct buffer *buffer;

	pthread_mutex_lock(&buffers->lock);
	buffer = buffers->filled;
	if (buffer != NULL) {
		buffers->filled = buffer->next;
		buffers->filled_count--;
		buffers->filled_bytes -= filled_bytes(buffer);
	}
	pthread_mutex_unlock(&buffers->lock);
	return buffer;
}

/* When memory runs out, unread buffers are discarded to make room. */
static struct buffer *give_up_filled(struct buffers *buffers)
{
	struct buffer *buffer = buffers_take(buffers);

	if (buffer != NULL)
		buffers_lose(buffers);
	return buffer;
}

void buffers_request(struct buffers *buffers, uint8_t **buffer, size_t *size)
{
	struct buffer *taken;
	size_t bytes;

	pthread_mutex_lock(&buffers->lock);
	bytes = buffers->filled_count < MANY_FILLED ? buffers->next_bytes : BUFFER_BYTES;
	taken = buffers->spare;
	if (taken != NULL) {
		buffers->spare = taken->next;
		buffers->spare_count--;
	}
	pthread_mutex_unlock(&buffers->lock);
	if (taken == NULL)
		taken = new_buffer();
	if (taken == NULL)
		taken = give_up_filled(buffers);
	/* No buffer is the last resort: CUPTI before 12.9 does not check. Later ones count it. */
	*buffer = NULL;
	*size = 0;
	if (taken == NULL)
		return;
	taken->mark = mark_of(taken);
	atomic_fetch_add_explicit(&buffers->lent, 1, memory_order_relaxed);
	*buffer = (uint8_t *)(taken + 1);
	*size = bytes < LEAST_BYTES ? LEAST_BYTES : bytes;
}

static void free_buffer(struct buffer *buffer)
{
	platform_unmap(buffer, sizeof(*buffer) + BUFFER_BYTES);
}

/* Keep it for reuse; beyond the spare ones, memory returns to the system. */
void buffers_give_back(struct buffers *buffers, struct buffer *buffer)
{
	pthread_mutex_lock(&buffers->lock);
	if (buffers->spare_count < SPARE_BUFFERS) {
		buffer->next = buffers->spare;
		buffers->spare = buffer;
		buffers->spare_count++;
		buffer = NULL;
	}
	pthread_mutex_unlock(&buffers->lock);
	if (buffer != NULL)
		free_buffer(buffer);
}

/* A buffer of ours, with `valid` bytes filled, for the worker to read. */
static void put_filled(struct buffers *buffers, struct buffer *buffer, size_t valid)
{
	bool is_lost;

	buffer->valid = valid;
	buffer->next = NULL;
	pthread_mutex_lock(&buffers->lock);
	is_lost = buffers->filled_bytes + filled_bytes(buffer) > buffers->limit;
	if (!is_lost) {
		if (buffers->filled == NULL)
			buffers->filled = buffer;
		else
			buffers->filled_last->next = buffer;
		buffers->filled_last = buffer;
		buffers->filled_count++;
		buffers->filled_bytes += filled_bytes(buffer);
	}
	pthread_mutex_unlock(&buffers->lock);
	if (is_lost) {
		buffers_lose(buffers);
		buffers_give_back(buffers, buffer);
	}
	recorder_wake(buffers->recorder);
}

void buffers_complete(
	struct buffers *buffers, void *context, uint32_t stream, uint8_t *data, size_t valid)
{
	struct buffer *buffer;
	size_t dropped = 0;

	/* in a forked child it belongs to the parent */
	if (data == NULL || recorder_is_forked(buffers->recorder))
		return;
	if (!is_ours(data)) {
		atomic_fetch_add_explicit(&buffers->foreign, 1, memory_order_relaxed);
		return;
	}
	buffer = (struct buffer *)(void *)data - 1;
	buffer->mark = 0;
	if (recorder_is_off(buffers->recorder)) {
		/* no longer read */
		buffers_give_back(buffers, buffer);
	} else {
		if (buffers->cupti->get_dropped(context, stream, &dropped) == CUPTI_OK &&
			dropped > 0)
			atomic_fetch_add_explicit(&buffers->dropped, dropped, memory_order_relaxed);
		if (valid > 0)
			put_filled(buffers, buffer, valid);
		else
			buffers_give_back(buffers, buffer);
	}
	/* last: the worker waits for buffers until none is lent */
	atomic_fetch_sub_explicit(&buffers->lent, 1, memory_order_release);
}

uint64_t buffers_filled(struct buffers *buffers)
{
	uint64_t bytes;

	pthread_mutex_lock(&buffers->lock);
	bytes = buffers->filled_bytes;
	pthread_mutex_unlock(&buffers->lock);
	return bytes;
}

void buffers_fit(struct buffers *buffers, uint64_t bytes, int64_t ns)
{
	uint64_t fit = ns > 0 ? bytes * UINT64_C(1000000000) / (uint64_t)ns / FILLS_PER_SECOND : 0;

	pthread_mutex_lock(&buffers->lock);
	buffers->next_bytes = fit < BUFFER_BYTES ? (size_t)fit & ~(size_t)63 : BUFFER_BYTES;
	pthread_mutex_unlock(&buffers->lock);
}
