#include "collapse/kineto/kineto_pieces.h"

#include <inttypes.h>
#include <stdatomic.h>
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
	uint64_t events; /* all of them, those of no use, too */
};

#define BIT(field) (UINT64_C(1) << (field))

/* Fields whose value is in kineto_event.numbers. */
static const uint64_t number_fields =
	(BIT(KINETO_FIELDS) - BIT(KINETO_CORRELATION)) &
	~(BIT(KINETO_GRID) | BIT(KINETO_BLOCK) | BIT(KINETO_SHAPES) | BIT(KINETO_TYPES) |
		BIT(KINETO_VALUES) | BIT(KINETO_LABEL));

/* What each event has; its numbers, sizes and texts follow. */
struct packed {
	uint64_t number;
	struct kineto_id pid, tid;
	int64_t start_ns, length_ns;
	size_t name_len, label_len;
	uint64_t seen;
	uint16_t group_len, shapes_len;
	uint16_t inputs_len[KINETO_LISTS];
	char phase;
	uint8_t category, wrong, repeated;
};

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

static char *put_values(char *at, const struct kineto_event *event)
{
	for (uint64_t left = event->seen & number_fields; left != 0; left &= left - 1)
		at = put(at, &event->numbers[__builtin_ctzll(left)], sizeof(event->numbers[0]));
	if (kineto_has(event, KINETO_GRID))
		at = put(at, event->grid, sizeof(event->grid));
	if (kineto_has(event, KINETO_BLOCK))
		at = put(at, event->block, sizeof(event->block));
	return at;
}

/* Add the next event. */
static void kineto_batch_add(struct kineto_batch *batch, const struct kineto_event *event)
{
	struct packed packed = {
		.number = ++batch->events,
		.pid = event->pid,
		.tid = event->tid,
		.start_ns = event->start_ns,
		.length_ns = event->length_ns,
		.name_len = event->name_len,
		.label_len = event->label_len,
		.seen = event->seen,
		.group_len = (uint16_t)event->group_len,
		.shapes_len = (uint16_t)event->shapes_len,
		.phase = event->phase,
		.category = (uint8_t)event->category,
		.wrong = (uint8_t)event->wrong,
		.repeated = (uint8_t)event->repeated,
	};
	size_t inputs_len = 0;
	char *at;

	if (!is_kept(event))
		return;
	for (size_t i = 0; i < KINETO_LISTS; i++) {
		packed.inputs_len[i] = (uint16_t)event->inputs[i].len;
		inputs_len += event->inputs[i].len;
	}
	mem_need(batch->bytes, batch->cap,
		batch->len + sizeof(packed) + sizeof(event->numbers) + sizeof(event->grid) +
			sizeof(event->block) + event->group_len + event->name_len +
			event->label_len + event->shapes_len + inputs_len);
	at = put_values(put(batch->bytes + batch->len, &packed, sizeof(packed)), event);
	at = put(at, event->group_text, event->group_len);
	if (event->name_len > 0)
		at = put(at, event->name, event->name_len);
	if (event->label_len > 0)
		at = put(at, event->label, event->label_len);
	at = put(at, event->shapes, event->shapes_len);
	for (size_t i = 0; i < KINETO_LISTS; i++)
		at = put(at, event->inputs[i].text, event->inputs[i].len);
	batch->len = (size_t)(at - batch->bytes);
}

static const char *get_values(const char *at, struct kineto_event *event)
{
	for (uint64_t left = event->seen & number_fields; left != 0; left &= left - 1)
		at = get(at, &event->numbers[__builtin_ctzll(left)], sizeof(event->numbers[0]));
	if (kineto_has(event, KINETO_GRID))
		at = get(at, event->grid, sizeof(event->grid));
	if (kineto_has(event, KINETO_BLOCK))
		at = get(at, event->block, sizeof(event->block));
	return at;
}

/*
 * The event at *at, which begins as 0 and moves on, with its number, from 1. Fields that it does
 * not have are left alone, and its texts are the batch's: they are not to be released. False: there
 * is none.
 */
static bool kineto_batch_next(
	const struct kineto_batch *batch, size_t *at, struct kineto_event *event, uint64_t *number)
{
	struct packed packed;
	const char *next;

	if (*at == batch->len)
		return false;
	next = get(batch->bytes + *at, &packed, sizeof(packed));
	*number = packed.number;
	event->pid = packed.pid;
	event->tid = packed.tid;
	event->start_ns = packed.start_ns;
	event->length_ns = packed.length_ns;
	event->name_len = packed.name_len;
	event->label_len = packed.label_len;
	event->seen = packed.seen;
	event->group_len = packed.group_len;
	event->shapes_len = packed.shapes_len;
	event->phase = packed.phase;
	event->category = (enum kineto_category)packed.category;
	event->wrong = (enum kineto_field)packed.wrong;
	event->repeated = (enum kineto_field)packed.repeated;
	next = get(get_values(next, event), event->group_text, event->group_len);
	event->name = batch->bytes + (next - batch->bytes);
	event->label = event->name + event->name_len;
	next = get(next + event->name_len + event->label_len, event->shapes, event->shapes_len);
	for (size_t i = 0; i < KINETO_LISTS; i++) {
		struct kineto_list *list = &event->inputs[i];

		list->len = packed.inputs_len[i];
		next = get(next, list->text, list->len);
		list->text[list->len] = '\0';
	}
	*at = (size_t)(next - batch->bytes);
	return true;
}

static void kineto_batch_clear(struct kineto_batch *batch)
{
	batch->len = 0;
	batch->events = 0;
}

static void kineto_batch_release(struct kineto_batch *batch)
{
	free(batch->bytes);
	*batch = (struct kineto_batch){ 0 };
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

static bool keep_event(void *context, const struct kineto_event *event, struct err *err)
{
	struct kineto_part *part = context;

	(void)err;
	kineto_batch_add(&part->batch, event);
	return true;
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
	kineto_batch_clear(&part->batch);
	part->is_whole = json_feed(&events->json, piece->bytes, piece->len, &err) &&
			 kineto_events_are_between(events);
}

/* --- in its turn --------------------------------------------------------------------- */

/* Go to the event with a number, those before it being of no use. */
static void pass_to(struct kineto_reading *reading, uint64_t number)
{
	kineto_gather_pass(reading->gather, number - reading->events->number - 1);
	reading->events->number = number;
}

static bool take_part(
	struct kineto_reading *reading, const struct kineto_part *part, struct err *err)
{
	const uint64_t before = reading->events->number;
	uint64_t number;

	for (size_t at = 0; kineto_batch_next(&part->batch, &at, &reading->kept, &number);) {
		pass_to(reading, before + number);
		if (!kineto_gather_event(reading->gather, &reading->kept, err))
			return err_prefix(err, "event %" PRIu64, before + number);
	}
	kineto_gather_pass(reading->gather, before + part->batch.events - reading->events->number);
	reading->events->number = before + part->batch.events;
	return true;
}

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
	return take_part(reading, part, err);
}

static bool take_piece(void *context, const struct bytes_piece *piece, struct err *err)
{
	struct kineto_reading *reading = context;

	if (!add_piece(reading, piece, err) ||
		!bytes_may_hold(piece->total, reading->events->number, err))
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
		kineto_batch_release(&reading.parts[i].batch);
	}
	return ok;
}
