#include "capture/program/thread_frames.h"

#include "base/platform.h"
#include "capture/program/threads.h"

bool thread_has_frames(struct thread *thread)
{
	/* mostly never touched */
	if (thread->frames == NULL)
		thread->frames = platform_map(sizeof(*thread->frames), false);
	return thread->frames != NULL;
}

uint32_t thread_same_frames(const struct thread *thread, uint32_t count)
{
	const struct thread_frames *frames = thread->frames;
	uint32_t same = 0;

	while (same < count && same < frames->count &&
		memcmp(&frames->open[same], &frames->met[count - 1 - same],
			sizeof(*frames->open)) == 0)
		same++;
	return same;
}

bool thread_add_frame(struct thread *thread, const struct thread_frame *frame, const char *text)
{
	struct thread_frames *frames = thread->frames;

	if (text != NULL && !thread_enter_frame(thread, text))
		return false;
	frames->is_level[frames->count] = text != NULL;
	frames->open[frames->count++] = *frame;
	return true;
}
