#ifndef COLLAPSE_INPUT_BYTES_AHEAD_H
#define COLLAPSE_INPUT_BYTES_AHEAD_H

#include "collapse/input/bytes.h"

/*
 * The rest of a stream in pieces. With threads, pieces are read, unpacked and, if the caller's
 * format allows it, processed ahead of their turn; they are taken in their order, whether
 * processed or not.
 */
enum { BYTES_AHEAD_THREADS = 8 };

struct bytes_piece {
	char *bytes;
	size_t len;           /* 0: the stream has ended */
	unsigned buffer;      /* where it is, below BYTES_AHEAD_THREADS */
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
	/* Called for each piece, the last of which is empty, in their order, by any thread. */
	bool (*take)(void *context, const struct bytes_piece *piece, struct err *err);
};

/*
 * Read to the end, or to an error, by up to `threads` threads; by one what is no file. `size`: of
 * a piece. Errors as bytes_read(), and those of take().
 */
bool bytes_ahead_read(struct bytes *source, unsigned threads, size_t size,
	const struct bytes_ahead_work *work, struct err *err) MUST_CHECK;

#endif /* COLLAPSE_INPUT_BYTES_AHEAD_H */
