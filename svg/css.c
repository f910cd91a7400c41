#include "svg/picture.h"

#include <stdio.h>
#include <string.h>

/* The part that is the same in every picture; see the Makefile. */
static const unsigned char flame_css[] = {
#include "svg/flame.css.inc"
	0
};

static void put_rgb(struct xml *xml, struct rgb rgb)
{
	char text[8];

	snprintf(text, sizeof(text), "#%02x%02x%02x", rgb.r, rgb.g, rgb.b);
	xml_put(xml, text);
}

static void put_property(struct xml *xml, const char *name, struct rgb rgb)
{
	xml_put(xml, "--gf-");
	xml_put(xml, name);
	xml_put(xml, ":");
	put_rgb(xml, rgb);
	xml_put(xml, ";");
}

/* A colour that the user named, as it is: options were checked. */
static void put_user_color(struct xml *xml, const char *name, const char *color)
{
	xml_put(xml, "--gf-");
	xml_put(xml, name);
	xml_put(xml, ":");
	xml_put(xml, color);
	xml_put(xml, ";");
}

static void put_theme(struct picture *picture, bool dark)
{
	const struct svg_options *options = picture->options;
	struct xml *xml = &picture->xml;
	struct theme theme = dark ? theme_dark : theme_light;
	struct rgb search;

	if ((!dark || options->bgcolors != NULL) &&
		palette_background(options->bgcolors, options->colors, &theme.bg1, &theme.bg2) &&
		options->bgcolors != NULL)
		theme.text = rgb_text_on(theme.bg2);
	put_property(xml, "bg1", theme.bg1);
	put_property(xml, "bg2", theme.bg2);
	put_property(xml, "fg", theme.text);
	put_property(xml, "label", theme.label);
	put_user_color(xml, "search", options->search_color);
	if (rgb_parse(options->search_color, &search))
		put_property(xml, "search-label", rgb_text_on(search));
	put_user_color(xml, "stroke", options->stroke_color);
	if (options->uicolor != NULL)
		put_user_color(xml, "ui", options->uicolor);
	else
		put_property(xml, "ui", theme.text);
	for (size_t i = 0; i < theme_color_count; i++)
		put_property(xml, theme_colors[i].name,
			dark ? theme_colors[i].dark : theme_colors[i].light);
}

/* ".gf-i1234" */
static void put_scope(struct picture *picture)
{
	char text[16];

	snprintf(text, sizeof(text), ".gf-i%x", picture->id);
	xml_put(&picture->xml, text);
}

/*
 * The rules that each picture has for itself. A plain colour stands before each
 * var(): viewers that don't know custom properties show that. ".gf.gf" outweighs
 * the page's rules for outlines.
 */
static void put_rules(struct picture *picture)
{
	struct xml *xml = &picture->xml;
	char text[96];

	for (size_t i = 0; i < theme_color_count; i++) {
		put_scope(picture);
		snprintf(text, sizeof(text), " .gf-%s>rect,", theme_colors[i].name);
		xml_put(xml, text);
		put_scope(picture);
		snprintf(text, sizeof(text), " .gf-%s>a>rect{fill:", theme_colors[i].name);
		xml_put(xml, text);
		put_rgb(xml, theme_colors[i].light);
		snprintf(text, sizeof(text), ";fill:var(--gf-%s)}\n", theme_colors[i].name);
		xml_put(xml, text);
	}
	put_scope(picture);
	xml_put(xml, " text{fill:");
	put_rgb(xml, theme_light.text);
	xml_put(xml, ";fill:var(--gf-fg)}\n");
	put_scope(picture);
	xml_put(xml, " .gf-f text{fill:");
	put_rgb(xml, theme_light.label);
	xml_put(xml, ";fill:var(--gf-label)}\n");
	put_scope(picture);
	xml_put(xml, " .gf-f rect{rx:1.5px}\n"); /* tells neighbours of one colour apart */
	put_scope(picture);
	xml_put(xml, " .gf-x text{fill:#000}\n");
	put_scope(picture);
	xml_put(xml, " .gf-y text{fill:#fff}\n");
	if (strcmp(picture->options->stroke_color, "none") != 0) {
		put_scope(picture);
		xml_put(xml, ".gf.gf .gf-f rect{stroke:var(--gf-stroke)}\n");
	}
	if (picture->graph->total_before != NULL) {
		put_scope(picture);
		xml_put(xml, ".gf.gf .gf-gone rect{stroke:var(--gf-fg);stroke-dasharray:3 2;"
			     "fill-opacity:.35}\n");
		put_scope(picture);
		xml_put(xml, " .gf-gone text{fill:var(--gf-fg)}\n");
		put_scope(picture);
		xml_put(xml, ".gf.gf .gf-new rect{stroke:var(--gf-fg)}\n");
	}
	put_scope(picture);
	snprintf(text, sizeof(text), " .gf-more{fill:url(#gf-h%x)}\n", picture->id);
	xml_put(xml, text);
	put_scope(picture);
	xml_put(xml, " .gf-s1{stop-color:#fcfcfd;stop-color:var(--gf-bg1)}\n");
	put_scope(picture);
	xml_put(xml, " .gf-s2{stop-color:#f1f1f4;stop-color:var(--gf-bg2)}\n");
	put_scope(picture);
	xml_put(xml,
		" .gf-hatch{stroke:#777;stroke:color-mix(in srgb,var(--gf-fg) 55%,transparent)}\n");
}

void css_write(struct picture *picture)
{
	struct xml *xml = &picture->xml;

	xml_put(xml, "<style>");
	xml_cdata(xml, (const char *)flame_css, sizeof(flame_css) - 1);
	xml_put(xml, "\n");
	put_scope(picture);
	xml_put(xml, "{");
	put_theme(picture, false);
	xml_put(xml, "}\n@media (prefers-color-scheme:dark){");
	put_scope(picture);
	xml_put(xml, ":not([data-theme=light]){");
	put_theme(picture, true);
	xml_put(xml, "}}\n");
	put_scope(picture);
	xml_put(xml, "[data-theme=dark]{");
	put_theme(picture, true);
	xml_put(xml, "}\n");
	put_rules(picture);
	xml_put(xml, "</style>\n");
}
