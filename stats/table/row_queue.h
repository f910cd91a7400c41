#ifndef STATS_TABLE_ROW_QUEUE_H
#define STATS_TABLE_ROW_QUEUE_H

#include <pthread.h>

#include "base/text.h"
#include "stats/parts/sink.h"

/*
 * Rows on their way from a report to what writes them: once there are many, a second thread takes
 * them, in order, while the report goes on. Their texts are copied.
 */
typedef bool row_take_fn(
	void *context, const struct cell *cells, const char *file, struct err *err);

struct row_batch {
	struct cell *cells; /* row by row; a text is an offset in `texts` */
	size_t count, cap;
	struct text texts;
	const char *file; /* of its rows, as sink.file */
};

struct row_queue {
	row_take_fn *take;
	void *context;
	size_t columns;
	unsigned threads; /* with one, each row is taken at once */

	/* private */
	struct row_batch batches[2];
	struct row_batch *filled; /* the one being filled */
	struct row_batch *given;  /* by `lock`: being taken by the thread; NULL: none */
	bool ends, failed;        /* by `lock` */
	bool runs;                /* the thread */
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t changed;
	struct err err; /* of the thread */
};

/* Begin with a zeroed struct and its first four fields. ERR_NOMEM, and what `take` fails with. */
bool row_queue_add(struct row_queue *queue, const struct cell *cells, const char *file,
	struct err *err) MUST_CHECK;

/* Have all rows taken; others may follow. Errors likewise. */
bool row_queue_drain(struct row_queue *queue, struct err *err) MUST_CHECK;

/* Needed in any case; rows that were not taken are dropped. */
void row_queue_release(struct row_queue *queue);

#endif /* STATS_TABLE_ROW_QUEUE_H */
