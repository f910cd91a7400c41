#ifndef CAPTURE_DEVICE_BUFFERS_H
#define CAPTURE_DEVICE_BUFFERS_H

#include <pthread.h>
#include <stdatomic.h>

#include "base/err.h"

struct cupti;    /* cupti.h */
struct recorder; /* capture/recorder.h */

/*
 * Buffers of records: CUPTI requests them, fills them and hands them over, on its own
 * threads; the worker takes, reads and releases them.
 */
struct buffer {
	struct buffer *next;
	size_t valid;  /* bytes filled */
	uint64_t mark; /* while CUPTI has it: see buffers.c */
	uint64_t padding[5];
	/* the bytes that CUPTI fills follow */
};

struct buffers {
	/* No lock: set before CUPTI requests buffers. */
	struct recorder *recorder;
	const struct cupti *cupti;
	/*
	 * Of bytes in filled buffers: beyond it, the worker is stuck. Not of buffers: from CUDA 13
	 * on each thread has its own, with little in it.
	 */
	uint64_t limit;

	/* No lock: atomic. */
	_Atomic(uint64_t) dropped; /* records that CUPTI had no room for */
	_Atomic(uint64_t) lost;    /* buffers not read, or not completely */
	_Atomic(uint64_t) foreign; /* buffers handed over that another client of CUPTI provided */
	_Atomic(int64_t) lent;     /* buffers that CUPTI has */

	pthread_mutex_t lock; /* of all below */
	struct buffer *filled, *filled_last;
	struct buffer *spare;
	size_t filled_count, spare_count;
	uint64_t filled_bytes;
	size_t next_bytes; /* of the next one that CUPTI requests */
};

/* Allocate the spare buffers. ERR_NOMEM. */
bool buffers_init(struct buffers *buffers, struct recorder *recorder, const struct cupti *cupti,
	struct err *err) MUST_CHECK;

/* For CUPTI's callbacks: a buffer is requested; one is handed over, with `valid` bytes filled. */
void buffers_request(struct buffers *buffers, uint8_t **buffer, size_t *size);
void buffers_complete(
	struct buffers *buffers, void *context, uint32_t stream, uint8_t *data, size_t valid);

/* The oldest filled buffer, to be released after reading, or NULL. */
struct buffer *buffers_take(struct buffers *buffers);
void buffers_give_back(struct buffers *buffers, struct buffer *buffer);

/* The bytes in filled buffers; 0: there is none. */
uint64_t buffers_filled(struct buffers *buffers);

/* A buffer was not read, or not completely. */
static inline void buffers_lose(struct buffers *buffers)
{
	atomic_fetch_add_explicit(&buffers->lost, 1, memory_order_relaxed);
}

/* So many bytes of records came in that time: size the next buffers to fit. */
void buffers_fit(struct buffers *buffers, uint64_t bytes, int64_t ns);

#endif /* CAPTURE_DEVICE_BUFFERS_H */
