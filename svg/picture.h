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
	char *spelled;      /* `text` if controls were escaped, else NULL; owned */
	char *escaped;      /* see picture_title(); NULL until drawn; owned */
	const char *label;  /* a readable name for labels; NULL: `text` */
	uint32_t label_len; /* bytes of `label` */
	uint32_t len;       /* bytes of `text` */
	uint32_t chars;     /* code points of `text` */
	uint32_t index;     /* in the payload; NAME_NONE: not in it */
	char shade;         /* '0' to '3' */
	bool is_hit;        /* found by --highlight */
	bool is_compared;   /* a kernel with a label in view; its neighbours in their order: */
	const struct shown *before, *behind;
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
	struct names said;               /* what labels of kernels look like, */
	const struct shown **said_by;    /* and whose they are, by id */
	size_t said_count, said_cap;
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

/* The displayed name of a shown one, for labels. */
const char *label_text(const struct shown *shown, size_t *len);

/* How many characters fit into a frame; 0: too few. */
size_t label_room(const struct svg_options *options, double width);

/* Find the kernels in view whose labels may look alike, once there is a layout. */
void labels_compare(struct picture *picture);

/* Whether a label that is drawn looks like no other kernel's. */
bool label_is_new(
	struct picture *picture, const struct shown *shown, const char *label, size_t len);

/*
 * The label of a name in `room` characters, 2 at least: the name, else without what is common,
 * else its beginning or, where other kernels begin like it, what differs. `label` has room for
 * LABEL_BYTES. False: there is no room. As fitApart() in svg/js/label.js.
 */
bool label_fit(const struct shown *shown, size_t room, char *label, size_t *len) MUST_CHECK;

/* A name as XML, for a title; truncated if very long. */
const char *picture_title(struct shown *shown);

/* Write the parts of the SVG; errors are kept in picture->xml. */
void css_write(struct picture *picture);
void payload_write(struct picture *picture);
void frames_write(struct picture *picture);

/* Compute the positions of the legend's keys; sets legend_rows. Then write them at legend_y. */
void legend_measure(struct picture *picture);
void legend_write(struct picture *picture);

#endif /* SVG_PICTURE_H */
