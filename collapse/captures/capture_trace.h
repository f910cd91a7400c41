#ifndef COLLAPSE_CAPTURES_CAPTURE_TRACE_H
#define COLLAPSE_CAPTURES_CAPTURE_TRACE_H

#include "collapse/input/database.h"
#include "collapse/model/trace.h"

/*
 * Read a capture of fold mode as a trace in which an operation represents all that ended in
 * one stack on one device: its duration is the sum of theirs, and trace->sums has their
 * number. Ranges are the stacks' frames, one each. Their times are made up so that they nest
 * like the frames, and have no other meaning; all are on one thread without a number, in the
 * capture's process.
 *
 * ERR_IO, ERR_FORMAT.
 */
bool capture_read_trace(
	const struct database *db, uint64_t want, struct trace *trace, struct err *err) MUST_CHECK;

#endif /* COLLAPSE_CAPTURES_CAPTURE_TRACE_H */
