#ifndef COLLAPSE_KINETO_KINETO_PIECES_H
#define COLLAPSE_KINETO_KINETO_PIECES_H

#include "collapse/input/bytes.h"
#include "collapse/kineto/kineto_events.h"
#include "collapse/kineto/kineto_gather.h"
#include "collapse/model/input_format.h"

/*
 * The text of a trace, read by several threads. Where an event ends cannot be known without what
 * precedes it, but it can be guessed: pieces of the text begin and end where one seems to end.
 * Threads read pieces ahead of their turn as if they began between two events. When it is a piece's
 * turn, it is known whether it did; if so, its events are added in their order; otherwise, as with
 * any error, the piece is read again from its true state. So any number of threads gives the same
 * events, and the same errors at the same bytes. While pieces that are read again do not end
 * between two events, none is parsed ahead: text that only looks like events costs little.
 */

/*
 * Read all of `in` into `events`, whose context is the caller's and whose `take` adds to `gather`,
 * `piece_size` bytes at a time, by up to trace->workers threads. Errors as kineto_read().
 */
bool kineto_read_text(struct kineto_events *events, struct kineto_gather *gather, struct bytes *in,
	size_t piece_size, struct progress *progress, struct err *err) MUST_CHECK;

#endif /* COLLAPSE_KINETO_KINETO_PIECES_H */
