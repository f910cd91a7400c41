#ifndef CAPTURE_RECORDER_H
#define CAPTURE_RECORDER_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "capture/config.h"
#include "capture/status.h"

/*
 * What all parts of the library share: whether it is to do anything, what it was
 * asked for, when it began, and how the worker is woken and waited for. There is
 * one, within the library's only global (start/library.h); everything below start/
 * gets a pointer.
 *
 * Order of locks, outermost first: window.lock, threads.lock, stacks.lock and
 * spans.lock; buffers.lock and recorder.lock are taken alone. None is held while
 * CUPTI is called, except window.lock, which no callback of a buffer takes.
 */
struct recorder {
	/* No lock: atomic. */
	_Atomic(bool) is_forked; /* this is a forked child, in which nothing is ours */
	_Atomic(bool) is_off;    /* callbacks do nothing: not set up, finished, failed, or forked */
	_Atomic(bool) has_failed; /* and that was said */
	_Atomic(uint64_t) pulse;  /* goes up while the worker gets on */

	/* No lock: set while the library starts and never again. */
	struct config config;
	char *directory;  /* the program's when it began; NULL: not known */
	int64_t epoch_ns; /* add to clock_ns() for the time since 1970 */
	int64_t start_ns; /* of clock_ns(): when the library started */
	char *rank;       /* NULL: none; of the environment, copied */

	/* The worker: the one thread that reads buffers, writes files and flushes. */
	pthread_mutex_t lock; /* of all below */
	pthread_cond_t wake, done;
	bool has_worker;
	bool is_woken;
	bool is_asked_to_end;
	bool has_ended;
	uint64_t flushes_asked, flushes_done;
};

/* Read the clocks and make the locks; the configuration is the caller's to read. */
void recorder_init(struct recorder *recorder);

/* Whether this is a forked child. */
static inline bool recorder_is_forked(const struct recorder *recorder)
{
	return atomic_load_explicit(&recorder->is_forked, memory_order_relaxed);
}

static inline bool recorder_is_off(const struct recorder *recorder)
{
	return atomic_load_explicit(&recorder->is_off, memory_order_relaxed);
}

static inline bool recorder_is_trace(const struct recorder *recorder)
{
	return recorder->config.mode == MODE_TRACE;
}

/*
 * Say on stderr, and to `gpuflame record`, why something is not captured. Only
 * the first time; the program goes on.
 */
void recorder_fail(struct recorder *recorder, const char *fmt, ...) PRINTF_LIKE(2, 3);

/* Append a line to the status file, if there is one; pid and rank are filled in here. */
void recorder_say(const struct recorder *recorder, const struct status *status);

/* --- for the program's threads ---------------------------------------------------------- */

/* Whether there is a worker that has not ended. */
bool recorder_has_worker(struct recorder *recorder);

/* Wake the worker: there is a buffer, a window that closed. From any thread. */
void recorder_wake(struct recorder *recorder);

/* Have the worker flush and write, and wait for it. Not from callbacks. */
void recorder_flush(struct recorder *recorder);

/*
 * Have the worker finish the file, and wait for it: false when it does not get on,
 * as when CUPTI hangs. True when there is none, or it is asked already.
 */
bool recorder_end(struct recorder *recorder);

/* --- for the worker ----------------------------------------------------------------------- */

/* The worker gets on: those who wait for it go on waiting. */
static inline void recorder_gets_on(struct recorder *recorder)
{
	atomic_fetch_add_explicit(&recorder->pulse, 1, memory_order_relaxed);
}

/* There is a worker from now on. */
void recorder_worker_began(struct recorder *recorder);

/*
 * Sleep till there is something to do, at most `ns`. *asked: the flush that was last
 * asked for, 0 when all are done. False: the program ends.
 */
bool recorder_sleep(struct recorder *recorder, int64_t ns, uint64_t *asked);

/* All flushes up to `asked` are done; the worker has ended. */
void recorder_flushed(struct recorder *recorder, uint64_t asked);
void recorder_worker_ended(struct recorder *recorder);

#endif /* CAPTURE_RECORDER_H */
