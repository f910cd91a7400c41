#ifndef STATS_PARTS_PIECES_H
#define STATS_PARTS_PIECES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

/*
 * Work in pieces that several threads make at once, and that the caller's takes in their order:
 * the result does not depend on the number of threads.
 */
struct pieces_plan {
	void *context;
	size_t piece_size;
	unsigned threads; /* that there may be; at most PIECES_THREADS are used */
	uint64_t most;    /* weight of the pieces in memory at once, unless one alone is heavier */

	/* Say what the next piece is, and its weight; false: there is none. One thread at a time.
	 */
	bool (*cut)(void *context, void *piece, uint64_t *weight);
	/* Make it. `worker` is below PIECES_THREADS: no other thread has the same meanwhile. */
	bool (*make)(void *context, unsigned worker, void *piece, struct err *err);
	/* Take it. */
	bool (*take)(void *context, void *piece, struct err *err);
	/* Free what a piece owns that was made, or failed to be; after that it is taken. */
	void (*drop)(void *piece);
};

enum { PIECES_THREADS = 8 };

/* Errors: the first one that the pieces in their order have, in making or taking. ERR_NOMEM. */
bool pieces_run(const struct pieces_plan *plan, struct err *err) MUST_CHECK;

#endif /* STATS_PARTS_PIECES_H */
