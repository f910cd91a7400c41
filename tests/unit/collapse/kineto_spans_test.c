

#include "base/mem.h"
#include "collapse/kineto/kineto_spans.h"
#include "tests/unit/test.h"

/* More than a block holds. */
enum { COUNT = 20000 };

/* Spans of any values, also the most extreme ones beside each other. */
static struct kineto_span span_at(uint64_t i)
{
	uint64_t bits = mem_mix64(i + 1);
	struct kineto_span span = {
		.start = (int64_t)(mem_mix64(bits) >> bits % 60),
		.id = mem_mix64(bits + 2) >> bits / 64 % 60,
		.thread = (uint32_t)(bits >> 20) % 5,
		.name = (bits & 8) != 0 ? UINT32_MAX : (uint32_t)(bits >> 30),
	};

	span.end = span.start + (int64_t)(bits >> 40);
	if (i % 7 == 0)
		span = (struct kineto_span){ INT64_MIN, INT64_MAX, UINT64_MAX, UINT32_MAX, 0 };
	if (i % 11 == 0)
		span = (struct kineto_span){ INT64_MAX, INT64_MAX, 0, 0, UINT32_MAX };
	return span;
}

TEST(spans_are_read_as_they_were_added)
{
	struct kineto_spans spans = { 0 };
	struct kineto_spans_at at = { 0 };

	assert_false(kineto_spans_next(&spans, &at));
	for (uint64_t i = 0; i < COUNT; i++) {
		struct kineto_span span = span_at(i);

		kineto_spans_add(&spans, &span);
	}
	assert_int_equal(spans.count, COUNT);
	for (int time = 0; time < 2; time++) {
		at = (struct kineto_spans_at){ 0 };
		for (uint64_t i = 0; i < COUNT; i++) {
			const struct kineto_span span = span_at(i);

			assert_true(kineto_spans_next(&spans, &at));
			assert_int_equal(at.span.start, span.start);
			assert_int_equal(at.span.end, span.end);
			assert_int_equal(at.span.id, span.id);
			assert_int_equal(at.span.thread, span.thread);
			assert_int_equal(at.span.name, span.name);
		}
		assert_false(kineto_spans_next(&spans, &at));
	}
	kineto_spans_release(&spans);
	at = (struct kineto_spans_at){ 0 };
	assert_false(kineto_spans_next(&spans, &at));
	kineto_spans_release(&spans);
}
