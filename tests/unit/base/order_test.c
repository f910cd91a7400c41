

#include "base/order.h"
#include "tests/unit/test.h"

static int compare(const void *context, uint32_t a, uint32_t b)
{
	const int *values = context;

	return (values[a] > values[b]) - (values[a] < values[b]);
}

/* Sorted by value, and by index among equals: the result is unique. */
static void check(const int *values, size_t count)
{
	uint32_t indices[512];

	for (size_t i = 0; i < count; i++)
		indices[i] = (uint32_t)i;
	order_by(indices, count, compare, values);
	for (size_t i = 1; i < count; i++) {
		assert_true(values[indices[i - 1]] <= values[indices[i]]);
		if (values[indices[i - 1]] == values[indices[i]])
			assert_true(indices[i - 1] < indices[i]);
	}
}

TEST(sorts_any_order_and_keeps_equals)
{
	uint32_t random = 7;
	int values[512] = { 0 };

	for (size_t count = 0; count <= 512; count += 1 + count / 8) {
		for (size_t i = 0; i < count; i++) {
			random = random * 1664525u + 1013904223u;
			values[i] = (int)(random >> 26);
		}
		check(values, count);
	}
}

TEST(sorts_runs_and_reversed_input)
{
	int values[300];

	for (int i = 0; i < 300; i++)
		values[i] = i % 100;
	check(values, 300);
	for (int i = 0; i < 300; i++)
		values[i] = -i;
	check(values, 300);
}
