#ifndef CAPTURE_PROGRAM_SPANS_H
#define CAPTURE_PROGRAM_SPANS_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Why the end of a range matters to the window. */
enum watch {
	WATCH_NONE = 0,
	WATCH_STEP = 1,    /* it is a training step that is counted */
	WATCH_CAPTURE = 2, /* it is the range to capture */
};

/*
 * A started range: it may end on another thread than it began on, and then stays in
 * the stack of the first thread until that notices. Spans are reused, and their
 * memory is never freed.
 */
struct span {
	_Atomic(uint64_t) id;    /* 0 in its upper half: free */
	_Atomic(int64_t) end_ns; /* 0: open */
	_Atomic(unsigned) watch; /* enum watch, returned to the thread that ends it */
	bool is_left;            /* the thread that began it has ended; spans.lock */
	struct span *next_free;
};

struct spans {
	pthread_mutex_t lock; /* of all below */
	struct span *free;
	struct span **list; /* by the low half of their ids, less one */
	size_t count, cap;
	uint32_t serial;
};

void spans_init(struct spans *spans);

/* A span to start a range with; NULL: no memory. */
struct span *span_begin(struct spans *spans);

/* End it, from any thread; *watch is set to its enum watch. False: no such span is open. */
bool span_end(struct spans *spans, uint64_t id, int64_t now, unsigned *watch);

/* Free a span whose level is gone. */
void span_free(struct spans *spans, struct span *span);

/* The thread that began it has ended: free the span when it ends, or now if it has. */
void span_leave(struct spans *spans, struct span *span);

#endif /* CAPTURE_PROGRAM_SPANS_H */
