#include "collapse/model/samples.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/order.h"

static int compare_samples(const void *context, uint32_t a, uint32_t b)
{
	const struct metric_sample *left = (const struct metric_sample *)context + a;
	const struct metric_sample *right = (const struct metric_sample *)context + b;

	if (left->series != right->series)
		return left->series < right->series ? -1 : 1;
	return (left->start > right->start) - (left->start < right->start);
}

/* A sample lasts until the next one; what is known after the last event is that event. */
static void fill_samples(struct trace *trace)
{
	for (size_t i = 0; i < trace->sample_count; i++) {
		struct metric_sample *sample = &trace->samples[i];
		const struct metric_series *series = &trace->metrics[sample->series];

		if (i + 1 < trace->sample_count && sample[1].series == sample->series)
			sample->end = sample[1].start;
		if (series->has_changes && i > 0 && sample[-1].series == sample->series)
			sample->value += sample[-1].value;
	}
}

/*
 * Sums of changes began at 0. One that falls below it shows that at least so much was in use
 * before: what is freed then was allocated before the recording.
 */
static void lift_sums(struct metric_sample *list, size_t count)
{
	double least = 0;

	for (size_t i = 0; i < count; i++)
		least = list[i].value < least ? list[i].value : least;
	for (size_t i = 0; i < count; i++)
		list[i].value -= least;
}

static void lift_series(struct trace *trace)
{
	size_t first = 0;

	for (size_t i = 1; i <= trace->sample_count; i++) {
		uint32_t series = trace->samples[first].series;

		if (i < trace->sample_count && trace->samples[i].series == series)
			continue;
		if (trace->metrics[series].has_changes)
			lift_sums(trace->samples + first, i - first);
		first = i;
	}
}

void samples_close(struct trace *trace)
{
	size_t count = trace->sample_count;
	uint32_t *order = order_all(count, compare_samples, trace->samples);
	struct metric_sample *sorted = mem_zeroed(count, sizeof(*sorted));

	for (size_t i = 0; i < count; i++)
		sorted[i] = trace->samples[order[i]];
	free(order);
	free(trace->samples);
	trace->samples = sorted;
	trace->samples_cap = count;
	fill_samples(trace);
	lift_series(trace);
}

/* --- memory ---------------------------------------------------------------------------- */

static void add_series(struct trace *trace, const struct memory_series *of)
{
	struct metric_series series = {
		.device = (uint64_t)of->device,
		.process = of->process,
		.has_changes = of->has_changes,
	};
	char device[32] = "CPU";
	struct metric_series *added;

	if (of->device >= 0)
		snprintf(device, sizeof(device), "GPU %" PRId64, of->device);
	series.device_name = names_intern(trace->names, device, strlen(device));
	series.name = names_intern(trace->names, of->name, strlen(of->name));
	added = trace_add_metric(trace);
	*added = series;
}

uint32_t samples_memory_series(
	struct trace *trace, struct idmap *keys, const struct memory_series *of)
{
	const uint64_t parts[] = { of->process, (uint64_t)of->device, of->has_changes };
	size_t first = trace->metric_count - keys->count;
	uint32_t had = keys->count;
	uint32_t index = idmap_add(
		keys, mem_hash(parts, sizeof(parts), mem_hash(of->name, strlen(of->name), 0)));

	if (keys->count > had)
		add_series(trace, of);
	return (uint32_t)(first + index);
}
