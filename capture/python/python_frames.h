#ifndef CAPTURE_PYTHON_PYTHON_FRAMES_H
#define CAPTURE_PYTHON_PYTHON_FRAMES_H

#include <stdatomic.h>
#include <sys/types.h>

#include "capture/python/frame_layout.h"

struct thread; /* capture/program/threads.h */
struct threads;

/*
 * The Python functions that a thread is in, read from memory: most launches come from C++ that has
 * given Python's lock back, and a callback of CUDA must not wait for it.
 *
 * Threads: set up with Python's lock, then read by all of them.
 */
struct python_frames {
	const void *(*this_thread)(void); /* its state, of Python; NULL: it has none */
	struct frame_layout layout;
	bool is_learned;
	_Atomic(bool) is_on;
};

/* Learn the layout: the arguments are enum layout_argument's. False: this Python is unknown. */
bool python_frames_learn(
	struct python_frames *frames, struct python_object *const *known, ssize_t count);

/* Whether the frames that are found are those of this code, the innermost first. */
bool python_frames_check(
	const struct python_frames *frames, struct python_object *const *codes, ssize_t count);

void python_frames_start(struct python_frames *frames);

/* Python ends: from now on no thread reads its memory, and none does so any more. */
void python_frames_stop(struct python_frames *frames, const struct threads *threads);

/* Make the functions that this thread is in its innermost ranges. */
void python_frames_enter(const struct python_frames *frames, struct thread *thread);

#endif /* CAPTURE_PYTHON_PYTHON_FRAMES_H */
