#ifndef STATS_STATS_RUN_H
#define STATS_STATS_RUN_H

#include "stats/read_files.h"
#include "stats/table/print.h"

/* A report that is asked for, and the kind of kernel names in it. */
enum kernel_naming {
	KERNELS_DEMANGLED,
	KERNELS_BASE,    /* "REPORT:base": the function's name alone */
	KERNELS_MANGLED, /* "REPORT:mangled" */
	KERNEL_NAMINGS,
};

struct stats_request {
	const struct report *report;
	enum kernel_naming naming;
	char arguments[1024]; /* values of parameters: "gap=1ms:x=2" */
	bool sums_left_out; /* set by stats_run(): files with sums, not supported, were left out */
	uint64_t refused;   /* set by stats_run(): rows that contradict the hardware */
	unsigned lacks;     /* set by stats_run(): why there is no data; 0: printed */
};

/*
 * Parse "NAME[:base|:mangled][:PARAMETER=VALUE...]". ERR_USAGE for an unknown report
 * (suggesting the nearest), an unknown naming or parameter, and a naming for a report without
 * kernels.
 */
bool stats_parse_request(
	const char *text, size_t len, struct stats_request *request, struct err *err) MUST_CHECK;

struct collapse_options; /* collapse/collapse_file.h */

/*
 * Settle reports of users that name tables of the file itself, as the file at `path` has them; what
 * comes through a pipe shows none. Errors as input_open(), input_load() and sql_report_settle().
 */
bool stats_settle_requests(const char *path, const struct collapse_options *cut,
	const struct stats_request *requests, size_t count, struct err *err) MUST_CHECK;

/* "NAME[:base|:mangled]", which distinguishes requests of one report. */
void stats_request_name(const struct stats_request *request, char text[64]);

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
