#ifndef SVG_LAYOUT_H
#define SVG_LAYOUT_H

#include "svg/graph.h"

/*
 * Where each box of a graph stands: a pure function of the graph and of the
 * room that there is. No time is lost: what is too narrow to be drawn alone is
 * drawn with its neighbours as a remainder.
 */
struct layout_rules {
	double x, width;    /* px: where the root begins, and how wide it is */
	double minwidth;    /* px: the narrowest box that is drawn alone */
	uint64_t full;      /* the value that `width` stands for; at least the root's */
	uint32_t max_depth; /* the deepest boxes that are drawn; 0: the root alone */
};

/* A box. */
struct layout_rect {
	double x, width; /* px */
	uint32_t box;
};

/* Neighbours, children of one parent, too narrow to be drawn singly; or what is too deep. */
struct layout_rest {
	double x, width; /* px */
	uint32_t parent; /* box */
	uint32_t before; /* how many rects come before it */
	uint64_t count;  /* of boxes; of levels when `deep` */
	uint64_t value;  /* of all of them */
	bool deep;       /* all that is below `parent` */
};

struct layout {
	struct layout_rect *rects; /* in preorder */
	size_t count, cap;
	struct layout_rest *rests; /* by `before` */
	size_t rest_count, rest_cap;
	uint32_t deepest; /* depth that anything is drawn at */
};

/* ERR_NOMEM. */
bool layout_compute(struct layout *layout, const struct graph *graph,
	const struct layout_rules *rules, struct err *err) MUST_CHECK;
void layout_release(struct layout *layout);

#endif /* SVG_LAYOUT_H */
