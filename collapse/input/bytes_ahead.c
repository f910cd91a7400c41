#include "collapse/input/bytes_ahead.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/thread.h"

struct ahead_piece {
	bool is_filled; /* by `lock`, with a thread: the rest is then the caller's */
	bool ok;
	size_t len;
	uint64_t done, total;
	struct err err;
	char bytes[BYTES_AHEAD_PIECE];
};

struct bytes_ahead {
	struct bytes *source;
	bool runs; /* the thread */
	bool ends; /* by `lock` */
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t changed;
	struct ahead_piece *last; /* returned last, or NULL */
	struct ahead_piece pieces[2];
};

static void fill(struct bytes *source, struct ahead_piece *piece)
{
	piece->ok =
		bytes_read(source, piece->bytes, sizeof(piece->bytes), &piece->len, &piece->err);
	bytes_progress(source, &piece->done, &piece->total);
}

static void *run(void *data)
{
	struct bytes_ahead *ahead = data;
	bool more = true;

	for (unsigned i = 0; more; i = !i) {
		struct ahead_piece *piece = &ahead->pieces[i];

		pthread_mutex_lock(&ahead->lock);
		while (piece->is_filled && !ahead->ends)
			pthread_cond_wait(&ahead->changed, &ahead->lock);
		more = !ahead->ends;
		pthread_mutex_unlock(&ahead->lock);
		if (!more)
			break;
		fill(ahead->source, piece);
		more = piece->ok && piece->len > 0;
		pthread_mutex_lock(&ahead->lock);
		piece->is_filled = true;
		pthread_cond_signal(&ahead->changed);
		pthread_mutex_unlock(&ahead->lock);
	}
	return NULL;
}

/* If there can be no thread, the caller's reads. */
static void start(struct bytes_ahead *ahead)
{
	if (pthread_mutex_init(&ahead->lock, NULL) != 0)
		return;
	if (pthread_cond_init(&ahead->changed, NULL) == 0) {
		ahead->runs = thread_begin(&ahead->thread, run, ahead);
		if (ahead->runs)
			return;
		pthread_cond_destroy(&ahead->changed);
	}
	pthread_mutex_destroy(&ahead->lock);
}

/* A thread that waits for a pipe could not be ended: it is for files alone. */
struct bytes_ahead *bytes_ahead_new(struct bytes *source, unsigned threads, struct err *err)
{
	struct bytes_ahead *ahead = mem_zeroed(1, sizeof(*ahead), err);

	if (ahead == NULL)
		return NULL;
	ahead->source = source;
	if (threads > 1 && source->is_file && bytes_is_compressed(source))
		start(ahead);
	return ahead;
}

void bytes_ahead_free(struct bytes_ahead *ahead)
{
	if (ahead != NULL && ahead->runs) {
		pthread_mutex_lock(&ahead->lock);
		ahead->ends = true;
		pthread_cond_signal(&ahead->changed);
		pthread_mutex_unlock(&ahead->lock);
		pthread_join(ahead->thread, NULL);
		pthread_cond_destroy(&ahead->changed);
		pthread_mutex_destroy(&ahead->lock);
	}
	free(ahead);
}

/* Give the last piece back to the thread, and wait for the next one. */
static void wait_for(struct bytes_ahead *ahead, struct ahead_piece *next)
{
	pthread_mutex_lock(&ahead->lock);
	if (ahead->last != NULL)
		ahead->last->is_filled = false;
	pthread_cond_signal(&ahead->changed);
	while (!next->is_filled)
		pthread_cond_wait(&ahead->changed, &ahead->lock);
	pthread_mutex_unlock(&ahead->lock);
}

bool bytes_ahead_next(struct bytes_ahead *ahead, char **piece, size_t *len, struct err *err)
{
	struct ahead_piece *next = &ahead->pieces[ahead->last == &ahead->pieces[0]];

	if (ahead->runs)
		wait_for(ahead, next);
	else
		fill(ahead->source, next);
	ahead->last = next;
	*piece = next->bytes;
	*len = next->len;
	if (!next->ok)
		*err = next->err;
	return next->ok;
}

void bytes_ahead_progress(const struct bytes_ahead *ahead, uint64_t *done, uint64_t *total)
{
	*done = ahead->last->done;
	*total = ahead->last->total;
}
