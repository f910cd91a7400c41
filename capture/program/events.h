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
	EVENT_PUSH,   /* a range begins: number is its domain, id its name */
	EVENT_START,  /* a range begins that is ended, not popped */
	EVENT_POP,    /* a level ends: id is its index, from 0 */
	EVENT_MARK,   /* as EVENT_PUSH, without an end */
	EVENT_CALL,   /* an API call: ns is its start, number the function, id the correlation */
	EVENT_THREAD, /* a name for a thread; a slot more, ns: its tid. id: name */
	EVENT_NODE, /* a node of a CUDA graph is made; two slots more, ns: its id, its original's */
	EVENT_CALL_END, /* after EVENT_CALL: ns is its end */
	EVENT_PAYLOAD,  /* of level `id`: ns bytes, in `number` slots more. Before its end */
	EVENT_VALUE,    /* a number of level `id`: its bits in ns, nvtxPayloadType_t in `number` */
};

/* In a function's number: the driver's, not the runtime's. */
#define EVENT_DRIVER_BIT (1u << 22)

/* What fits in a number. */
#define EVENT_NUMBER ((1u << 23) - 1)

struct thread_event {
	int64_t ns;
	uint32_t kind : 8; /* enum event_kind */
	uint32_t number : 24;
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
	/* the reader's */
	_Atomic(struct event_chunk *) head; /* NULL: nothing was written yet */
	uint32_t read;
	/* both's: a chunk to use again, or NULL */
	_Atomic(struct event_chunk *) spare;
};

/*
 * Append `count` events as one: the reader gets all of them or none. False when
 * memory ran out, or the queues would exceed their limit and the events
 * may be dropped: those that end something may not.
 */
bool events_write(
	struct event_queue *queue, const struct thread_event *events, uint32_t count, bool has_to);

/* Where the writer's next event of one slot goes; NULL: only events_write() can append it. */
static inline struct thread_event *events_next(const struct event_queue *queue)
{
	struct event_chunk *chunk = queue->tail;
	uint32_t used;

	if (chunk == NULL)
		return NULL;
	used = atomic_load_explicit(&chunk->count, memory_order_relaxed);
	return used < EVENTS_PER_CHUNK ? &chunk->events[used] : NULL;
}

/* The reader may read what was written there. */
static inline void events_publish(const struct event_queue *queue)
{
	_Atomic(uint32_t) *count = &queue->tail->count;

	atomic_store_explicit(
		count, atomic_load_explicit(count, memory_order_relaxed) + 1, memory_order_release);
}

/* The next event, or NULL if there is none now. Valid until the next call. */
const struct thread_event *events_read(struct event_queue *queue);

#endif /* CAPTURE_PROGRAM_EVENTS_H */
