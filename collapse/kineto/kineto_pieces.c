#include "collapse/kineto/kineto_pieces.h"

#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "collapse/input/bytes_ahead.h"
#include "base/mem.h"

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

enum { BLOCK_SIZE = 16, TICK_PIECES = 32 };

/* A piece that was read ahead of its turn. */
struct kineto_part {
	struct kineto_events events;
	struct kineto_batch batch;
	bool is_whole; /* it also ends between two events, and has no error */
};

struct kineto_reading {
	struct kineto_events *events; /* of the one thread that has the whole text */
	struct kineto_gather *gather;
	struct kineto_event kept;     /* the current one of a batch */
	struct kineto_events between; /* where a piece may begin, once `has_between` */
	bool has_between;
	atomic_bool is_between; /* after the text read last: parsing pieces ahead may be of use */
	struct kineto_part parts[BYTES_AHEAD_THREADS];
	const char *path;
	struct progress *progress; /* or NULL */
	uint64_t count;            /* of pieces */
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

static void keep_event(void *context, const struct kineto_event *event)
{
	struct kineto_part *part = context;

	kineto_batch_add(&part->batch, event);
}

static bool refuse_token(void *context, enum json_token token, const char *text, size_t len,
	unsigned depth, struct err *err)
{
	(void)context, (void)token, (void)text, (void)len, (void)depth;
	return err_set(err, ERR_FORMAT, "the events have ended");
}

static void read_part(void *context, const struct bytes_piece *piece)
{
	struct kineto_reading *reading = context;
	struct kineto_part *part = &reading->parts[piece->buffer];
	struct kineto_events *events = &part->events;
	struct err err = { 0 }; /* whoever reads the piece in its turn has it again */

	part->is_whole = false;
	if (!atomic_load(&reading->is_between))
		return;
	events->take = keep_event;
	events->take_outside = refuse_token;
	events->context = part;
	kineto_events_init_part(events, &reading->between);
	part->batch.len = 0;
	part->is_whole = json_feed(&events->json, piece->bytes, piece->len, &err) &&
			 kineto_events_are_between(events);
}

/* --- in its turn --------------------------------------------------------------------- */

static bool take_text(
	struct kineto_reading *reading, const struct bytes_piece *piece, struct err *err)
{
	struct kineto_events *events = reading->events;

	if (!json_feed(&events->json, piece->bytes, piece->len, err))
		return false;
	if (!reading->has_between && kineto_events_are_between(events)) {
		kineto_events_init_part(&reading->between, events);
		reading->has_between = true;
	}
	atomic_store(&reading->is_between, kineto_events_are_between(events));
	return true;
}

static bool add_piece(
	struct kineto_reading *reading, const struct bytes_piece *piece, struct err *err)
{
	const struct kineto_part *part = &reading->parts[piece->buffer];
	struct kineto_events *events = reading->events;

	if (piece->len == 0)
		return json_end(&events->json, err);
	if (!piece->is_done || !part->is_whole || !kineto_events_are_between(events))
		return take_text(reading, piece, err);
	events->json.fed += piece->len;
	for (size_t at = 0; kineto_batch_next(&part->batch, &at, &reading->kept);)
		kineto_gather_event(reading->gather, &reading->kept);
	return true;
}

static bool take_piece(void *context, const struct bytes_piece *piece, struct err *err)
{
	struct kineto_reading *reading = context;

	if (!add_piece(reading, piece, err) ||
		!bytes_may_hold(piece->total, reading->gather->count, err))
		return err_prefix(err, "cannot read '%s'", reading->path);
	if (++reading->count % TICK_PIECES != 0)
		return true;
	if ((reading->count & (reading->count - 1)) == 0)
		kineto_gather_expect(reading->gather, piece->done, piece->total);
	if (reading->progress != NULL)
		reading->progress->tick(reading->progress, piece->done, piece->total);
	return true;
}

bool kineto_read_text(struct kineto_events *events, struct kineto_gather *gather, struct bytes *in,
	size_t piece_size, struct progress *progress, struct err *err)
{
	struct kineto_reading reading = {
		.events = events, .gather = gather, .path = in->path, .progress = progress
	};
	const struct bytes_ahead_work work = { &reading, cut_piece, read_part, take_piece };
	bool ok;

	kineto_events_init(events);
	ok = bytes_ahead_read(in, gather->trace->workers, piece_size, &work, err);
	for (size_t i = 0; i < ARRAY_SIZE(reading.parts); i++) {
		kineto_events_release(&reading.parts[i].events);
		free(reading.parts[i].batch.bytes);
	}
	return ok;
}
