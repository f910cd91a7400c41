#ifndef SVG_SVG_H
#define SVG_SVG_H

#include <stdio.h>

#include "base/err.h"
#include "base/tree.h"

/*
 * Flame graphs: writes a stack tree as one self-contained SVG. Its structure, the embedded
 * data and the meaning of each option are described in docs/FORMATS.md, "the SVG".
 */

/* What flamegraph.pl puts before a name. */
#define SVG_NAMETYPE "Function:"

enum svg_order {
	SVG_BY_NAME,   /* siblings by the bytes of their names */
	SVG_BY_WIDTH,  /* the widest first */
	SVG_BY_TIME,   /* in order of arrival */
	SVG_BY_CHANGE, /* of a comparison: what grew most first, what shrank most last */
};

/* "name", "width", "time" or "change", by enum svg_order; NULL after the last. */
const char *svg_order_word(size_t index);

/*
 * How names get colours. A differential picture shows changes by colour instead; see
 * FORMATS.md.
 */
enum svg_hash {
	SVG_HASH_NAME,   /* from all bytes of the name */
	SVG_HASH_BEGIN,  /* --hash: mostly from its first letters, so that similar names look alike
			  */
	SVG_HASH_RANDOM, /* --random: random, but the same for each occurrence of a name */
};

/* What of a differential picture is coloured. */
enum svg_change {
	SVG_CHANGE_AMOUNT, /* how much longer a frame takes */
	SVG_CHANGE_SHARE,  /* how much its share of the whole changed */
};

/* "amount" or "share"; NULL after the last. */
const char *svg_change_word(size_t index);

struct palette_map; /* svg/palette_map.h */
struct nameattr;    /* svg/nameattr.h */

struct svg_options {
	const char *title;     /* NULL: "Flame graph", or the name of the mode */
	const char *subtitle;  /* NULL: none */
	const char *remark;    /* a line below it; NULL: none */
	const char *highlight; /* NULL: none; what is searched for at first: svg/highlight.h */
	const char *notes;     /* stored in the file, not displayed */
	const char *nametype; /* before a name in the details line; SVG_NAMETYPE: if not of a GPU */
	const char *countname; /* NULL: times in ns, displayed in suitable units */
	const char *fonttype;
	const char *colors;   /* a palette of svg/palette.h */
	const char *bgcolors; /* NULL: the palette's; yellow, blue, green, grey, "#rrggbb" */
	const char *search_color;
	const char *stroke_color; /* "none", "#rrggbb" */
	const char *uicolor;      /* NULL: the theme's */
	const char *encoding;     /* of the XML declaration: "UTF-8" */
	uint64_t width;           /* px; 0: 1200, and as wide as the window in browsers */
	uint64_t frame_height;    /* px; 0: 16, and in browsers what fits the window */
	double minwidth;          /* px, or percent of the frames' width */
	bool minwidth_is_percent;
	double fontsize;  /* px */
	double fontwidth; /* mean width of a character, relative to fontsize */
	double factor;    /* multiplies displayed values */
	uint64_t steps;   /* that the values are the sum of; 0: unknown */
	double total;     /* the value of the full width, at least the sum; 0: the sum */
	enum svg_order order;
	enum svg_hash hash;
	bool reverse; /* start stacks at the leaf: kernels, over all callers */
	bool inverted;
	bool negate;             /* swap red and blue in a differential picture */
	enum svg_change change;  /* which changes colour a differential picture */
	double change_threshold; /* smaller changes, in percent of the larger value, are grey */
	uint32_t ops_scale;  /* counts of a differential picture's statistics are this many times as
				large */
	bool normalize;      /* scale "before" of a differential picture to the sum of "after" */
	bool full_names;     /* label kernels with their full names */
	bool colordiffusion; /* colour frames by their share */
	bool javascript;
	bool page;                       /* in a page of HTML */
	bool pretty;                     /* each element on its own line, indented */
	const struct nameattr *nameattr; /* NULL: none; borrowed */
	struct palette_map *palette_map; /* NULL: none; colours are read from it and added to it */
};

void svg_options_init(struct svg_options *options);

/* Check what an option parser cannot: names of palettes, colours, sizes. ERR_USAGE. */
bool svg_options_check(const struct svg_options *options, struct err *err) MUST_CHECK;

/*
 * Write the flame graph of `tree`. Values are times in ns unless options->countname is set.
 *   ERR_EMPTY   the tree's total is 0: there is nothing to draw
 *   ERR_USAGE   options->total is less than the sum; an order by change without a comparison
 *   ERR_IO      writing to `out` failed
 *   ERR_NOMEM   out of memory
 *   ERR_FORMAT  too much to draw for one picture
 */
bool svg_render(const struct tree *tree, const struct svg_options *options, FILE *out,
	struct err *err) MUST_CHECK;

/*
 * Write the flame graph of `after`, coloured by its difference from `before`. Both share one
 * names table. Errors: as svg_render().
 */
bool svg_render_diff(const struct tree *before, const struct tree *after,
	const struct svg_options *options, FILE *out, struct err *err) MUST_CHECK;

/*
 * A flame chart: stacks are drawn in the order in which they were added, and the same stack at
 * two times is drawn twice.
 */
struct svg_chart;

/* NULL and ERR_NOMEM. `names` must outlive the chart. */
struct svg_chart *svg_chart_new(struct names *names, struct err *err);
void svg_chart_free(struct svg_chart *chart);

/*
 * Add one stack, its frames outermost first as ids in the names table; frames that it shares
 * with the previous stack are continued. `value` is in units of 10^-decimals, which may become
 * finer with each call. ERR_NOMEM; ERR_FORMAT when the total exceeds 64 bits.
 */
bool svg_chart_add(struct svg_chart *chart, const uint32_t *frames, size_t depth, uint64_t value,
	unsigned decimals, struct err *err) MUST_CHECK;

/* Errors: as svg_render(). */
bool svg_render_chart(const struct svg_chart *chart, const struct svg_options *options, FILE *out,
	struct err *err) MUST_CHECK;

#endif /* SVG_SVG_H */
