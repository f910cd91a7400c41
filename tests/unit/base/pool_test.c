#define _GNU_SOURCE /* pthread_setattr_default_np */
#include "base/pool.h"
#include "tests/unit/test.h"

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
