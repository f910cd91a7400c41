#include "svg/picture.h"

#include <inttypes.h>

#include "base/mem.h"
#include "base/platform.h"
#include "base/text.h"
#include "svg/columns.h"
#include "svg/pack.h"

/* A name of the payload, and how many boxes have it. */
struct used_name {
	uint32_t id;
	uint32_t boxes;
};

static int compare_texts(const void *a, const void *b, void *context)
{
	const struct used_name *left = a, *right = b;
	const struct picture *picture = context;

	return names_compare(picture->graph->names, left->id, right->id);
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
static struct used_name *number_names(struct picture *picture, uint32_t *count)
{
	const struct graph *graph = picture->graph;
	struct used_name *used = mem_zeroed((size_t)graph->names->count + 1, sizeof(*used));

	*count = 0;
	for (uint32_t box = 0; box < graph->count; box++) {
		struct shown *shown = picture_shown(picture, box);

		if (shown->index == NAME_NONE) {
			shown->index = *count;
			used[(*count)++].id = graph->name[box];
		}
		used[shown->index].boxes++;
	}
	sort_names(picture, used, *count);
	for (uint32_t i = 0; i < *count; i++)
		picture_shown_name(picture, used[i].id)->index = i;
	return used;
}

static void put_names(
	struct text *json, struct picture *picture, const struct used_name *used, uint32_t count)
{
	bool is_first = true;

	text_add_string(json, "\"names\":[");
	for (uint32_t i = 0; i < count; i++) {
		const struct shown *shown = picture_shown_name(picture, used[i].id);

		text_add_string(json, i > 0 ? "," : "");
		text_add_json(json, shown->text, shown->len);
	}
	text_add_string(json, "],\"labels\":{");
	for (uint32_t i = 0; i < count; i++) {
		const struct shown *shown = picture_shown_name(picture, used[i].id);

		if (shown->label == NULL)
			continue;
		text_addf(json, "%s\"%" PRIu32 "\":", is_first ? "" : ",", i);
		text_add_json(json, shown->label, shown->label_len);
		is_first = false;
	}
	text_add_string(json, "},\"kinds\":\"");
	for (uint32_t i = 0; i < count; i++)
		text_add(json, used[i].id == NAME_NONE ? "r" : &picture->kinds[used[i].id], 1);
	text_add_string(json, "\",\"shades\":\"");
	for (uint32_t i = 0; i < count; i++)
		text_add(json, &picture_shown_name(picture, used[i].id)->shade, 1);
	text_add_string(json, "\",");
}

/* The last members, and the end of the line: the columns that follow it. */
static void put_columns(struct text *json, const struct graph *graph)
{
	const char *name;

	text_addf(json, "\"nodes\":%" PRIu32 ",\"columns\":[", graph->count);
	for (unsigned i = 0; (name = columns_name(graph, i)) != NULL; i++)
		text_addf(json, "%s\"%s\"", i > 0 ? "," : "", name);
	text_add_string(json, "]}\n");
}

static void make_json(struct picture *picture, struct text *json)
{
	const char *unit = picture->options->countname != NULL ? picture->options->countname : "ns";
	uint32_t count;
	struct used_name *used = number_names(picture, &count);

	text_add_string(json, "{\"v\":2,\"unit\":");
	text_add_json(json, unit, strlen(unit));
	text_addf(json, ",\"decimals\":%u,", picture->graph->decimals);
	if (picture->graph->ops_before != NULL)
		text_addf(json, "\"ops_scale\":%" PRIu32 ",", picture->options->ops_scale);
	put_names(json, picture, used, count);
	put_columns(json, picture->graph);
	free(used);
}

void payload_write(struct picture *picture)
{
	struct xml *xml = &picture->xml;
	struct text json = { 0 };
	struct pack pack;

	make_json(picture, &json);
	xml_put(xml, "<metadata class=\"gf-data\" data-encoding=\"deflate+base85\">");
	pack_open(&pack, xml);
	pack_put(&pack, json.bytes, json.len);
	columns_write(picture, &pack);
	pack_close(&pack);
	xml_put(xml, "</metadata>\n");
	text_release(&json);
}
