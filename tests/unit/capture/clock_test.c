/* only in the capture library, which is not an archive */
#include "capture/clock.c"
#include "tests/unit/test.h"

static void sleep_ms(long ms)
{
	const struct timespec pause = { .tv_nsec = ms * 1000000 };

	nanosleep(&pause, NULL);
}

/* The least difference of the two clocks: this thread may be preempted in between. */
static int64_t least_off(const struct ticks *ticks)
{
	int64_t least = INT64_MAX;

	for (int i = 0; i < 1000; i++) {
		int64_t before = clock_ns(), converted = ticks_ns(ticks), after = clock_ns();
		int64_t off = converted < before  ? before - converted
			      : converted > after ? converted - after
						  : 0;

		if (off < least)
			least = off;
	}
	return least;
}

static void begin(struct ticks *ticks)
{
	ticks_init(ticks);
	if (ticks->is_off)
		skip();
	ticks_compare(ticks);
	sleep_ms(50);
	ticks_compare(ticks);
	assert_true(ticks->rate > 0);
}

TEST(without_comparison_the_clock_is_used)
{
	struct ticks ticks = { 0 };

	assert_int_equal(least_off(&ticks), 0);
	ticks.is_off = true;
	ticks_compare(&ticks);
	ticks_compare(&ticks);
	assert_int_equal(ticks.rate, 0);
	assert_int_equal(least_off(&ticks), 0);
}

TEST(the_counter_gives_the_time)
{
	struct ticks ticks = { 0 };

	begin(&ticks);
	for (int i = 0; i < 10; i++) {
		sleep_ms(30);
		assert_true(least_off(&ticks) < MOST_OFF_NS);
		ticks_compare(&ticks);
	}
}

TEST(an_early_comparison_is_ignored)
{
	struct ticks ticks = { 0 };

	ticks_init(&ticks);
	if (ticks.is_off)
		skip();
	ticks_compare(&ticks);
	ticks_compare(&ticks);
	assert_int_equal(ticks.rate, 0);
}

TEST(an_old_comparison_is_not_trusted)
{
	struct ticks ticks = { 0 };

	begin(&ticks);
	/* as if it were seconds ago, with a wrong rate */
	ticks.from_ticks -= (uint64_t)(3e9 * 4294967296.0 / (double)ticks.rate);
	ticks.from_ns -= INT64_C(4000000000);
	assert_int_equal(least_off(&ticks), 0);
}

TEST(a_counter_set_back_is_not_trusted)
{
	struct ticks ticks = { 0 };

	begin(&ticks);
	ticks.from_ticks += UINT64_C(1) << 36;
	assert_int_equal(least_off(&ticks), 0);
}

/* The machine slept: one of the two continued, or both jumped. */
TEST(a_stopped_clock_is_measured_again)
{
	struct ticks ticks = { 0 };

	begin(&ticks);
	ticks.from_ns -= 1000000;
	ticks_compare(&ticks);
	assert_int_equal(ticks.rate, 0);
	assert_int_equal(least_off(&ticks), 0);
	sleep_ms(50);
	ticks_compare(&ticks);
	assert_true(ticks.rate > 0);
	assert_true(least_off(&ticks) < MOST_OFF_NS);
}
