#ifndef CAPTURE_RECORDER_H
#define CAPTURE_RECORDER_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "capture/device/callbacks.h"
#include "capture/program/clock.h"
#include "capture/config.h"
#include "capture/device/cupti.h"
#include "capture/program/nvtx.h"
#include "capture/program/spans.h"
#include "capture/program/stacks.h"
#include "capture/program/threads.h"
#include "capture/program/window.h"

/*
 * The one global of the library: CUDA, CUPTI and NVTX call back without a word
 * of whose they are. It begins as zeroes, and fork() leaves a copy that is inert.
 *
 * Order of locks, outermost first: window.lock, threads.lock, stacks.lock and spans.lock;
 * buffers_lock and worker_lock are taken alone. None is held while CUPTI is
 * called, except window.lock, which no callback of a buffer takes.
 */
struct recorder {
	_Atomic(bool) is_forked;

	/* Callbacks of any kind do nothing: not set up, finished, failed, or forked. */
	_Atomic(bool) is_off;

	/* Set while the library starts and never again. */
	struct config config;
	char *self_path;          /* of libgpuflame.so */
	char *directory;          /* the program's when it began; NULL: it can't be told */
	int64_t epoch_ns;         /* add to clock_ns() for the time since 1970 */
	int64_t start_ns;         /* of clock_ns(): when the library started */
	int64_t device_origin_ns; /* start_ns on the clock of CUPTI's records */
	bool is_ready;            /* what is above, and stacks and threads */
	const char *rank;         /* NULL: none; of the environment, copied */
	struct cupti cupti;
	void *subscriber;

	struct ticks ticks;       /* no lock: see there */
	struct stacks stacks;     /* stacks.lock */
	struct threads threads;   /* threads.lock */
	struct spans spans;       /* spans.lock */
	struct window window;     /* window.lock */
	struct launches launches; /* no lock: see there */
	struct graphs graphs;     /* graphs.lock */
	struct nvtx nvtx;         /* nvtx.lock */

	/* Buffers that CUPTI has filled and the worker has yet to read. */
	pthread_mutex_t buffers_lock; /* of the seven below */
	struct buffer *filled, *filled_last;
	struct buffer *spare;
	size_t filled_count, spare_count;
	uint64_t filled_bytes;
	size_t buffer_bytes;            /* of the next one */
	_Atomic(uint64_t) dropped;      /* records that CUPTI had no room for */
	_Atomic(uint64_t) lost_buffers; /* not read, or not to their end */

	/* The worker: the one thread that reads buffers, writes files and flushes. */
	pthread_mutex_t worker_lock; /* of all down to `pulse` */
	pthread_cond_t worker_wake, worker_done;
	bool has_worker;
	bool is_woken;
	bool is_asked_to_end;
	bool has_ended;
	uint64_t flushes_asked, flushes_done;
	_Atomic(uint64_t) pulse; /* goes up while it gets on; no lock */

	_Atomic(size_t) event_bytes; /* of all event queues */
	_Atomic(bool) has_told;      /* a failure, once */
	_Atomic(unsigned) exit_handlers;
};

extern struct recorder recorder;

/* Whether this is a forked child, in which nothing is ours. */
bool recorder_is_forked(void);

/* Set up what NVTX needs, once; false when the process is not to be captured. */
bool recorder_prepare(void);

/* CUDA is there (or not asked for): set up CUPTI and the worker, once. */
bool recorder_start(void);

/*
 * Say on stderr, and to `gpuflame record`, why something is not captured. Only
 * the first time; the program goes on.
 */
void recorder_fail(const char *fmt, ...) PRINTF_LIKE(1, 2);

/* Whether there is a worker that has not ended. Takes worker_lock. */
bool recorder_has_worker(void);

/* Wake the worker: there is a buffer, a window that closed. From any thread. */
void recorder_wake(void);

/* Have the worker flush and write, and wait for it. Not from callbacks. */
void recorder_flush(void);

#endif /* CAPTURE_RECORDER_H */
