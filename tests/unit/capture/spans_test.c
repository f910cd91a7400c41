#include "capture/program/spans.c"
#include "tests/unit/test.h"

/* The library never frees them: a span may be ended at any time. */
static void release(struct spans *spans)
{
	for (size_t i = 0; i < spans->count; i += SPANS_AT_ONCE)
		free(spans->list[i]);
	free(spans->list);
}

TEST(a_span_ends_once)
{
	struct spans spans = { 0 };
	struct span *span;
	unsigned watch;
	uint64_t id;

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
TEST(a_span_of_an_ended_thread_is_reused)
{
	struct spans spans = { 0 };
	unsigned watch;

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
