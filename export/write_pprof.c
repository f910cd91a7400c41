#define ZLIB_CONST /* makes next_in const */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include <zlib.h>

#include "base/mem.h"
#include "export/export.h"
#include "export/json_text.h"
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
 * A message being built. Small ones use arrays of FIXED_SIZE, enough for two
 * varints, or a tag and a varint.
 */
enum { FIXED_SIZE = 20 };

struct message {
	unsigned char *bytes;
	size_t len, cap;
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

/* The profile being compressed. */
struct proto_sink {
	FILE *out;
	z_stream zlib;
	unsigned char packed[1 << 14];
};

static bool pack(struct proto_sink *sink, const void *bytes, size_t len, int flush, struct err *err)
{
	int status;

	sink->zlib.next_in = bytes;
	do {
		uInt part = len > UINT_MAX / 2 ? UINT_MAX / 2 : (uInt)len;

		sink->zlib.avail_in = part;
		len -= part;
		do {
			size_t made;

			sink->zlib.next_out = sink->packed;
			sink->zlib.avail_out = sizeof(sink->packed);
			status = deflate(&sink->zlib, len > 0 ? Z_NO_FLUSH : flush);
			made = sizeof(sink->packed) - sink->zlib.avail_out;
			if (fwrite(sink->packed, 1, made, sink->out) != made)
				return json_flush(sink->out, err);
		} while (sink->zlib.avail_out == 0);
	} while (len > 0);
	return status != Z_STREAM_ERROR || err_set(err, ERR_IO, "cannot compress");
}

static bool put_varint(struct message *message, uint64_t value, struct err *err)
{
	if (!mem_try_grow((void **)&message->bytes, &message->cap, message->len + 10, 1, err))
		return false;
	for (; value >= 0x80; value >>= 7)
		message->bytes[message->len++] = (unsigned char)(value | 0x80);
	message->bytes[message->len++] = (unsigned char)value;
	return true;
}

static bool put_number(struct message *message, unsigned field, uint64_t value, struct err *err)
{
	return put_varint(message, field << 3 | WIRE_VARINT, err) &&
	       put_varint(message, value, err);
}

static bool put_bytes(
	struct message *message, unsigned field, const void *bytes, size_t len, struct err *err)
{
	if (!put_varint(message, field << 3 | WIRE_BYTES, err) || !put_varint(message, len, err) ||
		!mem_try_grow((void **)&message->bytes, &message->cap, message->len + len, 1, err))
		return false;
	if (len > 0)
		memcpy(message->bytes + message->len, bytes, len);
	message->len += len;
	return true;
}

/* Write a message as a field of the profile, and empty it. */
static bool put_field(
	struct proto_sink *sink, unsigned field, struct message *message, struct err *err)
{
	unsigned char head[FIXED_SIZE];
	struct message header = { .bytes = head, .cap = sizeof(head) };
	bool ok = put_varint(&header, field << 3 | WIRE_BYTES, err) &&
		  put_varint(&header, message->len, err) &&
		  pack(sink, head, header.len, Z_NO_FLUSH, err) &&
		  pack(sink, message->bytes, message->len, Z_NO_FLUSH, err);

	message->len = 0;
	return ok;
}

static bool put_string(struct proto_sink *sink, const char *text, size_t len, struct err *err)
{
	struct message message = { 0 };
	bool ok = mem_try_grow((void **)&message.bytes, &message.cap, len + 1, 1, err);

	if (ok) {
		memcpy(message.bytes, text, len);
		message.len = len;
		ok = put_field(sink, PROFILE_STRING_TABLE, &message, err);
	}
	free(message.bytes);
	return ok;
}

/* A sample type's name, spelled as pprof's own: "GPU time" is "gpu_time". */
static bool put_type(const struct export *export, struct proto_sink *sink, struct err *err)
{
	char type[40];
	size_t len = 0;

	for (; len < sizeof(type) && export->title[len] != '\0'; len++) {
		char c = export->title[len];

		if (c >= 'A' && c <= 'Z')
			c = (char)(c - 'A' + 'a');
		type[len] = c != ' ' ? c : '_';
	}
	return put_string(sink, type, len, err);
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

static bool labels_init(struct labels *labels, const struct export *export,
	const struct stack_walk *walk, struct err *err)
{
	const struct tree *tree = export->tree;

	*labels = (struct labels){ .export = export, .walk = walk };
	labels->values = mem_try_zeroed(walk->frame_count, sizeof(*labels->values), err);
	labels->frames = mem_try_zeroed(walk->frame_count, sizeof(*labels->frames), err);
	if (labels->values == NULL || labels->frames == NULL)
		return false;
	for (size_t i = 0; i < walk->count; i++) {
		uint32_t frame = tree->frame[walk->nodes[i]];

		if (walk->depth[i] > export->label_count ||
			labels->values[walk->number[frame]] > 0 ||
			key_of(&tree->names->list[frame]) == LABEL_KEYS)
			continue;
		labels->frames[labels->count++] = frame;
		labels->values[walk->number[frame]] = labels->count;
	}
	return true;
}

static void labels_release(struct labels *labels)
{
	free(labels->values);
	free(labels->frames);
}

static bool put_label_strings(const struct labels *labels, struct proto_sink *sink, struct err *err)
{
	const char *host = labels->export->host;

	if (labels->count == 0 && host == NULL)
		return true;
	for (size_t i = 0; i < LABEL_KEYS; i++) {
		if (!put_string(sink, label_words[i].key, strlen(label_words[i].key), err))
			return false;
	}
	host = host != NULL ? host : "";
	if (!put_string(sink, "host", strlen("host"), err) ||
		!put_string(sink, host, strlen(host), err))
		return false;
	for (uint32_t i = 0; i < labels->count; i++) {
		const struct name *name = &labels->export->tree->names->list[labels->frames[i]];
		size_t before = strlen(label_words[key_of(name)].word);

		if (!put_string(sink, name->text + before, name->len - before, err))
			return false;
	}
	return true;
}

static bool put_label(struct message *message, uint64_t key, uint64_t value, struct err *err)
{
	unsigned char bytes[2 * FIXED_SIZE];
	struct message label = { .bytes = bytes, .cap = sizeof(bytes) };

	return put_number(&label, LABEL_KEY, key, err) &&
	       put_number(&label, LABEL_STR, value, err) &&
	       put_bytes(message, SAMPLE_LABEL, bytes, label.len, err);
}

static bool put_labels(
	const struct labels *labels, uint32_t node, struct message *message, struct err *err)
{
	const struct tree *tree = labels->export->tree;
	uint64_t keys = STRING_FRAMES + (uint64_t)labels->walk->frame_count;
	uint64_t host = keys + LABEL_KEYS;
	size_t depth = 0;

	for (uint32_t at = node; labels->count > 0 && at != TREE_ROOT; at = tree->parent[at])
		depth++;
	for (uint32_t at = node; depth > 0; at = tree->parent[at], depth--) {
		uint32_t value = labels->values[labels->walk->number[tree->frame[at]]];
		const struct name *name = &tree->names->list[tree->frame[at]];

		if (depth <= labels->export->label_count && value > 0 &&
			!put_label(message, keys + key_of(name), host + 1 + value, err))
			return false;
	}
	return labels->export->host == NULL || put_label(message, host, host + 1, err);
}

/* --- the profile --- */

static bool put_strings(const struct export *export, const struct stack_walk *walk,
	const struct labels *labels, struct proto_sink *sink, struct err *err)
{
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
		if (own[i] == NULL ? !put_type(export, sink, err)
				   : !put_string(sink, own[i], strlen(own[i]), err))
			return false;
	}
	for (uint32_t i = 0; i < walk->frame_count; i++) {
		const struct name *name = &export->tree->names->list[walk->frames[i]];

		if (!put_string(sink, name->text, name->len, err))
			return false;
	}
	return put_label_strings(labels, sink, err);
}

static bool put_sample_type(struct proto_sink *sink, struct message *message, uint64_t type,
	uint64_t unit, struct err *err)
{
	return put_number(message, VALUE_TYPE_TYPE, type, err) &&
	       put_number(message, VALUE_TYPE_UNIT, unit, err) &&
	       put_field(sink, PROFILE_SAMPLE_TYPE, message, err);
}

/* One function and one location for each frame; ids count from 1. */
static bool put_frame(struct proto_sink *sink, struct message *message, uint64_t id,
	uint64_t string, struct err *err)
{
	unsigned char line[FIXED_SIZE];
	struct message inner = { .bytes = line, .cap = sizeof(line) };

	return put_number(message, FUNCTION_ID, id, err) &&
	       put_number(message, FUNCTION_NAME, string, err) &&
	       put_field(sink, PROFILE_FUNCTION, message, err) &&
	       put_number(&inner, LINE_FUNCTION_ID, id, err) &&
	       put_number(message, LOCATION_ID, id, err) &&
	       put_bytes(message, LOCATION_LINE, line, inner.len, err) &&
	       put_field(sink, PROFILE_LOCATION, message, err);
}

/* A value in whole units, the only ones that profiles have. */
static bool whole(const struct tree *tree, uint64_t value, uint64_t *units, struct err *err)
{
	uint64_t scale = 1;

	for (unsigned i = 0; i < tree->decimals; i++)
		scale *= 10;
	*units = value / scale + (value % scale >= scale - value % scale && scale > 1);
	return *units <= INT64_MAX ||
	       err_set(err, ERR_FORMAT, "a value does not fit in 63 bits, the limit of pprof");
}

/* A sample; `ids` are the locations, the innermost first, as varints already. */
static bool put_sample(const struct labels *labels, uint32_t node, const struct message *ids,
	struct proto_sink *sink, struct message *message, struct err *err)
{
	const struct tree *tree = labels->export->tree;
	unsigned char values[FIXED_SIZE];
	struct message inner = { .bytes = values, .cap = sizeof(values) };
	uint64_t count = tree->stats != NULL ? tree->stats[node].count : 0, units;

	if (!whole(tree, tree->self[node], &units, err))
		return false;
	return (tree->stats == NULL || put_varint(&inner, count, err)) &&
	       put_varint(&inner, units, err) &&
	       put_bytes(message, SAMPLE_LOCATION_ID, ids->bytes, ids->len, err) &&
	       put_bytes(message, SAMPLE_VALUE, values, inner.len, err) &&
	       put_labels(labels, node, message, err) &&
	       put_field(sink, PROFILE_SAMPLE, message, err);
}

static bool put_samples(const struct labels *labels, struct proto_sink *sink,
	struct message *message, struct err *err)
{
	const struct stack_walk *walk = labels->walk;
	const struct tree *tree = walk->tree;
	struct message ids = { 0 };
	bool ok = true;

	if (stack_walk_has_value(walk, TREE_ROOT))
		ok = put_varint(&ids, (uint64_t)walk->frame_count + 1, err) &&
		     put_sample(labels, TREE_ROOT, &ids, sink, message, err);
	for (size_t i = 0; ok && i < walk->count; i++) {
		uint32_t node = walk->nodes[i];

		if (!stack_walk_has_value(walk, node))
			continue;
		ids.len = 0;
		for (uint32_t at = node; ok && at != TREE_ROOT; at = tree->parent[at])
			ok = put_varint(&ids, (uint64_t)walk->number[tree->frame[at]] + 1, err);
		ok = ok && put_sample(labels, node, &ids, sink, message, err);
	}
	free(ids.bytes);
	return ok;
}

static bool put_default_type(struct proto_sink *sink, struct message *message, struct err *err)
{
	bool ok = put_number(message, PROFILE_COMMENT, STRING_COMMENT, err) &&
		  put_number(message, PROFILE_DEFAULT_SAMPLE_TYPE, STRING_TYPE, err) &&
		  pack(sink, message->bytes, message->len, Z_NO_FLUSH, err);

	message->len = 0;
	return ok;
}

static bool put_profile(const struct labels *labels, struct proto_sink *sink,
	struct message *message, struct err *err)
{
	const struct export *export = labels->export;
	const struct stack_walk *walk = labels->walk;
	bool ok = put_strings(export, walk, labels, sink, err);

	if (ok && export->tree->stats != NULL)
		ok = put_sample_type(sink, message, STRING_OPERATIONS, STRING_COUNT, err);
	ok = ok && put_sample_type(sink, message, STRING_TYPE, STRING_UNIT, err);
	for (uint32_t i = 0; ok && i < walk->frame_count; i++)
		ok = put_frame(sink, message, (uint64_t)i + 1, (uint64_t)STRING_FRAMES + i, err);
	return ok && put_frame(sink, message, (uint64_t)walk->frame_count + 1, STRING_ROOT, err) &&
	       put_default_type(sink, message, err) && put_samples(labels, sink, message, err) &&
	       pack(sink, NULL, 0, Z_FINISH, err);
}

bool write_pprof(const struct export *export, FILE *out, struct err *err)
{
	enum { GZIP_WINDOW = 15 + 16 }; /* zlib: with a gzip header */
	struct proto_sink sink = { .out = out };
	struct message message = { 0 };
	struct stack_walk walk;
	struct labels labels;
	bool ok;

	if (!stack_walk_init(&walk, export->tree, err))
		return false;
	if (deflateInit2(&sink.zlib, Z_DEFAULT_COMPRESSION, Z_DEFLATED, GZIP_WINDOW, 8,
		    Z_DEFAULT_STRATEGY) != Z_OK) {
		stack_walk_release(&walk);
		return err_nomem(err);
	}
	ok = labels_init(&labels, export, &walk, err) && put_profile(&labels, &sink, &message, err);
	labels_release(&labels);
	deflateEnd(&sink.zlib);
	free(message.bytes);
	stack_walk_release(&walk);
	return ok && json_flush(out, err);
}
