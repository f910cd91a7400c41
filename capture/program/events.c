#include "capture/program/events.h"

#include "base/platform.h"

#include <assert.h>
#include <string.h>

/*
 * Not malloc(): a signal handler that uses NVTX may have interrupted it, and programs have their
 * own, which use NVTX. The chunk that the reader was done with last is used again.
 */
static struct event_chunk *new_chunk(struct event_queue *queue, bool has_to)
{
	struct event_chunk *chunk = atomic_exchange(&queue->spare, NULL);
	size_t before;

	if (chunk == NULL) {
		before = atomic_fetch_add_explicit(
			queue->bytes, sizeof(*chunk), memory_order_relaxed);
		if (has_to || before + sizeof(*chunk) <= queue->limit)
			chunk = platform_map(sizeof(*chunk), true);
		if (chunk == NULL) {
			atomic_fetch_sub_explicit(
				queue->bytes, sizeof(*chunk), memory_order_relaxed);
			return NULL;
		}
	}
	atomic_init(&chunk->next, NULL);
	atomic_init(&chunk->count, 0);
	return chunk;
}

static void free_chunk(struct event_queue *queue, struct event_chunk *chunk)
{
	chunk = atomic_exchange(&queue->spare, chunk);
	if (chunk == NULL)
		return;
	platform_unmap(chunk, sizeof(*chunk));
	atomic_fetch_sub_explicit(queue->bytes, sizeof(*chunk), memory_order_relaxed);
}

bool events_write(
	struct event_queue *queue, const struct thread_event *events, uint32_t count, bool has_to)
{
	struct event_chunk *chunk = queue->tail;
	uint32_t used = chunk != NULL ? atomic_load_explicit(&chunk->count, memory_order_relaxed)
				      : EVENTS_PER_CHUNK;

	if (used + count > EVENTS_PER_CHUNK) {
		struct event_chunk *next = new_chunk(queue, has_to);

		if (next == NULL)
			return false;
		if (chunk != NULL)
			atomic_store_explicit(&chunk->next, next, memory_order_release);
		else
			atomic_store_explicit(&queue->head, next, memory_order_release);
		queue->tail = chunk = next;
		used = 0;
	}
	assert(chunk != NULL); /* a missing one counts as full */
	/* nearly all are one: a call of memcpy() takes longer */
	if (count == 1)
		chunk->events[used] = *events;
	else
		memcpy(&chunk->events[used], events, count * sizeof(*events));
	atomic_store_explicit(&chunk->count, used + count, memory_order_release);
	return true;
}

const struct thread_event *events_read(struct event_queue *queue)
{
	struct event_chunk *chunk = atomic_load_explicit(&queue->head, memory_order_acquire);

	while (chunk != NULL) {
		struct event_chunk *next;

		if (queue->read < atomic_load_explicit(&chunk->count, memory_order_acquire))
			return &chunk->events[queue->read++];
		/*
		 * A chunk with a successor gets no more events, but may have got its
		 * last ones since the check above.
		 */
		next = atomic_load_explicit(&chunk->next, memory_order_acquire);
		if (next == NULL)
			return NULL;
		if (queue->read < atomic_load_explicit(&chunk->count, memory_order_acquire))
			continue;
		free_chunk(queue, chunk);
		atomic_store_explicit(&queue->head, next, memory_order_relaxed);
		queue->read = 0;
		chunk = next;
	}
	return NULL;
}
