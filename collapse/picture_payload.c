#define ZLIB_CONST /* what is compressed is not written to */
#include "collapse/picture_payload.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <zlib.h>

#include "base/mem.h"
#include "collapse/decimal.h"
#include "collapse/json.h"

/* Strangers write pictures, and little that is packed may be much: enough for 2^24 frames. */
#define MAX_BYTES (UINT64_C(1) << 31)
#define MAX_NODES (1u << 24)

enum { PIECE = 1 << 16 };

enum column { COLUMN_UP, COLUMN_NAME, COLUMN_SELF, COLUMN_COUNT, COLUMN_MIN, COLUMN_MAX, COLUMNS };

static const char *const column_keys[COLUMNS] = {
	[COLUMN_UP] = "up",
	[COLUMN_NAME] = "name",
	[COLUMN_SELF] = "self",
	[COLUMN_COUNT] = "count",
	[COLUMN_MIN] = "min",
	[COLUMN_MAX] = "max",
};

struct payload_reader {
	struct names *names;
	bool is_packed, inflated_all;
	uint32_t bits; /* of base64, not yet a byte */
	unsigned bit_count;
	z_stream zlib;
	uint64_t bytes; /* of JSON so far */
	struct json json;

	enum column column; /* the key at hand; COLUMNS: another one */
	bool at_names, at_decimals, at_unit;
	int64_t decimals;
	uint32_t *frames; /* names, as frames */
	size_t frame_count, frames_cap;
	struct {
		uint64_t *list;
		size_t count, cap;
	} columns[COLUMNS];
};

static void take_key(struct payload_reader *reader, const char *text, size_t len)
{
	reader->at_names = len == 5 && memcmp(text, "names", 5) == 0;
	reader->at_decimals = len == 8 && memcmp(text, "decimals", 8) == 0;
	reader->column = 0;
	while (reader->column < COLUMNS &&
		(strlen(column_keys[reader->column]) != len ||
			memcmp(column_keys[reader->column], text, len) != 0))
		reader->column++;
}

static bool take_frame(struct payload_reader *reader, const char *text, size_t len, struct err *err)
{
	if (reader->frame_count == MAX_NODES)
		return err_set(err, ERR_FORMAT, "more than %u names", MAX_NODES);
	return mem_grow((void **)&reader->frames, &reader->frames_cap, reader->frame_count + 1,
		       sizeof(*reader->frames), err) &&
	       names_intern_frame(
		       reader->names, text, len, &reader->frames[reader->frame_count++], err);
}

/* Whole, and up to 2^64 - 1: more than decimal_parse() has. */
static bool parse_whole(const char *text, size_t len, uint64_t *value)
{
	*value = 0;
	for (size_t i = 0; i < len; i++) {
		if (text[i] < '0' || text[i] > '9' || __builtin_mul_overflow(*value, 10, value) ||
			__builtin_add_overflow(*value, (uint64_t)(text[i] - '0'), value))
			return false;
	}
	return len > 0;
}

static bool take_number(
	struct payload_reader *reader, const char *text, size_t len, struct err *err)
{
	enum column column = reader->column;
	uint64_t value;

	if (!parse_whole(text, len, &value))
		return err_set(err, ERR_FORMAT, "its \"%s\" has '%.*s', which is no whole number",
			column_keys[column], (int)(len < 40 ? len : 40), text);
	if (reader->columns[column].count == MAX_NODES)
		return err_set(err, ERR_FORMAT, "more than %u frames", MAX_NODES);
	if (!mem_grow((void **)&reader->columns[column].list, &reader->columns[column].cap,
		    reader->columns[column].count + 1, sizeof(uint64_t), err))
		return false;
	reader->columns[column].list[reader->columns[column].count++] = value;
	return true;
}

static bool take(void *context, enum json_token token, const char *text, size_t len, unsigned depth,
	struct err *err)
{
	struct payload_reader *reader = context;

	if (depth == 1 && token == JSON_KEY)
		take_key(reader, text, len);
	else if (depth == 1 && token == JSON_NUMBER && reader->at_decimals)
		return decimal_parse(text, len, 0, &reader->decimals) ||
		       err_set(err, ERR_FORMAT, "its \"decimals\" is no whole number");
	else if (depth == 2 && token == JSON_STRING && reader->at_names)
		return take_frame(reader, text, len, err);
	else if (depth == 2 && token == JSON_NUMBER && reader->column < COLUMNS)
		return take_number(reader, text, len, err);
	return true;
}

struct payload_reader *payload_open(struct names *names, bool is_packed, struct err *err)
{
	struct payload_reader *reader = mem_zeroed(1, sizeof(*reader), err);

	if (reader == NULL)
		return NULL;
	reader->names = names;
	reader->is_packed = is_packed;
	reader->column = COLUMNS;
	if (!json_init(&reader->json, take, reader, err)) {
		free(reader);
		return NULL;
	}
	if (is_packed && inflateInit2(&reader->zlib, -MAX_WBITS) != Z_OK) {
		json_release(&reader->json);
		free(reader);
		err_nomem(err);
		return NULL;
	}
	return reader;
}

void payload_close(struct payload_reader *reader)
{
	if (reader == NULL)
		return;
	if (reader->is_packed)
		inflateEnd(&reader->zlib);
	json_release(&reader->json);
	for (size_t i = 0; i < COLUMNS; i++)
		free(reader->columns[i].list);
	free(reader->frames);
	free(reader);
}

static bool feed_json(struct payload_reader *reader, const char *text, size_t len, struct err *err)
{
	reader->bytes += len;
	if (reader->bytes > MAX_BYTES)
		return err_set(
			err, ERR_FORMAT, "data of more than %" PRIu64 " MiB", MAX_BYTES >> 20);
	return json_feed(&reader->json, text, len, err);
}

static bool feed_packed(
	struct payload_reader *reader, const unsigned char *bytes, size_t len, struct err *err)
{
	char text[PIECE];

	reader->zlib.next_in = bytes;
	reader->zlib.avail_in = (uInt)len;
	do {
		int status;

		reader->zlib.next_out = (Bytef *)text;
		reader->zlib.avail_out = sizeof(text);
		status = inflate(&reader->zlib, Z_NO_FLUSH);
		if (status == Z_MEM_ERROR)
			return err_nomem(err);
		if (status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR)
			return err_set(err, ERR_FORMAT, "its data is damaged");
		reader->inflated_all = status == Z_STREAM_END;
		if (!feed_json(reader, text, sizeof(text) - reader->zlib.avail_out, err))
			return false;
	} while (!reader->inflated_all && reader->zlib.avail_out == 0);
	return true;
}

static int base64_digit(char c)
{
	if (c >= 'A' && c <= 'Z')
		return c - 'A';
	if (c >= 'a' && c <= 'z')
		return c - 'a' + 26;
	if (c >= '0' && c <= '9')
		return c - '0' + 52;
	return c == '+' ? 62 : c == '/' ? 63 : -1;
}

/* Blanks are passed over, and '=', which says nothing that the end does not. */
static bool feed_base64(
	struct payload_reader *reader, const char *text, size_t len, struct err *err)
{
	unsigned char bytes[4096];
	size_t count = 0;

	for (size_t i = 0; i < len && !reader->inflated_all; i++) {
		int digit = base64_digit(text[i]);

		if (digit < 0) {
			if (strchr(" \t\r\n=", text[i]) == NULL || text[i] == '\0')
				return err_set(err, ERR_FORMAT, "its data is no base64");
			continue;
		}
		reader->bits = reader->bits << 6 | (uint32_t)digit;
		reader->bit_count += 6;
		if (reader->bit_count >= 8) {
			reader->bit_count -= 8;
			bytes[count++] = (unsigned char)(reader->bits >> reader->bit_count);
		}
		if (count == sizeof(bytes)) {
			if (!feed_packed(reader, bytes, count, err))
				return false;
			count = 0;
		}
	}
	return count == 0 || feed_packed(reader, bytes, count, err);
}

bool payload_feed(struct payload_reader *reader, const char *text, size_t len, struct err *err)
{
	return reader->is_packed ? feed_base64(reader, text, len, err)
				 : feed_json(reader, text, len, err);
}

static bool check_columns(const struct payload_reader *reader, struct err *err)
{
	size_t count = reader->columns[COLUMN_SELF].count;

	for (size_t i = 0; i < COLUMNS; i++) {
		bool may_lack = i >= COLUMN_COUNT && reader->columns[i].count == 0;

		if (!may_lack && reader->columns[i].count != count)
			return err_set(err, ERR_FORMAT, "its \"%s\" and \"self\" differ in length",
				column_keys[i]);
	}
	if (count == 0)
		return err_set(err, ERR_FORMAT, "its data has no frame");
	if (reader->decimals < 0 || reader->decimals > TREE_MAX_DECIMALS)
		return err_set(err, ERR_FORMAT, "its \"decimals\" is out of bounds");
	return true;
}

/* The node of frame `i`, below the one `up` levels above the frame before it. */
static bool add_node(struct payload_reader *reader, struct tree *tree, size_t i, uint32_t before,
	uint32_t *node, struct err *err)
{
	uint64_t up = reader->columns[COLUMN_UP].list[i],
		 name = reader->columns[COLUMN_NAME].list[i];

	*node = before;
	for (; up > 0 && *node != TREE_ROOT; up--)
		*node = tree->parent[*node];
	if (up > 0)
		return err_set(err, ERR_FORMAT, "frame %zu stands on none", i);
	if (name >= reader->frame_count)
		return err_set(err, ERR_FORMAT, "frame %zu has no name", i);
	return tree_child(tree, *node, reader->frames[name], node, err);
}

static bool add_values(
	struct payload_reader *reader, struct tree *tree, size_t i, uint32_t node, struct err *err)
{
	bool has_stats = reader->columns[COLUMN_COUNT].count > 0 &&
			 reader->columns[COLUMN_COUNT].list[i] > 0;
	struct tree_stats stats = { 0 };
	uint64_t self = reader->columns[COLUMN_SELF].list[i];

	if (!has_stats)
		return tree_add(tree, node, self, err);
	stats.count = reader->columns[COLUMN_COUNT].list[i];
	if (reader->columns[COLUMN_MIN].count > 0)
		stats.min = reader->columns[COLUMN_MIN].list[i];
	if (reader->columns[COLUMN_MAX].count > 0)
		stats.max = reader->columns[COLUMN_MAX].list[i];
	return tree_add_stats(tree, node, self, &stats, err);
}

bool payload_finish(struct payload_reader *reader, struct tree *tree, struct err *err)
{
	uint32_t node = TREE_ROOT;

	if (reader->is_packed && !reader->inflated_all)
		return err_set(err, ERR_FORMAT, "its data ends in the middle");
	if (!json_end(&reader->json, err) || !check_columns(reader, err) ||
		!tree_set_decimals(tree, (unsigned)reader->decimals, err))
		return false;
	/* the first one is the root */
	for (size_t i = 0; i < reader->columns[COLUMN_SELF].count; i++) {
		if ((i > 0 && !add_node(reader, tree, i, node, &node, err)) ||
			!add_values(reader, tree, i, node, err))
			return false;
	}
	return true;
}
