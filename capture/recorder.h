#ifndef CAPTURE_RECORDER_H
#define CAPTURE_RECORDER_H

#include <pthread.h>
#include <stdatomic.h>

#include "capture/config.h"
#include "capture/job.h"
#include "capture/status.h"

/*
 * What all parts of the library share: whether it is active, its configuration,
 * when it started, and how to wake the worker and wait for it. There is one,
 * within the library's only global (start/library.h); everything below start/ gets
 * a pointer.
 *
 * Order of locks, outermost first: window.lock, threads.lock, stacks.lock and
 * spans.lock; buffers.lock, graph_nodes.lock, nvtx.lock and recorder.lock are taken
 * alone. None is held while CUPTI is called, except window.lock, which no callback of
 * a buffer takes.
 */
struct recorder {
	/* No lock: atomic. */
	_Atomic(bool) is_forked; /* this is a forked child of a process with a worker: nothing is
				    captured */
	/*
	 * 0: off, callbacks do nothing: not set up, idle, finished, failed, or forked. Else
	 * the number of the capture: what a thread knows of an earlier one is outdated.
	 */
	_Atomic(uint32_t) epoch;
	_Atomic(bool) is_idle;           /* off, and may be started: names are kept all the same */
	_Atomic(bool) is_asked_to_start; /* gpuflame_start() was called while idle */
	_Atomic(bool) has_failed;        /* and reported it */
	_Atomic(int) worker_pid;  /* of the process that has the worker; 0: there was none yet */
	_Atomic(uint64_t) pulse;  /* incremented while the worker makes progress */
	_Atomic(bool) is_writing; /* the worker waits for the disk, if for anything */

	/* No lock: set while the library starts, then constant. */
	struct config config;
	char *directory;  /* the program's at start; NULL: not known */
	int64_t epoch_ns; /* clock_ns() plus this is the time since 1970 */
	int64_t start_ns; /* of clock_ns(): when the library started */
	bool is_shared;   /* the capture is where many machines write; of the worker */
	bool cannot_sync; /* its file system cannot; of the worker */
	bool is_again;    /* the process was captured before; of the worker */
	void *worker;     /* whom nothing else refers to, if the program looks for leaks */
	int64_t begun_ns; /* of clock_ns(): when the capture began; for the worker, once it runs */
	int64_t young_ns; /* and when it could have something to write, at the earliest */
	struct job_place job; /* copied from the environment */

	/* The worker: the one thread that reads buffers, writes files and flushes. */
	pthread_mutex_t lock; /* of all below */
	pthread_cond_t wake, done;
	bool has_worker;
	bool is_woken;
	bool is_asked_to_end;
	bool has_ended;
	uint64_t flushes_asked, flushes_done;
};

/* Read the clocks and create the locks; the caller reads the configuration. */
void recorder_init(struct recorder *recorder);

/* In a forked child that goes on, since there was no worker yet. */
void recorder_forked(struct recorder *recorder);

/* Whether this is a forked child that does not. */
static inline bool recorder_is_forked(const struct recorder *recorder)
{
	return atomic_load_explicit(&recorder->is_forked, memory_order_relaxed);
}

static inline bool recorder_is_off(const struct recorder *recorder)
{
	return atomic_load_explicit(&recorder->epoch, memory_order_relaxed) == 0;
}

static inline bool recorder_is_idle(const struct recorder *recorder)
{
	return atomic_load_explicit(&recorder->is_idle, memory_order_relaxed);
}

static inline bool recorder_is_trace(const struct recorder *recorder)
{
	return recorder->config.mode == MODE_TRACE;
}

/* Whether Python's frames are wanted at each launch. */
static inline bool recorder_wants_frames(const struct recorder *recorder)
{
	return recorder->config.python_stacks == PYTHON_STACKS_LAUNCHES;
}

/*
 * Report on stderr, and to `gpuflame record`, why something is not captured.
 * Only the first time; the program continues.
 */
void recorder_fail(struct recorder *recorder, const char *fmt, ...) PRINTF_LIKE(2, 3);

/* Report in the same way what is missing from a capture that goes on. */
void recorder_note(const struct recorder *recorder, const char *fmt, ...) PRINTF_LIKE(2, 3);

/* Tell the user, on stderr alone, that something takes a while. */
void recorder_say(const char *fmt, ...) PRINTF_LIKE(1, 2);

/* Append a line to the status file, if there is one; fills in pid and rank. */
void recorder_report(const struct recorder *recorder, const struct status *status);

/* --- for the program's threads ---------------------------------------------------------- */

/* Whether there is a running worker. */
bool recorder_has_worker(struct recorder *recorder);

/* Wake the worker: for a buffer, or a closed window. From any thread. */
void recorder_wake(struct recorder *recorder);

/* Make the worker flush and write, and wait for it. Not from callbacks. */
void recorder_flush(struct recorder *recorder);

/*
 * Make the worker finish the file, and wait for it: false if it makes no progress,
 * as when CUPTI hangs. True if there is no worker, or it was asked already.
 */
bool recorder_end(struct recorder *recorder);

/* --- for the worker ----------------------------------------------------------------------- */

/* The worker made progress: threads that wait for it go on waiting. */
static inline void recorder_progress(struct recorder *recorder)
{
	atomic_fetch_add_explicit(&recorder->pulse, 1, memory_order_relaxed);
}

/*
 * A program that is bound to some processors keeps them: the thread that calls this may use the
 * others of the job, and gives way.
 */
void recorder_give_way(void);

/* The worker has started. */
void recorder_worker_began(struct recorder *recorder);

/*
 * Sleep until there is something to do, at most `ns`. *asked: the flush requested
 * last, 0 when all are done. False: the program ends.
 */
bool recorder_sleep(struct recorder *recorder, int64_t ns, uint64_t *asked);

/* All flushes up to `asked` are done; the worker has ended. */
void recorder_flushed(struct recorder *recorder, uint64_t asked);
void recorder_worker_ended(struct recorder *recorder);

#endif /* CAPTURE_RECORDER_H */
