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

/* A decimal number: digits * 10^-decimals. */
struct folded_value {
	uint64_t digits;
	unsigned decimals; /* 0 to TREE_MAX_DECIMALS */
};

struct folded_line {
	char *stack; /* not NUL-terminated; NULL at the end of the input */
	size_t len;  /* in bytes, without trailing blanks; never 0 */
	struct folded_value value;
	uint64_t number; /* of the line, from 1 */
};

/* Where the text comes from: up to `size` of its next bytes; *len is 0 only at the end. */
typedef bool folded_bytes_fn(void *from, char *bytes, size_t size, size_t *len, struct err *err);

/* Reads lines one by one, in bounded memory. */
struct folded_reader {
	folded_bytes_fn *bytes;
	void *from;
	const char *name; /* for messages */
	char *buffer;
	size_t cap, begin, end; /* the bytes not yet read are buffer[begin, end) */
	bool at_eof;
	uint64_t number;
};

/* `bytes` is called with `from`; `name` is its name in messages, borrowed. */
void folded_open(
	struct folded_reader *reader, folded_bytes_fn *bytes, void *from, const char *name);
void folded_close(struct folded_reader *reader);

/*
 * The next line that holds a stack. `line->stack` lasts until the next call and
 * may be written to. Messages contain name and line number.
 *   ERR_FORMAT  no value, or one that is not a number or too large; a line of over
 *               4 MiB
 * and errors of reading the bytes.
 */
bool folded_next(
	struct folded_reader *reader, struct folded_line *line, struct err *err) MUST_CHECK;

/*
 * Cut a value off the end of line->stack: the first column of a two-column
 * line, as in differential profiles. ERR_FORMAT as folded_next().
 */
bool folded_cut_value(const struct folded_reader *reader, struct folded_line *line,
	struct folded_value *value, struct err *err) MUST_CHECK;

/* Add a value to a node, with the tree's decimals or, where needed, more. */
bool folded_add_value(struct tree *tree, uint32_t node, const struct folded_value *value,
	struct err *err) MUST_CHECK;

/*
 * Add every stack of the text to `tree`; `bytes`, `from` and `name` as for folded_open(). A
 * stack met twice adds up. Errors: as folded_next(); also ERR_SUM when the total passes 64
 * bits. Stacks of earlier lines stay in `tree`, which stays valid.
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
