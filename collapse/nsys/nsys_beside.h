#ifndef COLLAPSE_NSYS_NSYS_BESIDE_H
#define COLLAPSE_NSYS_NSYS_BESIDE_H

#include <pthread.h>

#include "collapse/nsys/nsys_parts.h"

/*
 * Ranges read by a second thread, while the first one reads operations and the calls that
 * launched them. The second has a trace and names of its own, and uses no SQLite. Added to the
 * reader's, they give what one thread would have read, down to the order of names and threads.
 */
struct nsys_beside {
	struct nsys_reader reader;
	struct trace trace;
	struct names names;
	struct table_rows *rows; /* NULL: nothing was begun */
	int64_t last;
	pthread_t thread;
	bool runs, ok;
	atomic_uint_least64_t rows_done;
	struct err err;
};

/* Begin, if the ranges' table can be read so; strings are known, and stay as they are. */
void nsys_beside_begin(struct nsys_beside *beside, struct nsys_reader *reader);

/*
 * Wait for the ranges, and add them to the reader, which has none; *done is false if they must
 * be read by the reader itself. Errors of reading ranges.
 */
bool nsys_beside_end(struct nsys_beside *beside, struct nsys_reader *reader, bool *done,
	int64_t *last, struct err *err) MUST_CHECK;

/* Needed in any case; waits. */
void nsys_beside_release(struct nsys_beside *beside);

#endif /* COLLAPSE_NSYS_NSYS_BESIDE_H */
