#include "collapse/input/bytes_ahead.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/pool.h"

enum { ROOM_BEHIND = 16 };

struct ahead_buffer {
	struct bytes_piece piece;
	size_t left; /* bytes behind the piece, with which the next one begins */
};

struct bytes_ahead {
	const struct bytes_ahead_work *work;
	struct bytes *source;
	size_t size;
	struct ahead_buffer buffers[BYTES_AHEAD_THREADS]; /* by thread */
	unsigned last;                                    /* that of the piece that was read last */
	bool is_over, ok; /* bytes_read() had no more bytes, or failed: */
	struct err reading;
	atomic_size_t taken; /* pieces */
	struct err *err;     /* of taking */
	bool failed;
};

/* Read a piece behind what the one before it left. */
static void read_piece(void *context, const struct pool_job *job)
{
	struct bytes_ahead *ahead = context;
	const struct ahead_buffer *before = &ahead->buffers[ahead->last];
	struct ahead_buffer *buffer = &ahead->buffers[job->thread];
	struct bytes_piece *piece = &buffer->piece;
	size_t left = before->left, got = 0, end;

	ahead->last = job->thread;
	if (left > 0)
		memmove(piece->bytes, before->piece.bytes + before->piece.len, left);
	if (!ahead->is_over) {
		ahead->ok = bytes_read(ahead->source, piece->bytes + left, ahead->size - left, &got,
			&ahead->reading);
		got = ahead->ok ? got : 0;
		ahead->is_over = got == 0;
	}
	bytes_progress(ahead->source, &piece->done, &piece->total);
	piece->len = left + got;
	end = ahead->work->cut(piece->bytes, left, piece->len);
	buffer->left = got > 0 && end > 0 && end >= piece->len / 2 ? piece->len - end : 0;
	piece->len -= buffer->left;
}

/* If others come before it. */
static void work_ahead(void *context, const struct pool_job *job)
{
	struct bytes_ahead *ahead = context;
	struct bytes_piece *piece = &ahead->buffers[job->thread].piece;

	piece->is_done = piece->len > 0 && job->index > atomic_load(&ahead->taken);
	if (piece->is_done)
		ahead->work->work(ahead->work->context, piece);
}

static bool take_piece(void *context, const struct pool_job *job)
{
	struct bytes_ahead *ahead = context;
	const struct bytes_piece *piece = &ahead->buffers[job->thread].piece;

	if (piece->len == 0 && !ahead->ok) {
		*ahead->err = ahead->reading;
		ahead->failed = true;
		return false;
	}
	ahead->failed = !ahead->work->take(ahead->work->context, piece, ahead->err);
	atomic_fetch_add(&ahead->taken, 1);
	return !ahead->failed && piece->len > 0;
}

bool bytes_ahead_read(struct bytes *source, unsigned threads, size_t size,
	const struct bytes_ahead_work *work, struct err *err)
{
	struct bytes_ahead ahead = { .work = work, .source = source, .size = size, .err = err };
	const struct pool_work pool = {
		.begin = read_piece, .run = work_ahead, .take = take_piece, .context = &ahead
	};

	if (threads == 0 || !source->is_file)
		threads = 1;
	if (threads > BYTES_AHEAD_THREADS)
		threads = BYTES_AHEAD_THREADS;
	for (unsigned i = 0; i < threads; i++) {
		ahead.buffers[i].piece.buffer = i;
		ahead.buffers[i].piece.bytes = mem_must(malloc(size + ROOM_BEHIND));
	}
	pool_run(&pool, SIZE_MAX, threads);
	for (unsigned i = 0; i < threads; i++)
		free(ahead.buffers[i].piece.bytes);
	return !ahead.failed;
}
