#include "collapse/plan/critical_waits.h"

#include <stdlib.h>

#include "base/mem.h"

/* Calls that records name, by process and correlation id. */
struct named_calls {
	struct idmap ids;
	uint32_t *calls; /* by index: the first such call, or TRACE_NONE */
	size_t cap;
};

static uint64_t key_of(uint32_t process, uint32_t correlation)
{
	return (uint64_t)process << 32 | correlation;
}

static void name_call(struct named_calls *named, uint32_t process, uint32_t correlation)
{
	uint32_t index = idmap_add(&named->ids, key_of(process, correlation));

	mem_need(named->calls, named->cap, named->ids.count);
	named->calls[index] = TRACE_NONE;
}

/* Of calls with one id, as of the driver's in one of the runtime, the first one counts. */
static void find_calls(struct named_calls *named, const struct trace *trace)
{
	for (size_t i = 0; i < trace->sync_count; i++) {
		const struct sync_record *sync = &trace->syncs[i];

		name_call(named, sync->process, sync->call);
		name_call(named, sync->process, sync->record);
	}
	for (size_t i = 0; i < trace->api_count; i++) {
		const struct api_call *call = &trace->api_calls[i];
		uint32_t index = idmap_find(&named->ids,
			key_of(trace->thread_process[call->thread], call->correlation));

		if (index != IDMAP_NONE &&
			(named->calls[index] == TRACE_NONE ||
				trace->api_calls[named->calls[index]].start > call->start))
			named->calls[index] = (uint32_t)i;
	}
}

static void add_wait(
	struct critical_wait **list, size_t *count, size_t *cap, uint32_t who, uint32_t on)
{
	mem_grow((void **)list, cap, *count + 1, sizeof(**list));
	(*list)[(*count)++] = (struct critical_wait){ who, on };
}

/*
 * The operation that was launched last on a stream before an event was recorded, and the one that
 * was launched first on the waiting stream after it was told to wait.
 */
static void add_sync(struct critical_waits *waits, const struct critical_order *order,
	const struct named_calls *named, const struct sync_record *sync)
{
	const struct trace *trace = order->trace;
	uint32_t call = named->calls[idmap_find(&named->ids, key_of(sync->process, sync->call))];
	uint32_t record =
		named->calls[idmap_find(&named->ids, key_of(sync->process, sync->record))];
	uint32_t on = TRACE_NONE;
	size_t at;

	if (call == TRACE_NONE || record == TRACE_NONE)
		return;
	at = critical_launched_from(order, sync->on, trace->api_calls[record].start);
	if (at > order->by_stream.begin[sync->on])
		on = order->by_stream.items[at - 1];
	if (sync->stream == TRACE_NONE) {
		add_wait(&waits->of_calls, &waits->call_count, &waits->calls_cap, call, on);
		return;
	}
	at = critical_launched_from(order, sync->stream, trace->api_calls[call].start);
	if (on == TRACE_NONE || at >= order->by_stream.begin[sync->stream + 1])
		return;
	add_wait(&waits->of_ops, &waits->op_count, &waits->ops_cap, order->by_stream.items[at], on);
}

static int compare_waits(const void *a, const void *b)
{
	const struct critical_wait *left = a, *right = b;

	if (left->who != right->who)
		return left->who < right->who ? -1 : 1;
	return (left->on > right->on) - (left->on < right->on);
}

void critical_waits_init(struct critical_waits *waits, const struct critical_order *order)
{
	const struct trace *trace = order->trace;
	struct named_calls named = { 0 };

	*waits = (struct critical_waits){ 0 };
	if (trace->sync_count == 0)
		return;
	find_calls(&named, trace);
	for (size_t i = 0; i < trace->sync_count; i++)
		add_sync(waits, order, &named, &trace->syncs[i]);
	idmap_release(&named.ids);
	free(named.calls);
	if (waits->op_count > 1)
		qsort(waits->of_ops, waits->op_count, sizeof(*waits->of_ops), compare_waits);
	if (waits->call_count > 1)
		qsort(waits->of_calls, waits->call_count, sizeof(*waits->of_calls), compare_waits);
}

void critical_waits_release(struct critical_waits *waits)
{
	free(waits->of_ops);
	free(waits->of_calls);
	*waits = (struct critical_waits){ 0 };
}

const struct critical_wait *critical_waits_of(
	const struct critical_wait *list, size_t count, uint32_t who)
{
	size_t low = 0, high = count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (list[middle].who < who)
			low = middle + 1;
		else
			high = middle;
	}
	return low < count && list[low].who == who ? &list[low] : NULL;
}
