#ifndef COLLAPSE_STACKS_PICTURE_READER_H
#define COLLAPSE_STACKS_PICTURE_READER_H

#include "base/tree.h"
#include "collapse/input/bytes.h"
#include "collapse/model/input_format.h"

/*
 * Read a flame graph, SVG or gzip of it, from `in`, which is at its beginning, back into
 * stacks in `tree`, which is empty; what drew it goes to `format`. A picture of ours contains
 * its stacks; for one of flamegraph.pl or inferno, they are derived from the positions and
 * titles of its frames. The picture may be hostile: nothing is fetched, no entity is declared
 * or expanded, memory is bounded by the frames and their names.
 *
 *   ERR_IO      the file cannot be read
 *   ERR_FORMAT  not XML, not a flame graph, damaged, or over a limit
 *   ERR_NOMEM
 */
bool picture_read(struct bytes *in, struct tree *tree, struct input_format *format,
	struct err *err) MUST_CHECK;

#endif /* COLLAPSE_STACKS_PICTURE_READER_H */
