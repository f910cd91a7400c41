#ifndef STATS_STATS_RUN_H
#define STATS_STATS_RUN_H

#include "stats/read_files.h"
#include "stats/request.h"
#include "stats/table/print.h"

/*
 * Run the requests over all files, pooled, and print each whose needs are met. `label` names
 * the files in the titles, or is NULL. Errors: those of reading, ERR_NOMEM, ERR_FORMAT when a
 * sum passes 63 bits, ERR_EMPTY when a name given in options occurs nowhere.
 */
bool stats_run(const struct stats_input *input, struct stats_request *requests, size_t count,
	const char *label, struct printer *printer, struct stats_notes *notes,
	struct err *err) MUST_CHECK;

/* All formats of reports, NULL-ended; the first is the default. */
extern const struct print_format *const print_formats[];

/* Their names, for options; NULL after the last. */
const char *print_format_word(size_t index);

/* The format of that name, or NULL. */
const struct print_format *print_format_named(const char *name);

#endif /* STATS_STATS_RUN_H */
