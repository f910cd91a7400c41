#include "base/global_id.h"
#include "collapse/nsys/nsys_parts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/* NVTX_EVENTS.eventType: ENUM_NSYS_EVENT_TYPE of nsys exports. */
enum {
	EVENT_PUSH_POP = 59,
	EVENT_START_END = 60,
	EVENT_NVTXT_PUSH_POP = 70,
	EVENT_NVTXT_START_END = 71,
	EVENT_DOMAIN_CREATE = 75,
};

enum range_column {
	RANGE_START,
	RANGE_END,
	RANGE_TYPE,
	RANGE_TID,
	RANGE_TEXT,
	RANGE_TEXT_ID,
	RANGE_DOMAIN,
	RANGE_END_TID,
	RANGE_COLUMNS,
};

/* A row, and its common columns, read once. */
struct nvtx_row {
	struct table_rows *rows;
	const struct datum *data;
	int64_t start, end, tid; /* 0 for NULL */
};

static uint32_t name_event(struct nsys_reader *reader, const struct nvtx_row *event)
{
	uint32_t name = nsys_intern(reader, event->rows, &event->data[RANGE_TEXT]);

	if (name == NAME_NONE)
		name = nsys_string_of(reader, event->rows, &event->data[RANGE_TEXT_ID]);
	return name;
}

/* Domain ids are unique per process. */
static uint32_t domain_of(struct nsys_reader *reader, const struct nvtx_row *event)
{
	uint64_t id = (uint64_t)rows_integer(event->rows, &event->data[RANGE_DOMAIN]);
	uint64_t process = global_process_of((uint64_t)event->tid);

	return id != 0 ? trace_add_domain(reader->trace, mem_hash(&id, sizeof(id), process))
		       : TRACE_NONE;
}

static void read_domain(struct nsys_reader *reader, const struct nvtx_row *event)
{
	uint32_t domain, name;

	name = name_event(reader, event);
	domain = domain_of(reader, event);
	if (domain != TRACE_NONE && name != NAME_NONE)
		reader->trace->domains[domain] = name;
}

static void read_range(
	struct nsys_reader *reader, const struct nvtx_row *event, enum range_style style)
{
	struct trace *trace = reader->trace;
	bool never_closed = nsys_is_null(&event->data[RANGE_END]);
	struct range *range;
	uint32_t name, thread, domain;

	if (nsys_is_null(&event->data[RANGE_START]) || nsys_is_null(&event->data[RANGE_TID]) ||
		(!never_closed && event->end < event->start)) {
		trace->odd.range_rows_bad++;
		return;
	}
	name = name_event(reader, event);
	domain = domain_of(reader, event);
	thread = nsys_thread_of(reader, (uint64_t)event->tid);
	range = trace_add_range(trace);
	*range = (struct range){
		.start = event->start,
		.end = event->end,
		.name = name,
		.domain = domain,
		.thread = thread,
		.style = (uint8_t)style,
		.never_closed = never_closed,
		.crosses = !nsys_is_null(&event->data[RANGE_END_TID]),
	};
	trace->odd.ranges_never_closed += never_closed;
	trace->odd.ranges_unnamed += name == NAME_NONE;
	if ((reader->want & WANT_PAYLOADS) == 0)
		return;
	nsys_read_payload(event->rows, event->data + RANGE_COLUMNS,
		nsys_string_of(
			reader, event->rows, &event->data[RANGE_COLUMNS + NSYS_PAYLOAD_JSON_ID]),
		&reader->payloads, trace);
}

static void read_event(struct nsys_reader *reader, const struct nvtx_row *event)
{
	switch (rows_integer(event->rows, &event->data[RANGE_TYPE])) {
	case EVENT_PUSH_POP:
	case EVENT_NVTXT_PUSH_POP:
		read_range(reader, event, RANGE_PUSH_POP);
		return;
	case EVENT_START_END:
	case EVENT_NVTXT_START_END:
		read_range(reader, event, RANGE_START_END);
		return;
	case EVENT_DOMAIN_CREATE:
		read_domain(reader, event);
		return;
	default:
		return;
	}
}

static bool open_ranges(struct nsys_reader *reader, struct table_rows **rows, struct err *err)
{
	struct database_column columns[RANGE_COLUMNS + NSYS_PAYLOAD_COLUMNS] = {
		[RANGE_START] = { "start", true, NULL },
		[RANGE_END] = { "end", true, NULL },
		[RANGE_TYPE] = { "eventType", true, NULL },
		[RANGE_TID] = { "globalTid", true, NULL },
		[RANGE_TEXT] = { "text", true, NULL },
		[RANGE_TEXT_ID] = { "textId", false, NULL },
		[RANGE_DOMAIN] = { "domainId", false, NULL },
		[RANGE_END_TID] = { "endGlobalTid", false, NULL },
	};
	size_t count =
		RANGE_COLUMNS + ((reader->want & WANT_PAYLOADS) != 0 ? NSYS_PAYLOAD_COLUMNS : 0);

	nsys_payload_columns(columns + RANGE_COLUMNS);
	if (((reader->want & WANT_PAYLOADS) != 0 &&
		    !nsys_payloads_init(&reader->payloads, reader->db, err)) ||
		!rows_open(reader->db, "NVTX_EVENTS", columns, count, rows, err))
		return false;
	if (*rows != NULL)
		trace_expect_ranges(reader->trace, rows_expected(*rows));
	return true;
}

/* Read the rows; *last is the latest time in them. */
static bool read_rows(
	struct nsys_reader *reader, struct table_rows *rows, int64_t *last, struct err *err)
{
	const struct datum *row;
	bool ok = true;

	*last = INT64_MIN;
	while (rows != NULL && (ok = rows_next(rows, &row, err)) && row != NULL) {
		const struct nvtx_row event = {
			.rows = rows,
			.data = row,
			.start = rows_integer(rows, &row[RANGE_START]),
			.end = rows_integer(rows, &row[RANGE_END]),
			.tid = rows_integer(rows, &row[RANGE_TID]),
		};

		if (event.start > *last && !nsys_is_null(&row[RANGE_START]))
			*last = event.start;
		if (event.end > *last && !nsys_is_null(&row[RANGE_END]))
			*last = event.end;
		read_event(reader, &event);
		nsys_count_row(reader);
	}
	return ok;
}

/* As in exports before 2023, calls of MPI are ranges of the domain MPI. */
static void add_mpi_calls(struct nsys_reader *reader)
{
	static const char name[] = "MPI";
	const uint64_t key = UINT64_MAX;
	struct trace *trace = reader->trace;
	uint32_t domain;

	if (reader->mpi_count == 0 || (reader->want & WANT_MPI_RANGES) == 0)
		return;
	domain = trace_add_domain(trace, key);
	trace->domains[domain] = names_intern(trace->names, name, strlen(name));
	for (size_t i = 0; i < reader->mpi_count; i++) {
		const struct mpi_call *call = &reader->mpi_calls[i];

		*trace_add_range(trace) = (struct range){
			.start = call->start,
			.end = call->end,
			.name = call->name,
			.domain = domain,
			.thread = call->thread,
			.style = RANGE_PUSH_POP,
			.never_closed = call->never_closed,
		};
		trace->odd.ranges_never_closed += call->never_closed;
		trace->odd.ranges_unnamed += call->name == NAME_NONE;
	}
}

/* Names with those of their domains; each pair is joined once. */
struct joined_names {
	struct idmap pairs;
	uint32_t *names; /* by pair */
	size_t names_cap;
	char *text; /* room for one */
	size_t text_cap;
	uint64_t bytes; /* of all that have a long domain */
};

/*
 * A long name of a domain comes again with the name of each of its ranges. With usual ones, names
 * take about as much as in the file.
 */
enum { USUAL_DOMAIN_BYTES = 256 };
static const uint64_t joined_bytes_max = UINT64_C(1) << 28;

static bool join_pair(struct nsys_reader *reader, struct joined_names *joined, uint32_t pair,
	const struct range *range, struct err *err)
{
	struct names *names = reader->trace->names;
	const struct name *domain = &names->list[reader->trace->domains[range->domain]];
	const struct name *name = &names->list[range->name];
	size_t len = (size_t)domain->len + name->len + 1;

	joined->bytes += domain->len > USUAL_DOMAIN_BYTES ? len : 0;
	if (joined->bytes > joined_bytes_max)
		return err_set(err, ERR_FORMAT,
			"cannot read '%s': names of ranges with their domains take more than %u "
			"MiB; gpuflame collapse --no-domain-prefix leaves the domains out",
			reader->db->path, (unsigned)(joined_bytes_max >> 20));
	mem_need(joined->names, joined->names_cap, joined->pairs.count);
	mem_need(joined->text, joined->text_cap, len);
	memcpy(joined->text, domain->text, domain->len);
	joined->text[domain->len] = ':';
	memcpy(joined->text + domain->len + 1, name->text, name->len);
	joined->names[pair] = names_intern(names, joined->text, len);
	return true;
}

/* "NCCL:ncclAllReduce" for each range of a named domain. */
static bool prefix_domains(struct nsys_reader *reader, struct err *err)
{
	struct trace *trace = reader->trace;
	struct joined_names joined = { 0 };
	bool ok = true;

	for (size_t i = 0; ok && i < trace->range_count; i++) {
		struct range *range = &trace->ranges[i];
		uint32_t pair, had = joined.pairs.count;

		if (range->domain == TRACE_NONE || range->name == NAME_NONE ||
			trace->domains[range->domain] == NAME_NONE)
			continue;
		pair = idmap_add(
			&joined.pairs, (uint64_t)trace->domains[range->domain] << 32 | range->name);
		ok = joined.pairs.count == had || join_pair(reader, &joined, pair, range, err);
		assert(!ok || joined.names != NULL);
		if (ok)
			range->name = joined.names[pair];
	}
	idmap_release(&joined.pairs);
	free(joined.names);
	free(joined.text);
	return ok;
}

bool nsys_read_ranges(struct nsys_reader *reader, struct err *err)
{
	struct trace *trace = reader->trace;
	struct table_rows *rows;
	int64_t last;
	bool ok;

	if (!open_ranges(reader, &rows, err))
		return false;
	ok = read_rows(reader, rows, &last, err);
	rows_free(rows);
	if (!ok)
		return false;
	for (size_t i = 0; trace->odd.ranges_never_closed > 0 && i < trace->range_count; i++) {
		if (trace->ranges[i].never_closed)
			trace->ranges[i].end = last;
	}
	add_mpi_calls(reader);
	return (reader->want & WANT_NO_DOMAIN_PREFIX) != 0 || prefix_domains(reader, err);
}
