#ifndef COLLAPSE_STACKS_PICTURE_READER_H
#define COLLAPSE_STACKS_PICTURE_READER_H

#include "base/tree.h"
#include "collapse/input/gzip.h"
#include "collapse/model/input_format.h"

/*
 * Read a flame graph, SVG or gzip of it, of which `in` stands at the beginning, back
 * into stacks: `tree` is empty; what
 * drew it goes to `format`. One of ours has its stacks with it; of one of
 * flamegraph.pl or inferno, they come from where its frames stand and what their
 * titles say. The picture may be hostile: nothing is fetched, no entity is
 * declared or expanded, memory is bounded by the frames and their names.
 *
 *   ERR_IO      the file can't be read
 *   ERR_FORMAT  no XML, no flame graph, damaged, or more than may be
 *   ERR_NOMEM
 */
bool picture_read(struct gzip *in, struct tree *tree, struct input_format *format,
	struct err *err) MUST_CHECK;

#endif /* COLLAPSE_STACKS_PICTURE_READER_H */
