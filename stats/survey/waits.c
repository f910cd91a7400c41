#include "stats/survey/waits.h"

#include <stdlib.h>

#include "base/mem.h"
#include "collapse/model/call_kind.h"

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
		mem_need(waits->list, waits->cap, waits->count + 1);
		waits->list[waits->count++] = (struct wait){
			.start = call->start,
			.end = call->end,
			.thread = call->thread,
			.name = call->name,
			.is_copy = *kind == CALL_COPIES,
		};
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
}

void waits_release(struct waits *waits)
{
	free(waits->list);
	*waits = (struct waits){ 0 };
}

const struct wait *waits_at(const struct waits *waits, uint32_t thread, int64_t time)
{
	enum { NESTED = 2 }; /* a runtime call and the driver's call inside it */
	size_t low = 0, high = waits->count;

	while (low < high) { /* the first that begins after `time` */
		size_t middle = low + (high - low) / 2;
		const struct wait *wait = &waits->list[middle];

		if (wait->thread != thread ? wait->thread < thread : wait->start <= time)
			low = middle + 1;
		else
			high = middle;
	}
	for (size_t i = 0; i < NESTED && low > i; i++) {
		const struct wait *wait = &waits->list[low - i - 1];

		if (wait->thread == thread && wait->end >= time)
			return wait;
	}
	return NULL;
}
