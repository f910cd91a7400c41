#include "collapse/kineto/kineto_pieces.h"

#include <stdatomic.h>

#include "base/pool.h"

/* --- events that are kept ----------------------------------------------------------------- */

/*
 * Events of a part of a trace, kept until it is their turn: in sequence, with only those fields
 * that they have, and without those events that are of no use. A zeroed struct is empty.
 */
struct kineto_batch {
	char *bytes;
	size_t len, cap;
};

/* What each event has; its numbers and texts follow. */
enum { FIXED_BYTES = offsetof(struct kineto_event, numbers) };

static char *put(char *at, const void *from, size_t len)
{
	memcpy(at, from, len);
	return at + len;
}

static const char *get(const char *at, void *to, size_t len)
{
	memcpy(to, at, len);
	return at + len;
}

static bool is_kept(const struct kineto_event *event)
{
	return event->phase == 'M' || (event->phase == 'X' && event->category != KINETO_OTHER) ||
	       (event->wants_memory && kineto_event_is_memory(event));
}

/* Add the next event. */
static void kineto_batch_add(struct kineto_batch *batch, const struct kineto_event *event)
{
	char *at;

	if (!is_kept(event))
		return;
	mem_need(batch->bytes, batch->cap,
		batch->len + sizeof(*event) + event->name_len + event->label_len);
	at = put(batch->bytes + batch->len, event, FIXED_BYTES);
	for (uint64_t left = event->seen & kineto_number_fields(); left != 0; left &= left - 1)
		at = put(at, &event->numbers[__builtin_ctzll(left)], sizeof(event->numbers[0]));
	if (event->name_len > 0)
		at = put(at, event->name, event->name_len);
	if (event->label_len > 0)
		at = put(at, event->label, event->label_len);
	for (size_t i = 0; i < KINETO_LISTS; i++) {
		const struct kineto_list *list = &event->inputs[i];

		at = put(at, &list->len, sizeof(list->len));
		at = put(at, list->text, list->len);
	}
	batch->len = (size_t)(at - batch->bytes);
}

/*
 * The event at *at, which begins as 0 and moves on. Fields that it does not have are left alone,
 * and its texts are the batch's: they are not to be released. False: there is none.
 */
static bool kineto_batch_next(
	const struct kineto_batch *batch, size_t *at, struct kineto_event *event)
{
	const char *next;

	if (*at == batch->len)
		return false;
	next = get(batch->bytes + *at, event, FIXED_BYTES);
	for (uint64_t left = event->seen & kineto_number_fields(); left != 0; left &= left - 1)
		next = get(next, &event->numbers[__builtin_ctzll(left)], sizeof(event->numbers[0]));
	event->name = batch->bytes + (next - batch->bytes);
	event->label = event->name + event->name_len;
	next += event->name_len + event->label_len;
	for (size_t i = 0; i < KINETO_LISTS; i++) {
		struct kineto_list *list = &event->inputs[i];

		next = get(next, &list->len, sizeof(list->len));
		next = get(next, list->text, list->len);
		list->text[list->len] = '\0';
	}
	*at = (size_t)(next - batch->bytes);
	return true;
}

/* --- pieces --------------------------------------------------------------------------------- */

enum { BLOCK_SIZE = 16, TICK_PIECES = 32, MOST_THREADS = 8 };

/* A piece of the text, which is read, unpacked and, if that may be of use, parsed ahead of its
 * turn. */
struct kineto_piece {
	char *bytes;
	size_t len;           /* 0: the text has ended */
	size_t left;          /* bytes behind it, with which the next one begins */
	uint64_t done, total; /* bytes_progress() with it */
	struct kineto_events events;
	struct kineto_batch batch;
	bool is_parsed; /* from between two events to there again, without an error */
};

struct kineto_reading {
	struct kineto_events *events; /* of the one thread that has the whole text */
	struct kineto_gather *gather;
	struct kineto_event kept;     /* the current one of a batch */
	struct kineto_events between; /* where a piece may begin, once `has_between` */
	bool has_between;
	atomic_bool is_between; /* after the text read last: parsing pieces ahead may be of use */
	struct bytes *in;
	size_t piece_size;
	struct kineto_piece pieces[MOST_THREADS]; /* by thread */
	unsigned last;                            /* that of the piece that was read last */
	bool is_over, failed;                     /* bytes_read() had no more bytes, or failed: */
	struct err failure;
	atomic_size_t taken;       /* pieces */
	struct progress *progress; /* or NULL */
	struct err *err;           /* of taking */
	bool ok;
};

/* --- where to cut -------------------------------------------------------------------- */

/* In blocks, so that compilers vectorize it. */
static void blank_controls(char *bytes, size_t blocks)
{
	for (; blocks > 0; blocks--, bytes += BLOCK_SIZE) {
		for (size_t i = 0; i < BLOCK_SIZE; i++)
			bytes[i] = (unsigned char)bytes[i] < ' ' ? ' ' : bytes[i];
	}
}

static const char *skip_blanks_back(const char *at, const char *begin)
{
	while (at > begin && at[-1] == ' ')
		at--;
	return at;
}

/* Whether what `at` begins seems to follow an event: "}, ". */
static bool follows_event(const char *at, const char *begin)
{
	at = skip_blanks_back(at, begin);
	if (at == begin || *--at != ',')
		return false;
	at = skip_blanks_back(at, begin);
	return at > begin && at[-1] == '}';
}

/*
 * PyTorch writes names unescaped, line breaks included: control characters, which JSON forbids in
 * strings, are replaced by blanks, as they would be in frames; between tokens that is harmless.
 */
static size_t cut_piece(char *bytes, size_t from, size_t len)
{
	blank_controls(bytes + from, (len - from + BLOCK_SIZE - 1) / BLOCK_SIZE);
	for (size_t end = len; end > len / 2; end--) {
		if (bytes[end - 1] == '{' && follows_event(bytes + end - 1, bytes))
			return end - 1;
	}
	return 0;
}

/* --- ahead of its turn --------------------------------------------------------------- */

/* Read a piece behind what the one before it left. */
static void read_piece(void *context, const struct pool_job *job)
{
	struct kineto_reading *reading = context;
	const struct kineto_piece *before = &reading->pieces[reading->last];
	struct kineto_piece *piece = &reading->pieces[job->thread];
	size_t left = before->left, got = 0, end;

	reading->last = job->thread;
	if (left > 0)
		memmove(piece->bytes, before->bytes + before->len, left);
	if (!reading->is_over) {
		reading->failed = !bytes_read(reading->in, piece->bytes + left,
			reading->piece_size - left, &got, &reading->failure);
		got = reading->failed ? 0 : got;
		reading->is_over = got == 0;
	}
	bytes_progress(reading->in, &piece->done, &piece->total);
	piece->len = left + got;
	end = cut_piece(piece->bytes, left, piece->len);
	piece->left = got > 0 && end > 0 ? piece->len - end : 0;
	piece->len -= piece->left;
}

static void keep_event(void *context, const struct kineto_event *event)
{
	struct kineto_piece *piece = context;

	kineto_batch_add(&piece->batch, event);
}

static bool refuse_token(void *context, enum json_token token, const char *text, size_t len,
	unsigned depth, struct err *err)
{
	(void)context, (void)token, (void)text, (void)len, (void)depth;
	return err_set(err, ERR_FORMAT, "the events have ended");
}

/* If others come before it. */
static void parse_ahead(void *context, const struct pool_job *job)
{
	struct kineto_reading *reading = context;
	struct kineto_piece *piece = &reading->pieces[job->thread];
	struct kineto_events *events = &piece->events;
	struct err err = { 0 }; /* whoever reads the piece in its turn has it again */

	piece->is_parsed = false;
	if (piece->len == 0 || job->index <= atomic_load(&reading->taken) ||
		!atomic_load(&reading->is_between))
		return;
	events->take = keep_event;
	events->take_outside = refuse_token;
	events->context = piece;
	kineto_events_init_part(events, &reading->between);
	piece->batch.len = 0;
	piece->is_parsed = json_feed(&events->json, piece->bytes, piece->len, &err) &&
			   kineto_events_are_between(events);
}

/* --- in its turn --------------------------------------------------------------------- */

static bool take_text(struct kineto_reading *reading, const struct kineto_piece *piece)
{
	struct kineto_events *events = reading->events;

	if (!json_feed(&events->json, piece->bytes, piece->len, reading->err))
		return false;
	if (!reading->has_between && kineto_events_are_between(events)) {
		kineto_events_init_part(&reading->between, events);
		reading->has_between = true;
	}
	atomic_store(&reading->is_between, kineto_events_are_between(events));
	return true;
}

static bool add_piece(struct kineto_reading *reading, const struct kineto_piece *piece)
{
	struct kineto_events *events = reading->events;

	if (piece->len == 0)
		return json_end(&events->json, reading->err);
	if (!piece->is_parsed || !kineto_events_are_between(events))
		return take_text(reading, piece);
	events->json.fed += piece->len;
	for (size_t at = 0; kineto_batch_next(&piece->batch, &at, &reading->kept);)
		kineto_gather_event(reading->gather, &reading->kept);
	return true;
}

static bool take_piece(void *context, const struct pool_job *job)
{
	struct kineto_reading *reading = context;
	const struct kineto_piece *piece = &reading->pieces[job->thread];
	size_t count = job->index + 1;

	reading->ok = !(piece->len == 0 && reading->failed);
	if (!reading->ok)
		*reading->err = reading->failure;
	else if (!add_piece(reading, piece) ||
		 !bytes_may_hold(piece->total, reading->gather->count, reading->err))
		reading->ok = err_prefix(reading->err, "cannot read '%s'", reading->in->path);
	atomic_store(&reading->taken, count);
	if (count % TICK_PIECES == 0 && (count & (count - 1)) == 0)
		kineto_gather_expect(reading->gather, piece->done, piece->total);
	if (count % TICK_PIECES == 0 && reading->progress != NULL)
		reading->progress->tick(reading->progress, piece->done, piece->total);
	return reading->ok && piece->len > 0;
}

bool kineto_read_text(struct kineto_events *events, struct kineto_gather *gather, struct bytes *in,
	size_t piece_size, struct progress *progress, struct err *err)
{
	struct kineto_reading reading = {
		.events = events,
		.gather = gather,
		.in = in,
		.piece_size = piece_size,
		.progress = progress,
		.err = err,
	};
	const struct pool_work work = {
		.begin = read_piece, .run = parse_ahead, .take = take_piece, .context = &reading
	};
	unsigned threads = in->is_file ? gather->trace->workers : 1;

	threads = threads < MOST_THREADS ? threads : MOST_THREADS;
	threads = threads > 0 ? threads : 1;
	for (unsigned i = 0; i < threads; i++)
		reading.pieces[i].bytes = mem_must(malloc(piece_size + BLOCK_SIZE));
	kineto_events_init(events);
	pool_run(&work, SIZE_MAX, threads);
	for (unsigned i = 0; i < threads; i++) {
		free(reading.pieces[i].bytes);
		kineto_events_release(&reading.pieces[i].events);
		free(reading.pieces[i].batch.bytes);
	}
	return reading.ok;
}
