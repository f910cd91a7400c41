#define _GNU_SOURCE /* pthread_setattr_default_np */
#include "base/pool.h"
#include "tests/unit/test.h"

#include <unistd.h>

static void *use_stack(void *context)
{
	volatile unsigned char block[2 << 20];

	for (size_t i = 0; i < sizeof(block); i += 1024)
		block[i] = 1;
	*(unsigned char *)context = block[sizeof(block) - 1024];
	return context;
}

/* As where threads have little by default. */
TEST(a_stack_is_large_everywhere)
{
	pthread_attr_t little;
	pthread_t thread;
	unsigned char used = 0;

	assert_int_equal(pthread_attr_init(&little), 0);
	assert_int_equal(pthread_attr_setstacksize(&little, 128 << 10), 0);
	assert_int_equal(pthread_setattr_default_np(&little), 0);
	assert_true(thread_begin(&thread, use_stack, &used));
	assert_int_equal(pthread_join(thread, NULL), 0);
	assert_int_equal(used, 1);
	pthread_attr_destroy(&little);
}

enum { JOBS = 100 };

struct squares {
	size_t made[JOBS], begun, taken, last;
};

static void begin(void *context, const struct pool_job *job)
{
	struct squares *squares = context;

	assert_int_equal(job->index, squares->begun);
	squares->begun++;
}

static void make(void *context, const struct pool_job *job)
{
	struct squares *squares = context;

	if (job->index % 7 == 0)
		usleep(1000); /* later than those after it */
	squares->made[job->index] = job->index * job->index;
}

static bool take(void *context, const struct pool_job *job)
{
	struct squares *squares = context;

	assert_int_equal(job->index, squares->taken);
	assert_int_equal(squares->made[job->index], job->index * job->index);
	squares->taken++;
	return squares->taken < squares->last;
}

TEST(jobs_are_taken_in_their_order)
{
	for (unsigned threads = 1; threads <= 8; threads *= 2) {
		struct squares squares = { .last = JOBS + 1 };

		pool_run(&(struct pool_work){ begin, make, take, &squares }, JOBS, threads);
		assert_int_equal(squares.taken, JOBS);
		squares = (struct squares){ .last = 10 };
		pool_run(&(struct pool_work){ begin, make, take, &squares }, JOBS, threads);
		assert_int_equal(squares.taken, 10); /* and no more */
		squares = (struct squares){ 0 };
		pool_run(&(struct pool_work){ NULL, make, NULL, &squares }, JOBS, threads);
		for (size_t i = 0; i < JOBS; i++)
			assert_int_equal(squares.made[i], i * i);
	}
}

static void note_thread(void *context)
{
	*(pthread_t *)context = pthread_self();
}

TEST(a_task_is_done_beside_or_at_once)
{
	for (int alone = 0; alone < 2; alone++) {
		pthread_t thread = 0;
		struct task task;

		task_begin(&task, note_thread, &thread, alone != 0);
		task_end(&task);
		assert_int_equal(pthread_equal(thread, pthread_self()) != 0, alone);
	}
}
