#ifndef COLLAPSE_INPUT_INPUT_H
#define COLLAPSE_INPUT_INPUT_H

#include "base/err.h"
#include "collapse/input/database.h"
#include "collapse/input/gzip.h"
#include "collapse/input/nsys_export.h"

/* What a file is, by its content. */
enum input_kind {
	INPUT_SQLITE,
	INPUT_NSYS_REPORT, /* .nsys-rep, .qdrep, .qdstrm: what nsys itself writes */
	INPUT_JSON,        /* perhaps a trace of the PyTorch profiler */
	INPUT_XML,         /* perhaps a flame graph */
	INPUT_TEXT,        /* none of the others; perhaps folded stacks */
};

/*
 * A file that is opened once and passed on to its reader. SQLite opens databases by
 * their path, a second time; a report of nsys is opened as the SQLite export that
 * nsys makes of it.
 */
struct input {
	const char *path;     /* as it was given; borrowed */
	enum input_kind kind; /* never INPUT_NSYS_REPORT: those are INPUT_SQLITE by then */
	struct gzip bytes;    /* of the file, from the first one on, inflated where compressed */
	struct database database;  /* INPUT_SQLITE */
	struct nsys_export export; /* of a report of nsys; path NULL: it is none */
};

/*
 * Open `path`; `nsys` is how to call nsys (see nsys_export()). ERR_IO when it can't be
 * read or is a directory or a pipe; ERR_EMPTY when there is nothing in it; ERR_FORMAT
 * when it is damaged, or compressed and neither JSON nor XML; ERR_NOMEM. There is then
 * nothing to close.
 */
bool input_open(
	struct input *input, const char *path, const char *nsys, struct err *err) MUST_CHECK;
void input_close(struct input *input);

/*
 * What a file is of which nothing has been read yet: the part of input_open() that looks
 * at its first bytes. Errors as there.
 */
bool input_sniff(struct gzip *bytes, enum input_kind *kind, struct err *err) MUST_CHECK;

#endif /* COLLAPSE_INPUT_INPUT_H */
