#include "capture/clock.c"
#include "capture/program/window.c"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

void recorder_wake(struct recorder *recorder)
{
	(void)recorder;
}

/* How often CUPTI is asked to record, and to stop. */
struct asked {
	unsigned on, off;
};

static bool count(void *context, bool on)
{
	struct asked *asked = context;

	asked->on += on;
	asked->off += !on;
	return on;
}

/* The window is open between calls of the profiler API, again and again. */
static void set_up_rounds(struct window *window, struct recorder *recorder)
{
	*recorder = (struct recorder){ 0 };
	*window = (struct window){ 0 };
	recorder->config.range = CAPTURE_CUDA_PROFILER_API;
	recorder->config.range_end = RANGE_END_REPEAT;
	window_init(window, recorder);
}

static void cupti_is_asked_once_to_record(void **state)
{
	struct asked asked = { 0 };
	struct recorder recorder;
	struct window window;

	(void)state;
	set_up_rounds(&window, &recorder);
	window_start(&window, count, &asked, false);
	assert_int_equal(asked.on, 0);
	for (int i = 0; i < 3; i++) {
		window_profiler(&window, true);
		assert_true(window_is_on(&window));
		window_profiler(&window, false);
		assert_false(window_is_on(&window));
	}
	assert_int_equal(asked.on, 1);
	assert_int_equal(asked.off, 0);
}

/* CUPTI before CUDA 12 must record before the graphs are made that are launched later. */
static void an_early_start_is_the_only_one(void **state)
{
	struct asked asked = { 0 };
	struct recorder recorder;
	struct window window;

	(void)state;
	set_up_rounds(&window, &recorder);
	window_start(&window, count, &asked, true);
	assert_int_equal(asked.on, 1);
	assert_false(window_is_on(&window));
	window_profiler(&window, true);
	assert_true(window_is_on(&window));
	assert_int_equal(asked.on, 1);
}

static void more_is_recorded_only_while_something_is(void **state)
{
	struct asked asked = { 0 };
	struct recorder recorder;
	struct window window;

	(void)state;
	set_up_rounds(&window, &recorder);
	window_start(&window, count, &asked, false);
	window_record_more(&window);
	assert_int_equal(asked.on, 0);
	window_profiler(&window, true);
	window_record_more(&window);
	assert_int_equal(asked.on, 2);
}

static void cupti_is_asked_once_to_stop_at_the_end(void **state)
{
	struct asked asked = { 0 };
	struct recorder recorder;
	struct window window;

	(void)state;
	set_up_rounds(&window, &recorder);
	window_start(&window, count, &asked, false);
	window_profiler(&window, true);
	window_profiler(&window, false);
	/* another round may follow */
	window_stop_recording(&window);
	assert_int_equal(asked.off, 0);
	window_end(&window);
	window_stop_recording(&window);
	window_stop_recording(&window);
	assert_int_equal(asked.off, 1);
	window_profiler(&window, true);
	assert_false(window_is_on(&window));
	assert_int_equal(asked.on, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cupti_is_asked_once_to_record),
		cmocka_unit_test(an_early_start_is_the_only_one),
		cmocka_unit_test(more_is_recorded_only_while_something_is),
		cmocka_unit_test(cupti_is_asked_once_to_stop_at_the_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
