#include "capture/python/python_frames.h"

#include <sched.h>

#include "capture/program/thread_frames.h"
#include "capture/program/threads.h"

enum { MOST_NAME = 256, MOST_PATH = 512 };

/* --- reading ------------------------------------------------------------------------------ */

/* The frames of this thread, the innermost first, MOST_FRAMES at most. */
static uint32_t read_frames(const struct python_frames *frames, struct thread_frame *to)
{
	const struct frame_layout *layout = &frames->layout;
	const char *thread = frames->this_thread(), *frame;
	uint32_t count = 0;

	if (thread == NULL)
		return 0;
	frame = layout_frame(layout, thread);
	for (; frame != NULL && count < MOST_FRAMES;
		frame = layout_pointer(frame, layout->previous)) {
		const char *code = layout_code(layout, frame);

		/* calls of Python from C have frames without */
		if (code == NULL)
			continue;
		to[count].code = code;
		to[count].name = layout_pointer(code, layout->name);
		to[count].hash = layout_pointer(to[count].name, TEXT_HASH);
		to[count].file = layout_pointer(code, layout->file);
		count++;
	}
	return count;
}

/* The function's name; false: it is what CPython 3.12 has where C calls Python. */
static bool read_name(
	const struct python_frames *frames, const struct thread_frame *frame, char name[MOST_NAME])
{
	layout_text(&frames->layout, frame->name, name, MOST_NAME);
	return strcmp(name, "<interpreter trampoline>") != 0;
}

/* "function (file.py)"; false: it is none of the program's. */
static bool describe(const struct python_frames *frames, const struct thread_frame *frame,
	char text[MOST_NAME + MOST_PATH + 4])
{
	char path[MOST_PATH];
	const char *file = path;

	if (!read_name(frames, frame, text))
		return false;
	layout_text(&frames->layout, frame->file, path, sizeof(path));
	if (strcmp(path, "<gpuflame>") == 0)
		return false;
	if (strrchr(path, '/') != NULL)
		file = strrchr(path, '/') + 1;
	text = stpcpy(stpcpy(text + strlen(text), " ("), file);
	memcpy(text, ")", 2);
	return true;
}

static void enter(const struct python_frames *frames, struct thread *thread)
{
	char text[MOST_NAME + MOST_PATH + 4];
	struct thread_frame *met = thread->frames->met;
	uint32_t count = read_frames(frames, met);
	uint32_t same = thread_same_frames(thread, count);

	thread_leave_frames(thread, same);
	for (; same < count; same++) {
		const struct thread_frame *frame = &met[count - 1 - same];

		if (!thread_add_frame(thread, frame, describe(frames, frame, text) ? text : NULL))
			break;
	}
}

void python_frames_enter(const struct python_frames *frames, struct thread *thread)
{
	if (!thread_has_frames(thread))
		return;
	/* in one order for both: either this thread sees that it is off, or who ends it waits */
	atomic_store(&thread->is_reading, true);
	if (atomic_load(&frames->is_on))
		enter(frames, thread);
	else
		thread_leave_frames(thread, 0);
	atomic_store_explicit(&thread->is_reading, false, memory_order_release);
}

/* --- starting and stopping ---------------------------------------------------------------- */

bool python_frames_learn(
	struct python_frames *frames, struct python_object *const *known, ssize_t count)
{
	frames->is_learned = count == LAYOUT_ARGUMENTS &&
			     frame_layout_learn(&frames->layout, frames->this_thread(), known);
	return frames->is_learned;
}

bool python_frames_check(
	const struct python_frames *frames, struct python_object *const *codes, ssize_t count)
{
	struct thread_frame *found = calloc(MOST_FRAMES, sizeof(*found));
	uint32_t depth = found != NULL && frames->is_learned ? read_frames(frames, found) : 0;
	bool is_same = depth > 0;
	char name[MOST_NAME];
	ssize_t at = 0;

	for (uint32_t i = 0; is_same && i < depth; i++) {
		if (read_name(frames, &found[i], name)) {
			is_same = at < count && found[i].code == (const char *)codes[at];
			at++;
		}
	}
	free(found);
	return is_same && (at == count || depth == MOST_FRAMES);
}

void python_frames_start(struct python_frames *frames)
{
	atomic_store(&frames->is_on, frames->is_learned);
}

void python_frames_stop(struct python_frames *frames, const struct threads *threads)
{
	atomic_store(&frames->is_on, false);
	for (const struct thread *thread = atomic_load(&threads->list); thread != NULL;
		thread = thread->next) {
		while (atomic_load(&thread->is_reading))
			sched_yield();
	}
}
