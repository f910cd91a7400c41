#define _GNU_SOURCE /* pthread_setattr_default_np */
#include "base/thread.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void *use_stack(void *context)
{
	volatile unsigned char block[2 << 20];

	for (size_t i = 0; i < sizeof(block); i += 1024)
		block[i] = 1;
	*(unsigned char *)context = block[sizeof(block) - 1024];
	return context;
}

/* As where threads have little by default. */
static void a_stack_is_large_everywhere(void **state)
{
	pthread_attr_t little;
	pthread_t thread;
	unsigned char used = 0;

	(void)state;
	assert_int_equal(pthread_attr_init(&little), 0);
	assert_int_equal(pthread_attr_setstacksize(&little, 128 << 10), 0);
	assert_int_equal(pthread_setattr_default_np(&little), 0);
	assert_true(thread_begin(&thread, use_stack, &used));
	assert_int_equal(pthread_join(thread, NULL), 0);
	assert_int_equal(used, 1);
	pthread_attr_destroy(&little);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_stack_is_large_everywhere),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
