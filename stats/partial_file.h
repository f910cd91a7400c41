#ifndef STATS_PARTIAL_FILE_H
#define STATS_PARTIAL_FILE_H

#include <stdio.h>

#include "stats/stats_run.h"

/*
 * Partial results: what reports have gathered from some files, in a database (docs/FORMATS.md,
 * "Partial results") from which, and from others, they are made as if all files had been read
 * at once: values are kept with how often each occurs, so medians and quartiles are exact.
 */
#define PARTIAL_ID "1734766706" /* INPUT_PARTIAL_ID, "gfpr" */
#define PARTIAL_VERSION "3"

enum {
	PARTIAL_FILE_COLUMNS = 8,
	PARTIAL_ORIGIN_NUMBERS = 6,
	PARTIAL_BYTES = 1 << 20, /* of rows, that are compressed together */
};

struct input;

/* Open it, and see whether it is of the version that can be read. ERR_IO, ERR_FORMAT. */
bool partial_check(struct input *file, struct err *err) MUST_CHECK;

/*
 * Write the requests' data. Reports that do not merge are left out. ERR_IO, ERR_FORMAT; write
 * errors are left to whoever closes `out`.
 */
bool partial_write(FILE *out, const struct stats_request *requests, struct report_run *runs,
	size_t count, const struct stats_notes *notes, struct err *err) MUST_CHECK;

/*
 * After partial_check(): add the data of a file to the runs, and set lacks[i] to why there is none
 * (enum report_need); its messages are added to `notes`.
 *   ERR_IO      it cannot be read
 *   ERR_FORMAT  it is damaged
 *   ERR_EMPTY   it was made without a report that is requested
 */
bool partial_read(struct input *file, const struct stats_request *requests, struct report_run *runs,
	size_t count, unsigned *lacks, struct stats_notes *notes, struct err *err) MUST_CHECK;

#endif /* STATS_PARTIAL_FILE_H */
