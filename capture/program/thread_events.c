#include "capture/program/thread_events.h"

#include <string.h>

#include "base/arena.h"
#include "base/tree.h"
#include "capture/program/nvtx_payloads.h"
#include "capture/program/thread_names.h"

static bool write_events(
	struct thread *thread, const struct thread_event *events, uint32_t count, bool has_to)
{
	uint64_t lost;

	if (events_write(&thread->events, events, count, has_to))
		return true;
	lost = atomic_load_explicit(&thread->lost_events, memory_order_relaxed);
	atomic_store_explicit(&thread->lost_events, lost + 1, memory_order_relaxed);
	return false;
}

void thread_write_levels(struct thread *thread)
{
	for (; thread->written < thread->depth; thread->written++) {
		const struct thread_level *level = &thread->levels[thread->written];
		const struct thread_event event = {
			.ns = level->start_ns,
			.kind = level->span != NULL ? EVENT_START : EVENT_PUSH,
			.number = level->domain & EVENT_NUMBER,
			.id = level->node,
		};

		if (!write_events(thread, &event, 1, false))
			return;
	}
}

bool thread_write_call(struct thread *thread, const struct open_call *call)
{
	const struct thread_event events[2] = {
		{
			.ns = call->start_ns,
			.kind = EVENT_CALL,
			.number = call->function & EVENT_NUMBER,
			.id = call->correlation,
		},
		{ .ns = thread_clock(thread), .kind = EVENT_CALL_END },
	};

	thread_write_levels(thread);
	return write_events(thread, events, ARRAY_SIZE(events), false);
}

bool thread_write_node(struct thread *thread, uint64_t node, uint64_t original)
{
	const struct thread_event events[3] = {
		{ .ns = thread_clock(thread), .kind = EVENT_NODE },
		{ .ns = (int64_t)node },
		{ .ns = (int64_t)original },
	};

	thread_write_levels(thread);
	return write_events(thread, events, ARRAY_SIZE(events), false);
}

void thread_mark(struct thread *thread, uint32_t domain, const char *text)
{
	const struct thread_event event = {
		.ns = thread_clock(thread),
		.kind = EVENT_MARK,
		.number = domain & EVENT_NUMBER,
		.id = thread_find_name(thread, TREE_ROOT, name_key(domain, true), text),
	};

	(void)write_events(thread, &event, 1, false);
}

void thread_name(struct thread *thread, uint32_t tid, const char *name)
{
	const struct thread_event events[2] = {
		{
			.ns = thread_clock(thread),
			.kind = EVENT_THREAD,
			.id = thread_find_name(thread, TREE_ROOT, name_key(0, true), name),
		},
		{ .ns = tid },
	};

	(void)write_events(thread, events, ARRAY_SIZE(events), false);
}

void thread_write_number(struct thread *thread, uint32_t at, uint64_t bits, uint32_t type)
{
	const struct thread_event event = {
		.ns = (int64_t)bits,
		.kind = EVENT_VALUE,
		.number = type & EVENT_NUMBER,
		.id = at,
	};

	if (at < thread->written)
		(void)write_events(thread, &event, 1, false);
}

void thread_write_payloads(
	struct thread *thread, uint32_t at, struct payload_event *event, size_t size)
{
	const size_t slot = sizeof(event->event), slots = (size + slot - 1) / slot;

	if (at >= thread->written)
		return;
	memset(event->bytes + size, 0, slots * slot - size);
	event->event = (struct thread_event){
		.ns = (int64_t)size,
		.kind = EVENT_PAYLOAD,
		.number = (uint32_t)slots & EVENT_NUMBER,
		.id = at,
	};
	(void)write_events(thread, (const struct thread_event *)(const void *)event,
		(uint32_t)slots + 1, false);
}

void thread_write_end(struct thread *thread, uint32_t at, int64_t ns)
{
	struct thread_event event = { .ns = ns, .kind = EVENT_POP, .id = at };

	(void)write_events(thread, &event, 1, true);
}
