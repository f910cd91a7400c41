#include "capture/clock.c"
#include "capture/program/window.c"
#include "tests/unit/test.h"

void recorder_wake(UNUSED struct recorder *recorder)
{
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

/* A started window that is open between calls of the profiler API, again and again. */
struct rounds {
	struct recorder recorder;
	struct window window;
	struct asked asked;
};

static void start_rounds(struct rounds *rounds, bool early)
{
	*rounds = (struct rounds){ 0 };
	rounds->recorder.config.range = CAPTURE_CUDA_PROFILER_API;
	rounds->recorder.config.range_end = RANGE_END_REPEAT;
	window_init(&rounds->window, &rounds->recorder);
	window_start(&rounds->window, count, &rounds->asked, early);
}

TEST(cupti_is_asked_once_to_record)
{
	struct rounds rounds;

	start_rounds(&rounds, false);
	assert_int_equal(rounds.asked.on, 0);
	for (int i = 0; i < 3; i++) {
		window_profiler(&rounds.window, true);
		assert_true(window_is_on(&rounds.window));
		window_profiler(&rounds.window, false);
		assert_false(window_is_on(&rounds.window));
	}
	assert_int_equal(rounds.asked.on, 1);
	assert_int_equal(rounds.asked.off, 0);
}

/* Processes agree by the number of a step, which some learn while they wait. */
TEST(capturing_begins_with_the_step_that_is_asked_for)
{
	struct recorder recorder = { 0 };
	struct window window = { 0 };
	struct asked asked = { 0 };

	window_init(&window, &recorder);
	for (int i = 0; i < 3; i++) /* idle */
		window_step(&window);
	assert_true(window_ask(&window, 2, WINDOW_WAIT));
	window_reset(&window);
	atomic_store(&recorder.epoch, 1);
	window_start(&window, count, &asked, false);
	window_step(&window);
	assert_true(window_now(&window).is_waiting);
	assert_int_equal(window_now(&window).number, 4);
	assert_false(window_ask(&window, 2, 4));
	assert_true(window_ask(&window, 2, 6));
	assert_true(window_now(&window).is_waiting);
	for (int step = 5; step < 10; step++) {
		window_step(&window);
		assert_int_equal(window_is_on(&window), step == 6 || step == 7);
		assert_int_equal(window_now(&window).is_waiting, step == 5);
	}
	assert_int_equal(window_now(&window).steps, 2);
	assert_int_equal(asked.on, 1);
}

TEST(all_steps_that_there_may_be_are_captured)
{
	struct recorder recorder = { .config.steps = UINT64_MAX, .config.skip_steps = 2 };
	struct window window = { 0 };
	struct asked asked = { 0 };

	atomic_store(&recorder.epoch, 1);
	window_init(&window, &recorder);
	window_start(&window, count, &asked, false);
	for (int step = 1; step < 10; step++) {
		window_step(&window);
		assert_int_equal(window_is_on(&window), step > 2);
	}
}

TEST(a_pattern_may_begin_with_a_byte_that_stands_for_itself)
{
	static char pattern[] = "\\*step #";
	const char *items[] = { pattern };
	struct recorder recorder = { .config.step_ranges = { .items = items, .count = 1 } };
	struct window window = { .recorder = &recorder };
	uint64_t number;

	assert_non_null(find_pattern(&window, "*step 7", &number));
	assert_int_equal(number, 7);
	assert_null(find_pattern(&window, "step 7", &number));
}

/* CUPTI before CUDA 12 must record before the graphs are made that are launched later. */
TEST(an_early_start_is_the_only_one)
{
	struct rounds rounds;

	start_rounds(&rounds, true);
	assert_int_equal(rounds.asked.on, 1);
	assert_false(window_is_on(&rounds.window));
	window_profiler(&rounds.window, true);
	assert_true(window_is_on(&rounds.window));
	assert_int_equal(rounds.asked.on, 1);
}

TEST(cupti_is_asked_once_to_stop_at_the_end)
{
	struct rounds rounds;

	start_rounds(&rounds, false);
	window_profiler(&rounds.window, true);
	window_profiler(&rounds.window, false);
	/* another round may follow */
	window_stop_recording(&rounds.window);
	assert_int_equal(rounds.asked.off, 0);
	window_end(&rounds.window);
	window_stop_recording(&rounds.window);
	window_stop_recording(&rounds.window);
	assert_int_equal(rounds.asked.off, 1);
	window_profiler(&rounds.window, true);
	assert_false(window_is_on(&rounds.window));
	assert_int_equal(rounds.asked.on, 1);
}
