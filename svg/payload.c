#include "svg/picture.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/platform.h"
#include "base/text.h"
#include "svg/columns.h"
#include "svg/pack.h"

/* JSON being written. An error is kept, and reported at the end. */
struct payload_json {
	struct text text;
	bool ok;
	struct err *err;
};

static void put_bytes(struct payload_json *json, const char *bytes, size_t len)
{
	json->ok = json->ok && text_try_add(&json->text, bytes, len, json->err);
}

static void put(struct payload_json *json, const char *text)
{
	put_bytes(json, text, strlen(text));
}

static void put_number(struct payload_json *json, uint32_t number)
{
	char text[16];

	snprintf(text, sizeof(text), "%" PRIu32, number);
	put(json, text);
}

static void put_string(struct payload_json *json, const char *text, size_t len)
{
	json->ok = json->ok && text_try_add_json(&json->text, text, len, json->err);
}

/* A name of the payload, and how many boxes have it. */
struct used_name {
	uint32_t id;
	uint32_t boxes;
};

static int compare_texts(const void *a, const void *b, void *context)
{
	const struct used_name *left = a, *right = b;
	const struct picture *picture = context;

	return graph_compare_names(picture->graph, left->id, right->id);
}

static int compare_used(const void *a, const void *b, void *context)
{
	const struct used_name *left = a, *right = b;

	if (left->boxes != right->boxes)
		return left->boxes < right->boxes ? 1 : -1;
	return compare_texts(a, b, context);
}

/* How many names, including the root's, get a one-byte number. */
static uint32_t common_names(uint32_t count)
{
	return count < 256 ? count : 256;
}

/*
 * Order names so that they compress well: those of many boxes get one-byte numbers, and among
 * those with equally long numbers, names with common prefixes are adjacent.
 */
static void sort_names(struct picture *picture, struct used_name *used, uint32_t count)
{
	uint32_t common = common_names(count);

	platform_sort(used + 1, count - 1, sizeof(*used), compare_used, picture);
	platform_sort(used + 1, common - 1, sizeof(*used), compare_texts, picture);
	platform_sort(used + common, count - common, sizeof(*used), compare_texts, picture);
}

/* Give the names that occur their indices in the payload, starting with the root's. */
static struct used_name *number_names(struct picture *picture, uint32_t *count, struct err *err)
{
	const struct graph *graph = picture->graph;
	struct used_name *used =
		mem_try_zeroed((size_t)graph->names->count + 1, sizeof(*used), err);

	*count = 0;
	for (uint32_t box = 0; used != NULL && box < graph->count; box++) {
		struct shown *shown = picture_shown(picture, box);

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
	sort_names(picture, used, *count);
	for (uint32_t i = 0; i < *count; i++)
		picture_shown_name(picture, used[i].id)->index = i;
	return used;
}

/* Replaces the comma after an object's last member. */
static void close_object(struct payload_json *json)
{
	if (json->ok && json->text.bytes[json->text.len - 1] == ',')
		json->text.len--;
	put(json, "},");
}

/* `"index":` */
static void put_key(struct payload_json *json, uint32_t index)
{
	put(json, "\"");
	put_number(json, index);
	put(json, "\":");
}

static void put_names(struct payload_json *json, struct picture *picture,
	const struct used_name *used, uint32_t count)
{
	put(json, "\"names\":[");
	for (uint32_t i = 0; i < count; i++) {
		const struct shown *shown = picture_shown_name(picture, used[i].id);

		if (i > 0)
			put_bytes(json, ",", 1);
		put_string(json, shown->text, shown->len);
	}
	put(json, "],\"labels\":{");
	for (uint32_t i = 0; i < count; i++) {
		const struct shown *shown = picture_shown_name(picture, used[i].id);

		if (shown->label == NULL)
			continue;
		put_key(json, i);
		put_string(json, shown->label, shown->label_len);
		put(json, ",");
	}
	close_object(json);
	put(json, "\"kinds\":\"");
	for (uint32_t i = 0; i < count; i++)
		put_bytes(json, used[i].id == NAME_NONE ? "r" : &picture->kinds[used[i].id], 1);
	put(json, "\",\"shades\":\"");
	for (uint32_t i = 0; i < count; i++)
		put_bytes(json, &picture_shown_name(picture, used[i].id)->shade, 1);
	put(json, "\",");
}

/* A byte's weight for comparing texts by UTF-16, as scripts do: U+10000 before U+E000. */
static int utf16_weight(char c)
{
	unsigned char byte = (unsigned char)c;

	return byte >= 0xf0 ? 0xed * 8 + byte - 0xef : byte * 8;
}

static bool stands_before(const struct shown *a, const struct shown *b)
{
	uint32_t i = 0;

	while (i < a->len && i < b->len && a->text[i] == b->text[i])
		i++;
	if (i == a->len || i == b->len)
		return a->len < b->len;
	return utf16_weight(a->text[i]) < utf16_weight(b->text[i]);
}

/*
 * Fill `ranks`: the position of each name sorted by its bytes. Returns whether a script would
 * get the same order from displayed names, which lack annotations and have bidirectional
 * controls escaped.
 */
static bool rank_names(
	struct picture *picture, const struct used_name *used, uint32_t count, uint32_t *ranks)
{
	uint32_t common = common_names(count), low = 1, high = common, last = 0;
	bool same = true;

	ranks[0] = 0;
	for (uint32_t rank = 1; rank < count; rank++) {
		bool is_low =
			high == count || (low < common && graph_compare_names(picture->graph,
								  used[low].id, used[high].id) < 0);
		uint32_t at = is_low ? low++ : high++;

		same = same &&
		       (last == 0 || stands_before(picture_shown_name(picture, used[last].id),
					     picture_shown_name(picture, used[at].id)));
		ranks[at] = rank;
		last = at;
	}
	return same;
}

/* Differences between neighbours, which are mostly 1. */
static void put_ranks(struct payload_json *json, struct picture *picture,
	const struct used_name *used, uint32_t count)
{
	uint32_t *ranks = mem_try_zeroed(count, sizeof(*ranks), json->err);

	if (ranks == NULL) {
		json->ok = false;
		return;
	}
	if (!rank_names(picture, used, count, ranks)) {
		put(json, "\"ranks\":[0");
		for (uint32_t i = 1; i < count; i++) {
			put(json, ranks[i] < ranks[i - 1] ? ",-" : ",");
			put_number(json, ranks[i] < ranks[i - 1] ? ranks[i - 1] - ranks[i]
								 : ranks[i] - ranks[i - 1]);
		}
		put(json, "],");
	}
	free(ranks);
}

static void put_fills(struct payload_json *json, struct picture *picture,
	const struct used_name *used, uint32_t count)
{
	if (palette_is_themed(picture->options->colors) || picture->options->colordiffusion)
		return;
	put(json, "\"fills\":[");
	for (uint32_t i = 0; i < count; i++) {
		struct rgb fill = picture_fill(picture, used[i].id);

		if (i > 0)
			put_bytes(json, ",", 1);
		put_number(json, (uint32_t)fill.r << 16 | (uint32_t)fill.g << 8 | fill.b);
	}
	put(json, "],");
}

static void put_text(struct payload_json *json, const char *text)
{
	put_string(json, text, strlen(text));
}

/* `"name":"text",` if there is a text. */
static void put_member(struct payload_json *json, const char *name, const char *text)
{
	if (text == NULL)
		return;
	put_text(json, name);
	put(json, ":");
	put_text(json, text);
	put(json, ",");
}

/* `"name":{"attribute":"value",...},` if there are any. */
static void put_items(struct payload_json *json, const char *name, const struct nameattr_item *item)
{
	if (item == NULL)
		return;
	put_text(json, name);
	put(json, ":{");
	for (; item != NULL; item = item->next)
		put_member(json, item->name, item->value);
	close_object(json);
}

/* User-defined attributes: links, and the others. */
static void put_nameattr(struct payload_json *json, struct picture *picture,
	const struct used_name *used, uint32_t count)
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

/* The last members, and the end of the line: the columns that follow it. */
static void put_columns(struct payload_json *json, const struct graph *graph)
{
	const char *name;

	put(json, "\"nodes\":");
	put_number(json, graph->count);
	put(json, ",\"columns\":[");
	for (unsigned i = 0; (name = columns_name(graph, i)) != NULL; i++) {
		put(json, i > 0 ? "," : "");
		put_text(json, name);
	}
	put(json, "]}\n");
}

static bool make_json(struct picture *picture, struct payload_json *json)
{
	const char *unit = picture->options->countname != NULL ? picture->options->countname : "ns";
	uint32_t count;
	struct used_name *used = number_names(picture, &count, json->err);

	if (used == NULL)
		return false;
	put(json, "{\"v\":2,\"unit\":");
	put_string(json, unit, strlen(unit));
	put(json, ",\"decimals\":");
	put_number(json, picture->graph->decimals);
	put(json, ",");
	if (picture->graph->ops_before != NULL) {
		put(json, "\"ops_scale\":");
		put_number(json, picture->options->ops_scale);
		put(json, ",");
	}
	put_names(json, picture, used, count);
	put_ranks(json, picture, used, count);
	put_fills(json, picture, used, count);
	put_nameattr(json, picture, used, count);
	put_columns(json, picture->graph);
	free(used);
	return json->ok;
}

bool payload_write(struct picture *picture, struct err *err)
{
	struct xml *xml = &picture->xml;
	struct payload_json json = { .ok = true, .err = err };
	struct pack pack;
	bool ok = make_json(picture, &json);

	xml_put(xml, "<metadata class=\"gf-data\" data-encoding=\"deflate+base85\">");
	ok = ok && pack_open(&pack, xml, err);
	if (ok) {
		pack_put(&pack, json.text.bytes, json.text.len);
		ok = columns_write(picture, &pack, err);
		pack_close(&pack);
	}
	xml_put(xml, "</metadata>\n");
	text_release(&json.text);
	return ok;
}
