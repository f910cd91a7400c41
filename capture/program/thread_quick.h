#ifndef CAPTURE_PROGRAM_THREAD_QUICK_H
#define CAPTURE_PROGRAM_THREAD_QUICK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/tree.h"
#include "capture/program/thread_names.h"
#include "capture/program/threads.h"
#include "capture/program/window.h"

/*
 * The short way of pushes, pops and launches, for nearly all of them in fold mode: no started range
 * is open on the thread, the window does not look at names, and this thread has met this name at
 * this address in this stack. It calls nothing, so that it needs no stack frame. Everything
 * else goes the long way (thread_push(), thread_pop()), which decides what may follow.
 */

/* This thread's, if its events may go the short way; NULL: they may not. */
static inline struct thread *thread_quick(const struct threads *threads)
{
	uint32_t epoch = atomic_load_explicit(&threads->recorder->epoch, memory_order_relaxed);
	struct thread *thread = thread_self;

	if (__builtin_expect(thread == NULL || thread->epoch != epoch, 0) ||
		__builtin_expect(thread->quick != window_state(threads->window), 0))
		return NULL;
	return thread;
}

/* Returns what thread_push() does, or -1: it has to go the long way. */
static inline int quick_push(struct thread *thread, uint32_t domain, const char *text)
{
	struct thread_level *level = thread->levels + thread->depth;
	bool is_on = thread->quick == WINDOW_ON;
	struct near_slot *slot = near_slot_of(thread, thread->node, text);

	if (__builtin_expect(thread->depth == thread->cap, 0) ||
		!near_is(slot, thread->node, name_key(domain, is_on), text))
		return -1;
	level->node = slot->child;
	level->domain = domain;
	level->nth = thread_count_domain(thread, thread->depth, domain);
	level->watch = WATCH_NONE;
	level->has_name = false;
	level->span = NULL;
	level->slot = NULL;
	if (slot->is_masked) {
		level->slot = slot;
		slot->users++;
		thread->outside++;
	}
	thread->depth++;
	thread->node = slot->child;
	if (is_on)
		thread_count_range(thread);
	return (int)level->nth;
}

/* Returns what thread_pop() does, or -1: it has to go the long way. */
static inline int quick_pop(struct thread *thread, uint32_t domain)
{
	const struct thread_level *level;

	if (__builtin_expect(thread->depth == 0, 0))
		return -1;
	level = &thread->levels[thread->depth - 1];
	if (level->domain != domain || (level->watch | level->has_name) != 0)
		return -1;
	if (level->slot != NULL) {
		level->slot->users--;
		thread->outside--;
	}
	thread->depth--;
	thread->node = thread->depth == 0 ? TREE_ROOT : level[-1].node;
	return (int)level->nth;
}

#endif /* CAPTURE_PROGRAM_THREAD_QUICK_H */
