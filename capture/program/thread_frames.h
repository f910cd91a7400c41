#ifndef CAPTURE_PROGRAM_THREAD_FRAMES_H
#define CAPTURE_PROGRAM_THREAD_FRAMES_H

#include <stdbool.h>
#include <stdint.h>

struct thread; /* threads.h */

/*
 * The functions of an interpreter that a thread is in, as ranges above its own ones. They are found
 * at a launch, compared with those of the launch before, and left when a range begins or ends.
 */
enum { MOST_FRAMES = 1024 };

/*
 * Identifies a function. If its memory was reused, the hash of the name differs, or the file does,
 * since many functions have the same name.
 */
struct thread_frame {
	const char *code, *name, *hash, *file;
};

struct thread_frames {
	uint32_t count;                        /* open */
	struct thread_frame open[MOST_FRAMES]; /* the outermost first */
	bool is_level[MOST_FRAMES];            /* of those: it has a range */
	struct thread_frame met[MOST_FRAMES];  /* at this launch, the innermost first */
};

/* Whether the thread has room for them, which is made; false: no memory. */
bool thread_has_frames(struct thread *thread);

/* How many of the open frames, from the outermost on, are among the `count` in `met`. */
uint32_t thread_same_frames(const struct thread *thread, uint32_t count);

/* One more begins; `text` NULL: without a range. False: no memory. */
bool thread_add_frame(struct thread *thread, const struct thread_frame *frame, const char *text);

#endif /* CAPTURE_PROGRAM_THREAD_FRAMES_H */
