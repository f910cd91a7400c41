#define ZLIB_CONST /* makes next_in const */
#include <ctype.h>
#include <limits.h>

#include <zlib.h>

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

/* The profile being compressed. What fails to be written is seen at the end. */
struct proto_sink {
	FILE *out;
	z_stream zlib;
	const struct export *export;
	const struct stack_walk *walk;
	struct names strings;     /* the string table, which is written last; the first is "" */
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

/* The index of a string. */
static uint32_t string(struct proto_sink *sink, const char *text)
{
	return names_id(&sink->strings, text);
}

/* A sample type's name, spelled as pprof's own: "GPU time" is "gpu_time". */
static uint32_t type_of(struct proto_sink *sink)
{
	char type[40] = "value";

	if (strcmp(sink->export->unit, "ns") == 0)
		snprintf(type, sizeof(type), "%s", sink->export->title);
	for (char *c = type; *c != '\0'; c++)
		*c = *c == ' ' ? '_' : (char)tolower((unsigned char)*c);
	return string(sink, type);
}

static void put_label(struct proto_sink *sink, uint32_t key, uint32_t value)
{
	put_number(&sink->inner, LABEL_KEY, key);
	put_number(&sink->inner, LABEL_STR, value);
	put_inner(&sink->field, SAMPLE_LABEL, &sink->inner);
}

/* Of a first frame such as "rank 3". */
static void put_label_of(struct proto_sink *sink, const struct name *frame)
{
	static const struct {
		const char *word, *key;
	} words[] = {
		{ "rank ", "rank" },
		{ "process ", "process" },
		{ "thread ", "thread" },
		{ "GPU ", "device" },
		{ "stream ", "stream" },
		{ "step ", "step" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(words); i++) {
		size_t len = strlen(words[i].word);

		if (frame->len > len && memcmp(frame->text, words[i].word, len) == 0 &&
			strspn(frame->text + len, "0123456789") == frame->len - len)
			put_label(
				sink, string(sink, words[i].key), string(sink, frame->text + len));
	}
}

static void put_labels(struct proto_sink *sink, uint32_t node)
{
	const struct tree *tree = sink->export->tree;
	size_t depth = 0;

	for (uint32_t at = node; sink->export->label_count > 0 && at != TREE_ROOT;
		at = tree->parent[at])
		depth++;
	for (uint32_t at = node; depth > 0; at = tree->parent[at], depth--) {
		if (depth <= sink->export->label_count)
			put_label_of(sink, &tree->names->list[tree->frame[at]]);
	}
	if (sink->export->host != NULL)
		put_label(sink, string(sink, "host"), string(sink, sink->export->host));
}

/* --- the profile --- */

static void put_sample_type(struct proto_sink *sink, uint32_t type, uint32_t unit)
{
	put_number(&sink->field, VALUE_TYPE_TYPE, type);
	put_number(&sink->field, VALUE_TYPE_UNIT, unit);
	put_field(sink, PROFILE_SAMPLE_TYPE);
}

/* One function and one location for each frame; ids count from 1. */
static void put_frame(struct proto_sink *sink, uint64_t id, uint32_t name)
{
	put_number(&sink->field, FUNCTION_ID, id);
	put_number(&sink->field, FUNCTION_NAME, name);
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
static void put_sample(struct proto_sink *sink, uint32_t node)
{
	const struct stack_walk *walk = sink->walk;
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
	put_labels(sink, node);
	put_field(sink, PROFILE_SAMPLE);
}

static void put_profile(struct proto_sink *sink)
{
	const struct stack_walk *walk = sink->walk;
	const struct export *export = sink->export;
	const struct name *names = export->tree->names->list;
	bool is_time = strcmp(export->unit, "ns") == 0;
	uint32_t type;

	(void)string(sink, "");
	type = type_of(sink);
	if (walk->tree->stats != NULL)
		put_sample_type(sink, string(sink, "operations"), string(sink, "count"));
	put_sample_type(sink, type, string(sink, is_time ? "nanoseconds" : export->unit));
	for (uint32_t i = 0; i < walk->frame_count; i++) {
		const struct name *frame = &names[walk->frames[i]];

		put_frame(sink, (uint64_t)i + 1,
			names_intern(&sink->strings, frame->text, frame->len));
	}
	put_frame(sink, (uint64_t)walk->frame_count + 1, string(sink, export->root_name));
	if (export->start_ns > 0) {
		put_number(&sink->field, PROFILE_TIME_NANOS, export->start_ns);
		put_number(&sink->field, PROFILE_DURATION_NANOS, export->duration_ns);
	}
	put_number(&sink->field, PROFILE_COMMENT, string(sink, "gpuflame " GPUFLAME_VERSION));
	put_number(&sink->field, PROFILE_DEFAULT_SAMPLE_TYPE, type);
	pack(sink, sink->field.bytes, sink->field.len, Z_NO_FLUSH);
	sink->field.len = 0;
	put_sample(sink, TREE_ROOT);
	for (size_t i = 0; i < walk->count; i++)
		put_sample(sink, walk->nodes[i]);
	for (uint32_t i = 0; i < sink->strings.count; i++) {
		text_add(&sink->field, sink->strings.list[i].text, sink->strings.list[i].len);
		put_field(sink, PROFILE_STRING_TABLE);
	}
	pack(sink, NULL, 0, Z_FINISH);
}

bool write_pprof(const struct export *export, FILE *out, struct err *err)
{
	enum { GZIP_WINDOW = 15 + 16 }; /* zlib: with a gzip header */
	struct stack_walk walk;
	struct proto_sink sink = { .out = out, .export = export, .walk = &walk };

	if (whole(export->tree, export->tree->total) > INT64_MAX)
		return err_set(
			err, ERR_FORMAT, "a value does not fit in 63 bits, the limit of pprof");
	if (deflateInit2(&sink.zlib, Z_DEFAULT_COMPRESSION, Z_DEFLATED, GZIP_WINDOW, 8,
		    Z_DEFAULT_STRATEGY) != Z_OK)
		mem_die();
	names_init(&sink.strings);
	stack_walk_init(&walk, export->tree);
	put_profile(&sink);
	deflateEnd(&sink.zlib);
	names_release(&sink.strings);
	text_release(&sink.field);
	text_release(&sink.inner);
	stack_walk_release(&walk);
	return out_check_written(out, err);
}
