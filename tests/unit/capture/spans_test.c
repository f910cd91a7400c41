#include "capture/program/spans.c"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

/* The library never frees them: a span may be ended at any time. */
static void release(struct spans *spans)
{
	for (size_t i = 0; i < spans->count; i += SPANS_AT_ONCE)
		free(spans->list[i]);
	free(spans->list);
}

static void a_span_ends_once(void **state)
{
	struct spans spans = { 0 };
	struct span *span;
	unsigned watch;
	uint64_t id;

	(void)state;
	spans_init(&spans);
	span = span_begin(&spans);
	id = atomic_load(&span->id);
	atomic_store(&span->watch, WATCH_CAPTURE);
	assert_false(span_end(&spans, id + 1, 5, &watch));
	assert_true(span_end(&spans, id, 7, &watch));
	assert_int_equal(watch, WATCH_CAPTURE);
	assert_int_equal(atomic_load(&span->end_ns), 7);
	assert_false(span_end(&spans, id, 9, &watch));
	assert_int_equal(watch, WATCH_NONE);
	span_free(&spans, span);
	/* the next reuses its memory, with another id */
	assert_ptr_equal(span_begin(&spans), span);
	assert_int_not_equal(atomic_load(&span->id), id);
	assert_false(span_end(&spans, id, 9, &watch));
	release(&spans);
}

/* Some threads begin ranges and end, others end the ranges: memory does not grow. */
static void a_span_of_an_ended_thread_is_reused(void **state)
{
	struct spans spans = { 0 };
	unsigned watch;

	(void)state;
	spans_init(&spans);
	for (int i = 0; i < 1000; i++) {
		struct span *span = span_begin(&spans);
		uint64_t id = atomic_load(&span->id);

		if (i % 2 == 0) {
			assert_true(span_end(&spans, id, 1, &watch));
			span_leave(&spans, span);
		} else {
			span_leave(&spans, span);
			assert_true(span_end(&spans, id, 1, &watch));
		}
		assert_false(span_end(&spans, id, 1, &watch));
	}
	assert_int_equal(spans.count, SPANS_AT_ONCE);
	release(&spans);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_span_ends_once),
		cmocka_unit_test(a_span_of_an_ended_thread_is_reused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
