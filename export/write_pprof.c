#define ZLIB_CONST /* makes next_in const */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include <zlib.h>

#include "base/mem.h"
#include "base/out.h"
#include "base/sum.h"
#include "base/text.h"
#include "export/export.h"
#include "export/stack_walk.h"

/*
 * pprof's profile.proto (github.com/google/pprof, proto/profile.proto), compressed
 * by gzip as its readers expect. Field numbers are those of that file.
 */
enum {
	PROFILE_SAMPLE_TYPE = 1,
	PROFILE_SAMPLE = 2,
	PROFILE_LOCATION = 4,
	PROFILE_FUNCTION = 5,
	PROFILE_STRING_TABLE = 6,
	PROFILE_TIME_NANOS = 9,
	PROFILE_DURATION_NANOS = 10,
	PROFILE_COMMENT = 13,
	PROFILE_DEFAULT_SAMPLE_TYPE = 14,
	VALUE_TYPE_TYPE = 1,
	VALUE_TYPE_UNIT = 2,
	SAMPLE_LOCATION_ID = 1,
	SAMPLE_VALUE = 2,
	SAMPLE_LABEL = 3,
	LABEL_KEY = 1,
	LABEL_STR = 2,
	LOCATION_ID = 1,
	LOCATION_LINE = 4,
	LINE_FUNCTION_ID = 1,
	FUNCTION_ID = 1,
	FUNCTION_NAME = 2,
};

enum { WIRE_VARINT = 0, WIRE_BYTES = 2 };

/* Indices in the string table; those of the frames follow. */
enum {
	STRING_EMPTY,
	STRING_OPERATIONS,
	STRING_COUNT,
	STRING_TYPE,
	STRING_UNIT,
	STRING_COMMENT,
	STRING_ROOT,
	STRING_FRAMES,
};

/*
 * The strings of labels, which follow those of the frames: the keys, "host" and its value, then the
 * values of the first frames of stacks.
 */
enum { LABEL_KEYS = 6 };

static const struct {
	const char *word, *key;
} label_words[LABEL_KEYS] = {
	{ "rank ", "rank" },
	{ "process ", "process" },
	{ "thread ", "thread" },
	{ "GPU ", "device" },
	{ "stream ", "stream" },
	{ "step ", "step" },
};

struct labels {
	const struct export *export;
	const struct stack_walk *walk;
	uint32_t *values; /* by the number of a frame: that of its value, from 1; 0: none */
	uint32_t *frames; /* by the number of a value, from 0: the frame */
	uint32_t count;
};

/* The profile being compressed. What fails to be written is seen at the end. */
struct proto_sink {
	FILE *out;
	z_stream zlib;
	struct text field, inner; /* messages that are being built: of the profile, and in that */
	unsigned char packed[1 << 14];
};

static void pack(struct proto_sink *sink, const void *bytes, size_t len, int flush)
{
	sink->zlib.next_in = bytes;
	do {
		uInt part = len > UINT_MAX / 2 ? UINT_MAX / 2 : (uInt)len;

		sink->zlib.avail_in = part;
		len -= part;
		do {
			sink->zlib.next_out = sink->packed;
			sink->zlib.avail_out = sizeof(sink->packed);
			deflate(&sink->zlib, len > 0 ? Z_NO_FLUSH : flush);
			fwrite(sink->packed, 1, sizeof(sink->packed) - sink->zlib.avail_out,
				sink->out);
		} while (sink->zlib.avail_out == 0);
	} while (len > 0);
}

static void put_varint(struct text *message, uint64_t value)
{
	char bytes[10];
	size_t len = 0;

	for (; value >= 0x80; value >>= 7)
		bytes[len++] = (char)(value | 0x80);
	bytes[len++] = (char)value;
	text_add(message, bytes, len);
}

static void put_number(struct text *message, unsigned field, uint64_t value)
{
	put_varint(message, field << 3 | WIRE_VARINT);
	put_varint(message, value);
}

/* Add a message as a field of another, and empty it. */
static void put_inner(struct text *message, unsigned field, struct text *inner)
{
	put_varint(message, field << 3 | WIRE_BYTES);
	put_varint(message, inner->len);
	text_add(message, inner->bytes, inner->len);
	inner->len = 0;
}

/* Write sink->field as a field of the profile, and empty it. */
static void put_field(struct proto_sink *sink, unsigned field)
{
	put_varint(&sink->inner, field << 3 | WIRE_BYTES);
	put_varint(&sink->inner, sink->field.len);
	pack(sink, sink->inner.bytes, sink->inner.len, Z_NO_FLUSH);
	pack(sink, sink->field.bytes, sink->field.len, Z_NO_FLUSH);
	sink->inner.len = sink->field.len = 0;
}

static void put_string(struct proto_sink *sink, const char *text, size_t len)
{
	text_add(&sink->field, text, len);
	put_field(sink, PROFILE_STRING_TABLE);
}

/* A sample type's name, spelled as pprof's own: "GPU time" is "gpu_time". */
static void put_type(struct proto_sink *sink, const struct export *export)
{
	char type[40];
	size_t len = 0;

	for (; len < sizeof(type) && export->title[len] != '\0'; len++) {
		char c = export->title[len];

		if (c >= 'A' && c <= 'Z')
			c = (char)(c - 'A' + 'a');
		type[len] = c != ' ' ? c : '_';
	}
	put_string(sink, type, len);
}

/* --- labels --- */

/* The key of a frame such as "rank 3", whose value is behind the word; LABEL_KEYS: it has none. */
static size_t key_of(const struct name *name)
{
	for (size_t i = 0; i < LABEL_KEYS; i++) {
		size_t len = strlen(label_words[i].word);

		if (name->len > len && memcmp(name->text, label_words[i].word, len) == 0 &&
			strspn(name->text + len, "0123456789") == name->len - len)
			return i;
	}
	return LABEL_KEYS;
}

static void labels_init(
	struct labels *labels, const struct export *export, const struct stack_walk *walk)
{
	const struct tree *tree = export->tree;

	*labels = (struct labels){
		.export = export,
		.walk = walk,
		.values = mem_zeroed(walk->frame_count, sizeof(*labels->values)),
		.frames = mem_zeroed(walk->frame_count, sizeof(*labels->frames)),
	};
	for (size_t i = 0; i < walk->count; i++) {
		uint32_t frame = tree->frame[walk->nodes[i]];

		if (walk->depth[i] > export->label_count ||
			labels->values[walk->number[frame]] > 0 ||
			key_of(&tree->names->list[frame]) == LABEL_KEYS)
			continue;
		labels->frames[labels->count++] = frame;
		labels->values[walk->number[frame]] = labels->count;
	}
}

static void labels_release(struct labels *labels)
{
	free(labels->values);
	free(labels->frames);
}

static void put_label_strings(struct proto_sink *sink, const struct labels *labels)
{
	const char *host = labels->export->host;

	if (labels->count == 0 && host == NULL)
		return;
	for (size_t i = 0; i < LABEL_KEYS; i++)
		put_string(sink, label_words[i].key, strlen(label_words[i].key));
	host = host != NULL ? host : "";
	put_string(sink, "host", strlen("host"));
	put_string(sink, host, strlen(host));
	for (uint32_t i = 0; i < labels->count; i++) {
		const struct name *name = &labels->export->tree->names->list[labels->frames[i]];
		size_t before = strlen(label_words[key_of(name)].word);

		put_string(sink, name->text + before, name->len - before);
	}
}

static void put_label(struct proto_sink *sink, uint64_t key, uint64_t value)
{
	put_number(&sink->inner, LABEL_KEY, key);
	put_number(&sink->inner, LABEL_STR, value);
	put_inner(&sink->field, SAMPLE_LABEL, &sink->inner);
}

static void put_labels(struct proto_sink *sink, const struct labels *labels, uint32_t node)
{
	const struct tree *tree = labels->export->tree;
	uint64_t keys = STRING_FRAMES + (uint64_t)labels->walk->frame_count;
	uint64_t host = keys + LABEL_KEYS;
	size_t depth = 0;

	for (uint32_t at = node; labels->count > 0 && at != TREE_ROOT; at = tree->parent[at])
		depth++;
	for (uint32_t at = node; depth > 0; at = tree->parent[at], depth--) {
		uint32_t value = labels->values[labels->walk->number[tree->frame[at]]];

		if (depth <= labels->export->label_count && value > 0)
			put_label(sink, keys + key_of(&tree->names->list[tree->frame[at]]),
				host + 1 + value);
	}
	if (labels->export->host != NULL)
		put_label(sink, host, host + 1);
}

/* --- the profile --- */

static void put_strings(struct proto_sink *sink, const struct labels *labels)
{
	const struct export *export = labels->export;
	bool is_time = strcmp(export->unit, "ns") == 0;
	const char *const own[STRING_FRAMES] = {
		[STRING_EMPTY] = "",
		[STRING_OPERATIONS] = "operations",
		[STRING_COUNT] = "count",
		[STRING_TYPE] = is_time ? NULL : "value", /* of time: put_type() */
		[STRING_UNIT] = is_time ? "nanoseconds" : export->unit,
		[STRING_COMMENT] = ("gpuflame " GPUFLAME_VERSION),
		[STRING_ROOT] = export->root_name,
	};

	for (size_t i = 0; i < STRING_FRAMES; i++) {
		if (own[i] == NULL)
			put_type(sink, export);
		else
			put_string(sink, own[i], strlen(own[i]));
	}
	for (uint32_t i = 0; i < labels->walk->frame_count; i++) {
		const struct name *name = &export->tree->names->list[labels->walk->frames[i]];

		put_string(sink, name->text, name->len);
	}
	put_label_strings(sink, labels);
}

static void put_sample_type(struct proto_sink *sink, uint64_t type, uint64_t unit)
{
	put_number(&sink->field, VALUE_TYPE_TYPE, type);
	put_number(&sink->field, VALUE_TYPE_UNIT, unit);
	put_field(sink, PROFILE_SAMPLE_TYPE);
}

/* One function and one location for each frame; ids count from 1. */
static void put_frame(struct proto_sink *sink, uint64_t id, uint64_t string)
{
	put_number(&sink->field, FUNCTION_ID, id);
	put_number(&sink->field, FUNCTION_NAME, string);
	put_field(sink, PROFILE_FUNCTION);
	put_number(&sink->field, LOCATION_ID, id);
	put_number(&sink->inner, LINE_FUNCTION_ID, id);
	put_inner(&sink->field, LOCATION_LINE, &sink->inner);
	put_field(sink, PROFILE_LOCATION);
}

/* A value in whole units, the only ones that profiles have. */
static uint64_t whole(const struct tree *tree, uint64_t value)
{
	uint64_t scale = sum_power_of_ten(tree->decimals);

	return value / scale + (value % scale >= scale - value % scale && scale > 1);
}

/* A sample; its locations are those of the stack, the innermost first. */
static void put_sample(struct proto_sink *sink, const struct labels *labels, uint32_t node)
{
	const struct stack_walk *walk = labels->walk;
	const struct tree *tree = walk->tree;

	if (tree->self[node] == 0 && (tree->stats == NULL || tree->stats[node].count == 0))
		return;
	if (node == TREE_ROOT)
		put_varint(&sink->inner, (uint64_t)walk->frame_count + 1);
	for (uint32_t at = node; at != TREE_ROOT; at = tree->parent[at])
		put_varint(&sink->inner, (uint64_t)walk->number[tree->frame[at]] + 1);
	put_inner(&sink->field, SAMPLE_LOCATION_ID, &sink->inner);
	if (tree->stats != NULL)
		put_varint(&sink->inner, tree->stats[node].count);
	put_varint(&sink->inner, whole(tree, tree->self[node]));
	put_inner(&sink->field, SAMPLE_VALUE, &sink->inner);
	put_labels(sink, labels, node);
	put_field(sink, PROFILE_SAMPLE);
}

static void put_profile(struct proto_sink *sink, const struct labels *labels)
{
	const struct stack_walk *walk = labels->walk;

	put_strings(sink, labels);
	if (walk->tree->stats != NULL)
		put_sample_type(sink, STRING_OPERATIONS, STRING_COUNT);
	put_sample_type(sink, STRING_TYPE, STRING_UNIT);
	for (uint32_t i = 0; i < walk->frame_count; i++)
		put_frame(sink, (uint64_t)i + 1, (uint64_t)STRING_FRAMES + i);
	put_frame(sink, (uint64_t)walk->frame_count + 1, STRING_ROOT);
	if (labels->export->start_ns > 0) {
		put_number(&sink->field, PROFILE_TIME_NANOS, labels->export->start_ns);
		put_number(&sink->field, PROFILE_DURATION_NANOS, labels->export->duration_ns);
	}
	put_number(&sink->field, PROFILE_COMMENT, STRING_COMMENT);
	put_number(&sink->field, PROFILE_DEFAULT_SAMPLE_TYPE, STRING_TYPE);
	pack(sink, sink->field.bytes, sink->field.len, Z_NO_FLUSH);
	sink->field.len = 0;
	put_sample(sink, labels, TREE_ROOT);
	for (size_t i = 0; i < walk->count; i++)
		put_sample(sink, labels, walk->nodes[i]);
	pack(sink, NULL, 0, Z_FINISH);
}

bool write_pprof(const struct export *export, FILE *out, struct err *err)
{
	enum { GZIP_WINDOW = 15 + 16 }; /* zlib: with a gzip header */
	struct proto_sink sink = { .out = out };
	struct stack_walk walk;
	struct labels labels;

	if (whole(export->tree, export->tree->total) > INT64_MAX)
		return err_set(
			err, ERR_FORMAT, "a value does not fit in 63 bits, the limit of pprof");
	if (deflateInit2(&sink.zlib, Z_DEFAULT_COMPRESSION, Z_DEFLATED, GZIP_WINDOW, 8,
		    Z_DEFAULT_STRATEGY) != Z_OK)
		mem_die();
	stack_walk_init(&walk, export->tree);
	labels_init(&labels, export, &walk);
	put_profile(&sink, &labels);
	labels_release(&labels);
	deflateEnd(&sink.zlib);
	text_release(&sink.field);
	text_release(&sink.inner);
	stack_walk_release(&walk);
	return out_check_written(out, err);
}
