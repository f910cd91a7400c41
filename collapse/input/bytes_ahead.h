#ifndef COLLAPSE_INPUT_BYTES_AHEAD_H
#define COLLAPSE_INPUT_BYTES_AHEAD_H

#include "collapse/input/bytes.h"

/*
 * The rest of a stream in pieces. With threads, pieces are read, unpacked and, if the caller's
 * format allows it, processed ahead of their turn: each thread, the caller's included, takes the
 * next piece, and reads are serialized. The caller gets all pieces in order, whether processed or
 * not.
 */
struct bytes_ahead;

enum { BYTES_AHEAD_THREADS = 8, BYTES_AHEAD_BUFFERS = BYTES_AHEAD_THREADS + 2 };

struct bytes_piece {
	char *bytes;
	size_t len;           /* 0: the stream has ended */
	unsigned buffer;      /* where it is, below BYTES_AHEAD_BUFFERS */
	bool is_done;         /* work() was called for it */
	uint64_t done, total; /* bytes_progress() with it */
};

struct bytes_ahead_work {
	void *context;
	/*
	 * Called for each piece when it has been read, one after the other: bytes[from .. len) are
	 * new, may be changed, and have 16 bytes of room behind them. Returns where the piece
	 * should end: the rest begins the next one. Ignored if too near the beginning.
	 */
	size_t (*cut)(char *bytes, size_t from, size_t len);
	/* Called for pieces ahead of their turn, in any order, by any thread. */
	void (*work)(void *context, const struct bytes_piece *piece);
};

/*
 * Begin, with up to `threads` threads, for files alone: one that waits for a pipe could not be
 * ended. `size`: of a piece. `source` and `work` are borrowed; `source` is left alone until
 * bytes_ahead_free().
 */
struct bytes_ahead *bytes_ahead_new(
	struct bytes *source, unsigned threads, size_t size, const struct bytes_ahead_work *work);
void bytes_ahead_free(struct bytes_ahead *ahead); /* may be NULL */

/*
 * The next piece, which is the caller's until the next call. Not to be called after the end or an
 * error. Errors as bytes_read().
 */
bool bytes_ahead_next(
	struct bytes_ahead *ahead, const struct bytes_piece **piece, struct err *err) MUST_CHECK;

#endif /* COLLAPSE_INPUT_BYTES_AHEAD_H */
