#include "base/global_id.h"
#include "collapse/nsys/nsys_parts.h"

#include "base/text.h"

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
	RANGE_U64, /* from here on: only if payloads are wanted */
	RANGE_I64,
	RANGE_F64,
	RANGE_U32,
	RANGE_I32,
	RANGE_F32,
	RANGE_JSON,
	RANGE_JSON_ID,
	RANGE_BINARY,
	RANGE_COLUMNS,
};

static uint32_t name_event(struct nsys_reader *reader, const struct datum *row)
{
	uint32_t name = nsys_intern(reader, &row[RANGE_TEXT]);

	if (name == NAME_NONE)
		name = nsys_string_of(reader, &row[RANGE_TEXT_ID]);
	return name;
}

/* Domain ids are unique per process. */
static uint32_t domain_of(struct nsys_reader *reader, const struct datum *row)
{
	uint64_t id = (uint64_t)datum_integer(&row[RANGE_DOMAIN]);
	uint64_t process = global_process_of((uint64_t)datum_integer(&row[RANGE_TID]));

	return id != 0 ? trace_add_domain(reader->trace, mem_hash(&id, sizeof(id), process))
		       : TRACE_NONE;
}

static void read_domain(struct nsys_reader *reader, const struct datum *row)
{
	uint32_t domain, name;

	name = name_event(reader, row);
	domain = domain_of(reader, row);
	if (domain != TRACE_NONE && name != NAME_NONE)
		reader->trace->domains[domain] = name;
}

/*
 * The payload of the newest range, if it has one. A text in the row itself takes precedence over
 * that of an id, and bytes are decoded when there is neither.
 */
static void read_payload(struct nsys_reader *reader, const struct datum *row)
{
	struct payload payload = { .json = nsys_string_of(reader, &row[RANGE_JSON_ID]) };
	struct trace *trace = reader->trace;
	const char *text;
	size_t len;
	int column = RANGE_U64;

	while (column < RANGE_JSON && row[column].type == DATUM_NULL)
		column++;
	if (column == RANGE_F64 || column == RANGE_F32) {
		payload.kind = PAYLOAD_FLOAT;
		payload.number.as_float = datum_real(&row[column]);
	} else if (column == RANGE_U64 || column == RANGE_U32) {
		payload.kind = PAYLOAD_UNSIGNED;
		payload.number.as_unsigned = (uint64_t)datum_integer(&row[column]);
	} else if (column < RANGE_JSON) {
		payload.kind = PAYLOAD_SIGNED;
		payload.number.as_signed = datum_integer(&row[column]);
	}
	datum_text(&row[RANGE_JSON], &text, &len);
	if (text != NULL) {
		payload.json = names_intern(trace->names, text, len);
	} else if (payload.json == NAME_NONE) {
		text = nsys_payload_json(&reader->payloads, &row[RANGE_BINARY]);
		if (text != NULL)
			payload.json = names_intern(trace->names, text, strlen(text));
	}
	if (!(payload.kind == PAYLOAD_NONE && payload.json == NAME_NONE))
		trace_add_payload(trace, &payload);
}

static void read_range(struct nsys_reader *reader, const struct datum *row, enum range_style style)
{
	struct trace *trace = reader->trace;
	const int64_t start = datum_integer(&row[RANGE_START]);
	const int64_t end = datum_integer(&row[RANGE_END]);
	bool never_closed = nsys_is_null(&row[RANGE_END]);
	struct range *range;
	uint32_t name, thread, domain;

	if (nsys_is_null(&row[RANGE_START]) || nsys_is_null(&row[RANGE_TID]) ||
		(!never_closed && end < start)) {
		trace->odd.range_rows_bad++;
		return;
	}
	name = name_event(reader, row);
	domain = domain_of(reader, row);
	thread = nsys_thread_of(reader, (uint64_t)datum_integer(&row[RANGE_TID]));
	range = trace_add_range(trace);
	*range = (struct range){
		.start = start,
		.end = end,
		.name = name,
		.domain = domain,
		.thread = thread,
		.style = (uint8_t)style,
		.never_closed = never_closed,
		.crosses = !nsys_is_null(&row[RANGE_END_TID]),
	};
	trace->odd.ranges_never_closed += never_closed;
	trace->odd.ranges_unnamed += name == NAME_NONE;
	if ((reader->want & WANT_PAYLOADS) != 0)
		read_payload(reader, row);
}

static void read_event(struct nsys_reader *reader, const struct datum *row)
{
	switch (datum_integer(&row[RANGE_TYPE])) {
	case EVENT_PUSH_POP:
	case EVENT_NVTXT_PUSH_POP:
		read_range(reader, row, RANGE_PUSH_POP);
		return;
	case EVENT_START_END:
	case EVENT_NVTXT_START_END:
		read_range(reader, row, RANGE_START_END);
		return;
	case EVENT_DOMAIN_CREATE:
		read_domain(reader, row);
		return;
	default:
		return;
	}
}

struct range_reader {
	struct nsys_reader *reader;
	int64_t last; /* time in any row */
};

static void read_row(void *context, const struct datum *row)
{
	struct range_reader *ranges = context;
	const int64_t start = datum_integer(&row[RANGE_START]);
	const int64_t end = datum_integer(&row[RANGE_END]);

	if (start > ranges->last && !nsys_is_null(&row[RANGE_START]))
		ranges->last = start;
	if (end > ranges->last && !nsys_is_null(&row[RANGE_END]))
		ranges->last = end;
	read_event(ranges->reader, row);
	nsys_count_row(ranges->reader);
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

/* "NCCL:ncclAllReduce"; a long name of a domain, which comes again with each range, is cut. */
static uint32_t join(struct names *names, uint32_t domain, uint32_t name, struct text *text)
{
	enum { DOMAIN_BYTES = 256 };
	const struct name *first = &names->list[domain], *second = &names->list[name];

	text->len = 0;
	text_add(text, first->text, first->len < DOMAIN_BYTES ? first->len : DOMAIN_BYTES);
	text_add(text, ":", 1);
	text_add(text, second->text, second->len);
	return names_intern(names, text->bytes, text->len);
}

/* Names of ranges with those of their domains; each pair is joined once. */
static void prefix_domains(struct trace *trace)
{
	struct idmap pairs = { 0 };
	struct text text = { 0 };
	uint32_t *joined = NULL; /* by pair */
	size_t cap = 0;

	for (size_t i = 0; i < trace->range_count; i++) {
		struct range *range = &trace->ranges[i];
		uint32_t domain =
			range->domain != TRACE_NONE ? trace->domains[range->domain] : NAME_NONE;
		uint32_t pair, had = pairs.count;

		if (domain == NAME_NONE || range->name == NAME_NONE)
			continue;
		pair = idmap_add(&pairs, (uint64_t)domain << 32 | range->name);
		mem_need(joined, cap, pairs.count);
		if (pairs.count > had)
			joined[pair] = join(trace->names, domain, range->name, &text);
		range->name = joined[pair];
	}
	idmap_release(&pairs);
	text_release(&text);
	free(joined);
}

bool nsys_read_ranges(struct nsys_reader *reader, struct err *err)
{
	static const struct database_column columns[RANGE_COLUMNS] = {
		[RANGE_START] = { "start", true, NULL },
		[RANGE_END] = { "end", true, NULL },
		[RANGE_TYPE] = { "eventType", true, NULL },
		[RANGE_TID] = { "globalTid", true, NULL },
		[RANGE_TEXT] = { "text", true, NULL },
		[RANGE_TEXT_ID] = { "textId", false, NULL },
		[RANGE_DOMAIN] = { "domainId", false, NULL },
		[RANGE_END_TID] = { "endGlobalTid", false, NULL },
		[RANGE_U64] = { "uint64Value", false, NULL },
		[RANGE_I64] = { "int64Value", false, NULL },
		[RANGE_F64] = { "doubleValue", false, NULL },
		[RANGE_U32] = { "uint32Value", false, NULL },
		[RANGE_I32] = { "int32Value", false, NULL },
		[RANGE_F32] = { "floatValue", false, NULL },
		[RANGE_JSON] = { "jsonText", false, NULL },
		[RANGE_JSON_ID] = { "jsonTextId", false, NULL },
		[RANGE_BINARY] = { "binaryData", false, NULL },
	};
	const bool payloads = (reader->want & WANT_PAYLOADS) != 0;
	struct range_reader ranges = { reader, INT64_MIN };
	struct trace *trace = reader->trace;

	if ((payloads && !nsys_payloads_init(&reader->payloads, reader->db, err)) ||
		!rows_each(reader->db, "NVTX_EVENTS", columns, payloads ? RANGE_COLUMNS : RANGE_U64,
			read_row, &ranges, err))
		return false;
	for (size_t i = 0; trace->odd.ranges_never_closed > 0 && i < trace->range_count; i++) {
		if (trace->ranges[i].never_closed)
			trace->ranges[i].end = ranges.last;
	}
	add_mpi_calls(reader);
	if ((reader->want & WANT_NO_DOMAIN_PREFIX) == 0)
		prefix_domains(trace);
	return true;
}
