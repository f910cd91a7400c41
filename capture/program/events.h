#ifndef CAPTURE_PROGRAM_EVENTS_H
#define CAPTURE_PROGRAM_EVENTS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Events of trace mode, passed from a thread of the program to the worker: a
 * lock-free queue with one writer and one reader. An event is one slot, or a
 * few in a row.
 */
enum event_kind {
	EVENT_PUSH,  /* a range begins: number is its domain, id its name */
	EVENT_START, /* a range begins that is ended, not popped */
	EVENT_POP,   /* a level ends: id is its index, from 0 */
	EVENT_MARK,  /* as EVENT_PUSH, without an end; a slot more: ns, number as EVENT_VALUE */
	/* an API call: ns is its start, id the correlation; number: how long it took in ns, times
	   EVENT_FUNCTIONS, and the function */
	EVENT_CALL,
	EVENT_LONG_CALL, /* number: the function alone; a slot more, ns: its end */
	EVENT_THREAD,    /* a name for a thread; a slot more, ns: its tid. id: name */
	EVENT_NODE, /* a node of a CUDA graph is made; two slots more, ns: its id, its original's */
	EVENT_PAYLOAD, /* of level `id`: ns bytes, in `number` slots more. Before its end */
	EVENT_VALUE,   /* a number of level `id`: its bits in ns, nvtxPayloadType_t in `number` */
};

/* In a function's number: the driver's, not the runtime's. */
#define EVENT_DRIVER_BIT (1u << 12)
#define EVENT_FUNCTIONS (2 * EVENT_DRIVER_BIT)

/* What fits in a number. */
#define EVENT_NUMBER ((1u << 28) - 1)

struct thread_event {
	int64_t ns;
	uint32_t kind : 4; /* enum event_kind */
	uint32_t number : 28;
	uint32_t id;
};

enum { EVENTS_PER_CHUNK = 4095 };

struct event_chunk {
	_Atomic(struct event_chunk *) next;
	_Atomic(uint32_t) count; /* slots that the reader may read */
	uint32_t padding;
	struct thread_event events[EVENTS_PER_CHUNK];
};

struct event_queue {
	_Atomic(size_t) *bytes; /* of all queues together; set before there are events */
	size_t limit;           /* of these */
	/* the writer's */
	struct event_chunk *tail;
	/* the reader's, in a cache line that no event is written to */
	_Alignas(64) _Atomic(struct event_chunk *) head; /* NULL: nothing was written yet */
	uint32_t read, ready; /* how many of the chunk's, and how many may be */
	/* both's: a chunk to use again, or NULL */
	_Atomic(struct event_chunk *) spare;
};

/* events_next() in a new chunk. */
struct thread_event *events_grow(struct event_queue *queue, bool has_to);

/*
 * Where the writer's next `count` events go, as one: the reader gets all of them or none. NULL when
 * memory ran out, or the queues would exceed their limit and the events may be dropped: those
 * that end something may not.
 */
static inline struct thread_event *events_next(
	struct event_queue *queue, uint32_t count, bool has_to)
{
	struct event_chunk *chunk = queue->tail;
	uint32_t used = chunk != NULL ? atomic_load_explicit(&chunk->count, memory_order_relaxed)
				      : EVENTS_PER_CHUNK;

	return used + count <= EVENTS_PER_CHUNK ? &chunk->events[used] : events_grow(queue, has_to);
}

/* The reader may read the events that were written there. */
static inline void events_publish(const struct event_queue *queue, uint32_t count)
{
	_Atomic(uint32_t) *published = &queue->tail->count;

	atomic_store_explicit(published,
		atomic_load_explicit(published, memory_order_relaxed) + count,
		memory_order_release);
}

/* The next event, or NULL if there is none now. Valid until the next call. */
const struct thread_event *events_read(struct event_queue *queue);

#endif /* CAPTURE_PROGRAM_EVENTS_H */
