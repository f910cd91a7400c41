#ifndef SVG_COLUMNS_H
#define SVG_COLUMNS_H

#include "svg/pack.h"
#include "svg/picture.h"

/*
 * What is known of each box, as columns of numbers: docs/FORMATS.md, "payload".
 * Names have their places in the payload already.
 */

/* What columns there are, in their order. NULL: that is all. */
const char *columns_name(const struct graph *graph, unsigned which);

/* ERR_NOMEM. */
bool columns_write(struct picture *picture, struct pack *pack, struct err *err) MUST_CHECK;

#endif /* SVG_COLUMNS_H */
