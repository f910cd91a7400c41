#ifndef COLLAPSE_STACKS_STACKS_READER_H
#define COLLAPSE_STACKS_STACKS_READER_H

#include "base/tree.h"

/*
 * Read folded text (base/folded.h) into `tree`, which is empty: frames as they
 * stand there, no rule applied. What it is goes to `format`.
 *
 *   ERR_IO      the file can't be read
 *   ERR_FORMAT  a line is no stack, with its number; or not one line is
 *   ERR_EMPTY   there is no stack in it
 *   ERR_NOMEM
 */
bool stacks_read(const char *path, struct tree *tree, char format[96], struct err *err) MUST_CHECK;

#endif /* COLLAPSE_STACKS_STACKS_READER_H */
