#ifndef SVG_PALETTE_H
#define SVG_PALETTE_H

#include <stdint.h>

#include "base/err.h"
#include "svg/kinds.h"
#include "svg/svg.h"

struct rgb {
	uint8_t r, g, b;
};

/* The contrast of two colours by WCAG 2: 1 to 21. */
double rgb_contrast(struct rgb a, struct rgb b);

/* Black if legible on `fill` (4.5:1), else white, which then is. */
struct rgb rgb_text_on(struct rgb fill);

/* "#rrggbb" or "#rgb". */
bool rgb_parse(const char *text, struct rgb *rgb);

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

/* Whether the palette colours frames by kind and theme: "kind". */
bool palette_is_themed(const char *colors);

/* Whether there is such a palette. */
bool palette_exists(const char *colors);

/* The names of all palettes, the default first; NULL after the last. */
const char *palette_word(size_t index);

/*
 * A name's colour in a palette of flamegraph.pl or inferno, from three numbers in [0, 1).
 * `name` includes its annotation ("_[k]").
 */
struct rgb palette_color(const char *colors, const char *name, size_t len, const double v[3]);

/* Three numbers in [0, 1) for a name, computed as `hash` says; `seed` is for SVG_HASH_RANDOM. */
void palette_numbers(enum svg_hash hash, uint64_t seed, const char *name, size_t len, double v[3]);

/* --colordiffusion: from pale to red by the share of the total, 0 to 1. */
struct rgb palette_diffusion(double share);

/* The background `bgcolors`, or that of the palette when it is NULL. False: unknown. */
bool palette_background(
	const char *bgcolors, const char *colors, struct rgb *top, struct rgb *bottom);

#endif /* SVG_PALETTE_H */
