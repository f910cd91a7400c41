#include "collapse/xplane/xplane_reader.h"

#include <stdio.h>

#include "base/idmap.h"
#include "base/text.h"
#include "collapse/input/decimal.h"
#include "collapse/input/json.h"
#include "collapse/xplane/jax_events.h"

/* {"traceEvents": [{"ph": "X", "pid": 1, .., "args": {"correlation_id": "7"}}]} */
enum { DEPTH_EVENT = 3, DEPTH_ARGS = 4, KIND_NAMES = -1 };

enum number { NUMBER_PID, NUMBER_TID, NUMBER_START, NUMBER_DURATION, NUMBERS };

static const char *const number_words[NUMBERS] = { "pid", "tid", "ts", "dur" };

enum { TEXT_NAME = STATS, TEXT_PHASE, TEXTS };

struct jax_json_reader {
	struct jax_events all;
	bool is_unitrace;
	int kind; /* of what is added now, KIND_NAMES: names of processes and threads are read */
	bool in_events;
	int number, text; /* what the next value is, or NUMBERS and TEXTS */
	int64_t numbers[NUMBERS];
	bool has_times;
	struct text texts[TEXTS];                      /* of the current event */
	struct idmap devices, hosts, streams, threads; /* by process; by process and thread */
	uint32_t *numbers_of[2];                       /* of devices, of streams */
	size_t caps[2];
};

static struct bytes_part part_of(const struct text *text)
{
	const unsigned char *bytes = (const unsigned char *)text->bytes;

	return bytes != NULL ? (struct bytes_part){ bytes, bytes + text->len }
			     : (struct bytes_part){ 0 };
}

static void put_number(
	struct jax_json_reader *reader, int of, struct idmap *ids, uint64_t id, uint64_t number)
{
	uint32_t index = idmap_add(ids, id);

	mem_need(reader->numbers_of[of], reader->caps[of], ids->count);
	reader->numbers_of[of][index] = (uint32_t)number;
}

/*
 * A process is a GPU or the host, and a thread of a GPU a stream, or made of these. In unitrace's:
 * "RANK 1 DEVICE<node>0000:3a:0:0 #0", "HOST<node>".
 */
static void take_name(struct jax_json_reader *reader, uint64_t pid, uint64_t thread)
{
	struct bytes_part what = part_of(&reader->texts[TEXT_NAME]);
	struct bytes_part name = part_of(&reader->texts[STAT_SCOPE]);

	if (reader->is_unitrace && part_begins(what, "thread_name"))
		put_number(reader, 1, &reader->streams, thread, reader->streams.count);
	else if (reader->is_unitrace && part_has(name, "DEVICE<"))
		put_number(reader, 0, &reader->devices, pid, part_number_behind(name, "#"));
	else if (reader->is_unitrace && part_has(name, "HOST<"))
		idmap_add(&reader->hosts, pid);
	else if (part_begins(what, "process_name") && part_begins(name, "/device:GPU:"))
		put_number(reader, 0, &reader->devices, pid, part_number_behind(name, "GPU:"));
	else if (part_begins(what, "process_name") && part_begins(name, "/host:CPU"))
		idmap_add(&reader->hosts, pid);
	else if (part_begins(what, "thread_name") && part_begins(name, "Stream #"))
		put_number(
			reader, 1, &reader->streams, thread, part_number_behind(name, "Stream #"));
}

/*
 * An operation has its id as that of what launched it: a flow that begins with the call. Names end
 * in sizes, "gemm[SIMD32 {1; 1; 1}]". What else is on the host, but for calls, are ranges.
 */
static void add_of_unitrace(struct jax_json_reader *reader, struct jax_event *event, bool is_flow)
{
	const unsigned char *name = event->name.at, *end = event->name.end;
	const bool is_api = part_begins(event->name, "ze") || part_begins(event->name, "cl");

	if (is_flow)
		event->name = (struct bytes_part){ 0 };
	while (reader->kind != OP_KINDS && end > name && *end != '[')
		end--;
	if (reader->kind != OP_KINDS && end > name)
		event->name.end = end;
	if (reader->kind != OP_KINDS || is_flow)
		jax_add(&reader->all, event, (enum op_kind)reader->kind);
	else if (!is_api || end - name < 3 || name[2] < 'A' || name[2] > 'Z')
		jax_add_range(&reader->all, event->name, event);
}

static void end_event(struct jax_json_reader *reader)
{
	const uint64_t pid = (uint64_t)reader->numbers[NUMBER_PID];
	const uint64_t thread = pid << 32 | (uint32_t)reader->numbers[NUMBER_TID];
	const struct bytes_part phase = part_of(&reader->texts[TEXT_PHASE]);
	const bool is_host = reader->kind == OP_KINDS;
	const bool is_flow = reader->is_unitrace && is_host && part_begins(phase, "s");
	uint32_t device = idmap_find(&reader->devices, pid), stream;
	struct jax_event event = { .name = part_of(&reader->texts[TEXT_NAME]),
		.start = reader->numbers[NUMBER_START] };

	if (reader->kind == KIND_NAMES) {
		if (part_begins(phase, "M"))
			take_name(reader, pid, thread);
		return;
	}
	if ((is_host ? idmap_find(&reader->hosts, pid) : device) == IDMAP_NONE ||
		!(is_flow || (reader->has_times && part_begins(phase, "X"))) || event.start < 0 ||
		reader->numbers[NUMBER_DURATION] < 0 ||
		__builtin_add_overflow(event.start, reader->numbers[NUMBER_DURATION], &event.end))
		return;
	stream = idmap_find(&reader->streams, thread);
	if (!is_host && stream == IDMAP_NONE)
		return;
	for (int stat = 0; stat < STATS; stat++)
		event.texts[stat] = part_of(&reader->texts[stat]);
	event.numbers[STAT_CORRELATION] = part_number_behind(event.texts[STAT_CORRELATION], "");
	if (reader->texts[STAT_STEP].len > 0)
		event.numbers[STAT_STEP] = part_number_behind(event.texts[STAT_STEP], "") + 1;
	reader->all.thread = idmap_add(&reader->threads, thread) + 1;
	reader->all.device = is_host ? 0 : reader->numbers_of[0][device];
	reader->all.stream = is_host ? 0 : reader->numbers_of[1][stream];
	if (reader->is_unitrace)
		add_of_unitrace(reader, &event, is_flow);
	else
		jax_add(&reader->all, &event, (enum op_kind)reader->kind);
}

static void take_key(struct jax_json_reader *reader, const char *key, size_t len, unsigned depth)
{
	struct bytes_part part = { (const unsigned char *)key, (const unsigned char *)key + len };

	reader->number = NUMBERS;
	reader->text = TEXTS;
	if (depth == DEPTH_ARGS)
		reader->text = jax_stat_of(part) < STATS ? (int)jax_stat_of(part) : TEXTS;
	else if (depth == DEPTH_EVENT && len == strlen("name") && part_begins(part, "name"))
		reader->text = TEXT_NAME;
	else if (depth == DEPTH_EVENT && len == strlen("ph") && part_begins(part, "ph"))
		reader->text = TEXT_PHASE;
	if (reader->is_unitrace && len == strlen("id") && part_begins(part, "id"))
		reader->text = STAT_CORRELATION;
	for (int i = 0; depth == DEPTH_EVENT && i < NUMBERS; i++) {
		if (len == strlen(number_words[i]) && part_begins(part, number_words[i]))
			reader->number = i;
	}
}

static bool take(void *context, enum json_token token, const char *text, size_t len, unsigned depth,
	UNUSED struct err *err)
{
	struct jax_json_reader *reader = context;
	int64_t number;

	if (token == JSON_KEY && depth == 1) {
		reader->in_events =
			len == strlen("traceEvents") && memcmp(text, "traceEvents", len) == 0;
	} else if (!reader->in_events) {
		return true;
	} else if (token == JSON_KEY) {
		take_key(reader, text, len, depth);
	} else if (token == JSON_OPEN_OBJECT && depth == DEPTH_EVENT) {
		for (int i = 0; i < TEXTS; i++)
			reader->texts[i].len = 0;
		memset(reader->numbers, 0, sizeof(reader->numbers));
		reader->has_times = false;
	} else if (token == JSON_CLOSE_OBJECT && depth == DEPTH_EVENT) {
		end_event(reader);
	} else if (token == JSON_NUMBER && reader->number < NUMBERS) {
		if (!decimal_parse(text, len, reader->number >= NUMBER_START ? 3 : 0, &number))
			number = -1;
		reader->numbers[reader->number] = number;
		reader->has_times |= reader->number == NUMBER_DURATION;
	} else if ((token == JSON_STRING || token == JSON_NUMBER) && reader->text < TEXTS) {
		reader->texts[reader->text].len = 0;
		text_add(&reader->texts[reader->text], text, len);
	}
	return true;
}

static bool read_text(struct jax_json_reader *reader, struct bytes *in, struct progress *progress,
	struct err *err)
{
	unsigned char *bytes = NULL;
	size_t count;
	bool ok = bytes_all(in, INT32_MAX, progress, &bytes, &count, err);

	jax_begin(&reader->all);
	/* operations are kept kind by kind */
	for (reader->kind = KIND_NAMES; ok && reader->kind <= OP_KINDS; reader->kind++) {
		struct json_parser json;

		json_init(&json, take, reader);
		ok = (json_feed(&json, (const char *)bytes, count, err) && json_end(&json, err)) ||
		     err_prefix(err, "cannot read '%s'", in->path);
		json_release(&json);
	}
	jax_end(&reader->all);
	for (int i = 0; i < TEXTS; i++)
		text_release(&reader->texts[i]);
	idmap_release(&reader->devices);
	idmap_release(&reader->hosts);
	idmap_release(&reader->streams);
	idmap_release(&reader->threads);
	free(reader->numbers_of[0]);
	free(reader->numbers_of[1]);
	free(bytes);
	return ok;
}

bool jax_json_read(struct bytes *in, uint64_t want, struct progress *progress, struct trace *trace,
	struct err *err)
{
	struct jax_json_reader reader = { .all = { .want = want, .trace = trace } };

	return read_text(&reader, in, progress, err);
}

bool unitrace_read(struct bytes *in, uint64_t want, struct progress *progress, struct trace *trace,
	struct err *err)
{
	struct jax_json_reader reader = { .all = { .want = want, .trace = trace },
		.is_unitrace = true };
	bool ok = read_text(&reader, in, progress, err);

	snprintf(trace->format.text, sizeof(trace->format.text), "trace of unitrace");
	return ok;
}
