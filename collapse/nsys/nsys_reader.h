#ifndef COLLAPSE_NSYS_NSYS_READER_H
#define COLLAPSE_NSYS_NSYS_READER_H

#include "collapse/input/database.h"
#include "collapse/model/input_format.h"
#include "collapse/model/trace.h"

/*
 * Read an SQLite export of nsys 2020.3 to 2026.2 into `trace`, which is initialised and empty.
 * Tables by version: docs/FORMATS.md, "nsys exports". An export without operations is not an
 * error here: op_count is then 0.
 *
 *   ERR_IO      the file cannot be read
 *   ERR_FORMAT  damaged, not an nsys export, or a column is missing
 */
bool nsys_read(const struct database *db, uint64_t want, struct progress *progress,
	struct trace *trace, struct err *err) MUST_CHECK;

#endif /* COLLAPSE_NSYS_NSYS_READER_H */
