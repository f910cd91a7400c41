#ifndef BASE_FOLDED_H
#define BASE_FOLDED_H

#include <stdio.h>

#include "base/err.h"
#include "base/tree.h"

/*
 * Folded stacks: the text that `collapse` writes and `svg` reads.
 *
 *     step;attention;flash_fwd_kernel 48200
 *
 * One stack a line, outermost frame first, frames joined by ';', then blanks and
 * the value: a decimal number, with a fraction if need be. Blank lines and lines
 * that begin with "# " are skipped (a stack that begins so is written with a
 * blank before it, which is not part of the frame); trailing blanks and a CR are
 * ignored. Format: docs/FORMATS.md, "folded stacks".
 */

/* Where the text comes from: up to `size` of its next bytes; *len is 0 only at the end. */
typedef bool folded_bytes_fn(void *from, char *bytes, size_t size, size_t *len, struct err *err);

/*
 * Add every stack of the text to `tree`; `bytes` is called with `from`, whose name in messages,
 * with that of the line, is `name`. A stack met twice adds up. Stacks of earlier lines stay in
 * `tree`, which stays valid.
 *   ERR_FORMAT  no value, or one that is not a number or too large; a line of over 4 MiB
 *   ERR_SUM     the total passes 64 bits
 * and errors of reading the bytes.
 *
 * Threads: distinct trees may be filled at once; one tree may not.
 */
bool folded_read(folded_bytes_fn *bytes, void *from, const char *name, struct tree *tree,
	struct err *err) MUST_CHECK;

/* A tree's value as text, with no more decimals than it needs. `size` >= 32 is enough. */
void folded_format_value(uint64_t value, unsigned decimals, char *text, size_t size);

/*
 * Write every stack with a value, sorted by the bytes of the stack, so that two
 * runs are equal to the byte. The value of the root itself, which has no frame,
 * is written under the frame `root_name`, in sorted position; if the tree has
 * that stack already, reading adds the two up. ERR_IO.
 */
bool folded_write(
	const struct tree *tree, const char *root_name, FILE *out, struct err *err) MUST_CHECK;

#endif /* BASE_FOLDED_H */
