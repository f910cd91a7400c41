#include "svg/picture.h"

#include <stdio.h>

/* The rules common to all pictures; see the Makefile. */
static const unsigned char flame_css[] = {
#include "svg/flame.css.inc"
	0
};

static unsigned hex(struct rgb rgb)
{
	return (unsigned)rgb.r << 16 | (unsigned)rgb.g << 8 | rgb.b;
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

	xml_putf(xml, "--gf-bg1:#%06x;--gf-bg2:#%06x;--gf-fg:#%06x;--gf-label:#%06x;",
		hex(theme->bg1), hex(theme->bg2), hex(theme->text), hex(theme->label));
	for (size_t i = 0; i < theme_color_count; i++) {
		const struct theme_color *color = &theme_colors[i];

		if (can_occur(picture, color))
			xml_putf(xml, "--gf-%s:#%06x;", color->name,
				hex(dark ? color->dark : color->light));
	}
}

/* ".gf-i1234" and the rest of a selector: a rule, or its beginning, for this picture only. */
static void put_scoped(struct picture *picture, const char *format, ...) PRINTF_LIKE(2, 3);

static void put_scoped(struct picture *picture, const char *format, ...)
{
	va_list args;

	xml_putf(&picture->xml, ".gf-i%x", picture->id);
	va_start(args, format);
	xml_vputf(&picture->xml, format, args);
	va_end(args);
}

/* The end of a rule: a plain colour precedes var(), for viewers without custom properties. */
#define FILL "{fill:#%06x;fill:var(--gf-%s)}\n"

/* Fill by a pattern of document.c: 'h' of what is left out, 'z' idle time, 'x' hidden. */
#define PATTERN "{fill:url(#gf-%c%x)}\n"

/* Labels on the colours of work are black or white, whichever is legible. */
static void put_label_rules(struct picture *picture, bool white)
{
	bool is_first = true;

	for (size_t i = 0; i < theme_color_count; i++) {
		const struct theme_color *color = &theme_colors[i];

		if (!theme_color_is_work(color) || (rgb_text_on(color->light).r > 0) != white)
			continue;
		if (!is_first)
			xml_put(&picture->xml, ",");
		put_scoped(picture, " .gf-frames .gf-%s text", color->name);
		is_first = false;
	}
	xml_put(&picture->xml, white ? "{fill:#fff}\n" : "{fill:#111}\n");
}

/* The rules specific to each picture. ".gf.gf" outweighs the page's rules for outlines. */
static void put_rules(struct picture *picture)
{
	unsigned text = hex(theme_light.text);

	for (size_t i = 0; i < theme_color_count; i++) {
		const struct theme_color *color = &theme_colors[i];

		if (!can_occur(picture, color))
			continue;
		put_scoped(
			picture, " .gf-%s>rect" FILL, color->name, hex(color->light), color->name);
		if (picture->cells != NULL)
			put_scoped(picture, " .gf-strip .gf-%s" FILL, color->name,
				hex(color->light), color->name);
	}
	if (picture->cells != NULL) {
		put_scoped(picture, " .gf-strip .gf-median{fill:none;stroke:var(--gf-fg);"
				    "stroke-dasharray:2 3;vector-effect:non-scaling-stroke}\n");
		put_scoped(picture, " .gf-strip path.gf-z0" PATTERN, 'z', picture->id);
		put_scoped(picture, " .gf-strip path.gf-h0" PATTERN, 'x', picture->id);
		put_scoped(picture, " .gf-outlier{font-weight:600}\n");
	}
	put_scoped(picture, " text" FILL, text, "fg");
	put_scoped(picture, " .gf-frames text" FILL, hex(theme_light.label), "label");
	put_scoped(picture, " .gf-frames .gf-more-text" FILL, text, "fg");
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
			    "fill:color-mix(in srgb,var(--gf-fg) 25%%,var(--gf-bg1))}\n");
	put_scoped(picture, " .gf-frames .gf-more" PATTERN, 'h', picture->id);
	if (picture->graph->total_before == NULL) {
		put_scoped(picture, " .gf-idle{fill:#b9bcc6;fill:var(--gf-z0)}\n");
		put_scoped(picture, " .gf-idle-line{fill:#fcfcfd;fill:var(--gf-bg1);"
				    "fill-opacity:.4}\n");
		put_scoped(picture, " .gf-z0>rect" PATTERN, 'z', picture->id);
		put_scoped(picture, " .gf-hidden{fill:#d9a3c2}\n");
		put_scoped(picture, " .gf-hidden-line{fill:#aa3377;fill-opacity:.45}\n");
		put_scoped(picture, " .gf-h0>rect" PATTERN, 'x', picture->id);
	}
	put_scoped(picture, " .gf-busy>rect{fill:#8b93a5}\n");
	put_scoped(picture, " .gf-thin{--gf-more:url(#gf-t%x)}\n", picture->id);
	put_scoped(picture, " .gf-s1{stop-color:#fcfcfd;stop-color:var(--gf-bg1)}\n");
	put_scoped(picture, " .gf-s2{stop-color:#f1f1f4;stop-color:var(--gf-bg2)}\n");
	put_scoped(picture, " .gf-hatch{stroke:#777;"
			    "stroke:color-mix(in srgb,var(--gf-fg) 55%%,transparent)}\n");
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
