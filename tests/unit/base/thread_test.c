#define _GNU_SOURCE /* pthread_setattr_default_np */
#include "base/thread.h"
#include "tests/unit/test.h"

#include <string.h>

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

/* Work that fails unless it is to count to a small number. */
struct count {
	int to, done;
	pthread_t thread;
};

static bool count_up(void *context, struct err *err)
{
	struct count *count = context;

	count->thread = pthread_self();
	while (count->done < count->to)
		count->done++;
	return count->to < 100 || err_set(err, ERR_FORMAT, "counted to %d", count->to);
}

TEST(work_is_done_beside_or_at_once)
{
	for (int alone = 0; alone < 2; alone++) {
		for (int to = 99; to <= 100; to++) {
			struct count count = { .to = to };
			struct side_work side = { count_up, &count, .alone = alone != 0 };
			struct err err = { 0 };

			side_work_begin(&side);
			assert_int_equal(side_work_end(&side, true, &err), to < 100);
			assert_int_equal(count.done, to);
			assert_int_equal(pthread_equal(count.thread, pthread_self()) != 0, alone);
			assert_string_equal(err.msg, to < 100 ? "" : "counted to 100");
			assert_false(err_set(&err, ERR_FORMAT, "the caller's own"));
			side_work_begin(&side);
			assert_false(side_work_end(&side, false, &err));
			assert_string_equal(err.msg, "the caller's own");
		}
	}
}
