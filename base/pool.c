#include "base/pool.h"

#include <unistd.h>

struct pool {
	const struct pool_work *work;
	size_t count;
	pthread_mutex_t lock;
	pthread_cond_t is_next;
	size_t next, begun, taken; /* numbers of jobs: the next one, and those whose turn is next */
	unsigned threads;
	bool stops;
};

bool thread_begin(pthread_t *thread, void *(*run)(void *context), void *context)
{
	enum { STACK_BYTES = 8 << 20 };
	pthread_attr_t attributes;
	bool begun;

	if (pthread_attr_init(&attributes) != 0)
		return false;
	begun = pthread_attr_setstacksize(&attributes, STACK_BYTES) == 0 &&
		pthread_create(thread, &attributes, run, context) == 0;
	pthread_attr_destroy(&attributes);
	return begun;
}

static void *run_task(void *data)
{
	const struct task *task = data;

	task->run(task->context);
	return NULL;
}

void task_begin(struct task *task, void (*run)(void *context), void *context, bool alone)
{
	*task = (struct task){ .run = run, .context = context };
	task->has_thread = !alone && thread_begin(&task->thread, run_task, task);
	if (!task->has_thread)
		run(context);
}

void task_end(struct task *task)
{
	if (task->has_thread)
		pthread_join(task->thread, NULL);
	task->has_thread = false;
}

unsigned pool_threads(uint64_t wanted)
{
	long processors = sysconf(_SC_NPROCESSORS_ONLN);

	if (wanted == 0)
		wanted = processors > 0 ? (uint64_t)processors : 1;
	return wanted < POOL_MOST_THREADS ? (unsigned)wanted : POOL_MOST_THREADS;
}

/* Wait until it is a job's turn, and let go of the lock; false: it is no longer wanted. */
static bool await_turn(struct pool *pool, const size_t *turn, const struct pool_job *job)
{
	bool is_wanted;

	while (*turn != job->index)
		pthread_cond_wait(&pool->is_next, &pool->lock);
	is_wanted = !pool->stops;
	if (is_wanted)
		pthread_mutex_unlock(&pool->lock);
	return is_wanted;
}

static void end_turn(struct pool *pool, size_t *turn)
{
	++*turn;
	pthread_cond_broadcast(&pool->is_next);
}

/* The lock is held, here and below. */
static void begin(struct pool *pool, const struct pool_job *job)
{
	if (await_turn(pool, &pool->begun, job)) {
		pool->work->begin(pool->work->context, job);
		pthread_mutex_lock(&pool->lock);
	}
	end_turn(pool, &pool->begun);
}

static void take(struct pool *pool, const struct pool_job *job)
{
	bool goes_on;

	if (await_turn(pool, &pool->taken, job)) {
		goes_on = pool->work->take(pool->work->context, job);
		pthread_mutex_lock(&pool->lock);
		pool->stops |= !goes_on;
	}
	end_turn(pool, &pool->taken);
}

static void *do_jobs(void *data)
{
	struct pool *pool = data;
	struct pool_job job;

	pthread_mutex_lock(&pool->lock);
	job.thread = pool->threads++;
	while (!pool->stops && pool->next < pool->count) {
		job.index = pool->next++;
		if (pool->work->begin != NULL)
			begin(pool, &job);
		pthread_mutex_unlock(&pool->lock);
		pool->work->run(pool->work->context, &job);
		pthread_mutex_lock(&pool->lock);
		if (pool->work->take != NULL)
			take(pool, &job);
	}
	pthread_mutex_unlock(&pool->lock);
	return NULL;
}

void pool_run(const struct pool_work *work, size_t count, unsigned threads)
{
	pthread_t others[POOL_MOST_THREADS];
	struct pool pool = { .work = work,
		.count = count,
		.lock = PTHREAD_MUTEX_INITIALIZER,
		.is_next = PTHREAD_COND_INITIALIZER };
	unsigned begun = 0;

	while (begun + 1 < threads && begun + 1 < count &&
		thread_begin(&others[begun], do_jobs, &pool))
		begun++;
	do_jobs(&pool);
	for (unsigned i = 0; i < begun; i++)
		pthread_join(others[i], NULL);
	pthread_cond_destroy(&pool.is_next);
	pthread_mutex_destroy(&pool.lock);
}
