#include <stdlib.h>

#include "base/mem.h"
#include "collapse/nsys/nsys_parts.h"

/* Columns of both tables; SYNC_TYPE only of the first. */
enum sync_column {
	SYNC_PROCESS,
	SYNC_CORRELATION,
	SYNC_DEVICE,
	SYNC_CONTEXT,
	SYNC_STREAM,
	SYNC_EVENT,
	SYNC_TYPE,
	SYNC_COLUMNS,
};

static const struct database_column columns[SYNC_COLUMNS] = {
	[SYNC_PROCESS] = { "globalPid", false, NULL },
	[SYNC_CORRELATION] = { "correlationId", false, NULL },
	[SYNC_DEVICE] = { "deviceId", false, NULL },
	[SYNC_CONTEXT] = { "contextId", false, NULL },
	[SYNC_STREAM] = { "streamId", false, NULL },
	[SYNC_EVENT] = { "eventId", false, NULL },
	[SYNC_TYPE] = { "syncType", false, NULL },
};

/* CUpti_ActivitySynchronizationType, as nsys's ENUM_CUPTI_SYNC_TYPE */
enum { EVENT_SYNCHRONIZE = 1, STREAM_WAIT_EVENT, STREAM_SYNCHRONIZE };

/* An event was recorded on a stream: by a call, of which later ones have larger ids. */
struct recorded_event {
	uint32_t process, event, correlation, stream;
};

struct sync_reader {
	struct nsys_reader *reader;
	struct recorded_event *events; /* by process, event and correlation id */
	size_t count, cap;
};

/* A stream that some operation ran on: false if there was none. */
static bool find_stream(const struct nsys_reader *reader, struct table_rows *rows,
	const struct datum *row, uint32_t *process, uint32_t *stream)
{
	const struct trace *trace = reader->trace;
	struct stream wanted = {
		.device = (uint32_t)rows_integer(rows, &row[SYNC_DEVICE]),
		.context = (uint32_t)rows_integer(rows, &row[SYNC_CONTEXT]),
		.id = (uint32_t)rows_integer(rows, &row[SYNC_STREAM]),
	};

	*process = idmap_find(&trace->processes, (uint64_t)rows_integer(rows, &row[SYNC_PROCESS]));
	wanted.process = *process;
	return *process != IDMAP_NONE && trace_find_stream(trace, &wanted, stream);
}

static bool has_ids(struct table_rows *rows, const struct datum *row)
{
	int64_t correlation = rows_integer(rows, &row[SYNC_CORRELATION]);

	return !nsys_is_null(&row[SYNC_CORRELATION]) && correlation >= 0 &&
	       correlation <= UINT32_MAX;
}

static void read_record(void *context, struct table_rows *rows, const struct datum *row)
{
	struct sync_reader *syncs = context;
	struct recorded_event event = {
		.event = (uint32_t)rows_integer(rows, &row[SYNC_EVENT]),
		.correlation = (uint32_t)rows_integer(rows, &row[SYNC_CORRELATION]),
	};

	if (!has_ids(rows, row) ||
		!find_stream(syncs->reader, rows, row, &event.process, &event.stream))
		return;
	mem_need(syncs->events, syncs->cap, syncs->count + 1);
	syncs->events[syncs->count++] = event;
}

static int compare_events(const void *a, const void *b)
{
	const struct recorded_event *left = a, *right = b;

	if (left->process != right->process)
		return left->process < right->process ? -1 : 1;
	if (left->event != right->event)
		return left->event < right->event ? -1 : 1;
	return (left->correlation > right->correlation) - (left->correlation < right->correlation);
}

/* The last record of an event before a call, as cudaStreamWaitEvent takes it; or NULL. */
static const struct recorded_event *last_record(
	const struct sync_reader *syncs, uint32_t process, uint32_t event, uint32_t correlation)
{
	const struct recorded_event wanted = { process, event, correlation, 0 };
	size_t low = 0, high = syncs->count;
	const struct recorded_event *last;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (compare_events(&syncs->events[middle], &wanted) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	last = low > 0 ? &syncs->events[low - 1] : NULL;
	return last != NULL && last->process == process && last->event == event ? last : NULL;
}

static void read_sync(void *context, struct table_rows *rows, const struct datum *row)
{
	const struct sync_reader *syncs = context;
	int64_t type = rows_integer(rows, &row[SYNC_TYPE]);
	uint32_t event = (uint32_t)rows_integer(rows, &row[SYNC_EVENT]), stream;
	struct sync_record sync = {
		.call = (uint32_t)rows_integer(rows, &row[SYNC_CORRELATION]),
	}, *added;
	bool has_stream = find_stream(syncs->reader, rows, row, &sync.process, &stream);

	if (!has_ids(rows, row) || sync.process == IDMAP_NONE ||
		(type != EVENT_SYNCHRONIZE && !has_stream))
		return;
	sync.stream = type == STREAM_WAIT_EVENT ? stream : TRACE_NONE;
	if (type == STREAM_SYNCHRONIZE) {
		sync.on = stream;
		sync.record = sync.call;
	} else if (type == STREAM_WAIT_EVENT || type == EVENT_SYNCHRONIZE) {
		const struct recorded_event *last =
			last_record(syncs, sync.process, event, sync.call);

		if (last == NULL)
			return;
		sync.on = last->stream;
		sync.record = last->correlation;
	} else {
		return;
	}
	added = trace_add_sync(syncs->reader->trace);
	*added = sync;
}

bool nsys_read_syncs(struct nsys_reader *reader, struct err *err)
{
	struct sync_reader syncs = { .reader = reader };
	bool ok;

	if ((reader->want & WANT_SYNCS) == 0)
		return true;
	ok = rows_each(reader->db, "CUPTI_ACTIVITY_KIND_CUDA_EVENT", columns, SYNC_TYPE,
		read_record, &syncs, err);
	if (ok && syncs.count > 1)
		qsort(syncs.events, syncs.count, sizeof(*syncs.events), compare_events);
	ok = ok && rows_each(reader->db, "CUPTI_ACTIVITY_KIND_SYNCHRONIZATION", columns,
			   SYNC_COLUMNS, read_sync, &syncs, err);
	free(syncs.events);
	return ok;
}
