#include "collapse/kineto/kineto_parts.h"
#include "collapse/model/samples.h"

static void add_sample(struct kineto_gather *gather, const struct memory_series *of,
	enum kineto_field value, uint32_t thread)
{
	const struct kineto_event *event = gather->event;
	struct metric_sample *added, sample = {
		.start = event->start_ns,
		.end = event->start_ns,
		.value = (double)event->numbers[value],
		.thread = thread,
	};

	sample.series = samples_memory_series(gather->trace, &gather->memory, of);
	added = trace_add_sample(gather->trace);
	*added = sample;
}

/* The number of a GPU, or -1: the CPU. */
static int64_t device_of(const struct kineto_event *event)
{
	int64_t id = kineto_has(event, KINETO_DEVICE_ID) ? event->numbers[KINETO_DEVICE_ID] : 0;

	if (!kineto_has(event, KINETO_DEVICE_TYPE) || event->numbers[KINETO_DEVICE_TYPE] == 0)
		return -1;
	return id > 0 ? id : 0;
}

void kineto_add_memory(struct kineto_gather *gather)
{
	const struct kineto_event *event = gather->event;
	bool has_sum = kineto_has(event, KINETO_ALLOCATED); /* older PyTorch has none */
	struct memory_series series = {
		.device = device_of(event), .name = "allocated", .has_changes = !has_sum
	};
	uint32_t thread;

	if (!kineto_has(event, KINETO_START) || !kineto_has(event, KINETO_TID) ||
		(!has_sum && !kineto_has(event, KINETO_CHANGE)))
		return;
	thread = kineto_thread_of(gather);
	series.process = gather->trace->thread_process[thread];
	add_sample(gather, &series, has_sum ? KINETO_ALLOCATED : KINETO_CHANGE, thread);
	/* the allocator of the CPU reserves nothing */
	if (series.device < 0 || !kineto_has(event, KINETO_RESERVED))
		return;
	series.name = "reserved";
	series.has_changes = false;
	add_sample(gather, &series, KINETO_RESERVED, thread);
}
