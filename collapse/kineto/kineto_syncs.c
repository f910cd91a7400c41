#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "collapse/kineto/kineto_parts.h"

static bool is_named(const struct kineto_event *event, const char *name)
{
	return event->name_len == strlen(name) && memcmp(event->name, name, event->name_len) == 0;
}

/* False: it is missing, or none, which is -1. */
static bool number_of(const struct kineto_event *event, enum kineto_field field, uint32_t *number)
{
	int64_t value = kineto_has(event, field) ? event->numbers[field] : -1;

	*number = value >= 0 && value < UINT32_MAX ? (uint32_t)value : 0;
	return value >= 0 && value < UINT32_MAX;
}

/* Of the category cuda_sync, an event of which may be there on each stream. */
void kineto_add_sync(struct kineto_gather *gather)
{
	const struct kineto_event *event = gather->event;
	struct kineto_sync sync = { .waits = is_named(event, "Stream Wait Event") };
	bool has_event = number_of(event, KINETO_WAIT_STREAM, &sync.on) &&
			 number_of(event, KINETO_WAIT_RECORD, &sync.record);
	bool has_stream = number_of(event, KINETO_STREAM, &sync.stream);

	if (!number_of(event, KINETO_CORRELATION, &sync.call))
		return;
	if (!number_of(event, KINETO_DEVICE, &sync.device))
		sync.device = (uint32_t)event->pid.value;
	if (is_named(event, "Stream Sync") && has_stream) {
		sync.on = sync.stream;
		sync.record = sync.call;
	} else if (!has_event || !(sync.waits ? has_stream : is_named(event, "Event Sync")))
		return;
	mem_need(gather->syncs, gather->syncs_cap, gather->sync_count + 1);
	gather->syncs[gather->sync_count++] = sync;
}

/* The first stream of each device and number. */
static void index_streams(
	const struct trace *trace, struct idmap *ids, uint32_t **streams, size_t *cap)
{
	for (uint32_t i = 0; i < trace->stream_ids.count; i++) {
		const struct stream *stream = &trace->streams[i];
		uint32_t had = ids->count, index;

		index = idmap_add(ids, (uint64_t)stream->device << 32 | stream->id);
		mem_grow((void **)streams, cap, ids->count, sizeof(**streams));
		if (ids->count > had)
			(*streams)[index] = i;
	}
}

static bool has_one_process(const struct trace *trace)
{
	for (uint32_t i = 1; i < trace->stream_ids.count; i++) {
		if (trace->streams[i].process != trace->streams[0].process)
			return false;
	}
	return trace->stream_ids.count > 0;
}

static void place_sync(struct trace *trace, const struct kineto_sync *sync, const struct idmap *ids,
	const uint32_t *streams)
{
	uint32_t stream = idmap_find(ids, (uint64_t)sync->device << 32 | sync->stream);
	uint32_t on = idmap_find(ids, (uint64_t)sync->device << 32 | sync->on);
	struct sync_record *added;

	if (on == IDMAP_NONE || (sync->waits && stream == IDMAP_NONE))
		return;
	assert(streams != NULL);
	added = trace_add_sync(trace);
	*added = (struct sync_record){
		.process = trace->streams[0].process,
		.stream = sync->waits ? streams[stream] : TRACE_NONE,
		.on = streams[on],
		.call = sync->call,
		.record = sync->record,
	};
}

void kineto_place_syncs(struct kineto_gather *gather)
{
	struct trace *trace = gather->trace;
	struct idmap ids = { 0 };
	uint32_t *streams = NULL;
	size_t cap = 0;

	if (gather->sync_count == 0 || !has_one_process(trace))
		return;
	index_streams(trace, &ids, &streams, &cap);
	for (size_t i = 0; i < gather->sync_count; i++)
		place_sync(trace, &gather->syncs[i], &ids, streams);
	idmap_release(&ids);
	free(streams);
}
