#include "capture/program/program.h"

#include <time.h>

#include "capture/recorder.h"

bool program_init(struct program *program, struct recorder *recorder, struct err *err)
{
	struct threads *threads = &program->threads;

	ticks_init(&program->ticks);
	/* so that the worker, when CUDA starts, can tell how fast the counter is */
	ticks_compare(&program->ticks);
	if (!stacks_init(&program->stacks, (uint32_t)recorder->config.max_nodes, err))
		return false;
	spans_init(&program->spans);
	window_init(&program->window, recorder);
	threads->recorder = recorder;
	threads->ticks = &program->ticks;
	threads->stacks = &program->stacks;
	threads->spans = &program->spans;
	threads->window = &program->window;
	if (!threads_init(threads))
		return err_nomem(err);
	nvtx_init(&program->nvtx, recorder, threads);
	return true;
}

/* Not in their usual order: none is waited for. */
enum { LOCKS = 5, TRIES = 1000, TRY_NS = 100000 };

static void list_locks(struct program *program, pthread_mutex_t *locks[LOCKS])
{
	locks[0] = &program->nvtx.lock;
	locks[1] = &program->window.lock;
	locks[2] = &program->threads.lock;
	locks[3] = &program->stacks.lock;
	locks[4] = &program->spans.lock;
}

/* Those taken; LOCKS: all. */
static size_t try_locks(pthread_mutex_t *const locks[LOCKS])
{
	size_t count = 0;

	while (count < LOCKS && pthread_mutex_trylock(locks[count]) == 0)
		count++;
	return count;
}

bool program_lock(struct program *program)
{
	const struct timespec pause = { 0, TRY_NS };
	pthread_mutex_t *locks[LOCKS];

	list_locks(program, locks);
	for (int i = 0; i < TRIES; i++) {
		size_t count = try_locks(locks);

		if (count == LOCKS)
			return true;
		while (count > 0)
			pthread_mutex_unlock(locks[--count]);
		nanosleep(&pause, NULL);
	}
	return false;
}

void program_unlock(struct program *program)
{
	pthread_mutex_t *locks[LOCKS];

	list_locks(program, locks);
	for (size_t i = LOCKS; i > 0; i--)
		pthread_mutex_unlock(locks[i - 1]);
}
