#ifndef CAPTURE_PROGRAM_THREAD_QUICK_H
#define CAPTURE_PROGRAM_THREAD_QUICK_H

#include "base/tree.h"
#include "capture/program/thread_events.h"
#include "capture/program/thread_names.h"
#include "capture/program/threads.h"
#include "capture/program/window.h"

/*
 * The fast path of pushes, pops and launches, which nearly all of them take in fold mode: no
 * started range is open on the thread, the window does not watch names, and this thread has seen
 * this name at this address in this stack before. It calls no function, so it needs no stack frame.
 * Everything else takes the slow path (thread_push(), thread_pop()), which decides whether what
 * follows may take the fast one.
 *
 * Trace mode has a fast path of its own, for pushes and pops while capturing. Since the worker
 * reads concurrently, they are paused (thread_pause()).
 */

/* This thread's, if its events may take the fast path; NULL: they may not. */
static inline struct thread *thread_quick(const struct threads *threads)
{
	uint32_t epoch = atomic_load_explicit(&threads->recorder->epoch, memory_order_relaxed);
	struct thread *thread = thread_self;

	if (__builtin_expect(thread == NULL || thread->epoch != epoch, 0) ||
		__builtin_expect(thread->quick != window_state(threads->window), 0))
		return NULL;
	return thread;
}

/* Returns what thread_push() does, or -1: it must take the slow path. */
static inline int quick_push(struct thread *thread, uint32_t domain, const char *text)
{
	bool is_on = thread->quick == WINDOW_ON;
	struct near_slot *slot = near_slot_of(thread, thread_node(thread), text);
	struct thread_level *level;

	if (__builtin_expect(thread->depth == thread->cap, 0) ||
		!near_is(slot, thread_node(thread), name_key(domain, is_on), text))
		return -1;
	level = thread_new_level(thread, domain, slot->child);
	if (slot->is_masked) {
		level->slot = slot;
		slot->users++;
		thread->outside++;
	}
	thread_set_node(thread, slot->child);
	if (is_on)
		thread_count_range(thread);
	return (int)level->nth;
}

/* Returns what thread_pop() does, or -1: it must take the slow path. */
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
	thread_set_node(thread, thread->depth == 0 ? TREE_ROOT : level[-1].node);
	return (int)level->nth;
}

static inline bool is_traced_quick(const struct thread *thread)
{
	return thread->quick == (window_state(thread->all->window) | QUICK_TRACED);
}

/* As quick_push(), in trace mode, of an event without attributes; paused. */
static inline int quick_push_traced(struct thread *thread, uint32_t domain, const char *text)
{
	const struct near_slot *slot = near_slot_of(thread, TREE_ROOT, text);
	struct thread_event *event = events_next(&thread->events, 1, false);
	struct thread_level *level;

	if (event == NULL || thread->depth == thread->cap || thread->written != thread->depth ||
		!near_is(slot, TREE_ROOT, name_key(domain, true), text))
		return -1;
	level = thread_new_level(thread, domain, slot->child);
	level->start_ns = thread_clock(thread);
	thread->written = thread->depth;
	*event = (struct thread_event){
		.ns = level->start_ns,
		.kind = EVENT_PUSH,
		.number = domain & EVENT_NUMBER,
		.id = slot->child,
	};
	events_publish(&thread->events, 1);
	thread_count_range(thread);
	return (int)level->nth;
}

/* As quick_pop(), in trace mode; paused. */
static inline int quick_pop_traced(struct thread *thread, uint32_t domain)
{
	struct thread_event *event = events_next(&thread->events, 1, false);
	uint32_t at = thread->depth - 1;

	if (event == NULL || thread->depth == 0 || thread->written != thread->depth ||
		thread->levels[at].domain != domain || thread->levels[at].watch != WATCH_NONE)
		return -1;
	thread->written = thread->depth = at;
	*event = (struct thread_event){
		.ns = thread_clock(thread),
		.kind = EVENT_POP,
		.id = at,
	};
	events_publish(&thread->events, 1);
	return (int)thread->levels[at].nth;
}

#endif /* CAPTURE_PROGRAM_THREAD_QUICK_H */
