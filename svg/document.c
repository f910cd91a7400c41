#include "svg/picture.h"

#include <inttypes.h>
#include <math.h>

#include "base/mem.h"
#include "base/utf8.h"
#include "svg/cells.h"

enum {
	DEFAULT_WIDTH = 1200,
	DEFAULT_FRAME_HEIGHT = 16,
	MAX_LEVELS = 1000, /* drawn at most: much higher pictures cannot be viewed */
	CHANGE_BYTES = 3 * VALUE_BYTES + 110,
};

/* The modules of svg/js, concatenated by the Makefile. */
static const unsigned char flame_js[] = {
#include "svg/flame.js.inc"
	0
};

/* Distinguishes pictures on one page: a 32-bit hash of their input. */
static uint32_t picture_id(const struct picture *picture)
{
	const struct graph *graph = picture->graph;
	uint64_t hash = mem_hash(graph->self, graph->count * sizeof(*graph->self), 1);

	return (uint32_t)(mem_hash(picture->title, strlen(picture->title), hash) >> 32);
}

/* From the top: a line, frames, details line, legend. */
static void place(struct picture *picture)
{
	const struct svg_options *options = picture->options;
	double top = options->fontsize * 3, bottom = options->fontsize * 2 + 10;

	top += cells_height(picture);
	legend_measure(picture);
	picture->frames_top = top + 1;
	picture->frames_bottom = picture->frames_top + (double)(picture->layout.deepest + 1) *
							       (double)options->frame_height;
	picture->details_y = picture->frames_bottom + bottom / 2;
	picture->legend_y = picture->frames_bottom + bottom + options->fontsize - 4;
	picture->height = picture->frames_bottom - 1 + bottom +
			  picture->legend_rows * (options->fontsize + 6);
}

static void put_root_attributes(struct picture *picture)
{
	const struct svg_options *options = picture->options;
	struct xml *xml = &picture->xml;

	xml_attribute(xml, "data-gf", "1");
	xml_attribute(xml, "data-order", svg_order_word(options->order));
	xml_attribute(xml, "data-inverted", options->inverted ? "1" : "0");
	xml_attribute_number(xml, "data-minwidth", picture->rules.minwidth);
	xml_attribute_number(xml, "data-fontsize", options->fontsize);
	xml_attribute_number(xml, "data-xpad", PICTURE_X_PAD);
	xml_attribute_number(xml, "data-top", picture->frames_top);
	xml_attribute_number(xml, "data-header", options->fontsize * 3 - 9);
	xml_attribute_number(xml, "data-frame-height", (double)options->frame_height);
	xml_attribute_number(xml, "data-levels", picture->layout.deepest);
	xml_attribute(xml, "data-title", picture->title);
	xml_attribute(xml, "data-unit", options->countname != NULL ? options->countname : "ns");
	if (options->countname != NULL)
		xml_attribute(xml, "data-countname", options->countname);
	xml_attribute_number(xml, "data-factor", options->factor);
	if (options->full_names)
		xml_attribute(xml, "data-full-names", "1");
	if (picture->graph->total_before != NULL)
		xml_putf(xml,
			" data-diff=\"%s\" data-most-change=\"%" PRIu64
			"\" data-change-threshold=\"%.10g\"",
			svg_change_word(options->change), picture->values.most_change,
			picture->values.threshold);
	if (options->steps > 0)
		xml_attribute_number(xml, "data-steps", (double)options->steps);
	if (options->total > 0)
		xml_attribute_number(xml, "data-total", (double)picture->rules.full);
	if (options->page)
		xml_attribute(xml, "data-page", "1");
	if (options->has_times)
		xml_attribute(xml, "data-times", "1");
	if (options->width == 0)
		xml_attribute(xml, "data-fluid", "1");
	if (picture->fits_height)
		xml_attribute(xml, "data-rows", "fit");
	if (options->highlight != NULL)
		xml_attribute(xml, "data-highlight", options->highlight);
	if (options->notes != NULL)
		xml_attribute(xml, "data-notes", options->notes);
}

static void put_label(struct picture *picture)
{
	struct xml *xml = &picture->xml;
	char value[VALUE_BYTES];

	xml_put(xml, " aria-label=\"");
	xml_text(xml, picture->title);
	value_format(&picture->values, picture->graph->total[0], value);
	xml_putf(xml, ": %s", value);
	if (picture->values.countname != NULL) {
		xml_put(xml, " ");
		xml_text(xml, picture->values.countname);
	}
	xml_putf(xml, " in %" PRIu32 " stacks\"", picture->graph->count - 1);
}

/* The picture as the only thing of a page. */
static void begin_page(struct picture *picture)
{
	struct xml *xml = &picture->xml;

	xml_put(xml, "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"UTF-8\"/>"
		     "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"/>"
		     "<title>");
	xml_text(xml, picture->title);
	xml_put(xml, "</title>\n<style>body{margin:0}svg{display:block}</style></head><body>\n");
}

static void put_root(struct picture *picture)
{
	struct xml *xml = &picture->xml;

	if (picture->options->page)
		begin_page(picture);
	else
		xml_put(xml, "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n");
	xml_putf(xml,
		"<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\" class=\"gf gf-i%x\""
		" role=\"img\"",
		picture->id);
	put_label(picture);
	xml_putf(xml,
		" width=\"%.10g\" height=\"%.10g\" viewBox=\"0 0 %.10g %.10g\""
		" font-family=\"" SVG_FONTS "\" font-size=\"%.10g\"",
		picture->width, picture->height, picture->width, picture->height,
		picture->options->fontsize);
	put_root_attributes(picture);
	xml_put(xml, ">\n");
}

#define HATCH "<path class=\"gf-hatch\" d=\"M-1 1L1 -1M0 5L5 0M4 6L6 4\""

static void put_defs(struct picture *picture)
{
	xml_putf(&picture->xml,
		"<defs><linearGradient id=\"gf-b%x\" x1=\"0\" y1=\"0\" x2=\"0\" y2=\"1\">"
		"<stop class=\"gf-s1\" offset=\"5%%\"/><stop class=\"gf-s2\" offset=\"95%%\"/>"
		"</linearGradient>"
		"<pattern id=\"gf-h%x\" width=\"5\" height=\"5\" "
		"patternUnits=\"userSpaceOnUse\">" HATCH "/></pattern>"
		/* for the script, which draws in hundredths of a pixel */
		"<pattern id=\"gf-t%x\" width=\"500\" height=\"5\" "
		"patternUnits=\"userSpaceOnUse\">" HATCH " transform=\"scale(100 1)\"/></pattern>"
		"<pattern id=\"gf-z%x\" width=\"7\" height=\"7\" "
		"patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">"
		"<path class=\"gf-idle\" d=\"M0 0h7v7h-7z\"/>"
		"<path class=\"gf-idle-line\" d=\"M0 0h3v7h-3z\"/></pattern>"
		"<pattern id=\"gf-x%x\" width=\"7\" height=\"7\" "
		"patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">"
		"<path class=\"gf-hidden\" d=\"M0 0h7v7h-7z\"/>"
		"<path class=\"gf-hidden-line\" d=\"M0 0h2v7h-2z\"/></pattern></defs>\n"
		"<rect class=\"gf-bg\" width=\"100%%\" height=\"100%%\" fill=\"url(#gf-b%x)\"/>\n",
		picture->id, picture->id, picture->id, picture->id, picture->id, picture->id);
}

enum { BAR_PX = 150, BAR_HEIGHT = 10, MOST_STATIC = 5000 };

/* Part of the line above the frames, for the script alone if there is no room; *room is in
 * characters. */
static void put_part(struct picture *picture, const char *class, const char *frame,
	const char *text, double *room)
{
	struct xml *xml = &picture->xml;
	char shown[512];

	snprintf(shown, sizeof(shown), "%s", text);
	value_write_micro(shown, sizeof(shown));
	*room -= (double)utf8_columns(text, strlen(text)) + 2;
	xml_putf(xml, "<tspan class=\"%s\"%s dx=\"%.10g\"", class,
		*room < 0 ? " display=\"none\"" : "", picture->options->fontsize);
	if (frame != NULL)
		xml_attribute(xml, "data-frame", frame);
	xml_put(xml, ">");
	xml_text(xml, strlen(text) < sizeof(shown) ? shown : text);
	xml_put(xml, "</tspan>");
}

static void put_share(struct picture *picture, const char *class, double percent, double *x)
{
	xml_putf(&picture->xml,
		"<g class=\"%s\"><rect x=\"%.10g\" y=\"%.10g\" width=\"%.10g\" height=\"%d\"/></g>",
		class, *x, picture->options->fontsize * 2 - BAR_HEIGHT, percent / 100 * BAR_PX,
		BAR_HEIGHT);
	*x += percent / 100 * BAR_PX;
}

/* Where the wall time goes, to scale. */
static void put_idle_bar(struct picture *picture)
{
	const struct svg_options *options = picture->options;
	double busy = 100 - options->idle - options->communicates;
	double x = picture->width - PICTURE_X_PAD - BAR_PX;

	xml_putf(&picture->xml,
		"<g class=\"gf-wall\" role=\"img\" aria-label=\"busy %.1f %%, communication that "
		"nothing hides %.1f %%, idle %.1f %%\">",
		busy, options->communicates, options->idle);
	put_share(picture, "gf-busy", busy, &x);
	put_share(picture, "gf-c0", options->communicates, &x);
	put_share(picture, "gf-z0", options->idle, &x);
	xml_put(&picture->xml, "</g>");
}

static void put_texts(struct picture *picture)
{
	const struct svg_options *options = picture->options;
	struct xml *xml = &picture->xml;
	char below[512]; /* where there is no room for it */
	double room = (picture->width - 2 * PICTURE_X_PAD - options->has_idle_bar * BAR_PX) /
		      (options->fontsize * 0.52);

	xml_putf(xml,
		"<g class=\"gf-header\"><text x=\"%.10g\" y=\"%.10g\"><tspan class=\"gf-title\""
		" font-size=\"%.10g\">",
		PICTURE_X_PAD, options->fontsize * 2, options->fontsize + 3);
	xml_text(xml, picture->title);
	xml_put(xml, "</tspan>");
	room -= 1.3 * (double)utf8_columns(picture->title, strlen(picture->title));
	if (picture->subtitle != NULL)
		put_part(picture, "gf-subtitle", NULL, picture->subtitle, &room);
	if (options->remark != NULL)
		put_part(picture, "gf-subtitle", options->remark_on, options->remark, &room);
	xml_put(xml, "</text>");
	if (options->has_idle_bar)
		put_idle_bar(picture);
	snprintf(below, sizeof(below), "%s",
		options->remark != NULL && room < 0 ? options->remark : " ");
	value_write_micro(below, sizeof(below));
	xml_putf(xml, "</g>\n<text class=\"gf-details\" x=\"%.10g\" y=\"%.10g\">", PICTURE_X_PAD,
		picture->details_y);
	xml_text(xml, below);
	xml_put(xml, "</text>\n");
}

static void put_document(struct picture *picture)
{
	struct xml *xml = &picture->xml;

	put_root(picture);
	css_write(picture);
	put_defs(picture);
	put_texts(picture);
	cells_draw(picture);
	xml_put(xml, "<g class=\"gf-ui\"/>\n");
	legend_write(picture);
	if (picture->options->javascript) {
		payload_write(picture);
		cells_write(picture);
		/* with what it replaces, which a browser has not parsed yet when it runs */
		xml_put(xml, "<g><script>");
		xml_cdata(xml, (const char *)flame_js, sizeof(flame_js) - 1);
		xml_put(xml, "</script>\n");
	}
	frames_write(picture);
	if (picture->options->javascript)
		xml_put(xml, "</g>\n");
	xml_put(xml, picture->options->page ? "</svg>\n</body></html>\n" : "</svg>\n");
}

/* The value of the full width: the sum, or --total. */
static bool full_value(const struct picture *picture, uint64_t *full, struct err *err)
{
	double total = picture->options->total;

	*full = picture->graph->width[0];
	if (total == 0)
		return true;
	total = round(total / picture->values.scale);
	if (total < (double)*full)
		return err_set(err, ERR_USAGE,
			"option '--total': %.10g is less than the sum of values, %.10g",
			picture->options->total, (double)*full * picture->values.scale);
	if (total >= 1.8e19)
		return err_set(err, ERR_USAGE, "option '--total' does not fit into 64 bits");
	if (total > (double)*full)
		*full = (uint64_t)total;
	return true;
}

static bool set_rules(struct picture *picture, struct err *err)
{
	const struct svg_options *options = picture->options;
	double width = picture->width - 2 * PICTURE_X_PAD;

	picture->rules = (struct layout_rules){
		.x = PICTURE_X_PAD,
		.width = width,
		.minwidth = options->minwidth_is_percent ? width * options->minwidth / 100
							 : options->minwidth,
		.max_depth = MAX_LEVELS - 1,
	};
	return full_value(picture, &picture->rules.full, err);
}

/* Of a script, which draws all, browsers parse the static frames for nothing: not too many. */
static void lay_out(struct picture *picture)
{
	struct layout_rules rules = picture->rules;

	layout_compute(&picture->layout, picture->graph, &rules);
	while (picture->options->javascript && rules.minwidth >= SVG_MINWIDTH &&
		rules.minwidth < 1 && picture->layout.count > MOST_STATIC) {
		layout_release(&picture->layout);
		rules.minwidth *= 2;
		layout_compute(&picture->layout, picture->graph, &rules);
	}
}

/* What a differential picture needs of the whole of both sides. */
static void measure_change(struct picture *picture)
{
	const struct graph *graph = picture->graph;
	struct values *values = &picture->values;

	values->after = graph->total[0];
	values->before = graph->total_before[0];
	/* the width includes what is gone; shares are relative to the total after */
	if (picture->options->total == 0)
		values->full = graph->total[0];
	values->change_by_share = picture->options->change == SVG_CHANGE_SHARE;
	values->threshold = picture->options->change_threshold;
	for (uint32_t box = 0; box < graph->count; box++) {
		uint64_t before = graph->total_before[box], after = graph->total[box];
		uint64_t size = before > after ? before - after : after - before;

		if (size > values->most_change)
			values->most_change = size;
	}
}

/* "16.0 ms -> 14.6 ms, -8.7 %": a second line of the header, unless there is one. */
static void write_change(struct picture *picture, char text[CHANGE_BYTES])
{
	const struct values *values = &picture->values;
	const char *unit = values->countname != NULL ? values->countname : "";
	char before[VALUE_BYTES], after[VALUE_BYTES], change[VALUE_BYTES];

	value_format(values, values->before, before);
	value_format(values, values->after, after);
	value_format_change(values->before, values->after, change);
	snprintf(text, CHANGE_BYTES, "%s \xe2\x86\x92 %s%s%.100s, %s", before, after,
		unit[0] != '\0' ? " " : "", unit, change);
	if (picture->subtitle == NULL)
		picture->subtitle = text;
}

static const char *default_title(const struct graph *graph, const struct svg_options *options)
{
	if (options->title != NULL)
		return options->title;
	if (graph->total_before != NULL)
		return "Differential flame graph";
	return options->inverted ? "Icicle graph" : "Flame graph";
}

bool picture_write(const struct graph *graph, const char *kinds, const struct cells *cells,
	const struct svg_options *options, FILE *out, struct err *err)
{
	struct svg_options drawn = *options;
	struct picture picture = {
		.graph = graph,
		.options = &drawn,
		.fits_height = options->frame_height == 0,
		.kinds = kinds,
		.cells = cells,
		.subtitle = options->subtitle,
		.title = default_title(graph, options),
		.width = (double)(options->width != 0 ? options->width : DEFAULT_WIDTH),
	};
	char change[CHANGE_BYTES];
	bool ok;

	if (picture.fits_height)
		drawn.frame_height = DEFAULT_FRAME_HEIGHT;
	if (graph->width[0] == 0)
		return err_set(err, ERR_EMPTY, "no stack has a value: there is nothing to draw");
	values_init(&picture.values, options, graph->decimals);
	if (!set_rules(&picture, err))
		return false;
	picture_init_shown(&picture);
	picture.id = picture_id(&picture);
	picture.values.full = picture.rules.full;
	if (graph->total_before != NULL) {
		measure_change(&picture);
		write_change(&picture, change);
	}
	labels_find(&picture);
	lay_out(&picture);
	xml_init(&picture.xml, out);
	place(&picture);
	put_document(&picture);
	ok = xml_finish(&picture.xml, err);
	layout_release(&picture.layout);
	labels_release(&picture);
	picture_release_shown(&picture);
	return ok;
}
