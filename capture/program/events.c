#include "capture/program/events.h"

#include "base/platform.h"

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

struct thread_event *events_grow(struct event_queue *queue, bool has_to)
{
	struct event_chunk *chunk = queue->tail, *next = new_chunk(queue, has_to);

	if (next == NULL)
		return NULL;
	if (chunk != NULL)
		atomic_store_explicit(&chunk->next, next, memory_order_release);
	else
		atomic_store_explicit(&queue->head, next, memory_order_release);
	queue->tail = next;
	return next->events;
}

const struct thread_event *events_read(struct event_queue *queue)
{
	struct event_chunk *chunk = atomic_load_explicit(&queue->head, memory_order_acquire);

	while (chunk != NULL) {
		struct event_chunk *next;

		if (queue->read < queue->ready)
			return &chunk->events[queue->read++];
		/* in this order: a chunk with a successor gets no more events */
		next = atomic_load_explicit(&chunk->next, memory_order_acquire);
		queue->ready = atomic_load_explicit(&chunk->count, memory_order_acquire);
		if (queue->read < queue->ready)
			continue;
		if (next == NULL)
			return NULL;
		free_chunk(queue, chunk);
		atomic_store_explicit(&queue->head, next, memory_order_relaxed);
		queue->read = queue->ready = 0;
		chunk = next;
	}
	return NULL;
}
