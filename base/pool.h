#ifndef BASE_POOL_H
#define BASE_POOL_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { POOL_MOST_THREADS = 256 };

/* One of the jobs: its number, and that of the thread that does it, both from 0. */
struct pool_job {
	size_t index;
	unsigned thread;
};

/*
 * The jobs of a pool. They are begun in their order, on several threads of which the caller's is
 * one; where there can be no more threads, those that there are do all.
 */
struct pool_work {
	/*
	 * begin() and take() may be NULL: they are called before and after run(), in the order of
	 * jobs, for one at a time, by the thread of the job. take() returns false: begin no others,
	 * and take none.
	 */
	void (*begin)(void *context, const struct pool_job *job);
	void (*run)(void *context, const struct pool_job *job);
	bool (*take)(void *context, const struct pool_job *job);
	void *context;
};

/* Do `count` jobs; returns when all have ended. `threads`: pool_threads(). */
void pool_run(const struct pool_work *work, size_t count, unsigned threads);

/* How many threads there are to be: `wanted`, or one for each processor where that is 0. */
unsigned pool_threads(uint64_t wanted);

/* Work beside the caller's. If there can be no thread, or it is to be alone, it is done at once. */
struct task {
	void (*run)(void *context);
	void *context;
	bool has_thread;
	pthread_t thread;
};

void task_begin(struct task *task, void (*run)(void *context), void *context, bool alone);
void task_end(struct task *task);

/*
 * Begin a thread, to be joined. Its stack is as large on every system: by default it has 128 KB
 * with musl and 512 KB on macOS, which is too little for readers. False: there can be no thread.
 */
bool thread_begin(pthread_t *thread, void *(*run)(void *context), void *context);

#endif /* BASE_POOL_H */
