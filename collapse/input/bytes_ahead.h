#ifndef COLLAPSE_INPUT_BYTES_AHEAD_H
#define COLLAPSE_INPUT_BYTES_AHEAD_H

#include "collapse/input/bytes.h"

/*
 * The rest of a stream in pieces. A compressed file is unpacked by a second thread, one piece
 * ahead, while its caller parses.
 */
struct bytes_ahead;

enum { BYTES_AHEAD_PIECE = 1 << 17 };

/*
 * Begin, with up to `threads` threads. `source` is borrowed, and left alone until
 * bytes_ahead_free(). NULL and ERR_NOMEM.
 */
struct bytes_ahead *bytes_ahead_new(
	struct bytes *source, unsigned threads, struct err *err) MUST_CHECK;
void bytes_ahead_free(struct bytes_ahead *ahead); /* may be NULL */

/*
 * The next piece, for which there are BYTES_AHEAD_PIECE bytes, and which may be changed until the
 * next call; *len is 0 at the end, after which there is none. Errors as bytes_read().
 */
bool bytes_ahead_next(
	struct bytes_ahead *ahead, char **piece, size_t *len, struct err *err) MUST_CHECK;

/* bytes_progress(), with the piece returned last. */
void bytes_ahead_progress(const struct bytes_ahead *ahead, uint64_t *done, uint64_t *total);

#endif /* COLLAPSE_INPUT_BYTES_AHEAD_H */
