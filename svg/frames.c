#include "svg/picture.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "base/units.h"
#include "base/utf8.h"

/* Narrower remainders are plain: thousands of patterns print as hundreds of megabytes. */
#define HATCH_PX 3.0

static double row_top(const struct picture *picture, uint32_t depth)
{
	double height = (double)picture->options->frame_height;

	if (picture->options->inverted)
		return picture->frames_top + depth * height;
	return picture->frames_bottom - (depth + 1) * height;
}

/* ", 12.3 ms -> 9.8 ms, -20 %, 4.56%; -1.23%": the part of a frame's title after its name. */
static void put_diff_values(struct picture *picture, uint32_t box)
{
	const struct values *values = &picture->values;
	struct xml *xml = &picture->xml;
	const char *unit = values->countname;
	uint64_t before = picture->graph->total_before[box], after = picture->graph->total[box];
	char was[VALUE_BYTES], is[VALUE_BYTES], share[VALUE_BYTES], change[VALUE_BYTES];
	char points[VALUE_BYTES];

	value_format(values, before, was);
	value_format(values, after, is);
	value_format_change(before, after, change);
	value_format_percent(values, after, share);
	value_format_points(values, before, after, points);
	if (unit != NULL) {
		xml_putf(xml, "%s ", is);
		xml_text(xml, unit);
		xml_put(xml, ", ");
	}
	xml_putf(xml, "%s -&gt; %s, %s, %s%%; %s%%)", before == 0 ? "0" : was,
		after == 0 ? "0" : is, change,
		box == 0 && after > 0 && after == values->full ? "100" : share, points);
}

static void put_values(struct picture *picture, uint64_t value, bool is_whole)
{
	const struct values *values = &picture->values;
	struct xml *xml = &picture->xml;
	char text[VALUE_BYTES];

	value_format(values, value, text);
	xml_put(xml, text);
	if (values->countname != NULL) {
		xml_put(xml, " ");
		xml_text(xml, values->countname);
	}
	value_format_percent(values, value, text);
	xml_putf(xml, ", %s%%)", is_whole ? "100" : text);
}

static void put_title(struct picture *picture, const struct shown *shown, uint32_t box)
{
	struct xml *xml = &picture->xml;

	xml_put(xml, "<title>");
	picture_put_name(picture, shown);
	xml_put(xml, " (");
	if (picture->graph->total_before != NULL)
		put_diff_values(picture, box);
	else
		put_values(picture, picture->graph->total[box],
			box == 0 && picture->graph->total[0] == picture->values.full);
	xml_put(xml, "</title>");
}

/* Text in the row that begins at y. */
static void put_text(
	struct picture *picture, const char *tag, double x, double y, const char *text, size_t len)
{
	const struct svg_options *options = picture->options;
	struct xml *xml = &picture->xml;

	xml_put(xml, tag);
	xml_put_number(xml, x + 3);
	xml_put(xml, "\" y=\"");
	xml_put_number(xml, y + ((double)options->frame_height + options->fontsize) / 2 - 3.5);
	xml_put(xml, "\">");
	xml_text_bytes(xml, text, len);
	xml_put(xml, "</text>");
}

/* Room is reckoned in letters of mean width; the widest take about half as much again. */
static void put_label(
	struct picture *picture, const struct shown *shown, double x, double y, double width)
{
	const struct svg_options *options = picture->options;
	size_t room = label_room(options, width), len, wide = 0;
	char label[LABEL_BYTES];
	double letters;

	if (room == 0 || !label_fit(shown, room, label, &len))
		return;
	for (size_t i = 0; i < len; i++)
		wide += strchr("mwMW\xe2", label[i]) != NULL; /* e2 begins the ellipsis */
	letters = (double)utf8_columns(label, len) + (double)wide / 2;
	if (letters * options->fontsize * SVG_FONTWIDTH <= width - 4 ||
		label_fit(shown, room - (wide + 1) / 2, label, &len))
		put_text(picture, "<text x=\"", x, y, label, len);
}

/* A frame's class: its kind, or its change. */
static void put_class(struct picture *picture, const struct shown *shown, uint32_t box)
{
	const struct graph *graph = picture->graph;
	struct xml *xml = &picture->xml;
	char kind[] = "r0";

	if (graph->total_before != NULL) {
		int step = value_change_step(
			&picture->values, graph->total_before[box], graph->total[box]);

		kind[0] = step == 0 ? 'w' : step > 0 ? 'u' : 'v';
		kind[1] = (char)('0' + abs(step));
	} else if (graph->name[box] != NAME_NONE) {
		kind[0] = picture->kinds[graph->name[box]];
		kind[1] = shown->shade;
	}
	if (kind[0] == KIND_RANGE) /* two shades by level, each of which has two by name */
		kind[1] = (char)('0' + graph->depth[box] % 2 * 2 + (uint32_t)(kind[1] - '0') % 2);
	xml_put_bytes(xml, kind, 2);
	if (graph_is_gone(graph, box))
		xml_put(xml, " gf-gone");
	else if (graph_is_new(graph, box))
		xml_put(xml, " gf-new");
}

static void put_frame(struct picture *picture, const struct layout_rect *rect)
{
	uint32_t depth = picture->graph->depth[rect->box];
	double y = row_top(picture, depth);
	struct shown *shown = picture_shown(picture, rect->box);
	struct xml *xml = &picture->xml;
	/* Both edges are rounded, so that neighbours touch. */
	double x = round(rect->x * 100) / 100;
	double width = round((rect->x + rect->width) * 100) / 100 - x;

	xml_put(xml, "<g class=\"gf-");
	put_class(picture, shown, rect->box);
	xml_put(xml, "\">");
	put_title(picture, shown, rect->box);
	xml_put(xml, "<rect x=\"");
	xml_put_number(xml, x);
	xml_put(xml, "\" y=\"");
	xml_put_number(xml, y);
	xml_put(xml, "\" width=\"");
	xml_put_number(xml, width);
	xml_putf(xml, "\" height=\"%" PRIu64 "\"/>", picture->options->frame_height - 1);
	put_label(picture, shown, x, y, width);
	xml_put(xml, "</g>\n");
}

/* The hatched box for what is not drawn individually. */
static void put_rest(struct picture *picture, const struct layout_rest *rest)
{
	struct xml *xml = &picture->xml;
	double y = row_top(picture, picture->graph->depth[rest->parent] + 1);
	const char *what = !rest->deep        ? "more"
			   : rest->count == 1 ? "deeper level"
					      : "deeper levels";
	char count[UNITS_SIZE], text[UNITS_SIZE + 32];

	units_count(rest->count, count, sizeof(count));
	snprintf(text, sizeof(text), "(%s %s)", count, what);
	xml_put(xml, rest->width < HATCH_PX ? "<path d=\"M" : "<path class=\"gf-more\" d=\"M");
	xml_put_number(xml, rest->x);
	xml_put(xml, " ");
	xml_put_number(xml, y);
	xml_put(xml, "h");
	xml_put_number(xml, rest->width);
	xml_putf(xml, "v%" PRIu64 "h-", picture->options->frame_height - 1);
	xml_put_number(xml, rest->width);
	xml_putf(xml, "z\"><title>%s %s (", count, what);
	put_values(picture, rest->value, false);
	xml_put(xml, "</title></path>");
	/* with room for one more character */
	if (rest->width >= (double)(strlen(text) + 1) * picture->options->fontsize * SVG_FONTWIDTH)
		put_text(picture, "<text class=\"gf-more-text\" x=\"", rest->x, y, text,
			strlen(text));
	xml_put(xml, "\n");
}

void frames_write(struct picture *picture)
{
	const struct layout *layout = &picture->layout;
	size_t rest = 0;

	xml_put(&picture->xml, "<g id=\"frames\" class=\"gf-frames\">\n");
	for (size_t i = 0; i < layout->count; i++) {
		for (; rest < layout->rest_count && layout->rests[rest].before <= i; rest++)
			put_rest(picture, &layout->rests[rest]);
		put_frame(picture, &layout->rects[i]);
	}
	for (; rest < layout->rest_count; rest++)
		put_rest(picture, &layout->rests[rest]);
	xml_put(&picture->xml, "</g>\n");
}
