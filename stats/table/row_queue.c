#include "stats/table/row_queue.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/pool.h"

enum { BATCH_ROWS = 1024, BATCH_BYTES = 1 << 18 };

/* --- a batch --------------------------------------------------------------------------------- */

static bool batch_add(
	struct row_batch *batch, const struct cell *cells, size_t columns, struct err *err)
{
	struct cell *row;

	if (!mem_try_grow((void **)&batch->cells, &batch->cap, batch->count + columns,
		    sizeof(*batch->cells), err))
		return false;
	row = memcpy(batch->cells + batch->count, cells, columns * sizeof(*cells));
	for (size_t i = 0; i < columns; i++) {
		if (row[i].kind != CELL_TEXT)
			continue;
		row[i].is.integer = (int64_t)batch->texts.len;
		if (!text_try_add(&batch->texts, cells[i].is.text, cells[i].len, err))
			return false;
	}
	batch->count += columns;
	return true;
}

static bool batch_is_full(const struct row_batch *batch, size_t columns)
{
	return batch->count >= BATCH_ROWS * columns || batch->texts.len >= BATCH_BYTES;
}

/* Have all its rows taken. */
static bool batch_take(const struct row_queue *queue, struct row_batch *batch, struct err *err)
{
	const char *texts = batch->texts.bytes != NULL ? batch->texts.bytes : "";
	bool ok = true;

	for (size_t i = 0; i < batch->count; i++) {
		if (batch->cells[i].kind == CELL_TEXT)
			batch->cells[i].is.text = texts + batch->cells[i].is.integer;
	}
	for (size_t i = 0; ok && i < batch->count; i += queue->columns)
		ok = queue->take(queue->context, batch->cells + i, batch->file, err);
	batch->count = batch->texts.len = 0;
	return ok;
}

/* --- the thread ------------------------------------------------------------------------------ */

static void *run(void *data)
{
	struct row_queue *queue = data;

	pthread_mutex_lock(&queue->lock);
	for (;;) {
		bool ok;

		while (queue->given == NULL && !queue->ends)
			pthread_cond_wait(&queue->changed, &queue->lock);
		if (queue->given == NULL)
			break;
		pthread_mutex_unlock(&queue->lock);
		ok = batch_take(queue, queue->given, &queue->err);
		pthread_mutex_lock(&queue->lock);
		queue->given = NULL;
		queue->failed |= !ok;
		pthread_cond_signal(&queue->changed);
	}
	pthread_mutex_unlock(&queue->lock);
	return NULL;
}

/* If it cannot be, rows are taken without it. */
static void start(struct row_queue *queue)
{
	if (pthread_mutex_init(&queue->lock, NULL) != 0)
		return;
	if (pthread_cond_init(&queue->changed, NULL) == 0) {
		queue->runs = thread_begin(&queue->thread, run, queue);
		if (queue->runs)
			return;
		pthread_cond_destroy(&queue->changed);
	}
	pthread_mutex_destroy(&queue->lock);
}

static void stop(struct row_queue *queue)
{
	pthread_mutex_lock(&queue->lock);
	queue->ends = true;
	pthread_cond_signal(&queue->changed);
	pthread_mutex_unlock(&queue->lock);
	pthread_join(queue->thread, NULL);
	pthread_cond_destroy(&queue->changed);
	pthread_mutex_destroy(&queue->lock);
}

/* Wait until the thread has taken what it has, and give it `batch`, unless that is NULL. */
static bool give(struct row_queue *queue, struct row_batch *batch, struct err *err)
{
	bool ok;

	pthread_mutex_lock(&queue->lock);
	while (queue->given != NULL)
		pthread_cond_wait(&queue->changed, &queue->lock);
	ok = !queue->failed;
	if (ok && batch != NULL)
		queue->given = batch;
	pthread_cond_signal(&queue->changed);
	pthread_mutex_unlock(&queue->lock);
	if (!ok)
		*err = queue->err;
	return ok;
}

/* --- the queue ------------------------------------------------------------------------------- */

/* Have the rows of the batch taken, by the thread if it runs, and go on with the other one. */
static bool pass(struct row_queue *queue, struct err *err)
{
	struct row_batch *batch = queue->filled;

	if (!queue->runs)
		return batch_take(queue, batch, err);
	queue->filled = &queue->batches[batch == &queue->batches[0]];
	return give(queue, batch, err);
}

bool row_queue_add(
	struct row_queue *queue, const struct cell *cells, const char *file, struct err *err)
{
	if (queue->threads < 2)
		return queue->take(queue->context, cells, file, err);
	if (queue->filled == NULL)
		queue->filled = &queue->batches[0];
	if (batch_is_full(queue->filled, queue->columns)) {
		if (!queue->runs)
			start(queue);
		if (!pass(queue, err))
			return false;
	} else if (queue->filled->file != file && !pass(queue, err))
		return false;
	queue->filled->file = file;
	return batch_add(queue->filled, cells, queue->columns, err);
}

bool row_queue_drain(struct row_queue *queue, struct err *err)
{
	if (queue->filled == NULL)
		return true;
	return pass(queue, err) && (!queue->runs || give(queue, NULL, err));
}

void row_queue_release(struct row_queue *queue)
{
	if (queue->runs)
		stop(queue);
	for (size_t i = 0; i < ARRAY_SIZE(queue->batches); i++) {
		free(queue->batches[i].cells);
		text_release(&queue->batches[i].texts);
	}
	*queue = (struct row_queue){ 0 };
}
