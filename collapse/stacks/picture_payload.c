#define ZLIB_CONST /* compressed input is not written to */
#include "collapse/stacks/picture_payload.h"

#include <inttypes.h>

#include <zlib.h>

#include "collapse/input/bytes.h"
#include "collapse/input/decimal.h"
#include "collapse/input/json.h"

/*
 * Pictures are untrusted, and a few compressed bytes can inflate to many: enough for 2^24
 * frames.
 */
#define MAX_BYTES (UINT64_C(1) << 31)

enum { PIECE = 1 << 16, VERSION = 2, GROUP_DIGITS = 5 };

/* --- columns ---------------------------------------------------------------------- */

/*
 * The columns of a picture's data (docs/FORMATS.md, "payload"): numbers of each frame, in
 * planes of bytes. All of it is untrusted.
 */
enum picture_column {
	COLUMN_CHILDREN,
	COLUMN_NAME,
	COLUMN_SELF,
	COLUMN_OPS,
	COLUMN_MIN,
	COLUMN_MAX,
	COLUMN_OTHER, /* unknown: skipped */
	COLUMNS = COLUMN_OTHER,
};

enum { COLUMNS_MAX = 32 };

#define PAYLOAD_MAX_NODES (1u << 24)

struct columns {
	uint32_t nodes; /* in each column; set before their data comes */
	enum picture_column order[COLUMNS_MAX];
	unsigned count; /* how many there are */

	unsigned at; /* the current one */
	bool is_open;
	unsigned bits;  /* of its numbers */
	unsigned shift; /* bit position of the current plane */
	uint32_t filled;
	struct {
		bool is_present;
		uint64_t *list; /* by frame; NULL: all are 0 */
		size_t cap;
	} columns[COLUMNS];
};

static const char *const column_names[COLUMNS] = {
	[COLUMN_CHILDREN] = "children",
	[COLUMN_NAME] = "name",
	[COLUMN_SELF] = "self",
	[COLUMN_OPS] = "ops",
	[COLUMN_MIN] = "min",
	[COLUMN_MAX] = "max",
};

static void columns_release(struct columns *columns)
{
	for (size_t i = 0; i < COLUMNS; i++)
		free(columns->columns[i].list);
}

static bool columns_add(struct columns *columns, const char *name, size_t len, struct err *err)
{
	enum picture_column column = 0;

	while (column < COLUMNS && (strlen(column_names[column]) != len ||
					   memcmp(column_names[column], name, len) != 0))
		column++;
	if (columns->count == COLUMNS_MAX)
		return err_set(err, ERR_FORMAT, "more than %d columns", COLUMNS_MAX);
	if (column < COLUMNS && columns->columns[column].is_present)
		return err_set(err, ERR_FORMAT, "its \"%s\" occurs twice", column_names[column]);
	if (column < COLUMNS)
		columns->columns[column].is_present = true;
	columns->order[columns->count++] = column;
	return true;
}

/* A column begins with the size in bytes of its numbers. */
static bool open_column(struct columns *columns, unsigned char planes, struct err *err)
{
	if (planes > sizeof(uint64_t))
		return err_set(err, ERR_FORMAT, "its numbers do not fit in 64 bits");
	columns->bits = planes * 8u;
	columns->shift = 0;
	columns->filled = 0;
	columns->is_open = planes > 0;
	if (planes == 0)
		columns->at++;
	return true;
}

/* Bytes of one plane. Memory grows with the data, not with the announced count. */
static void fill_plane(struct columns *columns, const unsigned char *bytes, uint32_t len)
{
	enum picture_column column = columns->order[columns->at];
	uint32_t filled = columns->filled;

	if (column < COLUMNS) {
		uint64_t **list = &columns->columns[column].list;

		mem_grow((void **)list, &columns->columns[column].cap, (size_t)filled + len,
			sizeof(**list));
		if (columns->shift == 0)
			memset(*list + filled, 0, len * sizeof(**list));
		for (uint32_t i = 0; i < len; i++)
			(*list)[filled + i] |= (uint64_t)bytes[i] << columns->shift;
	}
	columns->filled += len;
	if (columns->filled < columns->nodes)
		return;
	columns->filled = 0;
	columns->shift += 8;
	if (columns->shift == columns->bits) {
		columns->is_open = false;
		columns->at++;
	}
}

static bool columns_feed(
	struct columns *columns, const unsigned char *bytes, size_t len, struct err *err)
{
	while (len > 0) {
		uint32_t room = columns->nodes - columns->filled;
		uint32_t part = len < room ? (uint32_t)len : room;

		if (columns->at == columns->count)
			return err_set(err, ERR_FORMAT, "its data continues after its end");
		if (!columns->is_open)
			part = 1;
		if (columns->is_open)
			fill_plane(columns, bytes, part);
		else if (!open_column(columns, *bytes, err))
			return false;
		bytes += part;
		len -= part;
	}
	return true;
}

static uint64_t number_at(const struct columns *columns, enum picture_column column, uint32_t i)
{
	return columns->columns[column].list != NULL ? columns->columns[column].list[i] : 0;
}

static bool check(const struct columns *columns, struct err *err)
{
	uint64_t children = 0;

	for (enum picture_column column = 0; column <= COLUMN_SELF; column++) {
		if (!columns->columns[column].is_present)
			return err_set(
				err, ERR_FORMAT, "its data has no \"%s\"", column_names[column]);
	}
	if (columns->at < columns->count)
		return err_set(err, ERR_FORMAT, "its data is truncated");
	for (uint32_t i = 0; i < columns->nodes; i++) {
		uint64_t more = number_at(columns, COLUMN_CHILDREN, i);

		/* each summand is bounded, and so is the sum */
		if (more >= columns->nodes || (children += more) >= columns->nodes)
			return err_set(err, ERR_FORMAT, "it has fewer frames than their \"%s\"",
				column_names[COLUMN_CHILDREN]);
		if (children < (uint64_t)i + 1 && i + 1 < columns->nodes)
			return err_set(err, ERR_FORMAT, "frame %" PRIu32 " has no parent", i + 1);
	}
	return true;
}

/* Add what is known of the frame whose numbers are at index `slot`. */
static bool add_values(const struct columns *columns, uint32_t slot, struct tree *tree,
	uint32_t node, struct err *err)
{
	struct tree_stats stats = {
		.count = number_at(columns, COLUMN_OPS, slot),
		.min = number_at(columns, COLUMN_MIN, slot),
		.max = number_at(columns, COLUMN_MAX, slot),
	};
	uint64_t self = number_at(columns, COLUMN_SELF, slot);

	return stats.count > 0 ? tree_add_stats(tree, node, self, &stats, err)
			       : tree_add(tree, node, self, err);
}

static uint32_t count_inner(const struct columns *columns)
{
	uint32_t inner = 0;

	for (uint32_t i = 0; i < columns->nodes; i++)
		inner += number_at(columns, COLUMN_CHILDREN, i) > 0;
	return inner;
}

static bool columns_to_tree(const struct columns *columns, const uint32_t *frames,
	size_t frame_count, struct tree *tree, struct err *err)
{
	uint32_t inner = 0, leaf, up = 0;
	uint32_t *nodes; /* by frame: node of the tree */
	uint64_t left;   /* children of `up` yet to come */
	bool ok = true;

	if (!check(columns, err))
		return false;
	leaf = count_inner(columns); /* of columns known to be complete */
	nodes = mem_zeroed(columns->nodes, sizeof(*nodes));
	left = number_at(columns, COLUMN_CHILDREN, 0);
	for (uint32_t i = 0; ok && i < columns->nodes; i++) {
		bool is_leaf = number_at(columns, COLUMN_CHILDREN, i) == 0;
		uint32_t slot = is_leaf ? leaf++ : inner++;
		uint64_t name = number_at(columns, COLUMN_NAME, slot);

		if (i == 0)
			nodes[i] = TREE_ROOT;
		else if (name >= frame_count) {
			ok = err_set(err, ERR_FORMAT, "frame %" PRIu32 " has no name", i);
		} else {
			while (left == 0)
				left = number_at(columns, COLUMN_CHILDREN, ++up);
			left--;
			nodes[i] = tree_child(tree, nodes[up], frames[name]);
		}
		ok = ok && add_values(columns, slot, tree, nodes[i], err);
	}
	free(nodes);
	return ok;
}

/* --- the line of JSON before them ------------------------------------------------------ */

enum payload_key { KEY_VERSION, KEY_NODES, KEY_DECIMALS, KEY_NAMES, KEY_COLUMNS, KEYS };

static const char *const keys[KEYS] = {
	[KEY_VERSION] = "v",
	[KEY_NODES] = "nodes",
	[KEY_DECIMALS] = "decimals",
	[KEY_NAMES] = "names",
	[KEY_COLUMNS] = "columns",
};

struct payload_reader {
	struct names *names;
	uint64_t size; /* of the file */
	bool inflated_all;
	uint64_t group; /* the incomplete group of base85 */
	unsigned digits;
	z_stream zlib;
	uint64_t bytes; /* inflated so far */
	struct json_parser json;
	bool head_done; /* the line of JSON is complete */

	enum payload_key key;  /* the current one; KEYS: unknown */
	int64_t numbers[KEYS]; /* by key: values that are numbers */
	uint32_t *frames;      /* frames of the names */
	size_t frame_count, frames_cap;
	struct columns columns;
};

static void take_key(struct payload_reader *reader, const char *text, size_t len)
{
	reader->key = 0;
	while (reader->key < KEYS &&
		(strlen(keys[reader->key]) != len || memcmp(keys[reader->key], text, len) != 0))
		reader->key++;
}

static bool take_frame(struct payload_reader *reader, const char *text, size_t len, struct err *err)
{
	if (reader->frame_count == PAYLOAD_MAX_NODES)
		return err_set(err, ERR_FORMAT, "more than %u names", PAYLOAD_MAX_NODES);
	*mem_next(reader->frames, reader->frames_cap, reader->frame_count) =
		names_intern_frame(reader->names, text, len);
	return true;
}

static bool take(void *context, enum json_token token, const char *text, size_t len, unsigned depth,
	struct err *err)
{
	struct payload_reader *reader = context;

	if (depth == 1 && token == JSON_KEY)
		take_key(reader, text, len);
	else if (depth == 1 && token == JSON_NUMBER && reader->key < KEYS)
		return decimal_parse(text, len, 0, &reader->numbers[reader->key]) ||
		       err_set(err, ERR_FORMAT, "its \"%s\" is not a whole number",
			       keys[reader->key]);
	else if (depth == 2 && token == JSON_STRING && reader->key == KEY_NAMES)
		return take_frame(reader, text, len, err);
	else if (depth == 2 && token == JSON_STRING && reader->key == KEY_COLUMNS)
		return columns_add(&reader->columns, text, len, err);
	return true;
}

struct payload_reader *payload_open(struct names *names, uint64_t size)
{
	struct payload_reader *reader = mem_zeroed(1, sizeof(*reader));

	reader->names = names;
	reader->size = size;
	reader->key = KEYS;
	json_init(&reader->json, take, reader);
	if (inflateInit2(&reader->zlib, -MAX_WBITS) != Z_OK)
		mem_die();
	return reader;
}

void payload_close(struct payload_reader *reader)
{
	if (reader == NULL)
		return;
	inflateEnd(&reader->zlib);
	json_release(&reader->json);
	columns_release(&reader->columns);
	free(reader->frames);
	free(reader);
}

/* The line of JSON is complete. */
static bool end_head(struct payload_reader *reader, struct err *err)
{
	const int64_t *numbers = reader->numbers;

	if (!json_end(&reader->json, err))
		return false;
	if (numbers[KEY_VERSION] != VERSION)
		return err_set(err, ERR_FORMAT,
			"its data has version %" PRId64 "; this gpuflame reads %d",
			numbers[KEY_VERSION], VERSION);
	if (numbers[KEY_DECIMALS] < 0 || numbers[KEY_DECIMALS] > TREE_MAX_DECIMALS)
		return err_set(err, ERR_FORMAT, "its \"decimals\" is out of range");
	if (numbers[KEY_NODES] < 1 || numbers[KEY_NODES] > PAYLOAD_MAX_NODES)
		return err_set(err, ERR_FORMAT, "its data has no frame, or more than %u",
			PAYLOAD_MAX_NODES);
	reader->columns.nodes = (uint32_t)numbers[KEY_NODES];
	reader->head_done = true;
	return bytes_may_hold(reader->size, reader->columns.nodes, err);
}

/* The next inflated bytes: of the line of JSON, or of the columns after it. */
static bool feed_bytes(
	struct payload_reader *reader, const char *bytes, size_t len, struct err *err)
{
	const char *line_end;

	reader->bytes += len;
	if (reader->bytes > MAX_BYTES)
		return err_set(
			err, ERR_FORMAT, "data of more than %" PRIu64 " MiB", MAX_BYTES >> 20);
	if (!reader->head_done) {
		line_end = memchr(bytes, '\n', len);
		if (line_end == NULL)
			return json_feed(&reader->json, bytes, len, err);
		if (!json_feed(&reader->json, bytes, (size_t)(line_end - bytes), err) ||
			!end_head(reader, err))
			return false;
		len -= (size_t)(line_end + 1 - bytes);
		bytes = line_end + 1;
	}
	return columns_feed(&reader->columns, (const unsigned char *)bytes, len, err);
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
			mem_die();
		if (status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR)
			return err_set(err, ERR_FORMAT, "its data is damaged");
		reader->inflated_all = status == Z_STREAM_END;
		if (!feed_bytes(reader, text, sizeof(text) - reader->zlib.avail_out, err))
			return false;
	} while (!reader->inflated_all && reader->zlib.avail_out == 0);
	return true;
}

/* Write out a group of base85: one byte less than it has digits. */
static bool end_group(struct payload_reader *reader, unsigned char bytes[4], struct err *err)
{
	uint64_t word = reader->group;

	for (unsigned i = reader->digits; i < GROUP_DIGITS; i++)
		word = word * 85 + 84;
	if (word > UINT32_MAX)
		return err_set(err, ERR_FORMAT, "its data is not base85");
	for (int i = 0; i < 4; i++)
		bytes[i] = (unsigned char)(word >> (24 - 8 * i));
	reader->group = 0;
	reader->digits = 0;
	return true;
}

bool payload_feed(struct payload_reader *reader, const char *text, size_t len, struct err *err)
{
	static const char digits[] =
		"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
		"!#$%&()*+-;<=>?@^_`{|}~"; /* RFC 1924 */
	unsigned char bytes[4096];
	size_t count = 0;

	for (size_t i = 0; i < len && !reader->inflated_all; i++) {
		const char *digit = memchr(digits, text[i], sizeof(digits) - 1);

		if (digit == NULL && memchr(" \t\r\n", text[i], 4) == NULL)
			return err_set(err, ERR_FORMAT, "its data is not base85");
		if (digit == NULL)
			continue;
		reader->group = reader->group * 85 + (uint64_t)(digit - digits);
		if (++reader->digits < GROUP_DIGITS)
			continue;
		if (!end_group(reader, bytes + count, err))
			return false;
		count += 4;
		if (count == sizeof(bytes)) {
			if (!feed_packed(reader, bytes, count, err))
				return false;
			count = 0;
		}
	}
	return count == 0 || feed_packed(reader, bytes, count, err);
}

bool payload_finish(struct payload_reader *reader, struct tree *tree, struct err *err)
{
	size_t last = reader->digits > 0 ? reader->digits - 1 : 0;
	unsigned char bytes[4];

	if (last > 0 && !reader->inflated_all &&
		(!end_group(reader, bytes, err) || !feed_packed(reader, bytes, last, err)))
		return false;
	if (!reader->inflated_all || !reader->head_done)
		return err_set(err, ERR_FORMAT, "its data is truncated");
	return tree_set_decimals(tree, (unsigned)reader->numbers[KEY_DECIMALS], err) &&
	       columns_to_tree(&reader->columns, reader->frames, reader->frame_count, tree, err);
}
