#include "collapse/model/device_order.h"

#include "base/idmap.h"

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

void device_order(struct buckets *order, const struct trace *trace)
{
	struct device_sorting sorting = { .trace = trace };
	size_t count;

	sorting.devices = mem_zeroed(trace->stream_ids.count, sizeof(*sorting.devices));
	count = find_devices(&sorting);
	buckets_init(order, count, trace->op_count, device_of, compare_starts, &sorting);
	free(sorting.devices);
}
