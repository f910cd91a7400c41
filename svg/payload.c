#define _GNU_SOURCE /* qsort_r */
#include "svg/picture.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <zlib.h>

#include "base/mem.h"

enum {
	PLAIN_BYTES = 2048, /* up to this size, JSON travels as it is */
	LEVEL = 1,          /* of deflate: speed */
};

/* JSON in the making. A failure stays, and is told at the end. */
struct json {
	char *text;
	size_t size, cap;
	size_t numbers; /* where those begin that hardly repeat */
	bool ok;
	struct err *err;
};

static bool reserve(struct json *json, size_t more)
{
	if (json->ok && json->size + more > json->cap)
		json->ok =
			mem_grow((void **)&json->text, &json->cap, json->size + more, 1, json->err);
	return json->ok;
}

static void put_bytes(struct json *json, const char *bytes, size_t len)
{
	if (!reserve(json, len))
		return;
	memcpy(json->text + json->size, bytes, len);
	json->size += len;
}

static void put(struct json *json, const char *text)
{
	put_bytes(json, text, strlen(text));
}

enum { NUMBER_BYTES = 24 }; /* the longest number, and a comma */

/* Write a number where there is room for NUMBER_BYTES; the result is what follows it. */
static char *write_number(char *at, uint64_t number)
{
	char text[NUMBER_BYTES], *end = text + sizeof(text), *begin = end;

	if (number < 10) {
		*at = (char)('0' + number);
		return at + 1;
	}
	do
		*--begin = (char)('0' + number % 10);
	while ((number /= 10) > 0);
	memcpy(at, begin, (size_t)(end - begin));
	return at + (end - begin);
}

static void put_number(struct json *json, uint64_t number)
{
	if (reserve(json, NUMBER_BYTES))
		json->size = (size_t)(write_number(json->text + json->size, number) - json->text);
}

/* A number and a comma, in an array of them. */
static void put_item(struct json *json, uint64_t number)
{
	char *at;

	if (!reserve(json, NUMBER_BYTES))
		return;
	at = write_number(json->text + json->size, number);
	*at++ = ',';
	json->size = (size_t)(at - json->text);
}

/* `"name":[` of as many numbers as there are boxes. */
static void open_array(struct json *json, const char *name, uint32_t count)
{
	if (!reserve(json, 32 + (size_t)count * 2))
		return;
	put(json, "\"");
	put(json, name);
	put(json, "\":[");
}

/* In place of the last comma. */
static void close_array(struct json *json)
{
	if (json->ok)
		json->text[json->size - 1] = ']';
	put(json, ",");
}

/* A string; names are cleaned, so that only these two have to be escaped. */
static void put_string(struct json *json, const char *text, size_t len)
{
	if (!reserve(json, len * 2 + 2))
		return;
	json->text[json->size++] = '"';
	for (size_t i = 0; i < len; i++) {
		if (text[i] == '"' || text[i] == '\\')
			json->text[json->size++] = '\\';
		json->text[json->size++] = (unsigned char)text[i] < ' ' ? ' ' : text[i];
	}
	json->text[json->size++] = '"';
}

/* A name of the payload, and how many boxes have it. */
struct used_name {
	uint32_t id;
	uint32_t boxes;
};

static int compare_used(const void *a, const void *b, void *names)
{
	const struct used_name *left = a, *right = b;

	if (left->boxes != right->boxes)
		return left->boxes < right->boxes ? 1 : -1;
	return names_compare(names, left->id, right->id);
}

static int compare_texts(const void *a, const void *b, void *names)
{
	return names_compare(
		names, ((const struct used_name *)a)->id, ((const struct used_name *)b)->id);
}

/*
 * Put names in the order that packs best: those of many boxes get numbers of few
 * digits, and among those of as many digits, names that begin alike are near.
 */
static void sort_names(const struct names *names, struct used_name *used, uint32_t count)
{
	void *context = (void *)(uintptr_t)names;

	qsort_r(used + 1, count - 1, sizeof(*used), compare_used, context);
	for (uint64_t begin = 1, end = 10; begin < count; begin = end, end *= 10) {
		uint64_t last = end < count ? end : count;

		qsort_r(used + begin, last - begin, sizeof(*used), compare_texts, context);
	}
}

/* Give the names that occur their places in the payload; the root's is the first. */
static struct used_name *number_names(struct picture *picture, uint32_t *count, struct err *err)
{
	const struct graph *graph = picture->graph;
	struct used_name *used = mem_zeroed((size_t)graph->names->count + 1, sizeof(*used), err);

	*count = 0;
	for (uint32_t box = 0; used != NULL && box < graph->count; box++) {
		struct shown *shown = (struct shown *)(uintptr_t)picture_shown(picture, box);

		if (shown == NULL) {
			free(used);
			err_nomem(err);
			return NULL;
		}
		if (shown->index == NAME_NONE) {
			shown->index = *count;
			used[(*count)++].id = graph->name[box];
		}
		used[shown->index].boxes++;
	}
	if (used == NULL)
		return NULL;
	sort_names(graph->names, used, *count);
	for (uint32_t i = 0; i < *count; i++)
		((struct shown *)(uintptr_t)picture_shown_name(picture, used[i].id))->index = i;
	return used;
}

static void put_names(
	struct json *json, struct picture *picture, const struct used_name *used, uint32_t count)
{
	put(json, "\"names\":[");
	for (uint32_t i = 0; i < count; i++) {
		const struct shown *shown = picture_shown_name(picture, used[i].id);

		if (i > 0)
			put_bytes(json, ",", 1);
		put_string(json, shown->text, shown->len);
	}
	put(json, "],\"kinds\":\"");
	for (uint32_t i = 0; i < count; i++)
		put_bytes(json, used[i].id == NAME_NONE ? "r" : &picture->kinds[used[i].id], 1);
	put(json, "\",\"shades\":\"");
	for (uint32_t i = 0; i < count; i++)
		put_bytes(json, &picture_shown_name(picture, used[i].id)->shade, 1);
	put(json, "\",");
}

static void put_fills(
	struct json *json, struct picture *picture, const struct used_name *used, uint32_t count)
{
	if (palette_is_themed(picture->options->colors) || picture->options->colordiffusion)
		return;
	put(json, "\"fills\":[");
	for (uint32_t i = 0; i < count; i++) {
		struct rgb fill = picture_fill(picture, used[i].id);

		if (i > 0)
			put_bytes(json, ",", 1);
		put_number(json, (uint64_t)fill.r << 16 | (uint64_t)fill.g << 8 | fill.b);
	}
	put(json, "],");
}

static void put_text(struct json *json, const char *text)
{
	put_string(json, text, strlen(text));
}

/* `"name":"text",` when there is a text. */
static void put_member(struct json *json, const char *name, const char *text)
{
	if (text == NULL)
		return;
	put_text(json, name);
	put(json, ":");
	put_text(json, text);
	put(json, ",");
}

/* `"name":[["attribute","value"],...],` when there are any. */
static void put_items(struct json *json, const char *name, const struct nameattr_item *item)
{
	if (item == NULL)
		return;
	put_text(json, name);
	put(json, ":[");
	for (; item != NULL; item = item->next) {
		put(json, "[");
		put_text(json, item->name);
		put(json, ",");
		put_text(json, item->value);
		put(json, item->next != NULL ? "]," : "]");
	}
	put(json, "],");
}

/* In place of the comma behind an object's last member. */
static void close_object(struct json *json)
{
	if (json->ok && json->text[json->size - 1] == ',')
		json->size--;
	put(json, "},");
}

/* `"index":` */
static void put_key(struct json *json, uint32_t index)
{
	put(json, "\"");
	put_number(json, index);
	put(json, "\":");
}

/* What users hang on names: links, and the rest. */
static void put_nameattr(
	struct json *json, struct picture *picture, const struct used_name *used, uint32_t count)
{
	if (picture->options->nameattr == NULL)
		return;
	put(json, "\"links\":{");
	for (uint32_t i = 0; i < count; i++) {
		const struct nameattr_entry *attr = picture_shown_name(picture, used[i].id)->attr;

		if (attr != NULL && attr->href != NULL) {
			put_key(json, i);
			put_text(json, attr->href);
			put(json, ",");
		}
	}
	close_object(json);
	put(json, "\"attrs\":{");
	for (uint32_t i = 0; i < count; i++) {
		const struct nameattr_entry *attr = picture_shown_name(picture, used[i].id)->attr;

		if (attr == NULL)
			continue;
		put_key(json, i);
		put(json, "{");
		put_member(json, "class", attr->class);
		put_member(json, "id", attr->id);
		put_member(json, "title", attr->title);
		put_member(json, "target", attr->target);
		put_items(json, "g", attr->frame_extra);
		put_items(json, "a", attr->link_extra);
		close_object(json);
	}
	close_object(json);
}

/* `"name":[...],` of numbers by box. */
static void put_numbers(
	struct json *json, const struct graph *graph, const char *name, const uint64_t *numbers)
{
	open_array(json, name, graph->count);
	for (uint32_t box = 0; box < graph->count; box++)
		put_item(json, numbers[box]);
	close_array(json);
}

static void put_shape(struct json *json, struct picture *picture)
{
	const struct graph *graph = picture->graph;

	open_array(json, "up", graph->count);
	put_item(json, 0);
	for (uint32_t box = 1; box < graph->count; box++)
		put_item(json, graph->depth[box - 1] + 1 - graph->depth[box]);
	close_array(json);
	json->numbers = json->size;
	open_array(json, "name", graph->count);
	for (uint32_t box = 0; box < graph->count; box++)
		put_item(json, picture_shown(picture, box)->index);
	close_array(json);
}

static void put_stats(struct json *json, const struct graph *graph)
{
	static const char *const names[] = { "count", "min", "max" };

	for (size_t i = 0; graph->stats != NULL && i < ARRAY_SIZE(names); i++) {
		open_array(json, names[i], graph->count);
		for (uint32_t box = 0; box < graph->count; box++) {
			const struct tree_stats *stats = &graph->stats[box];

			put_item(json, i == 0 ? stats->count : i == 1 ? stats->min : stats->max);
		}
		close_array(json);
	}
}

static bool make_json(struct picture *picture, struct json *json)
{
	const struct graph *graph = picture->graph;
	const char *unit = picture->options->countname != NULL ? picture->options->countname : "ns";
	uint32_t count;
	struct used_name *used = number_names(picture, &count, json->err);

	if (used == NULL)
		return false;
	put(json, "{\"v\":1,\"unit\":");
	put_string(json, unit, strlen(unit));
	put(json, ",\"decimals\":");
	put_number(json, graph->decimals);
	put(json, ",");
	put_names(json, picture, used, count);
	put_fills(json, picture, used, count);
	put_nameattr(json, picture, used, count);
	put_shape(json, picture);
	if (graph->place != NULL)
		put_numbers(json, graph, "time", graph->place);
	if (graph->self_before != NULL)
		put_numbers(json, graph, "before", graph->self_before);
	if (graph->lead != NULL)
		put_numbers(json, graph, "lead", graph->lead);
	put_stats(json, graph);
	put_numbers(json, graph, "self", graph->self);
	if (json->ok)
		json->text[json->size - 1] = '}';
	free(used);
	return json->ok;
}

/* Put the next part of the text through; zlib counts in 32 bits. */
static bool deflate_part(z_stream *stream, const char *text, size_t len, bool last)
{
	int status = Z_OK;

	stream->next_in = (Bytef *)(uintptr_t)text;
	do {
		size_t part = len < (1u << 30) ? len : (1u << 30);

		len -= part;
		stream->avail_in = (uInt)part;
		status = deflate(stream, last && len == 0 ? Z_FINISH : Z_NO_FLUSH);
	} while (status == Z_OK && len > 0);
	return status == (last ? Z_STREAM_END : Z_OK);
}

/*
 * Raw deflate; the result is malloc'ed. NULL: memory ran out. What begins at
 * `numbers` repeats nothing worth looking for: its digits are only coded.
 */
static unsigned char *deflate_all(
	const char *text, size_t len, size_t numbers, size_t *size, struct err *err)
{
	z_stream stream = { 0 };
	unsigned char *packed = NULL;
	bool ok;

	if (deflateInit2(&stream, LEVEL, Z_DEFLATED, -15, 9, Z_DEFAULT_STRATEGY) != Z_OK) {
		err_nomem(err);
		return NULL;
	}
	*size = deflateBound(&stream, len) + 64; /* and what changing one's mind costs */
	if (*size <= UINT32_MAX)
		packed = malloc(*size);
	stream.next_out = packed;
	stream.avail_out = (uInt)*size;
	ok = packed != NULL && deflate_part(&stream, text, numbers, false) &&
	     deflateParams(&stream, LEVEL, Z_HUFFMAN_ONLY) == Z_OK &&
	     deflate_part(&stream, text + numbers, len - numbers, true);
	*size = (size_t)(stream.next_out - packed);
	deflateEnd(&stream);
	if (!ok) {
		free(packed);
		err_nomem(err);
		return NULL;
	}
	return packed;
}

static void put_base64(struct xml *xml, const unsigned char *bytes, size_t len)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	char group[4];

	for (size_t i = 0; i < len; i += 3) {
		uint32_t word = (uint32_t)bytes[i] << 16;

		if (i + 1 < len)
			word |= (uint32_t)bytes[i + 1] << 8;
		if (i + 2 < len)
			word |= bytes[i + 2];
		group[0] = digits[word >> 18];
		group[1] = digits[word >> 12 & 63];
		group[2] = digits[word >> 6 & 63];
		group[3] = digits[word & 63];
		if (i + 1 >= len)
			group[2] = '=';
		if (i + 2 >= len)
			group[3] = '=';
		xml_put_bytes(xml, group, sizeof(group));
	}
}

bool payload_write(struct picture *picture, struct err *err)
{
	struct xml *xml = &picture->xml;
	struct json json = { .ok = true, .err = err };
	bool ok = make_json(picture, &json);
	unsigned char *packed = NULL;
	size_t size;

	if (ok && json.size <= PLAIN_BYTES) {
		xml_put(xml, "<metadata class=\"gf-data\" data-encoding=\"json\">");
		xml_cdata(xml, json.text, json.size);
		xml_put(xml, "</metadata>\n");
	} else if (ok) {
		packed = deflate_all(json.text, json.size, json.numbers, &size, err);
		ok = packed != NULL;
		if (ok) {
			xml_put(xml, "<metadata class=\"gf-data\""
				     " data-encoding=\"deflate+base64\">");
			put_base64(xml, packed, size);
			xml_put(xml, "</metadata>\n");
		}
	}
	free(packed);
	free(json.text);
	return ok;
}
