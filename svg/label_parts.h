#ifndef SVG_LABEL_PARTS_H
#define SVG_LABEL_PARTS_H

#include <stddef.h>

struct shown; /* svg/picture.h */

/* Of what tells a name from others: at most so many bytes. */
enum { LABEL_PART_BYTES = 40 };

/*
 * What tells the name `run[at]` from others that have the same label, all of which are in `run`,
 * sorted by name: of the places where it differs from the most different one and from its
 * neighbours, the words there ("vectorized 4"), but for words of the label, common endings and
 * namespaces. Writes to `part`, which has LABEL_PART_BYTES, and returns the length, which is 0
 * where the name has nothing that those lack. Other names may get the same part.
 */
size_t label_part(struct shown *const *run, size_t at, size_t count, char *part);

#endif /* SVG_LABEL_PARTS_H */
