#ifndef SVG_COLUMNS_H
#define SVG_COLUMNS_H

#include "svg/pack.h"
#include "svg/picture.h"

/*
 * The properties of each box, as columns of numbers: docs/FORMATS.md, "payload". Names must
 * already have their indices in the payload.
 */

/* The names of the columns, in order; NULL after the last. */
const char *columns_name(const struct graph *graph, unsigned which);

void columns_write(struct picture *picture, struct pack *pack);

#endif /* SVG_COLUMNS_H */
