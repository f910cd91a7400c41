#ifndef SVG_HIGHLIGHT_H
#define SVG_HIGHLIGHT_H

#include <stdbool.h>

#include "base/err.h"

struct picture; /* svg/picture.h */

/*
 * What --highlight searches for, as the search in the browser does (svg/js/search.js): words, all
 * of which must occur in a name or its label, or a /regular expression/ for names; in either case
 * of letters.
 */

/* ERR_USAGE: nothing to search for, or a pattern that does not compile. */
bool highlight_check(const char *find, struct err *err) MUST_CHECK;

/* Mark the names that the picture's option, which was checked, finds; after labels_find(). */
bool highlight_find(struct picture *picture);

#endif /* SVG_HIGHLIGHT_H */
