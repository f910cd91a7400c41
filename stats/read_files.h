#ifndef STATS_READ_FILES_H
#define STATS_READ_FILES_H

#include <stdio.h>

#include "collapse/model/input_format.h"
#include "collapse/trace_cutter.h"
#include "stats/measures/report.h"

struct input; /* collapse/input/input.h */

/*
 * The files of reports: each is opened once, for all who read it, and closed before the next one is
 * opened.
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
};

/* Messages about the files beside reports: printed by the caller. */
struct stats_notes {
	size_t files;        /* that were read: if none was, nothing is printed */
	struct oddities odd; /* of all files */
	struct diagnostics diagnostics;
	struct origins origins;
	struct input_format format; /* of the first */
	bool has_ranges;
};

/*
 * Count a trace, keep its place in its run, and take over its messages, including its diagnostics.
 */
void stats_notes_add(struct stats_notes *notes, struct trace *trace);
void stats_notes_release(struct stats_notes *notes);

/* There is nothing to show: ERR_EMPTY, as collapse/refusals.h has it. */
bool stats_refuse_empty(const struct stats_input *input, const struct stats_notes *notes,
	const struct trace_cutter *cutter, struct err *err) MUST_CHECK;

/* Leave out a file that failed: false, with `err` as it is, if --keep-going was not given. */
bool stats_skip(const struct stats_input *input, struct err *err) MUST_CHECK;

/*
 * Open file `index` of the input, once for all who read it; *file is NULL if it was skipped. A
 * partial result has been checked. Errors as input_open() and partial_check(); ERR_USAGE if it is
 * to be cut.
 */
bool stats_open(const struct stats_input *input, size_t index, const struct trace_cutter *cutter,
	struct input **file, struct err *err) MUST_CHECK;
void stats_close(struct input *file);

/*
 * Read that file, which is no partial result, into an empty trace, and cut it; *was_read is false
 * if it was skipped. Errors as input_load() and read_trace().
 */
bool stats_read(const struct stats_input *input, size_t index, struct input *file,
	struct trace_cutter *cutter, uint64_t want, struct trace *trace, struct stats_notes *notes,
	bool *was_read, struct err *err) MUST_CHECK;

/* ERR_USAGE: a partial result has reports alone. */
bool stats_refuse_partial(const char *path, struct err *err) MUST_CHECK;

/* ERR_USAGE: a partial result cannot be selected from or renamed. */
bool stats_refuse_cut(const char *path, struct err *err) MUST_CHECK;

/* All files have been read, or one failed: call `end`, and report missing ranks and what is there
 * twice. ERR_NOMEM. */
void stats_end_reading(const struct stats_input *input, struct stats_notes *notes);

/*
 * Short labels to distinguish files: their names, or, if two in different folders share one,
 * their paths. The list is malloc'ed, the texts are parts of the paths.
 */
const char **file_labels(const char *const *paths, size_t count);

#endif /* STATS_READ_FILES_H */
