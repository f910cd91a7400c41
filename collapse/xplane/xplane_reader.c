#include "collapse/xplane/xplane_reader.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/global_id.h"
#include "base/mem.h"
#include "collapse/model/launches.h"

/*
 * Source: xplane.proto of XLA (tsl/profiler/protobuf). An XSpace holds planes, one of each GPU and
 * of the host; a plane has lines, which hold events, and behind them the names of events and of
 * their stats by number. Times are in ps from that of the line, in ns.
 */
enum {
	SPACE_PLANE = 1,
	PLANE_NAME = 2,
	PLANE_LINE = 3,
	PLANE_EVENT_NAME = 4,
	PLANE_STAT_NAME = 5,
	LINE_NAME = 2,
	LINE_NS = 3,
	LINE_EVENT = 4,
	EVENT_NAME = 1,
	EVENT_OFFSET = 2,
	EVENT_DURATION = 3,
	EVENT_STAT = 4,
	STAT_NAME = 1,
	STAT_UINT = 3,
	STAT_INT = 4,
	STAT_TEXT = 5,
	STAT_REF = 7,    /* the number of a stat's name */
	ENTRY_KEY = 1,   /* of a map */
	ENTRY_VALUE = 2, /* with the name at 2, too */
};

/* What is read of an event; texts are parts of the file. */
enum stat {
	STAT_CORRELATION,
	STAT_MODULE,
	STAT_SCOPE,
	STAT_COPY,   /* "kind:.. size:512 .." */
	STAT_KERNEL, /* "grid:16,1,1 block:512,1,1 .." */
	STAT_STEP,   /* its number is 1 more, 0: none */
	STATS,
};

static const char *const stat_words[STATS] = {
	[STAT_CORRELATION] = "correlation_id",
	[STAT_MODULE] = "hlo_module",
	[STAT_SCOPE] = "name",
	[STAT_COPY] = "memcpy_details",
	[STAT_KERNEL] = "kernel_details",
	[STAT_STEP] = "step_num",
};

struct proto_bytes {
	const unsigned char *at, *end;
};

/* A field: its number, and its value or bytes. */
struct proto_field {
	uint64_t number, value;
	struct proto_bytes bytes;
};

struct event {
	struct proto_bytes name;
	int64_t start, end;
	uint64_t numbers[STATS];
	struct proto_bytes texts[STATS];
};

/* Texts by number, of the current plane, which has all that it refers to. */
struct text_map {
	struct idmap ids;
	struct proto_bytes *texts;
	size_t cap;
};

struct xplane_reader {
	uint64_t want;
	struct trace *trace;
	const unsigned char *bad; /* where the message is none, or NULL */
	struct text_map events, stats;
	uint32_t device, stream;
	uint32_t thread; /* of the host, counted from 1 */
	size_t captured_cap;
};

/* --- protobuf ------------------------------------------------------------------------------- */

/* `bad` is set where it does not end. */
static uint64_t get_varint(struct xplane_reader *reader, struct proto_bytes *from)
{
	uint64_t value = 0;

	for (unsigned shift = 0; from->at < from->end && shift < 64; shift += 7) {
		value |= (uint64_t)(*from->at & 0x7f) << shift;
		if (*from->at++ < 0x80)
			return value;
	}
	reader->bad = from->at;
	return 0;
}

/* The next field of a message; false at its end, and where it is damaged. */
static bool next_field(
	struct xplane_reader *reader, struct proto_bytes *from, struct proto_field *field)
{
	static const uint64_t sizes[8] = { 0, 8, 0, -1ULL, -1ULL, 4, -1ULL, -1ULL };
	const unsigned char *at = from->at;
	uint64_t tag, len;

	if (from->at == NULL || from->at == from->end || reader->bad != NULL)
		return false;
	tag = get_varint(reader, from);
	*field = (struct proto_field){ .number = tag >> 3 };
	if ((tag & 7) == 0)
		field->value = get_varint(reader, from);
	len = (tag & 7) == 2 ? get_varint(reader, from) : sizes[tag & 7];
	if (reader->bad != NULL || len > (uint64_t)(from->end - from->at)) {
		reader->bad = at;
		return false;
	}
	field->bytes = (struct proto_bytes){ from->at, from->at + len };
	from->at += len;
	return true;
}

static bool begins(struct proto_bytes text, const char *word)
{
	size_t len = strlen(word);

	return (size_t)(text.end - text.at) >= len && memcmp(text.at, word, len) == 0;
}

/* The text behind `word`, as a string of at most `size` - 1 bytes; "" if it is not there. */
static const char *text_behind(struct proto_bytes text, const char *word, char *to, size_t size)
{
	size_t len = (size_t)(text.end - text.at) < size ? (size_t)(text.end - text.at) : size - 1;
	const char *found;

	if (len > 0)
		memcpy(to, text.at, len);
	to[len] = '\0';
	found = strstr(to, word);
	return found != NULL ? found + strlen(word) : "";
}

static uint64_t number_behind(struct proto_bytes text, const char *word)
{
	char part[256];

	return strtoull(text_behind(text, word, part, sizeof(part)), NULL, 10);
}

static uint32_t intern(const struct xplane_reader *reader, struct proto_bytes text)
{
	return names_intern(
		reader->trace->names, (const char *)text.at, (size_t)(text.end - text.at));
}

static struct proto_bytes get_text(const struct text_map *map, uint64_t id)
{
	uint32_t index = idmap_find(&map->ids, id);

	return index != IDMAP_NONE ? map->texts[index] : (struct proto_bytes){ 0 };
}

/* An entry of a map: the name of its value. */
static void read_name(struct xplane_reader *reader, struct proto_bytes entry, struct text_map *map)
{
	struct proto_field field, inner;
	struct proto_bytes name = { 0 };
	uint64_t key = 0;
	uint32_t index;

	while (next_field(reader, &entry, &field)) {
		if (field.number == ENTRY_KEY)
			key = field.value;
		while (field.number == ENTRY_VALUE && next_field(reader, &field.bytes, &inner)) {
			if (inner.number == PLANE_NAME)
				name = inner.bytes;
		}
	}
	index = idmap_add(&map->ids, key);
	mem_need(map->texts, map->cap, map->ids.count);
	map->texts[index] = name;
}

static void read_stat(struct xplane_reader *reader, struct proto_bytes message, struct event *event)
{
	struct proto_bytes name = { 0 }, text = { 0 };
	uint64_t number = 0;
	struct proto_field field;

	while (next_field(reader, &message, &field)) {
		if (field.number == STAT_NAME)
			name = get_text(&reader->stats, field.value);
		else if (field.number == STAT_UINT || field.number == STAT_INT)
			number = field.value;
		else if (field.number == STAT_TEXT)
			text = field.bytes;
		else if (field.number == STAT_REF)
			text = get_text(&reader->stats, field.value);
	}
	for (int stat = 0; stat < STATS; stat++) {
		if ((size_t)(name.end - name.at) == strlen(stat_words[stat]) &&
			begins(name, stat_words[stat])) {
			event->numbers[stat] = number + (stat == STAT_STEP);
			event->texts[stat] = text;
		}
	}
}

/* False where it has times that cannot be. */
static bool read_event(struct xplane_reader *reader, struct proto_bytes message, int64_t line_ns,
	struct event *event)
{
	uint64_t offset = 0, duration = 0;
	struct proto_field field;

	*event = (struct event){ 0 };
	while (next_field(reader, &message, &field)) {
		if (field.number == EVENT_NAME)
			event->name = get_text(&reader->events, field.value);
		else if (field.number == EVENT_OFFSET)
			offset = field.value;
		else if (field.number == EVENT_DURATION)
			duration = field.value;
		else if (field.number == EVENT_STAT)
			read_stat(reader, field.bytes, event);
	}
	return offset <= INT64_MAX && duration <= INT64_MAX && line_ns >= 0 &&
	       !__builtin_add_overflow(line_ns, (int64_t)(offset / 1000), &event->start) &&
	       !__builtin_add_overflow(event->start, (int64_t)(duration / 1000), &event->end);
}

/*
 * "jit(train)/layers_0/attn/dot_general" is a frame for each of its parts; what has no path is
 * below its module.
 */
static uint32_t scope_of(const struct xplane_reader *reader, const struct event *event)
{
	struct tree *scopes = reader->trace->captured_stacks;
	struct proto_bytes path = event->texts[STAT_SCOPE], module = event->texts[STAT_MODULE],
			   piece;
	uint32_t node = TREE_ROOT;

	if (module.at < module.end &&
		(path.at == path.end || memchr(path.at, '/', (size_t)(path.end - path.at)) == NULL))
		node = tree_child(scopes, node, intern(reader, module));
	while (path.at < path.end) {
		piece = (struct proto_bytes){ path.at, path.at };
		while (piece.end < path.end && *piece.end != '/')
			piece.end++;
		if (piece.at < piece.end)
			node = tree_child(scopes, node, intern(reader, piece));
		path.at = piece.end + (piece.end < path.end);
	}
	return node;
}

static enum op_kind kind_of(const struct event *event)
{
	return begins(event->name, "Memcpy")   ? OP_MEMCPY
	       : begins(event->name, "Memset") ? OP_MEMSET
					       : OP_KERNEL;
}

/* "MemcpyH2D" as everywhere. */
static uint32_t name_of(const struct xplane_reader *reader, const struct event *event)
{
	const unsigned char *name = event->name.at;
	char text[] = "[CUDA memcpy ?to?]";

	if (kind_of(event) == OP_MEMSET)
		return names_intern(reader->trace->names, "[CUDA memset]", strlen("[CUDA memset]"));
	if (event->name.end - name != 9 || kind_of(event) != OP_MEMCPY || name[7] != '2')
		return name < event->name.end ? intern(reader, event->name) : NAME_NONE;
	text[strlen(text) - 5] = (char)name[6];
	text[strlen(text) - 2] = (char)name[8];
	return names_intern(reader->trace->names, text, strlen(text));
}

static void shape_of(const struct event *event, const char *copy, struct op_shape *shape)
{
	const struct proto_bytes launch = event->texts[STAT_KERNEL];
	uint32_t *grid = shape->grid, *block = shape->block;
	char text[256];

	*shape = (struct op_shape){
		.src_kind = kind_of(event) == OP_MEMCPY ? MEMORY_UNKNOWN : MEMORY_NONE,
		.dst_kind = kind_of(event) != OP_KERNEL ? MEMORY_UNKNOWN : MEMORY_NONE,
		.copy_kind = kind_of(event) != OP_KERNEL ? trace_copy_kind(copy) : 0,
		.bytes = number_behind(event->texts[STAT_COPY], "size:"),
	};
	sscanf(text_behind(launch, "grid:", text, sizeof(text)), "%" SCNu32 ",%" SCNu32 ",%" SCNu32,
		grid, grid + 1, grid + 2);
	sscanf(text_behind(launch, "block:", text, sizeof(text)),
		"%" SCNu32 ",%" SCNu32 ",%" SCNu32, block, block + 1, block + 2);
}

static void add_op(struct xplane_reader *reader, const struct event *event)
{
	struct stream stream = { .device = reader->device, .id = reader->stream };
	const uint32_t name = name_of(reader, event);
	struct trace *trace = reader->trace;
	struct op_shape shape;

	*trace_add_op(trace) = (struct op){
		.start = event->start,
		.end = event->end,
		.correlation = (uint32_t)event->numbers[STAT_CORRELATION],
		.has_correlation = event->numbers[STAT_CORRELATION] > 0 &&
				   event->numbers[STAT_CORRELATION] <= UINT32_MAX,
		.name = name,
		.thread = TRACE_NONE,
		.stream = trace_add_stream(trace, &stream) & TRACE_STREAM_MAX,
	};
	if (trace->captured_stacks != NULL) {
		mem_need(trace->captured, reader->captured_cap, trace->op_count);
		trace->captured[trace->op_count - 1] = scope_of(reader, event);
	}
	if ((reader->want & (WANT_DETAILS | WANT_GRAPH_NODES | WANT_MOVES)) == 0)
		return;
	shape_of(event, name != NAME_NONE ? trace->names->list[name].text : "", &shape);
	trace_add_wanted(trace, reader->want, kind_of(event), &shape);
}

static uint32_t thread_of(const struct xplane_reader *reader)
{
	uint64_t process = global_pid(0, 1);

	return trace_add_thread(reader->trace, global_tid(process, reader->thread), process);
}

static void add_call(struct xplane_reader *reader, const struct event *event)
{
	*trace_add_api_call(reader->trace) = (struct api_call){
		.start = event->start,
		.end = event->end,
		.thread = thread_of(reader),
		.correlation = (uint32_t)event->numbers[STAT_CORRELATION],
		.name = event->name.at < event->name.end ? intern(reader, event->name) : NAME_NONE,
		.kernel = NAME_NONE,
	};
}

/* jax.profiler.StepTraceAnnotation("train", step_num=5): "train step 5" */
static void add_step(struct xplane_reader *reader, const struct event *event)
{
	char text[256];
	const char *name = text_behind(event->name, "", text, sizeof(text) - 32);
	size_t len = strlen(name);

	snprintf(text + len, sizeof(text) - len, "%s %" PRIu64,
		strstr(name, "step") != NULL ? "" : " step", event->numbers[STAT_STEP] - 1);
	*trace_add_range(reader->trace) = (struct range){
		.start = event->start,
		.end = event->end,
		.name = names_intern(reader->trace->names, text, strlen(text)),
		.domain = TRACE_NONE,
		.thread = thread_of(reader),
		.style = RANGE_PUSH_POP,
	};
}

/* --- planes --------------------------------------------------------------------------------- */

/* Operations of a stream, of one kind, or, of the host, calls: then kind is OP_KINDS. */
static void read_line(struct xplane_reader *reader, struct proto_bytes message, enum op_kind kind)
{
	struct proto_bytes rest = message, name = { 0 };
	struct proto_field field;
	struct event event;
	int64_t line_ns = 0;

	while (next_field(reader, &rest, &field)) {
		if (field.number == LINE_NAME)
			name = field.bytes;
		else if (field.number == LINE_NS)
			line_ns = (int64_t)field.value;
	}
	reader->thread++;
	if (kind != OP_KINDS && !begins(name, "Stream #")) /* made of operations */
		return;
	reader->stream = (uint32_t)number_behind(name, "Stream #");
	while (next_field(reader, &message, &field)) {
		if (field.number != LINE_EVENT)
			continue;
		if (!read_event(reader, field.bytes, line_ns, &event)) {
			reader->trace->odd.rows_without_time += kind != OP_KINDS;
			continue;
		}
		if (kind == OP_KINDS && event.numbers[STAT_CORRELATION] - 1 < UINT32_MAX)
			add_call(reader, &event);
		else if (kind == OP_KINDS && event.numbers[STAT_STEP] > 0 &&
			 (reader->want & WANT_RANGES) != 0)
			add_step(reader, &event);
		else if (kind != OP_KINDS && kind_of(&event) == kind)
			add_op(reader, &event);
	}
}

static void read_plane(struct xplane_reader *reader, struct proto_bytes message, enum op_kind kind)
{
	struct proto_bytes rest = message, name = { 0 };
	struct proto_field field;

	while (next_field(reader, &rest, &field)) {
		if (field.number == PLANE_NAME)
			name = field.bytes;
	}
	if (!begins(name, kind == OP_KINDS ? "/host:CPU" : "/device:GPU:"))
		return;
	reader->device = (uint32_t)number_behind(name, "GPU:");
	for (rest = message; next_field(reader, &rest, &field);) {
		if (field.number == PLANE_EVENT_NAME)
			read_name(reader, field.bytes, &reader->events);
		else if (field.number == PLANE_STAT_NAME)
			read_name(reader, field.bytes, &reader->stats);
	}
	while (next_field(reader, &message, &field)) {
		if (field.number == PLANE_LINE)
			read_line(reader, field.bytes, kind);
	}
}

/* Operations are kept kind by kind. */
static void read_space(struct xplane_reader *reader, struct proto_bytes space)
{
	int last = (reader->want & WANT_OTHER_OPS) != 0 ? OP_MEMSET : OP_KERNEL;

	for (int kind = OP_KERNEL; kind <= OP_KINDS; kind++) {
		struct proto_bytes rest = space;
		struct proto_field field;

		reader->thread = 0;
		while ((kind <= last || kind == OP_KINDS) && next_field(reader, &rest, &field)) {
			if (field.number == SPACE_PLANE)
				read_plane(reader, field.bytes, (enum op_kind)kind);
		}
		if (kind < OP_KINDS)
			reader->trace->op_end[kind] = reader->trace->op_count;
	}
}

bool xplane_read(struct bytes *in, uint64_t want, struct progress *progress, struct trace *trace,
	struct err *err)
{
	struct xplane_reader reader = { .want = want, .trace = trace };
	unsigned char *bytes = NULL;
	size_t count;
	bool ok = bytes_all(in, INT32_MAX, progress, &bytes, &count, err);

	if ((want & WANT_GRAPH_NODES) != 0) {
		trace->captured_stacks = mem_zeroed(1, sizeof(*trace->captured_stacks));
		tree_init(trace->captured_stacks, trace->names);
	}
	if (ok) {
		idmap_add(&trace->processes, global_pid(0, 1));
		read_space(&reader, (struct proto_bytes){ bytes, bytes + count });
		launches_join(trace);
		ok = reader.bad == NULL ||
		     err_set(err, ERR_FORMAT,
			     "cannot read '%s': what begins at byte %td does not end, or is no "
			     "message of XLA's profiler: the file is cut or damaged",
			     in->path, reader.bad - bytes);
	}
	if ((want & WANT_API_WAITS) == 0)
		trace->api_count = 0;
	snprintf(trace->format.text, sizeof(trace->format.text), "trace of JAX");
	idmap_release(&reader.events.ids);
	idmap_release(&reader.stats.ids);
	free(reader.events.texts);
	free(reader.stats.texts);
	free(bytes);
	return ok;
}
