#include "collapse/model/device_order.h"

#include <stdlib.h>

#include "base/idmap.h"
#include "base/mem.h"

/* What the order is made of. */
struct device_sorting {
	const struct trace *trace;
	uint32_t *devices; /* by stream: the index of its device */
};

static int compare_starts(const void *context, uint32_t a, uint32_t b)
{
	const struct device_sorting *sorting = context;
	int64_t left = sorting->trace->ops[a].start, right = sorting->trace->ops[b].start;

	return (left > right) - (left < right);
}

static uint32_t device_of(const void *context, size_t op)
{
	const struct device_sorting *sorting = context;

	return sorting->devices[sorting->trace->ops[op].stream];
}

static size_t find_devices(struct device_sorting *sorting)
{
	const struct trace *trace = sorting->trace;
	struct idmap ids = { 0 };
	size_t count;

	for (uint32_t i = 0; i < trace->stream_ids.count; i++) {
		const struct stream *stream = &trace->streams[i];

		sorting->devices[i] =
			idmap_add(&ids, (uint64_t)stream->process << 32 | stream->device);
	}
	count = ids.count;
	idmap_release(&ids);
	return count;
}

void device_order_init(struct device_order *order, const struct trace *trace)
{
	struct device_sorting sorting = { .trace = trace };
	struct buckets by_device;
	size_t count;

	*order = (struct device_order){ 0 };
	sorting.devices = mem_zeroed(trace->stream_ids.count, sizeof(*sorting.devices));
	count = find_devices(&sorting);
	buckets_init(&by_device, count, trace->op_count, device_of, compare_starts, &sorting);
	free(sorting.devices);
	*order = (struct device_order){ by_device.items, by_device.begin, count };
}

void device_order_release(struct device_order *order)
{
	free(order->ops);
	free(order->begin);
	*order = (struct device_order){ 0 };
}

/* Put the items into their buckets, in their order. */
static void divide(
	struct buckets *buckets, size_t item_count, bucket_fn *bucket_of, const void *context)
{
	size_t *begin = buckets->begin, sum = 0;
	uint32_t bucket;

	for (size_t i = 0; i < item_count; i++) {
		bucket = bucket_of(context, i);
		if (bucket != BUCKET_NONE)
			begin[bucket + 2]++;
	}
	/* begin[b + 1] is where b's next one goes and, in the end, where b + 1 begins */
	for (size_t i = 0; i <= buckets->count; i++) {
		sum += begin[i + 1];
		begin[i + 1] = sum;
	}
	for (size_t i = 0; i < item_count; i++) {
		bucket = bucket_of(context, i);
		if (bucket != BUCKET_NONE)
			buckets->items[begin[bucket + 1]++] = (uint32_t)i;
	}
}

void buckets_init(struct buckets *buckets, size_t count, size_t item_count, bucket_fn *bucket_of,
	order_compare_fn *compare, const void *context)
{
	*buckets = (struct buckets){ .count = count };
	buckets->items = mem_zeroed(item_count, sizeof(*buckets->items));
	buckets->begin = mem_zeroed(count + 2, sizeof(*buckets->begin));
	divide(buckets, item_count, bucket_of, context);
	for (size_t i = 0; i < count; i++)
		order_by(buckets->items + buckets->begin[i],
			buckets->begin[i + 1] - buckets->begin[i], compare, context);
}

void buckets_release(struct buckets *buckets)
{
	free(buckets->items);
	free(buckets->begin);
	*buckets = (struct buckets){ 0 };
}
