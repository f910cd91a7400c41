#include "collapse/model/device_order.h"

#include <stdlib.h>

#include "base/idmap.h"
#include "base/mem.h"
#include "base/order.h"

static int compare_starts(const void *context, uint32_t a, uint32_t b)
{
	const struct trace *trace = context;
	int64_t left = trace->ops[a].start, right = trace->ops[b].start;

	return (left > right) - (left < right);
}

/* By stream: the index of its device. */
static bool find_devices(
	struct device_order *order, const struct trace *trace, uint32_t *devices, struct err *err)
{
	struct idmap ids = { 0 };
	bool ok = true;

	for (uint32_t i = 0; ok && i < trace->stream_ids.count; i++) {
		const struct stream *stream = &trace->streams[i];

		ok = idmap_add(
			&ids, (uint64_t)stream->process << 32 | stream->device, &devices[i], err);
	}
	order->device_count = ids.count;
	idmap_release(&ids);
	return ok;
}

static bool part_by_device(struct device_order *order, const struct trace *trace,
	const uint32_t *devices, struct err *err)
{
	size_t sum = 0, *begin;

	order->ops = mem_zeroed(trace->op_count, sizeof(*order->ops), err);
	order->begin = mem_zeroed(order->device_count + 2, sizeof(*order->begin), err);
	if (order->ops == NULL || order->begin == NULL)
		return false;
	begin = order->begin;
	for (size_t i = 0; i < trace->op_count; i++)
		begin[devices[trace->ops[i].stream] + 2]++;
	/* begin[d + 1] is where d's next one goes and, in the end, where d + 1 begins */
	for (size_t device = 0; device <= order->device_count; device++) {
		sum += begin[device + 1];
		begin[device + 1] = sum;
	}
	for (size_t i = 0; i < trace->op_count; i++)
		order->ops[begin[devices[trace->ops[i].stream] + 1]++] = (uint32_t)i;
	for (size_t device = 0; device < order->device_count; device++) {
		if (!order_sort(order->ops + begin[device], begin[device + 1] - begin[device],
			    compare_starts, trace, err))
			return false;
	}
	return true;
}

bool device_order_init(struct device_order *order, const struct trace *trace, struct err *err)
{
	uint32_t *devices;
	bool ok;

	*order = (struct device_order){ 0 };
	devices = mem_zeroed(trace->stream_ids.count, sizeof(*devices), err);
	ok = devices != NULL && find_devices(order, trace, devices, err) &&
	     part_by_device(order, trace, devices, err);
	free(devices);
	if (!ok)
		device_order_release(order);
	return ok;
}

void device_order_release(struct device_order *order)
{
	free(order->ops);
	free(order->begin);
	*order = (struct device_order){ 0 };
}
