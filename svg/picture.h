#ifndef SVG_PICTURE_H
#define SVG_PICTURE_H

#include "base/arena.h"
#include "svg/graph.h"
#include "svg/layout.h"
#include "svg/palette.h"
#include "svg/short_names.h"
#include "svg/values.h"
#include "svg/xml.h"

/* A name as displayed. */
struct shown {
	const char *text;   /* without annotation, bidi controls escaped; not NUL-terminated */
	char *spelled;      /* `text` if it is not plain ASCII, else NULL; owned */
	const char *label;  /* a readable name for labels; NULL: `text` */
	uint32_t label_len; /* bytes of `label` */
	uint32_t len;       /* bytes of `text` */
	uint32_t index;     /* in the payload; NAME_NONE: not in it */
	char shade;         /* '0' to '3' */
};

/* State shared by the writers of the parts of the SVG. */
struct picture {
	const struct graph *graph;
	const struct svg_options *options;
	const char *kinds;   /* by name id: enum kind, or 0 */
	struct shown *shown; /* by name id */
	struct layout layout;
	struct layout_rules rules;
	struct values values;
	struct short_names *short_names; /* of which labels are */
	struct arena label_arena;        /* labels with more, to be distinguishable */
	struct xml xml;
	const struct cells *cells; /* the strip above the frames; NULL: none */
	const char *title;
	const char *subtitle; /* NULL: none */
	uint32_t
		id; /* unique on a page, so that ids and rules of several pictures do not collide */
	double width, height;
	double frames_top;    /* px: top of the uppermost row */
	double frames_bottom; /* px: bottom of the lowest row */
	double details_y, legend_y;
	unsigned legend_rows;
	bool fits_height; /* rows may be as high as the window has room for */
};

/* Margin on each side of the frames, px. */
#define PICTURE_X_PAD 10.0

/*
 * Write the SVG of a graph. `kinds` is by name id, enum kind; `cells` NULL: none. Errors: as
 * svg_render().
 */
bool picture_write(const struct graph *graph, const char *kinds, const struct cells *cells,
	const struct svg_options *options, FILE *out, struct err *err) MUST_CHECK;

void picture_init_shown(struct picture *picture);
void picture_release_shown(struct picture *picture);

/* The displayed name of a box. */
struct shown *picture_shown(struct picture *picture, uint32_t box);

/* The same by id in the names table; NAME_NONE: the root. */
struct shown *picture_shown_name(struct picture *picture, uint32_t name);

/* Find the readable name of each kernel. */
void labels_find(struct picture *picture);
void labels_release(struct picture *picture);

/* Of a label: the most characters, and the most bytes of a name that are looked at. */
enum { LABEL_CHARS = 512, LABEL_LOOK = 4096, LABEL_BYTES = LABEL_LOOK + 8 };

/* How many characters fit into a frame. */
size_t label_room(const struct svg_options *options, double width);

/*
 * The label of a name in `room` characters: the name, else without template arguments, types, or
 * all but its family, else its beginning. `label` has room for LABEL_BYTES. False: there is no
 * room for as much as says something. As fitName() in svg/js/label.js.
 */
bool label_fit(const struct shown *shown, size_t room, char *label, size_t *len) MUST_CHECK;

/* Write a name, for a title: truncated if very long, since the payload has all of it. */
void picture_put_name(struct picture *picture, const struct shown *shown);

/* Write the parts of the SVG; errors are kept in picture->xml. */
void css_write(struct picture *picture);
void payload_write(struct picture *picture);
void frames_write(struct picture *picture);

/* Compute the positions of the legend's keys; sets legend_rows. Then write them at legend_y. */
void legend_measure(struct picture *picture);
void legend_write(struct picture *picture);

#endif /* SVG_PICTURE_H */
