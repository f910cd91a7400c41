#include "collapse/input/bytes_ahead.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/pool.h"

enum { ROOM_BEHIND = 16 };

enum buffer_state {
	BUFFER_FREE,
	BUFFER_TAKEN, /* a thread reads into it, or works on it */
	BUFFER_READY,
};

struct ahead_buffer {
	enum buffer_state state;
	struct bytes_piece piece;
	size_t left; /* bytes behind the piece, with which the next one begins */
};

struct bytes_ahead {
	const struct bytes_ahead_work *work;
	size_t size;

	/* of the thread that reads */
	struct bytes *source;
	bool is_over, ok; /* bytes_read() had no more bytes, or failed */
	struct err err;

	/* by `lock`, but for pieces that are taken */
	bool is_reading; /* some thread */
	bool has_ended;  /* the last piece has been read */
	bool stops;
	uint64_t next_read, next_out; /* numbers of pieces */
	unsigned count;               /* of buffers */
	struct ahead_buffer buffers[BYTES_AHEAD_BUFFERS];
	unsigned threads_begun;
	pthread_t threads[BYTES_AHEAD_THREADS];
	pthread_mutex_t lock;
	pthread_cond_t changed;
};

static struct ahead_buffer *buffer_of(struct bytes_ahead *ahead, uint64_t number)
{
	return &ahead->buffers[number % ahead->count];
}

/* Read a piece behind what the one before it left. */
static void fill(
	struct bytes_ahead *ahead, struct ahead_buffer *buffer, const struct ahead_buffer *before)
{
	struct bytes_piece *piece = &buffer->piece;
	size_t left = before->left, got = 0, end;

	if (left > 0)
		memmove(piece->bytes, before->piece.bytes + before->piece.len, left);
	if (!ahead->is_over) {
		ahead->ok = bytes_read(
			ahead->source, piece->bytes + left, ahead->size - left, &got, &ahead->err);
		got = ahead->ok ? got : 0;
		ahead->is_over = got == 0;
	}
	bytes_progress(ahead->source, &piece->done, &piece->total);
	piece->len = left + got;
	end = ahead->work->cut(piece->bytes, left, piece->len);
	buffer->left = got > 0 && end > 0 && end >= piece->len / 2 ? piece->len - end : 0;
	piece->len -= buffer->left;
}

static bool can_read(struct bytes_ahead *ahead)
{
	return !ahead->is_reading && !ahead->has_ended &&
	       buffer_of(ahead, ahead->next_read)->state == BUFFER_FREE;
}

/* Read the next piece and, if others come before it, work on it. The lock is held. */
static void take_next(struct bytes_ahead *ahead)
{
	const uint64_t number = ahead->next_read++;
	struct ahead_buffer *buffer = buffer_of(ahead, number);
	bool works;

	ahead->is_reading = true;
	buffer->state = BUFFER_TAKEN;
	pthread_mutex_unlock(&ahead->lock);
	fill(ahead, buffer, buffer_of(ahead, number + ahead->count - 1));
	pthread_mutex_lock(&ahead->lock);
	ahead->is_reading = false;
	ahead->has_ended = buffer->piece.len == 0;
	works = !ahead->has_ended && number > ahead->next_out;
	if (works) {
		pthread_cond_broadcast(&ahead->changed);
		pthread_mutex_unlock(&ahead->lock);
		ahead->work->work(ahead->work->context, &buffer->piece);
		pthread_mutex_lock(&ahead->lock);
	}
	buffer->piece.is_done = works;
	buffer->state = BUFFER_READY;
	pthread_cond_broadcast(&ahead->changed);
}

static void *run(void *data)
{
	struct bytes_ahead *ahead = data;

	pthread_mutex_lock(&ahead->lock);
	while (!ahead->stops && !ahead->has_ended) {
		if (can_read(ahead))
			take_next(ahead);
		else
			pthread_cond_wait(&ahead->changed, &ahead->lock);
	}
	pthread_mutex_unlock(&ahead->lock);
	return NULL;
}

static void make_buffers(struct bytes_ahead *ahead)
{
	for (unsigned i = 0; i < ahead->count; i++) {
		ahead->buffers[i].piece.buffer = i;
		ahead->buffers[i].piece.bytes = malloc(ahead->size + ROOM_BEHIND);
		if (ahead->buffers[i].piece.bytes == NULL)
			mem_die();
	}
}

static void free_all(struct bytes_ahead *ahead)
{
	for (unsigned i = 0; i < ahead->count; i++)
		free(ahead->buffers[i].piece.bytes);
	free(ahead);
}

static bool make_lock(struct bytes_ahead *ahead)
{
	if (pthread_mutex_init(&ahead->lock, NULL) != 0)
		return false;
	if (pthread_cond_init(&ahead->changed, NULL) == 0)
		return true;
	pthread_mutex_destroy(&ahead->lock);
	return false;
}

struct bytes_ahead *bytes_ahead_new(
	struct bytes *source, unsigned threads, size_t size, const struct bytes_ahead_work *work)
{
	struct bytes_ahead *ahead = mem_zeroed(1, sizeof(*ahead));

	if (threads == 0 || !source->is_file)
		threads = 1;
	if (threads > BYTES_AHEAD_THREADS)
		threads = BYTES_AHEAD_THREADS;
	ahead->source = source;
	ahead->work = work;
	ahead->size = size;
	ahead->count = threads > 1 ? threads + 2 : 1;
	make_buffers(ahead);
	if (!make_lock(ahead))
		mem_die();
	/* if there can be no thread, the caller's reads */
	while (ahead->threads_begun + 1 < threads &&
		thread_begin(&ahead->threads[ahead->threads_begun], run, ahead))
		ahead->threads_begun++;
	return ahead;
}

void bytes_ahead_free(struct bytes_ahead *ahead)
{
	if (ahead == NULL)
		return;
	pthread_mutex_lock(&ahead->lock);
	ahead->stops = true;
	pthread_cond_broadcast(&ahead->changed);
	pthread_mutex_unlock(&ahead->lock);
	for (unsigned i = 0; i < ahead->threads_begun; i++)
		pthread_join(ahead->threads[i], NULL);
	pthread_cond_destroy(&ahead->changed);
	pthread_mutex_destroy(&ahead->lock);
	free_all(ahead);
}

bool bytes_ahead_next(struct bytes_ahead *ahead, const struct bytes_piece **piece, struct err *err)
{
	struct ahead_buffer *next;

	pthread_mutex_lock(&ahead->lock);
	if (ahead->next_out > 0) {
		buffer_of(ahead, ahead->next_out - 1)->state = BUFFER_FREE;
		pthread_cond_broadcast(&ahead->changed);
	}
	next = buffer_of(ahead, ahead->next_out);
	while (next->state != BUFFER_READY) {
		if (can_read(ahead))
			take_next(ahead);
		else
			pthread_cond_wait(&ahead->changed, &ahead->lock);
	}
	ahead->next_out++;
	pthread_mutex_unlock(&ahead->lock);
	*piece = &next->piece;
	if (next->piece.len > 0 || ahead->ok)
		return true;
	*err = ahead->err;
	return false;
}
