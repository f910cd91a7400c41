#ifndef COLLAPSE_INPUT_READER_H
#define COLLAPSE_INPUT_READER_H

#include "base/tree.h"
#include "collapse/input/input.h"
#include "collapse/model/input_format.h"
#include "collapse/model/trace.h"
#include "collapse/collapse_file.h"

/* What is said of a kind of file, and who reads it: a row of the table in input_reader.c. */
struct input_reader {
	const char *what;          /* "an SQLite database" */
	const char *how_to_record; /* one with operations; NULL: it has none */
	/* One of these; none: only `gpuflame stats` reads it. */
	bool (*database)(const struct database *db, uint64_t want, struct progress *progress,
		struct trace *trace, struct err *err);
	bool (*trace)(struct bytes *in, uint64_t want, struct progress *progress,
		struct trace *trace, struct err *err);
	bool (*stacks)(
		struct bytes *in, struct tree *tree, struct input_format *format, struct err *err);
};

const struct input_reader *input_reader_of(enum input_kind kind);

/*
 * Have its reader fill an empty trace. ERR_FORMAT for a kind without a reader of traces;
 * errors of the reader.
 */
bool input_read_trace(struct input *input, uint64_t want, struct progress *progress,
	struct trace *trace, struct err *err) MUST_CHECK;

/*
 * Read a report, an input that is loaded, into an empty trace, a capture of sums included
 * (collapse/captures/capture_reader.h). ERR_IO, ERR_FORMAT, ERR_EMPTY.
 */
bool read_trace(struct input *input, uint64_t want, struct progress *progress, struct trace *trace,
	struct err *err) MUST_CHECK;

#endif /* COLLAPSE_INPUT_READER_H */
