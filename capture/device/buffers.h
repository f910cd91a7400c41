#ifndef CAPTURE_DEVICE_BUFFERS_H
#define CAPTURE_DEVICE_BUFFERS_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

struct cupti;    /* cupti.h */
struct recorder; /* capture/recorder.h */

/*
 * Buffers of records: CUPTI asks for them, fills them and hands them over, on threads
 * of its own; the worker takes them, reads them and gives them back.
 */
struct buffer {
	struct buffer *next;
	size_t valid; /* bytes filled */
	uint64_t padding[6];
	/* what CUPTI fills follows this */
};

struct buffers {
	/* No lock: set before CUPTI asks. */
	struct recorder *recorder;
	const struct cupti *cupti;

	/* No lock: atomic. */
	_Atomic(uint64_t) dropped; /* records that CUPTI had no room for */
	_Atomic(uint64_t) lost;    /* buffers not read, or not to their end */

	pthread_mutex_t lock; /* of all below */
	struct buffer *filled, *filled_last;
	struct buffer *spare;
	size_t filled_count, spare_count;
	uint64_t filled_bytes;
	size_t next_bytes; /* of the next one that CUPTI asks for */
};

/* Have some buffers from the beginning. ERR_NOMEM. */
bool buffers_init(struct buffers *buffers, struct recorder *recorder, const struct cupti *cupti,
	struct err *err) MUST_CHECK;

/* What CUPTI's callbacks do: one is asked for; one is handed over, `valid` bytes of it filled. */
void buffers_request(struct buffers *buffers, uint8_t **buffer, size_t *size);
void buffers_complete(
	struct buffers *buffers, void *context, uint32_t stream, uint8_t *data, size_t valid);

/* The oldest filled buffer, or NULL: to be given back when it is read. */
struct buffer *buffers_take(struct buffers *buffers);
void buffers_give_back(struct buffers *buffers, struct buffer *buffer);

/* Whether there is a filled buffer. */
bool buffers_wait(struct buffers *buffers);

/* A buffer was not read, or not to its end. */
static inline void buffers_lose(struct buffers *buffers)
{
	atomic_fetch_add_explicit(&buffers->lost, 1, memory_order_relaxed);
}

/* So many bytes of records came in that time: have the next buffers fit that. */
void buffers_fit(struct buffers *buffers, uint64_t bytes, int64_t ns);

#endif /* CAPTURE_DEVICE_BUFFERS_H */
