#ifndef STATS_PARTIAL_FILE_H
#define STATS_PARTIAL_FILE_H

#include <stdio.h>

#include "collapse/input/bytes.h"
#include "stats/read_files.h"
#include "stats/request.h"

/*
 * Partial results: what reports have gathered from some files, in a text (docs/FORMATS.md,
 * "Partial results") from which, and from others, they are made as if all files had been read
 * at once: values are kept as pairs of value and count, so medians and quartiles are exact.
 */

/*
 * Whether it is of the version that can be read, and no line of it is missing; partial_read() then
 * begins again. ERR_IO, ERR_FORMAT, ERR_NOMEM.
 */
bool partial_check(struct bytes *source, struct err *err) MUST_CHECK;

/*
 * Write the requests' data, and that of the overview unless it is NULL. Those of reports without
 * report.partial are left out. Their tallies are closed: nothing more can be added. ERR_NOMEM,
 * ERR_FORMAT; write errors are left to whoever closes `out`.
 */
bool partial_write(FILE *out, const struct stats_request *requests, struct report_run *runs,
	size_t count, struct report_run *overview, const struct stats_notes *notes,
	struct err *err) MUST_CHECK;

/*
 * After partial_check(): add the data of a file to the runs, and set found[i] for those that it has
 * data for; its messages are added to `notes`. It can be called again, which begins again.
 *   ERR_IO      it cannot be read
 *   ERR_FORMAT  it is damaged, cut off or of another version
 *   ERR_EMPTY   it was made without a report that is requested
 *   ERR_NOMEM
 */
bool partial_read(struct bytes *source, const struct stats_request *requests,
	struct report_run *runs, size_t count, bool *found, struct stats_notes *notes,
	struct err *err) MUST_CHECK;

#endif /* STATS_PARTIAL_FILE_H */
