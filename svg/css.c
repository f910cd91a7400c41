#include "svg/picture.h"

#include <stdio.h>
#include <string.h>

/* The rules common to all pictures; see the Makefile. */
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

/* Colours of changes occur only in differential pictures. */
static bool can_occur(const struct picture *picture, const struct theme_color *color)
{
	return picture->graph->total_before != NULL || picture->cells != NULL ||
	       strchr("uvw", color->name[0]) == NULL;
}

static void put_theme(struct picture *picture, bool dark)
{
	struct xml *xml = &picture->xml;
	const struct theme *theme = dark ? &theme_dark : &theme_light;

	put_property(xml, "bg1", theme->bg1);
	put_property(xml, "bg2", theme->bg2);
	put_property(xml, "fg", theme->text);
	put_property(xml, "label", theme->label);
	for (size_t i = 0; i < theme_color_count; i++) {
		if (can_occur(picture, &theme_colors[i]))
			put_property(xml, theme_colors[i].name,
				dark ? theme_colors[i].dark : theme_colors[i].light);
	}
}

/* ".gf-i1234" and the rest of a selector: a rule, or its beginning, for this picture only. */
static void put_scoped(struct picture *picture, const char *text)
{
	char scope[16];

	snprintf(scope, sizeof(scope), ".gf-i%x", picture->id);
	xml_put(&picture->xml, scope);
	xml_put(&picture->xml, text);
}

/* The end of a rule: a plain colour precedes var(), for viewers without custom properties. */
static void put_fill(struct picture *picture, struct rgb plain, const char *property)
{
	struct xml *xml = &picture->xml;

	xml_put(xml, "{fill:");
	put_rgb(xml, plain);
	xml_put(xml, ";fill:var(--gf-");
	xml_put(xml, property);
	xml_put(xml, ")}\n");
}

/* Fill by a pattern of document.c: 'h' of what is left out, 'z' idle time, 'x' hidden. */
static void put_hatched(struct picture *picture, char pattern, const char *selector)
{
	char text[48];

	put_scoped(picture, selector);
	snprintf(text, sizeof(text), "{fill:url(#gf-%c%x)}\n", pattern, picture->id);
	xml_put(&picture->xml, text);
}

/* Labels on the colours of work are black or white, whichever is legible. */
static void put_label_rules(struct picture *picture, bool white)
{
	bool is_first = true;
	char text[64];

	for (size_t i = 0; i < theme_color_count; i++) {
		const struct theme_color *color = &theme_colors[i];

		if (!theme_color_is_work(color) || (rgb_text_on(color->light).r > 0) != white)
			continue;
		if (!is_first)
			xml_put(&picture->xml, ",");
		snprintf(text, sizeof(text), " .gf-frames .gf-%s text", color->name);
		put_scoped(picture, text);
		is_first = false;
	}
	xml_put(&picture->xml, white ? "{fill:#fff}\n" : "{fill:#111}\n");
}

/* The rules specific to each picture. ".gf.gf" outweighs the page's rules for outlines. */
static void put_rules(struct picture *picture)
{
	char text[96];

	for (size_t i = 0; i < theme_color_count; i++) {
		if (!can_occur(picture, &theme_colors[i]))
			continue;
		snprintf(text, sizeof(text), " .gf-%s>rect", theme_colors[i].name);
		put_scoped(picture, text);
		put_fill(picture, theme_colors[i].light, theme_colors[i].name);
		if (picture->cells == NULL)
			continue;
		snprintf(text, sizeof(text), " .gf-strip .gf-%s", theme_colors[i].name);
		put_scoped(picture, text);
		put_fill(picture, theme_colors[i].light, theme_colors[i].name);
	}
	if (picture->cells != NULL) {
		put_scoped(picture, " .gf-strip .gf-median{fill:none;stroke:var(--gf-fg);"
				    "stroke-dasharray:2 3;vector-effect:non-scaling-stroke}\n");
		put_hatched(picture, 'z', " .gf-strip path.gf-z0");
		put_hatched(picture, 'x', " .gf-strip path.gf-h0");
		put_scoped(picture, " .gf-outlier{font-weight:600}\n");
	}
	put_scoped(picture, " text");
	put_fill(picture, theme_light.text, "fg");
	put_scoped(picture, " .gf-frames text");
	put_fill(picture, theme_light.label, "label");
	put_scoped(picture, " .gf-frames .gf-more-text");
	put_fill(picture, theme_light.text, "fg");
	put_label_rules(picture, false);
	put_label_rules(picture, true);
	/* separates neighbours of one colour */
	put_scoped(picture, " .gf-frames rect{rx:1.5px}\n");
	if (picture->graph->total_before != NULL || picture->cells != NULL) {
		put_scoped(picture, ".gf.gf .gf-gone rect{stroke:var(--gf-fg);stroke-dasharray:3 2;"
				    "fill-opacity:.35}\n");
		put_scoped(picture, " .gf-gone text{fill:var(--gf-fg)}\n");
		put_scoped(picture, ".gf.gf .gf-new rect{stroke:var(--gf-fg)}\n");
	}
	put_scoped(picture, " .gf-frames>path{fill:#ccc;"
			    "fill:color-mix(in srgb,var(--gf-fg) 25%,var(--gf-bg1))}\n");
	put_hatched(picture, 'h', " .gf-frames .gf-more");
	if (picture->graph->total_before == NULL) {
		put_scoped(picture, " .gf-idle{fill:#b9bcc6;fill:var(--gf-z0)}\n");
		put_scoped(picture, " .gf-idle-line{fill:#fcfcfd;fill:var(--gf-bg1);"
				    "fill-opacity:.4}\n");
		put_hatched(picture, 'z', " .gf-z0>rect");
		put_scoped(picture, " .gf-hidden{fill:#d9a3c2}\n");
		put_scoped(picture, " .gf-hidden-line{fill:#aa3377;fill-opacity:.45}\n");
		put_hatched(picture, 'x', " .gf-h0>rect");
	}
	put_scoped(picture, " .gf-busy>rect{fill:#8b93a5}\n");
	put_scoped(picture, " .gf-thin");
	snprintf(text, sizeof(text), "{--gf-more:url(#gf-t%x)}\n", picture->id);
	xml_put(&picture->xml, text);
	put_scoped(picture, " .gf-s1{stop-color:#fcfcfd;stop-color:var(--gf-bg1)}\n");
	put_scoped(picture, " .gf-s2{stop-color:#f1f1f4;stop-color:var(--gf-bg2)}\n");
	put_scoped(picture, " .gf-hatch{stroke:#777;"
			    "stroke:color-mix(in srgb,var(--gf-fg) 55%,transparent)}\n");
}

void css_write(struct picture *picture)
{
	struct xml *xml = &picture->xml;

	xml_put(xml, "<style>");
	xml_cdata(xml, (const char *)flame_css, sizeof(flame_css) - 1);
	xml_put(xml, "\n");
	put_scoped(picture, "{");
	put_theme(picture, false);
	/* Never when printed. */
	xml_put(xml, "}\n@media screen and (prefers-color-scheme:dark){");
	put_scoped(picture, ":not([data-theme=light]){");
	put_theme(picture, true);
	xml_put(xml, "}}\n@media screen{");
	put_scoped(picture, "[data-theme=dark]{");
	put_theme(picture, true);
	xml_put(xml, "}}\n");
	put_rules(picture);
	xml_put(xml, "</style>\n");
}
