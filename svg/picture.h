#ifndef SVG_PICTURE_H
#define SVG_PICTURE_H

#include "svg/graph.h"
#include "svg/layout.h"
#include "svg/nameattr.h"
#include "svg/palette.h"
#include "svg/values.h"
#include "svg/xml.h"

/* A name as it is shown. */
struct shown {
	const char *text; /* without annotation, bidi controls spelled out; not NUL-terminated */
	char *spelled;    /* `text` where controls are spelled out, else NULL; owned */
	char *escaped;    /* see picture_title(); NULL until it is drawn; owned */
	uint32_t len;     /* bytes of `text` */
	uint32_t chars;   /* code points of `text` */
	uint32_t index;   /* in the payload; NAME_NONE: not there */
	char shade;       /* '0' to '3' */
	bool has_fill;    /* `fill` is known */
	bool id_used;     /* a frame has the id that `attr` asks for */
	struct rgb fill;  /* of a palette that is not the theme's */
	const struct nameattr_entry *attr; /* what the user hangs on it, or NULL */
};

/* All that the parts of the SVG are written from. */
struct picture {
	const struct graph *graph;
	const struct svg_options *options;
	const char *kinds;   /* by name id: enum kind, or 0 */
	struct shown *shown; /* by name id */
	struct layout layout;
	struct layout_rules rules;
	struct values values;
	struct xml xml;
	const char *title;
	uint64_t seed; /* of random colours */
	uint32_t id;   /* sets ids and rules apart from those of another picture on the page */
	double width, height;
	double frames_top;    /* px: where the uppermost row begins */
	double frames_bottom; /* px: where the lowest row ends */
	double details_y, legend_y;
	unsigned legend_rows;
};

/* What is left of, right of the frames, px. */
#define PICTURE_X_PAD 10.0

/*
 * Write the SVG of a graph. `kinds` is by name id, enum kind; `title` NULL means
 * the option's, or what the mode is called. Errors: as svg_render().
 */
bool picture_write(const struct graph *graph, const char *kinds, const char *title,
	const struct svg_options *options, FILE *out, struct err *err) MUST_CHECK;

/* ERR_NOMEM. */
bool picture_init_shown(struct picture *picture, struct err *err) MUST_CHECK;
void picture_release_shown(struct picture *picture);

/* The name of a box as it is shown; NULL: memory ran out (the picture remembers). */
struct shown *picture_shown(struct picture *picture, uint32_t box);

/* The same by id of the names table; NAME_NONE: the root. */
struct shown *picture_shown_name(struct picture *picture, uint32_t name);

/* A name for a title, as XML; cut when it is very long. */
const char *picture_title(struct picture *picture, struct shown *shown);

/* The colour of a name in a palette that is not the theme's. */
struct rgb picture_fill(struct picture *picture, uint32_t name);

/* Write the parts of the SVG; failures stay in picture->xml. */
void css_write(struct picture *picture);
bool payload_write(struct picture *picture, struct err *err) MUST_CHECK;
void frames_write(struct picture *picture);

/* Where the legend's keys go; sets legend_rows. Then write them at legend_y. */
void legend_measure(struct picture *picture);
void legend_write(struct picture *picture);

#endif /* SVG_PICTURE_H */
