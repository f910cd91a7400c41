#ifndef SVG_SVG_H
#define SVG_SVG_H

#include <stdio.h>

#include "base/err.h"
#include "base/tree.h"

/*
 * Flame graphs: a stack tree in, one self-contained SVG out. Its structure, the
 * data that travels inside it and the meaning of each option are in
 * docs/FORMATS.md, "the SVG".
 */

enum svg_order {
	SVG_BY_NAME,  /* siblings by the bytes of their names */
	SVG_BY_WIDTH, /* the widest first */
	SVG_BY_TIME,  /* as they came in */
};

/* "name", "width" or "time", by enum svg_order; NULL behind the last. */
const char *svg_order_word(size_t index);

/* A differential picture shows changes by colour; see FORMATS.md. */
enum svg_hash {
	SVG_HASH_NAME,   /* a name's colour comes from all of its bytes */
	SVG_HASH_BEGIN,  /* --hash: from its first letters most, so that kin look alike */
	SVG_HASH_RANDOM, /* --random: from chance; one name still has one colour */
};

struct palette_map; /* svg/palette_map.h */
struct nameattr;    /* svg/nameattr.h */

struct svg_options {
	const char *title;     /* NULL: "Flame graph", or what the mode is called */
	const char *subtitle;  /* NULL: none */
	const char *notes;     /* kept in the file, not shown */
	const char *nametype;  /* before a name in the details line */
	const char *countname; /* NULL: times in ns, shown in human units */
	const char *fonttype;
	const char *colors;   /* a palette of svg/palette.h */
	const char *bgcolors; /* NULL: the palette's; yellow, blue, green, grey, "#rrggbb" */
	const char *search_color;
	const char *stroke_color; /* "none", "#rrggbb" */
	const char *uicolor;      /* NULL: the theme's */
	const char *encoding;     /* of the XML declaration: "UTF-8" */
	uint64_t width;           /* px; 0: 1200, and as wide as its window */
	uint64_t frame_height;    /* px */
	double minwidth;          /* px, or percent of the picture's frames */
	bool minwidth_is_percent;
	double fontsize;  /* px */
	double fontwidth; /* mean width of a letter, as a share of fontsize */
	double factor;    /* multiplies the values that are shown */
	double total;     /* what the full width stands for, not less than the sum; 0: the sum */
	enum svg_order order;
	enum svg_hash hash;
	bool reverse; /* stacks from their leaf: which kernel, over all callers */
	bool inverted;
	bool negate;         /* a differential picture's red and blue change places */
	bool normalize;      /* a differential picture's "before" is scaled to the sum of "after" */
	bool truncate_right; /* long labels lose their end, not their middle */
	bool colordiffusion; /* frames coloured by their share */
	bool javascript;
	bool pretty;                     /* each element on a line of its own, indented */
	const struct nameattr *nameattr; /* NULL: none; borrowed */
	struct palette_map *palette_map; /* NULL: none; colours are taken from it and added */
};

void svg_options_init(struct svg_options *options);

/*
 * Check what a parser of options can't know: names of palettes, colours, sizes.
 * ERR_USAGE.
 */
bool svg_options_check(const struct svg_options *options, struct err *err) MUST_CHECK;

/*
 * Write the flame graph of `tree`. Times are ns unless options->countname says
 * what they are.
 *   ERR_EMPTY   the tree's total is 0: there is nothing to draw
 *   ERR_USAGE   options->total is less than the sum
 *   ERR_IO      `out` took no more
 *   ERR_NOMEM   memory ran out
 *   ERR_FORMAT  there is more to draw than a picture can hold
 */
bool svg_render(const struct tree *tree, const struct svg_options *options, FILE *out,
	struct err *err) MUST_CHECK;

/*
 * Write the flame graph of `after`, coloured by how it differs from `before`.
 * They share one table of names. Errors: as svg_render().
 */
bool svg_render_diff(const struct tree *before, const struct tree *after,
	const struct svg_options *options, FILE *out, struct err *err) MUST_CHECK;

/*
 * A flame chart: the same stack at two times is drawn twice, stacks stand in
 * the order in which they were added.
 */
struct svg_chart;

/* NULL and ERR_NOMEM. `names` must outlive the chart. */
struct svg_chart *svg_chart_new(struct names *names, struct err *err);
void svg_chart_free(struct svg_chart *chart);

/*
 * Add one stack, its frames outermost first as ids of the table of names; it
 * continues the one before as far as their frames agree. `value` counts
 * 10^-decimals units, of which there may be more with each call. ERR_NOMEM;
 * ERR_FORMAT when the total passes 64 bits.
 */
bool svg_chart_add(struct svg_chart *chart, const uint32_t *frames, size_t depth, uint64_t value,
	unsigned decimals, struct err *err) MUST_CHECK;

/* Errors: as svg_render(). */
bool svg_render_chart(const struct svg_chart *chart, const struct svg_options *options, FILE *out,
	struct err *err) MUST_CHECK;

#endif /* SVG_SVG_H */
