#ifndef COLLAPSE_STACKS_STACKS_READER_H
#define COLLAPSE_STACKS_STACKS_READER_H

#include "base/tree.h"
#include "collapse/input/bytes.h"
#include "collapse/model/input_format.h"

/*
 * Read folded text (base/folded.h) from `in`, which is at its beginning,
 * into `tree`, which is empty: frames are kept as they are, no rule applies. The format goes
 * to `format`.
 *
 *   ERR_IO      the file cannot be read
 *   ERR_FORMAT  a line is not a stack, with its number; or no line is
 *   ERR_EMPTY   there is no stack in it
 */
bool stacks_read(struct bytes *in, struct tree *tree, struct input_format *format,
	struct err *err) MUST_CHECK;

/*
 * Read a flame graph of ours, SVG or gzip of it, in the same way: its data are in it
 * (docs/FORMATS.md, "The SVG"). The picture may be hostile: memory is bounded by the frames and
 * their names.
 *
 *   ERR_IO      the file cannot be read
 *   ERR_FORMAT  no flame graph of ours, damaged, or over a limit
 */
bool picture_read(struct bytes *in, struct tree *tree, struct input_format *format,
	struct err *err) MUST_CHECK;

#endif /* COLLAPSE_STACKS_STACKS_READER_H */
