#ifndef COLLAPSE_STACKS_PICTURE_READER_H
#define COLLAPSE_STACKS_PICTURE_READER_H

#include "base/tree.h"
#include "collapse/input/bytes.h"
#include "collapse/model/input_format.h"

/*
 * Read a flame graph of ours, SVG or gzip of it, from `in`, which is at its beginning, back into
 * stacks in `tree`, which is empty: its data are in it (docs/FORMATS.md, "The SVG"). The picture
 * may be hostile: memory is bounded by the frames and their names.
 *
 *   ERR_IO      the file cannot be read
 *   ERR_FORMAT  no flame graph of ours, damaged, or over a limit
 */
bool picture_read(struct bytes *in, struct tree *tree, struct input_format *format,
	struct err *err) MUST_CHECK;

#endif /* COLLAPSE_STACKS_PICTURE_READER_H */
