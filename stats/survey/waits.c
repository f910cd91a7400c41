#include "stats/survey/device_walk.h"

#include "base/order.h"

static int compare_waits(const void *a, const void *b)
{
	const struct wait *left = a, *right = b;

	if (left->thread != right->thread)
		return left->thread < right->thread ? -1 : 1;
	return (left->start > right->start) - (left->start < right->start);
}

static void add_waits(struct waits *waits, const struct trace *trace, uint8_t *kinds)
{
	for (size_t i = 0; i < trace->api_count; i++) {
		const struct api_call *call = &trace->api_calls[i];
		uint8_t *kind;

		if (call->name == NAME_NONE)
			continue;
		kind = &kinds[call->name];
		if (*kind == CALL_UNKNOWN)
			*kind = (uint8_t)call_kind_of(trace->names->list[call->name].text);
		if (*kind == CALL_OTHER)
			continue;
		*mem_next(waits->list, waits->cap, waits->count) = (struct wait){
			.start = call->start,
			.end = call->end,
			.thread = *kind == CALL_PREPARES && call->thread != TRACE_NONE
					  ? waits_of_process(trace->thread_process[call->thread])
					  : call->thread,
			.name = call->name,
			.kind = *kind,
		};
	}
}

/* A graph is captured from the call that begins it until the next one that ends it. */
static void join_captures(struct waits *waits, const struct trace *trace)
{
	const struct wait *end = NULL;

	for (size_t i = waits->count; i-- > 0;) {
		struct wait *wait = &waits->list[i];
		const char *name = trace->names->list[wait->name].text;

		if (wait->kind != CALL_PREPARES)
			continue;
		if (strstr(name, "StreamEndCapture") != NULL)
			end = wait;
		else if (end != NULL && end->thread == wait->thread &&
			 strstr(name, "StreamBeginCapture") != NULL)
			wait->end = end->end;
	}
}

void waits_init(struct waits *waits, const struct trace *trace)
{
	uint8_t *kinds = mem_zeroed(trace->names->count, sizeof(*kinds));

	*waits = (struct waits){ 0 };
	add_waits(waits, trace, kinds);
	free(kinds);
	if (waits->count > 1)
		qsort(waits->list, waits->count, sizeof(*waits->list), compare_waits);
	join_captures(waits, trace);
}

void waits_release(struct waits *waits)
{
	free(waits->list);
	*waits = (struct waits){ 0 };
}

enum { NESTED = 2 }; /* a runtime call and the driver's call inside it */

/* The first that begins after `time`. */
static size_t first_after(const struct waits *waits, uint32_t thread, int64_t time)
{
	const struct wait *list = waits->list;
	size_t at;

	ORDER_FIND(at, 0, waits->count,
		list[at].thread != thread ? list[at].thread > thread : list[at].start > time);
	return at;
}

const struct wait *waits_at(const struct waits *waits, uint32_t thread, int64_t time)
{
	size_t low = first_after(waits, thread, time);

	for (size_t i = 0; i < NESTED && low > i; i++) {
		const struct wait *wait = &waits->list[low - i - 1];

		if (wait->thread == thread && wait->end >= time)
			return wait;
	}
	return NULL;
}

uint64_t waits_sum(
	const struct waits *waits, uint32_t thread, int64_t from, int64_t to, uint32_t *name)
{
	size_t at = first_after(waits, thread, from);
	uint64_t sum = 0, longest = 0;

	*name = NAME_NONE;
	for (at = at > NESTED ? at - NESTED : 0; at < waits->count; at++) {
		const struct wait *wait = &waits->list[at];
		int64_t start = wait->start > from ? wait->start : from;
		int64_t end = wait->end < to ? wait->end : to;

		if (wait->thread > thread || (wait->thread == thread && wait->start >= to))
			break;
		if (wait->thread != thread || end <= start || wait->kind < CALL_ALLOCATES ||
			wait->kind == CALL_COPIES)
			continue;
		sum += (uint64_t)end - (uint64_t)start;
		from = end;
		if ((uint64_t)end - (uint64_t)start > longest) {
			longest = (uint64_t)end - (uint64_t)start;
			*name = wait->name;
		}
	}
	return sum;
}
