#ifndef COLLAPSE_STACKS_STACKS_READER_H
#define COLLAPSE_STACKS_STACKS_READER_H

#include "base/tree.h"
#include "collapse/input/gzip.h"
#include "collapse/model/input_format.h"

/*
 * Read folded text (base/folded.h), of which `in` stands at the beginning and which
 * is not compressed, into `tree`, which is empty: frames as they stand there, no rule applied. What
 * it is goes to `format`.
 *
 *   ERR_IO      the file can't be read
 *   ERR_FORMAT  a line is no stack, with its number; or not one line is
 *   ERR_EMPTY   there is no stack in it
 *   ERR_NOMEM
 */
bool stacks_read(struct gzip *in, struct tree *tree, struct input_format *format,
	struct err *err) MUST_CHECK;

#endif /* COLLAPSE_STACKS_STACKS_READER_H */
