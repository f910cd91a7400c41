#ifndef SVG_LAYOUT_H
#define SVG_LAYOUT_H

#include "svg/graph.h"

/*
 * The position of each box of a graph: a pure function of the graph and the available space.
 * No time is lost: boxes too narrow to be drawn are combined with their neighbours into a
 * remainder.
 */
struct layout_rules {
	double x, width;    /* px: left edge and width of the root */
	double minwidth;    /* px: the narrowest box that is drawn individually */
	uint64_t full;      /* the value that `width` represents; at least the root's */
	uint32_t max_depth; /* of the deepest boxes drawn; 0: only the root */
};

/* A box. */
struct layout_rect {
	double x, width; /* px */
	uint32_t box;
};

/*
 * Neighbours, children of one parent, that are too narrow to be drawn individually; or
 * everything too deep.
 */
struct layout_rest {
	double x, width; /* px */
	uint32_t parent; /* box */
	uint32_t before; /* number of rects that precede it */
	uint64_t count;  /* number of boxes; of levels when `deep` */
	uint64_t value;  /* total of them */
	bool deep;       /* everything below `parent` */
};

struct layout {
	struct layout_rect *rects; /* in preorder */
	size_t count, cap;
	struct layout_rest *rests; /* by `before` */
	size_t rest_count, rest_cap;
	uint32_t deepest; /* the greatest depth at which anything is drawn */
};

void layout_compute(
	struct layout *layout, const struct graph *graph, const struct layout_rules *rules);
void layout_release(struct layout *layout);

#endif /* SVG_LAYOUT_H */
