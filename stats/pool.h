#ifndef STATS_POOL_H
#define STATS_POOL_H

#include <stdio.h>

#include "collapse/model/progress.h"
#include "collapse/trace_cutter.h"
#include "stats/parts/report.h"
#include "stats/request.h"
#include "stats/table/print.h"

/*
 * Reports over several files: each file is read once for all requests, and is released before
 * the next one is opened.
 */
struct stats_input {
	const char *const *files;
	size_t count;
	const struct collapse_options *cut; /* what is selected, the names, and how to call nsys */
	const struct report_options *options;
	bool whole_runs; /* ranks that are missing are reported */
	struct progress *progress;
	/*
	 * Called when a file begins to be read, and when all have been, before anything is
	 * printed; may be NULL.
	 */
	void (*begin)(struct progress *progress, const char *file);
	void (*end)(struct progress *progress);
	/* Called for each file that cannot be read, which is left out; NULL: reading fails. */
	void (*skip)(struct progress *progress, const struct err *err);
	FILE *partial; /* write a partial result here instead of printing; NULL: print */
	struct report_run *overview; /* what the first screen needs, for `partial`; or NULL */
};

/* Messages about the files beside reports: printed by the caller. */
struct stats_notes {
	size_t files;        /* that were read: if none was, nothing is printed */
	struct oddities odd; /* of all files */
	struct diagnostics diagnostics;
	struct origins origins;
	struct input_format format; /* of the first */
	bool has_ranges;
	bool has_torch; /* some file is a trace of PyTorch */
};

/*
 * Count a trace of the file `path`, which is borrowed, keep its place in its run, and take over
 * its messages, including its diagnostics. ERR_NOMEM.
 */
bool stats_notes_add(struct stats_notes *notes, struct trace *trace, const char *path,
	struct err *err) MUST_CHECK;
void stats_notes_release(struct stats_notes *notes);

/* There is nothing to show: ERR_EMPTY, as collapse/empty_input.h has it. */
bool stats_refuse_empty(const struct stats_input *input, const struct stats_notes *notes,
	const struct trace_cutter *cutter, struct err *err) MUST_CHECK;

/* Leave out a file that failed: false, with `err` as it is, if --keep-going was not given. */
bool stats_skip(const struct stats_input *input, struct err *err) MUST_CHECK;

/*
 * Read file `index` of the input into an empty trace, and cut it; *was_read is false if it was
 * skipped. With `is_partial`, set if so, it may be a partial result, which is only checked. Errors
 * as read_trace() and partial_check().
 */
bool stats_read(const struct stats_input *input, size_t index, struct trace_cutter *cutter,
	const struct trace_want *want, struct trace *trace, bool *was_read, bool *is_partial,
	struct err *err) MUST_CHECK;

/* ERR_USAGE: a partial result cannot be selected from or renamed. */
bool stats_refuse_cut(const char *path, struct err *err) MUST_CHECK;

/* All files have been read, or one failed: call `end`, and report missing ranks and what is there
 * twice. ERR_NOMEM. */
bool stats_end_reading(
	const struct stats_input *input, struct stats_notes *notes, struct err *err) MUST_CHECK;

/*
 * Run the requests over all files, pooled, and print each whose needs are met. `label` names
 * the files in the titles, or is NULL. Errors: those of reading, ERR_NOMEM, ERR_FORMAT when a
 * sum passes 63 bits, ERR_EMPTY when a name given in options occurs nowhere.
 */
bool stats_run(const struct stats_input *input, struct stats_request *requests, size_t count,
	const char *label, struct printer *printer, struct stats_notes *notes,
	struct err *err) MUST_CHECK;

#endif /* STATS_POOL_H */
