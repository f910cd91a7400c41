#include "capture/program/thread_events.h"

#include "base/arena.h"
#include "base/tree.h"
#include "capture/program/nvtx_payloads.h"
#include "capture/program/thread_names.h"

/* events_next(); what there is no room for is lost. */
static struct thread_event *next_events(struct thread *thread, uint32_t count, bool has_to)
{
	struct thread_event *events = events_next(&thread->events, count, has_to);
	uint64_t lost;

	if (events == NULL) {
		lost = atomic_load_explicit(&thread->lost_events, memory_order_relaxed);
		atomic_store_explicit(&thread->lost_events, lost + 1, memory_order_relaxed);
	}
	return events;
}

static bool write_events(
	struct thread *thread, const struct thread_event *events, uint32_t count, bool has_to)
{
	struct thread_event *room = next_events(thread, count, has_to);

	if (room == NULL)
		return false;
	memcpy(room, events, count * sizeof(*events));
	events_publish(&thread->events, count);
	return true;
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

void thread_write_call(struct thread *thread, const struct open_call *call)
{
	int64_t end_ns = thread_clock(thread);
	uint64_t number = (uint64_t)(end_ns - call->start_ns) * EVENT_FUNCTIONS + call->function;
	bool is_long = number > EVENT_NUMBER;
	struct thread_event *events;

	thread_write_levels(thread);
	events = next_events(thread, is_long ? 2 : 1, false);
	if (events == NULL)
		return;
	events[0] = (struct thread_event){
		.ns = call->start_ns,
		.kind = is_long ? EVENT_LONG_CALL : EVENT_CALL,
		.number = (is_long ? call->function : (uint32_t)number) & EVENT_NUMBER,
		.id = call->correlation,
	};
	if (is_long)
		events[1] = (struct thread_event){ .ns = end_ns };
	events_publish(&thread->events, is_long ? 2 : 1);
}

void thread_write_node(struct thread *thread, uint64_t node, uint64_t original)
{
	const struct thread_event events[3] = {
		{ .ns = thread_clock(thread), .kind = EVENT_NODE },
		{ .ns = (int64_t)node },
		{ .ns = (int64_t)original },
	};

	thread_write_levels(thread);
	(void)write_events(thread, events, ARRAY_SIZE(events), false);
}

void thread_mark(
	struct thread *thread, uint32_t domain, const char *text, uint64_t bits, uint32_t type)
{
	const struct thread_event events[2] = {
		{
			.ns = thread_clock(thread),
			.kind = EVENT_MARK,
			.number = domain & EVENT_NUMBER,
			.id = thread_find_name(thread, TREE_ROOT, name_key(domain, true), text),
		},
		{ .ns = (int64_t)bits, .number = type & EVENT_NUMBER },
	};

	(void)write_events(thread, events, ARRAY_SIZE(events), false);
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
