#ifndef SVG_SVG_H
#define SVG_SVG_H

#include <stdio.h>

#include "base/err.h"
#include "base/tree.h"

/*
 * Flame graphs: writes a stack tree as one self-contained SVG. Its structure, the embedded
 * data and the meaning of each option are described in docs/FORMATS.md, "the SVG".
 */

enum svg_order {
	SVG_BY_NAME,    /* siblings by the bytes of their names */
	SVG_BY_WIDTH,   /* the widest first */
	SVG_BY_TIME,    /* in order of arrival: of time, if options->has_times */
	SVG_BY_CHANGE,  /* of a comparison: what grew most first, what shrank most last */
	SVG_BY_DEFAULT, /* by name, as flamegraph.pl has it */
};

/* "name", "width", "time", "change" or "auto", by enum svg_order; NULL after the last. */
const char *svg_order_word(size_t index);

/* What of a differential picture is coloured. */
enum svg_change {
	SVG_CHANGE_AMOUNT, /* how much longer a frame takes */
	SVG_CHANGE_SHARE,  /* how much its share of the whole changed */
};

/* "amount" or "share"; NULL after the last. */
const char *svg_change_word(size_t index);

/* The fonts of all text, and the mean width of a character relative to their size. */
#define SVG_FONTS "system-ui,Verdana,sans-serif"
#define SVG_FONTWIDTH 0.59

#define SVG_MINWIDTH 0.1 /* px, unless another is given */

struct svg_options {
	const char *title;     /* NULL: "Flame graph", or the name of the mode */
	const char *subtitle;  /* behind it, on the same line; NULL: none */
	const char *remark;    /* behind that; NULL: none */
	const char *remark_on; /* the name of the frame that it is about; NULL: none */
	bool has_idle_bar;     /* of the wall time, these are percent: */
	double idle, communicates;
	const char *highlight; /* NULL: none; what the script searches for at first */
	const char *notes;     /* stored in the file, not displayed */
	const char *countname; /* NULL: times in ns, displayed in suitable units */
	uint64_t width;        /* px; 0: 1200, and as wide as the window in browsers */
	uint64_t frame_height; /* px; 0: 16, and in browsers what fits the window */
	double minwidth;       /* px, or percent of the frames' width */
	bool minwidth_is_percent;
	double fontsize; /* px */
	double factor;   /* multiplies displayed values */
	uint64_t steps;  /* that the values are the sum of; 0: unknown */
	double total;    /* the value of the full width, at least the sum; 0: the sum */
	enum svg_order order;
	bool has_times; /* nodes are in the order in which they began: tree_order_by_start() */
	bool reverse;   /* start stacks at the leaf: kernels, over all callers */
	bool inverted;
	enum svg_change change;  /* which changes colour a differential picture */
	double change_threshold; /* smaller changes, in percent of the larger value, are grey */
	uint32_t ops_scale; /* counts of a differential picture's statistics are this many times as
			       large */
	bool towers;        /* "rank 5;step 3" as frames like others, not as cells: svg/cells.h */
	bool offered_cells; /* those frames are left out also where there is one cell only */
	const struct tree *wall; /* of cells, their wall time by kernel; NULL: sums of times */
	/* "slice 5" in place of "step 5": where it begins, in ns of the recording; 0: steps */
	int64_t slices_from;
	uint64_t slice_ns;
	uint64_t slice_devices; /* that may be busy in it; 0: unknown */
	uint64_t cells_bytes;   /* that their values may take */
	bool full_names;        /* label kernels with their full names */
	bool javascript;
	bool page; /* in a page of HTML */
};

void svg_options_init(struct svg_options *options);

/* Check what an option parser cannot: names of palettes, colours, sizes. ERR_USAGE. */
bool svg_options_check(const struct svg_options *options, struct err *err) MUST_CHECK;

/*
 * Write the flame graph of `tree`. Values are times in ns unless options->countname is set.
 *   ERR_EMPTY   the tree's total is 0: there is nothing to draw
 *   ERR_USAGE   options->total is less than the sum; an order by change without a comparison
 *   ERR_IO      writing to `out` failed
 *   ERR_FORMAT  values beyond 64 bits
 */
bool svg_render(const struct tree *tree, const struct svg_options *options, FILE *out,
	struct err *err) MUST_CHECK;

/*
 * Write the flame graph of `after`, coloured by its difference from `before`. Both share one
 * names table. Errors: as svg_render().
 */
bool svg_render_diff(const struct tree *before, const struct tree *after,
	const struct svg_options *options, FILE *out, struct err *err) MUST_CHECK;

#endif /* SVG_SVG_H */
