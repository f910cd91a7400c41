#include "collapse/xplane/xplane_reader.h"

#include "base/idmap.h"
#include "collapse/xplane/jax_events.h"

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
	STAT_BYTES = 6,
	STAT_REF = 7,    /* the number of a stat's name */
	ENTRY_KEY = 1,   /* of a map */
	ENTRY_VALUE = 2, /* with the name at 2, too */
	VALUE_STAT = 5,
};

/* Of hlo.proto, the programs that XLA compiled, in the plane "/host:metadata". */
enum {
	HLO_MODULE = 1,
	HLO_NAME = 1, /* of modules and instructions */
	MODULE_COMPUTATION = 3,
	COMPUTATION_INSTRUCTION = 2,
	INSTRUCTION_METADATA = 7,
	METADATA_SCOPE = 2, /* op_name */
};

/* A field: its number, and its value or bytes. */
struct proto_field {
	uint64_t number, value;
	struct bytes_part bytes;
};

/* Texts by number, of the current plane, which has all that it refers to. */
struct text_map {
	struct idmap ids;
	struct bytes_part *texts;
	size_t cap;
};

struct xplane_reader {
	struct jax_events all;
	const unsigned char *bad; /* where the message is none, or NULL */
	struct text_map events, stats;
	struct text_map scopes; /* of instructions, by what their kernels are called */
};

/* --- protobuf ------------------------------------------------------------------------------- */

/* `bad` is set where it does not end. */
static uint64_t get_varint(struct xplane_reader *reader, struct bytes_part *from)
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
	struct xplane_reader *reader, struct bytes_part *from, struct proto_field *field)
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
	field->bytes = (struct bytes_part){ from->at, from->at + len };
	from->at += len;
	return true;
}

static struct bytes_part get_text(const struct text_map *map, uint64_t id)
{
	uint32_t index = idmap_find(&map->ids, id);

	return index != IDMAP_NONE ? map->texts[index] : (struct bytes_part){ 0 };
}

static void put_text(struct text_map *map, uint64_t id, struct bytes_part text)
{
	uint32_t index = idmap_add(&map->ids, id);

	mem_need(map->texts, map->cap, map->ids.count);
	map->texts[index] = text;
}

/* An entry of a map: the name of its value. */
static void read_name(struct xplane_reader *reader, struct bytes_part entry, struct text_map *map)
{
	struct proto_field field, inner;
	struct bytes_part name = { 0 };
	uint64_t key = 0;

	while (next_field(reader, &entry, &field)) {
		if (field.number == ENTRY_KEY)
			key = field.value;
		while (field.number == ENTRY_VALUE && next_field(reader, &field.bytes, &inner)) {
			if (inner.number == PLANE_NAME)
				name = inner.bytes;
		}
	}
	put_text(map, key, name);
}

/* --- scopes --------------------------------------------------------------------------------- */

/* Instruction "gemm_fusion_dot.11" runs as kernel "gemm_fusion_dot_11". */
static uint64_t kernel_key(struct bytes_part module, struct bytes_part name)
{
	uint64_t key = mem_hash(module.at, (size_t)(module.end - module.at), 0);

	for (; name.at < name.end; name.at++)
		key = mem_mix64(key ^ (*name.at == '.' || *name.at == '-' ? '_' : *name.at));
	return key;
}

/* Where programs of one name disagree, as those of one function for several shapes, none counts. */
static void put_scope(struct text_map *map, uint64_t id, struct bytes_part scope)
{
	struct bytes_part other = get_text(map, id);
	size_t len = (size_t)(scope.end - scope.at);

	if (idmap_find(&map->ids, id) != IDMAP_NONE &&
		((size_t)(other.end - other.at) != len || memcmp(scope.at, other.at, len) != 0))
		scope = (struct bytes_part){ 0 };
	put_text(map, id, scope);
}

static void read_instruction(
	struct xplane_reader *reader, struct bytes_part message, struct bytes_part module)
{
	struct bytes_part name = { 0 }, scope = { 0 };
	struct proto_field field, inner;

	while (next_field(reader, &message, &field)) {
		if (field.number == HLO_NAME)
			name = field.bytes;
		while (field.number == INSTRUCTION_METADATA &&
			next_field(reader, &field.bytes, &inner)) {
			if (inner.number == METADATA_SCOPE)
				scope = inner.bytes;
		}
	}
	if (scope.at < scope.end)
		put_scope(&reader->scopes, kernel_key(module, name), scope);
}

static void read_module(struct xplane_reader *reader, struct bytes_part message)
{
	struct bytes_part rest = message, module = { 0 };
	struct proto_field field, inner;

	while (next_field(reader, &rest, &field)) {
		if (field.number == HLO_NAME)
			module = field.bytes;
	}
	while (next_field(reader, &message, &field)) {
		while (field.number == MODULE_COMPUTATION &&
			next_field(reader, &field.bytes, &inner)) {
			if (inner.number == COMPUTATION_INSTRUCTION)
				read_instruction(reader, inner.bytes, module);
		}
	}
}

/* Bytes of another kind are no error. */
static void read_program(struct xplane_reader *reader, struct bytes_part message)
{
	struct proto_field field;

	while (next_field(reader, &message, &field)) {
		if (field.number == HLO_MODULE)
			read_module(reader, field.bytes);
	}
	reader->bad = NULL;
}

/* The programs of an entry of the plane's events. */
static void read_programs(struct xplane_reader *reader, struct bytes_part entry)
{
	struct proto_field value, stat, program;

	while (next_field(reader, &entry, &value))
		while (value.number == ENTRY_VALUE && next_field(reader, &value.bytes, &stat))
			while (stat.number == VALUE_STAT &&
				next_field(reader, &stat.bytes, &program)) {
				if (program.number == STAT_BYTES)
					read_program(reader, program.bytes);
			}
}

/* What is launched as part of a graph has no scope of its own: that of its instruction. */
static void find_scope(const struct xplane_reader *reader, struct jax_event *event)
{
	struct bytes_part *scope = &event->texts[STAT_SCOPE];

	if (scope->at == scope->end)
		*scope = get_text(
			&reader->scopes, kernel_key(event->texts[STAT_MODULE], event->name));
}

static void read_stat(
	struct xplane_reader *reader, struct bytes_part message, struct jax_event *event)
{
	struct bytes_part name = { 0 }, text = { 0 };
	uint64_t number = 0;
	struct proto_field field;
	enum jax_stat stat;

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
	stat = jax_stat_of(name);
	if (stat < STATS) {
		event->numbers[stat] = number + (stat == STAT_STEP);
		event->texts[stat] = text;
	}
}

/* False where it has times that cannot be. */
static bool read_event(struct xplane_reader *reader, struct bytes_part message, int64_t line_ns,
	struct jax_event *event)
{
	uint64_t offset = 0, duration = 0;
	struct proto_field field;

	*event = (struct jax_event){ 0 };
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

/* --- planes --------------------------------------------------------------------------------- */

/* Operations of a stream, of one kind, or, of the host, calls: then kind is OP_KINDS. */
static void read_line(struct xplane_reader *reader, struct bytes_part message, enum op_kind kind)
{
	struct bytes_part rest = message, name = { 0 };
	struct proto_field field;
	struct jax_event event;
	int64_t line_ns = 0;

	while (next_field(reader, &rest, &field)) {
		if (field.number == LINE_NAME)
			name = field.bytes;
		else if (field.number == LINE_NS)
			line_ns = (int64_t)field.value;
	}
	reader->all.thread++;
	if (kind != OP_KINDS && !part_begins(name, "Stream #")) /* made of operations */
		return;
	reader->all.stream = (uint32_t)part_number_behind(name, "Stream #");
	while (next_field(reader, &message, &field)) {
		if (field.number != LINE_EVENT)
			continue;
		if (!read_event(reader, field.bytes, line_ns, &event)) {
			reader->all.trace->odd.rows_without_time += kind != OP_KINDS;
			continue;
		}
		find_scope(reader, &event);
		jax_add(&reader->all, &event, kind);
	}
}

static struct bytes_part plane_name(struct xplane_reader *reader, struct bytes_part message)
{
	struct bytes_part name = { 0 };
	struct proto_field field;

	while (next_field(reader, &message, &field)) {
		if (field.number == PLANE_NAME)
			name = field.bytes;
	}
	return name;
}

static void read_scopes(struct xplane_reader *reader, struct bytes_part message)
{
	struct proto_field field;

	if (!part_begins(plane_name(reader, message), "/host:metadata"))
		return;
	while (next_field(reader, &message, &field)) {
		if (field.number == PLANE_EVENT_NAME)
			read_programs(reader, field.bytes);
	}
}

static void read_plane(struct xplane_reader *reader, struct bytes_part message, enum op_kind kind)
{
	struct bytes_part rest = message, name = plane_name(reader, message);
	struct proto_field field;

	if (!part_begins(name, kind == OP_KINDS ? "/host:CPU" : "/device:GPU:"))
		return;
	reader->all.device = (uint32_t)part_number_behind(name, "GPU:");
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

bool xplane_read(struct bytes *in, uint64_t want, struct progress *progress, struct trace *trace,
	struct err *err)
{
	struct xplane_reader reader = { .all = { .want = want, .trace = trace } };
	struct bytes_part whole, rest;
	struct proto_field field;
	unsigned char *bytes = NULL;
	size_t count;
	bool ok = bytes_all(in, INT32_MAX, progress, &bytes, &count, err);

	jax_begin(&reader.all);
	whole = (struct bytes_part){ bytes, bytes + count };
	for (rest = whole; ok && next_field(&reader, &rest, &field);) {
		if (field.number == SPACE_PLANE)
			read_scopes(&reader, field.bytes);
	}
	/* operations are kept kind by kind */
	for (int kind = OP_KERNEL; ok && kind <= OP_KINDS; kind++) {
		reader.all.thread = 0;
		for (rest = whole; next_field(&reader, &rest, &field);) {
			if (field.number == SPACE_PLANE)
				read_plane(&reader, field.bytes, (enum op_kind)kind);
		}
	}
	if (ok && reader.bad != NULL)
		ok = err_set(err, ERR_FORMAT,
			"cannot read '%s': what begins at byte %td does not end, or is no message "
			"of XLA's profiler: the file is cut or damaged",
			in->path, reader.bad - bytes);
	jax_end(&reader.all);
	idmap_release(&reader.events.ids);
	idmap_release(&reader.stats.ids);
	idmap_release(&reader.scopes.ids);
	free(reader.scopes.texts);
	free(reader.events.texts);
	free(reader.stats.texts);
	free(bytes);
	return ok;
}
