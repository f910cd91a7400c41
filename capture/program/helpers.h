#ifndef CAPTURE_PROGRAM_HELPERS_H
#define CAPTURE_PROGRAM_HELPERS_H

#include "capture/program/threads.h"

/*
 * Where launches of threads belong that work for others, or beside them. A thread of PyTorch's
 * autograd, which has that name since PyTorch 2.4, launches the backward pass while the thread
 * that called for it waits: its launches are in the stack of that one, and below that in ranges
 * of its own, if it has any. Whose call it was is known if only one thread launches kernels in
 * ranges; threads with names of their own count only if no other does. Else, and for all other
 * threads with names of their own, launches outside of any range are under the thread's name.
 */
#define HELPERS_AUTOGRAD "pt_autograd_"

/* A capture begins. */
void helpers_begin(struct threads *threads);

/* The thread ends. */
void helpers_end(struct thread *thread);

/* Fold mode: the node of a launch; trace mode: the thread's name is written. Paused. */
uint32_t helpers_find(struct thread *thread, unsigned what);

/* The node of a launch of kind `what` (enum launch_what) by the thread. */
static inline uint32_t thread_place(struct thread *thread, unsigned what)
{
	uint32_t epoch, node;

	if (__builtin_expect(thread->place == PLACE_OWN, 1))
		return thread_node(thread);
	epoch = thread_pause(thread);
	node = helpers_find(thread, what);
	thread_resume(thread, epoch);
	return node;
}

#endif /* CAPTURE_PROGRAM_HELPERS_H */
