#include "capture/program/thread_frames.c"
#include "base/platform.h"
#include "tests/unit/test.h"

/* Ranges of frames, and whether there is memory for more. */
static unsigned levels;
static bool has_memory;

bool thread_enter_frame(UNUSED struct thread *thread, UNUSED const char *text)
{
	levels += has_memory;
	return has_memory;
}

static const struct thread_frame outer = { "code", "outer", "hash", "file" };
static const struct thread_frame inner = { "code", "inner", "hash", "file" };

static struct thread *new_thread(void)
{
	struct thread *thread = platform_map(sizeof(*thread), false);

	assert_non_null(thread);
	assert_true(thread_has_frames(thread));
	levels = 0;
	has_memory = true;
	return thread;
}

static void free_thread(struct thread *thread)
{
	platform_unmap(thread->frames, sizeof(*thread->frames));
	platform_unmap(thread, sizeof(*thread));
}

TEST(frames_of_the_last_launch_are_known_again)
{
	struct thread *thread = new_thread();
	struct thread_frame *met = thread->frames->met;

	assert_true(thread_add_frame(thread, &outer, "outer"));
	assert_true(thread_add_frame(thread, &inner, NULL));
	assert_int_equal(levels, 1);
	assert_true(thread->frames->is_level[0]);
	assert_false(thread->frames->is_level[1]);
	/* the innermost is met first */
	met[0] = inner;
	met[1] = outer;
	assert_int_equal(thread_same_frames(thread, 2), 2);
	assert_int_equal(thread_same_frames(thread, 1), 0);
	met[0].hash = "another";
	assert_int_equal(thread_same_frames(thread, 2), 1);
	free_thread(thread);
}

TEST(a_frame_without_memory_is_not_open)
{
	struct thread *thread = new_thread();

	assert_true(thread_add_frame(thread, &outer, "outer"));
	has_memory = false;
	assert_false(thread_add_frame(thread, &inner, "inner"));
	assert_int_equal(thread->frames->count, 1);
	assert_true(thread_add_frame(thread, &inner, NULL));
	assert_int_equal(thread->frames->count, 2);
	assert_int_equal(levels, 1);
	free_thread(thread);
}
