#include "collapse/kineto/kineto_reader.h"

#include <inttypes.h>
#include <stdio.h>

#include "collapse/input/decimal.h"
#include "collapse/kineto/kineto_pieces.h"

enum { PIECE_SIZE = 1 << 17 };

/* What keys outside of the events hold. */
enum topic {
	TOPIC_NONE,
	TOPIC_EVENTS,
	TOPIC_SCHEMA,
	TOPIC_DEVICES,
	TOPIC_DISTRIBUTED,
	TOPIC_COST, /* an option of the profiler: 1 */
	TOPIC_LOSS, /* "WARNING", "ERROR": what the profiler logged */
};

struct kineto_reader {
	struct kineto_events events;
	struct kineto_gather gather;
	bool events_seen;
	enum topic topic;
	char device_key[16]; /* of "deviceProperties": the current key */
	struct device device;
	char distributed_key[12]; /* of "distributedInfo": likewise */
	char schema[24];
	unsigned cost, slowed; /* enum profiler_cost: of TOPIC_COST, and those seen */
};

static void find_topic(struct kineto_reader *reader, const char *text, size_t len)
{
	static const struct {
		const char *key;
		enum topic topic;
		enum profiler_cost cost;
	} topics[] = {
		{ "traceEvents", TOPIC_EVENTS, 0 },
		{ "schemaVersion", TOPIC_SCHEMA, 0 },
		{ "deviceProperties", TOPIC_DEVICES, 0 },
		{ "distributedInfo", TOPIC_DISTRIBUTED, 0 },
		{ "with_stack", TOPIC_COST, COST_STACKS },
		{ "record_shapes", TOPIC_COST, COST_SHAPES },
		{ "profile_memory", TOPIC_COST, COST_MEMORY },
		{ "WARNING", TOPIC_LOSS, 0 },
		{ "ERROR", TOPIC_LOSS, 0 },
	};

	reader->topic = TOPIC_NONE;
	for (size_t i = 0; i < ARRAY_SIZE(topics); i++) {
		if (strlen(topics[i].key) != len || memcmp(text, topics[i].key, len) != 0)
			continue;
		reader->topic = topics[i].topic;
		reader->cost = (unsigned)topics[i].cost;
	}
}

static bool begin_events(
	struct kineto_reader *reader, enum json_token token, unsigned depth, struct err *err)
{
	if (token != JSON_OPEN_ARRAY)
		return err_set(err, ERR_FORMAT, "its \"traceEvents\" is not an array");
	if (reader->events_seen)
		return err_set(err, ERR_FORMAT, "its \"traceEvents\" occurs twice");
	reader->events_seen = true;
	reader->topic = TOPIC_NONE; /* of what follows them */
	kineto_events_open(&reader->events, depth);
	return true;
}

/* "deviceProperties": [{ "id": 0, "name": "NVIDIA H100", ... }, ...] */
static void take_device(struct kineto_reader *reader, enum json_token token, const char *text,
	size_t len, unsigned depth)
{
	struct device *device = &reader->device;
	int64_t number;

	if ((reader->gather.want & WANT_LABELS) == 0 || depth != 3)
		return;
	if (token == JSON_OPEN_OBJECT) {
		*device = (struct device){ .name = NAME_NONE };
	} else if (token == JSON_CLOSE_OBJECT && device->name != NAME_NONE) {
		*trace_add_device(reader->gather.trace) = *device;
	} else if (token == JSON_KEY) {
		snprintf(reader->device_key, sizeof(reader->device_key), "%.*s",
			len < sizeof(reader->device_key) ? (int)len : 0, text);
	} else if (token == JSON_STRING && strcmp(reader->device_key, "name") == 0) {
		device->name = names_intern(reader->gather.trace->names, text, len);
	} else if (token == JSON_NUMBER && decimal_parse(text, len, 0, &number) && number >= 0 &&
		   number <= UINT32_MAX) {
		if (strcmp(reader->device_key, "id") == 0)
			device->id = (uint32_t)number;
		else if (strcmp(reader->device_key, "numSms") == 0)
			device->multiprocessors = (uint32_t)number;
		else if (strcmp(reader->device_key, "computeMajor") == 0)
			device->major = (uint32_t)number;
	}
}

/*
 * "distributedInfo": { "backend": "nccl", "rank": 3, "world_size": 8, ... }, written before the
 * events; the first of each counts.
 */
static void take_distributed(struct kineto_reader *reader, enum json_token token, const char *text,
	size_t len, unsigned depth)
{
	struct trace *trace = reader->gather.trace;
	const char *key = reader->distributed_key;
	char rank[32];
	int64_t number;

	if (depth != 2)
		return;
	if (token == JSON_KEY)
		snprintf(reader->distributed_key, sizeof(reader->distributed_key), "%.*s",
			len < sizeof(reader->distributed_key) ? (int)len : 0, text);
	if ((token != JSON_NUMBER && token != JSON_STRING) ||
		(reader->gather.want & WANT_RANKS) == 0 || reader->events_seen ||
		!decimal_parse(text, len, 0, &number) || number < 0)
		return;
	if (strcmp(key, "world_size") == 0 && trace->origin.world == 0)
		trace->origin.world = (uint64_t)number;
	if (strcmp(key, "rank") != 0 || trace->rank != NAME_NONE)
		return;
	snprintf(rank, sizeof(rank), "rank %" PRId64, number);
	trace->rank = names_intern_frame(trace->names, rank, strlen(rank));
}

/* Messages logged by the profiler about events missing from the trace. */
static void take_log(struct kineto_reader *reader, const char *text, size_t len)
{
	static const char *const signs[] = { "dropped", "Dropped", "lost", "out of order",
		"incomplete", "out of buffer" };
	char line[400];

	snprintf(line, sizeof(line), "%.*s", len < sizeof(line) ? (int)len : (int)sizeof(line) - 1,
		text);
	for (size_t i = 0; i < ARRAY_SIZE(signs); i++) {
		if (strstr(line, signs[i]) != NULL) {
			diagnostics_add(&reader->gather.trace->diagnostics, DIAGNOSTIC_LOSS, line);
			return;
		}
	}
}

static bool take_outside(void *context, enum json_token token, const char *text, size_t len,
	unsigned depth, struct err *err)
{
	struct kineto_reader *reader = context;

	if (depth == 1 && token == JSON_KEY) {
		find_topic(reader, text, len);
		return true;
	}
	/* a bare list of events is a trace too */
	if (depth == 1 && token == JSON_OPEN_ARRAY)
		return begin_events(reader, token, depth, err);
	switch (reader->topic) {
	case TOPIC_EVENTS:
		if (token == JSON_CLOSE_OBJECT)
			break;
		return begin_events(reader, token, depth, err);
	case TOPIC_SCHEMA:
		if (token == JSON_NUMBER && depth == 1 && reader->schema[0] == '\0')
			snprintf(reader->schema, sizeof(reader->schema), "%.*s",
				len < sizeof(reader->schema) ? (int)len : 0, text);
		break;
	case TOPIC_COST:
		if (token == JSON_NUMBER && depth == 1 && text[0] == '1')
			reader->slowed |= reader->cost;
		break;
	case TOPIC_DEVICES:
		take_device(reader, token, text, len, depth);
		return true;
	case TOPIC_DISTRIBUTED:
		take_distributed(reader, token, text, len, depth);
		return true;
	case TOPIC_LOSS:
		if (token == JSON_STRING) {
			take_log(reader, text, len);
			return true;
		}
		break;
	case TOPIC_NONE:
		break;
	}
	return true;
}

static void take_event(void *context, const struct kineto_event *event)
{
	struct kineto_reader *reader = context;

	kineto_gather_event(&reader->gather, event);
}

static bool read_all(struct kineto_reader *reader, struct bytes *in, size_t piece_size,
	struct progress *progress, struct err *err)
{
	struct input_format *format = &reader->gather.trace->format;

	if (!kineto_read_text(&reader->events, &reader->gather, in, piece_size, progress, err))
		return false;
	if (!reader->events_seen)
		return err_set(err, ERR_FORMAT,
			"cannot read '%s': JSON without \"traceEvents\": not a trace of the"
			" PyTorch profiler, as its export_chrome_trace() writes",
			in->path);
	format->is_torch = true;
	format->slowed = reader->slowed;
	snprintf(format->text, sizeof(format->text), "PyTorch profiler trace%s%s",
		reader->schema[0] != '\0' ? ", schema " : "", reader->schema);
	return kineto_gather_finish(&reader->gather, err) ||
	       err_prefix(err, "cannot read '%s'", in->path);
}

bool kineto_read_by(struct bytes *in, size_t piece_size, uint64_t want, struct progress *progress,
	struct trace *trace, struct err *err)
{
	struct kineto_reader reader = {
		.events = { .take = take_event, .take_outside = take_outside, .context = &reader },
	};
	bool ok;

	/* a replay is recognised by the name of its call, and ordered by its nodes */
	if ((want & WANT_GRAPH_NODES) != 0)
		want |= WANT_DETAILS;
	kineto_gather_init(&reader.gather, want, trace);
	reader.events.event.wants_shapes = (want & TORCH_SHAPES) != 0;
	reader.events.event.wants_memory = (want & WANT_MEMORY) != 0;
	reader.events.event.wants_inputs = (want & WANT_WORKS) != 0;
	ok = read_all(&reader, in, piece_size, progress, err);
	kineto_gather_release(&reader.gather);
	kineto_events_release(&reader.events);
	return ok;
}

bool kineto_read(struct bytes *in, uint64_t want, struct progress *progress, struct trace *trace,
	struct err *err)
{
	return kineto_read_by(in, PIECE_SIZE, want, progress, trace, err);
}
