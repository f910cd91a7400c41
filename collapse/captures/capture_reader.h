#ifndef COLLAPSE_CAPTURES_CAPTURE_READER_H
#define COLLAPSE_CAPTURES_CAPTURE_READER_H

#include "collapse/input/database.h"
#include "collapse/model/trace.h"

/*
 * Captures of fold mode (capture/format.h): stacks with their sums, instead of events. Those
 * of trace mode are read as nsys exports.
 */

/* Whether the database is such a capture. ERR_IO, ERR_FORMAT as database_has_table(). */
bool capture_is_folded(const struct database *db, bool *is_folded, struct err *err) MUST_CHECK;

/*
 * Read a capture as a trace in which an operation represents all that ended in one stack on one
 * device: its duration is the sum of theirs, and trace->sums, never NULL, has their number. Ranges
 * are the stacks' frames, one each. Their times are made up so that they nest like the frames, and
 * have no other meaning; all are on one thread without a number, in the capture's process.
 * ERR_IO, ERR_FORMAT.
 */
bool capture_read(
	const struct database *db, uint64_t want, struct trace *trace, struct err *err) MUST_CHECK;

#endif /* COLLAPSE_CAPTURES_CAPTURE_READER_H */
