#include "capture/program/spans.h"

#include "base/mem.h"

void spans_init(struct spans *spans)
{
	spans->lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
}

/* With the lock: put a span on the free list. */
static void put_span(struct spans *spans, struct span *span)
{
	atomic_store_explicit(&span->id,
		atomic_load_explicit(&span->id, memory_order_relaxed) & UINT32_MAX,
		memory_order_relaxed);
	span->next_free = spans->free;
	spans->free = span;
}

enum { SPANS_AT_ONCE = 64 };

/* Allocate more; they never move, since levels point at them. */
static bool add_spans(struct spans *spans)
{
	struct span *more = calloc(SPANS_AT_ONCE, sizeof(*more));

	if (more == NULL || !mem_may_need(spans->list, spans->cap, spans->count + SPANS_AT_ONCE)) {
		free(more);
		return false;
	}
	for (size_t i = 0; i < SPANS_AT_ONCE; i++) {
		spans->list[spans->count++] = &more[i];
		/* the low half never changes: the index in the table */
		atomic_init(&more[i].id, spans->count);
		more[i].next_free = spans->free;
		spans->free = &more[i];
	}
	return true;
}

struct span *span_begin(struct spans *spans)
{
	struct span *span = NULL;

	pthread_mutex_lock(&spans->lock);
	if (spans->free != NULL || add_spans(spans)) {
		uint64_t place;

		span = spans->free;
		spans->free = span->next_free;
		place = atomic_load_explicit(&span->id, memory_order_relaxed) & UINT32_MAX;
		if (++spans->serial == 0)
			spans->serial = 1;
		span->is_left = false;
		atomic_store_explicit(&span->end_ns, 0, memory_order_relaxed);
		atomic_store_explicit(
			&span->id, (uint64_t)spans->serial << 32 | place, memory_order_relaxed);
	}
	pthread_mutex_unlock(&spans->lock);
	return span;
}

bool span_end(struct spans *spans, uint64_t id, int64_t now, unsigned *watch)
{
	uint64_t place = id & UINT32_MAX;
	bool ended = false;

	*watch = WATCH_NONE;
	pthread_mutex_lock(&spans->lock);
	if (place > 0 && place <= spans->count && id >> 32 != 0) {
		struct span *span = spans->list[place - 1];

		ended = atomic_load_explicit(&span->id, memory_order_relaxed) == id &&
			atomic_load_explicit(&span->end_ns, memory_order_relaxed) == 0;
		if (ended) {
			*watch = atomic_load_explicit(&span->watch, memory_order_relaxed);
			atomic_store_explicit(&span->end_ns, now, memory_order_release);
			if (span->is_left)
				put_span(spans, span);
		}
	}
	pthread_mutex_unlock(&spans->lock);
	return ended;
}

void span_free(struct spans *spans, struct span *span)
{
	pthread_mutex_lock(&spans->lock);
	put_span(spans, span);
	pthread_mutex_unlock(&spans->lock);
}

void span_leave(struct spans *spans, struct span *span)
{
	pthread_mutex_lock(&spans->lock);
	if (atomic_load_explicit(&span->end_ns, memory_order_relaxed) != 0)
		put_span(spans, span);
	else
		span->is_left = true;
	pthread_mutex_unlock(&spans->lock);
}
