#ifndef COLLAPSE_CAPTURES_CAPTURE_READER_H
#define COLLAPSE_CAPTURES_CAPTURE_READER_H

#include "collapse/input/database.h"
#include "collapse/model/capture_stacks.h"

/*
 * Captures of fold mode (capture/format.h): stacks with their sums, instead of events. Those
 * of trace mode are read as nsys exports.
 */

/* Whether the database is such a capture. ERR_IO, ERR_FORMAT as database_has_table(). */
bool capture_is_folded(const struct database *db, bool *is_folded, struct err *err) MUST_CHECK;

/*
 * Read a capture into `sums`, which is initialised and empty; what it reports about losses and
 * its end goes to sums->diagnostics. ERR_IO, ERR_FORMAT.
 */
bool capture_read(const struct database *db, uint64_t want, struct capture_stacks *sums,
	struct err *err) MUST_CHECK;

#endif /* COLLAPSE_CAPTURES_CAPTURE_READER_H */
