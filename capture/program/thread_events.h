#ifndef CAPTURE_PROGRAM_THREAD_EVENTS_H
#define CAPTURE_PROGRAM_THREAD_EVENTS_H

#include "capture/clock.h"
#include "capture/program/threads.h"

struct payload_event; /* nvtx_payloads.h */

/* The time in ns, later than any returned to this thread before. */
static inline int64_t thread_clock(struct thread *thread)
{
	int64_t now = ticks_ns(thread->all->ticks);

	if (now <= thread->last_ns)
		now = thread->last_ns + 1;
	thread->last_ns = now;
	return now;
}

/*
 * The events of trace mode: the beginnings of ranges not yet written; a call
 * that ends now; a node of a CUDA graph, created as a copy of `original` (0: of
 * none); a mark, with a number (of type 0: none); a name of a thread; the number that level `at`
 * has, or `size` bytes of its payloads; the end of level `at`, which must not be dropped.
 */
void thread_write_levels(struct thread *thread);
void thread_write_call(struct thread *thread, const struct open_call *call);
void thread_write_node(struct thread *thread, uint64_t node, uint64_t original);
void thread_mark(
	struct thread *thread, uint32_t domain, const char *text, uint64_t bits, uint32_t type);
void thread_name(struct thread *thread, uint32_t tid, const char *name);
void thread_write_number(struct thread *thread, uint32_t at, uint64_t bits, uint32_t type);
void thread_write_payloads(
	struct thread *thread, uint32_t at, struct payload_event *event, size_t size);
void thread_write_end(struct thread *thread, uint32_t at, int64_t ns);

#endif /* CAPTURE_PROGRAM_THREAD_EVENTS_H */
