#ifndef COLLAPSE_INPUT_INPUT_H
#define COLLAPSE_INPUT_INPUT_H

#include "base/err.h"
#include "collapse/input/database.h"
#include "collapse/input/gzip.h"
#include "collapse/input/nsys_export.h"

/* Kinds of files, detected by content. */
enum input_kind {
	INPUT_SQLITE,
	INPUT_NSYS_REPORT, /* .nsys-rep, .qdrep, .qdstrm: written by nsys itself */
	INPUT_JSON,        /* possibly a trace of the PyTorch profiler */
	INPUT_XML,         /* possibly a flame graph */
	INPUT_TEXT,        /* none of the others; possibly folded stacks */
};

/*
 * A file that is opened once and passed on to its reader. SQLite opens databases by path, a
 * second time; for a report of nsys, the SQLite export that nsys makes of it is opened.
 */
struct input {
	const char *path;          /* as given; borrowed */
	enum input_kind kind;      /* never INPUT_NSYS_REPORT: those have become INPUT_SQLITE */
	struct gzip bytes;         /* of the file, from the start, inflated if compressed */
	struct database database;  /* INPUT_SQLITE */
	struct nsys_export export; /* of a report of nsys; path NULL: not one */
};

/*
 * Open `path`; `nsys` is how to call nsys (see nsys_export()). ERR_IO when it cannot be read
 * or is a directory or a pipe; ERR_EMPTY when it is empty; ERR_FORMAT when it is damaged, or
 * compressed and neither JSON nor XML; ERR_NOMEM. There is then nothing to close.
 */
bool input_open(
	struct input *input, const char *path, const char *nsys, struct err *err) MUST_CHECK;
void input_close(struct input *input);

/*
 * Detect the kind of a file that has not been read yet: the part of input_open() that looks at
 * its first bytes. Errors as there.
 */
bool input_sniff(struct gzip *bytes, enum input_kind *kind, struct err *err) MUST_CHECK;

#endif /* COLLAPSE_INPUT_INPUT_H */
