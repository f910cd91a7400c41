#ifndef SVG_PALETTE_H
#define SVG_PALETTE_H

#include "base/err.h"
#include "svg/kinds.h"
#include "svg/svg.h"

struct rgb {
	uint8_t r, g, b;
};

/* Black if legible on `fill` (4.5:1), else white, which then is. */
struct rgb rgb_text_on(struct rgb fill);

/* Colour classes of themes, as in docs/FORMATS.md. */
struct theme_color {
	const char *name; /* of the class, without "gf-" */
	struct rgb light, dark;
};

/* Colours of frames: ranges by shade, kinds of kernels, changes. */
extern const struct theme_color theme_colors[];
extern const size_t theme_color_count;

/* Whether a class is a kind of work: its labels are black or white, not the theme's. */
bool theme_color_is_work(const struct theme_color *color);

/* Colours of text and background. */
struct theme {
	struct rgb label;    /* on frames */
	struct rgb text;     /* on the background */
	struct rgb bg1, bg2; /* the background, from top to bottom */
};

extern const struct theme theme_light, theme_dark;

#endif /* SVG_PALETTE_H */
