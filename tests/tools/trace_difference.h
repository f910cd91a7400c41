#ifndef TESTS_TOOLS_TRACE_DIFFERENCE_H
#define TESTS_TOOLS_TRACE_DIFFERENCE_H

/*
 * Two traces of PyTorch, field by field, down to the order of names: what differs, or NULL.
 */

#include "collapse/model/trace.h"

#define SAME(field) (a->field == b->field)
#define SAME_LIST(list, count, size) same_bytes(a->list, b->list, (count) * (size))

static inline bool same_bytes(const void *a, const void *b, size_t len)
{
	if (len == 0 || a == NULL || b == NULL)
		return len == 0 || a == b;
	return memcmp(a, b, len) == 0;
}

static inline bool same_map(const struct idmap *a, const struct idmap *b)
{
	return SAME(count) && SAME_LIST(keys, a->count, sizeof(*a->keys));
}

static inline bool same_names(const struct names *a, const struct names *b)
{
	bool same = SAME(count);

	for (uint32_t i = 0; same && i < a->count; i++)
		same = SAME(list[i].len) && SAME(list[i].frame) &&
		       memcmp(a->list[i].text, b->list[i].text, a->list[i].len) == 0;
	return same;
}

static inline bool same_calls(const struct trace *a, const struct trace *b)
{
	bool same = SAME(api_count) && SAME(autograd_count);

	for (size_t i = 0; same && i < a->api_count; i++)
		same = SAME(api_calls[i].start) && SAME(api_calls[i].end) &&
		       SAME(api_calls[i].thread) && SAME(api_calls[i].correlation) &&
		       SAME(api_calls[i].name);
	for (size_t i = 0; same && i < a->autograd_count; i++)
		same = SAME(autograd[i].start) && SAME(autograd[i].end) &&
		       SAME(autograd[i].number) && SAME(autograd[i].forward_thread) &&
		       SAME(autograd[i].thread);
	return same;
}

static inline bool same_samples(const struct trace *a, const struct trace *b)
{
	bool same = SAME(metric_count) && SAME(sample_count);

	for (size_t i = 0; same && i < a->metric_count; i++)
		same = SAME(metrics[i].device) && SAME(metrics[i].device_name) &&
		       SAME(metrics[i].name) && SAME(metrics[i].process);
	for (size_t i = 0; same && i < a->sample_count; i++)
		same = SAME(samples[i].start) && SAME(samples[i].end) && SAME(samples[i].value) &&
		       SAME(samples[i].series) && SAME(samples[i].thread);
	return same;
}

static inline bool same_details(const struct trace *a, const struct trace *b)
{
	bool same = (a->details == NULL) == (b->details == NULL) && SAME(move_count);

	for (size_t i = 0; same && a->details != NULL && i < a->op_count; i++)
		same = memcmp(trace_shape(a, i), trace_shape(b, i), sizeof(*a->shapes)) == 0 &&
		       SAME(details[i].api);
	for (size_t i = 0; same && i < a->move_count; i++)
		same = SAME(moves[i].bytes);
	return same;
}

static inline bool same_works(const struct trace *a, const struct trace *b)
{
	bool same = SAME(work_count);

	for (size_t i = 0; same && i < a->work_count; i++)
		same = SAME(works[i].range) && SAME(works[i].work.flop) &&
		       SAME(works[i].work.bytes) && SAME(works[i].work.type);
	return same;
}

static inline const char *trace_difference(const struct trace *a, const struct trace *b)
{
	if (!same_names(a->names, b->names))
		return "names";
	if (!same_map(&a->threads, &b->threads) || !same_map(&a->processes, &b->processes) ||
		!SAME_LIST(thread_process, a->threads.count, sizeof(*a->thread_process)))
		return "threads";
	/* neither has padding */
	if (!SAME(range_count) || !SAME_LIST(ranges, a->range_count, sizeof(*a->ranges)))
		return "ranges";
	if (!SAME(op_count) || !SAME_LIST(ops, a->op_count, sizeof(*a->ops)) ||
		memcmp(a->op_end, b->op_end, sizeof(a->op_end)) != 0)
		return "operations";
	if (!SAME(stream_ids.count) ||
		!SAME_LIST(streams, a->stream_ids.count, sizeof(*a->streams)))
		return "streams";
	if (!same_details(a, b))
		return "details";
	if (!same_calls(a, b))
		return "calls or operators";
	if (!same_works(a, b))
		return "work";
	if (!same_samples(a, b))
		return "samples";
	if (!SAME(rank) || !SAME(has_many_ranks) || !SAME(device_count) ||
		!SAME_LIST(devices, a->device_count, sizeof(*a->devices)) ||
		!SAME_LIST(thread_names, a->threads.count, sizeof(*a->thread_names)) ||
		!SAME_LIST(process_ranks, a->processes.count, sizeof(*a->process_ranks)))
		return "labels";
	if (memcmp(&a->odd, &b->odd, sizeof(a->odd)) != 0)
		return "oddities";
	return strcmp(a->format.text, b->format.text) != 0 ? "format" : NULL;
}

#undef SAME
#undef SAME_LIST

#endif /* TESTS_TOOLS_TRACE_DIFFERENCE_H */
