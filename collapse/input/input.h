#ifndef COLLAPSE_INPUT_INPUT_H
#define COLLAPSE_INPUT_INPUT_H

#include "base/err.h"
#include "collapse/input/database.h"
#include "collapse/input/nsys_export.h"
#include "collapse/input/bytes.h"

/* Kinds of files, detected by content; each has a row in collapse/input_reader.c. */
enum input_kind {
	INPUT_SQLITE,
	INPUT_NSYS_REPORT, /* .nsys-rep, .qdrep, .qdstrm: written by nsys itself */
	INPUT_JSON,        /* possibly a trace of the PyTorch profiler */
	INPUT_ROCPROF,     /* JSON of rocprofv3 */
	INPUT_ROCPD,       /* a database of it: INPUT_SQLITE until it is loaded */
	INPUT_JAX_JSON,    /* .trace.json of JAX */
	INPUT_UNITRACE,    /* JSON of Intel's unitrace */
	INPUT_XPLANE,      /* .xplane.pb of JAX */
	INPUT_XML,         /* possibly a flame graph */
	INPUT_PARTIAL,     /* a partial result of `gpuflame stats`: a database, too */
	INPUT_TEXT,        /* none of the others; possibly folded stacks */
	INPUT_KINDS,
};

/*
 * An input that is opened once and passed on to its reader. SQLite opens databases by path, a
 * second time: of one that comes through a pipe or is compressed, a private copy is opened; of
 * a report of nsys, the SQLite export that nsys makes of it.
 */
struct input {
	const char *path; /* as given, but "<stdin>" for "-"; borrowed */
	enum input_kind kind;
	bool is_file;              /* which can be opened again; false: a pipe or standard input */
	struct bytes bytes;        /* of the file, from the start, unpacked if compressed */
	struct database database;  /* of those that are one, once it is loaded */
	struct nsys_export export; /* of a report of nsys; path NULL: not one */
	char *copy;                /* of what has to be opened by path, while it is needed */
	struct err failure;        /* of opening it, kept by those who hold inputs */
};

/*
 * Open `path`, or standard input for "-", and detect its kind.
 * ERR_IO when it cannot be read or is a directory; ERR_EMPTY when it is empty; ERR_FORMAT when
 * it is damaged, or compressed or packed in a way that cannot be read. There is
 * then nothing to close.
 */
bool input_open(struct input *input, const char *path, struct err *err) MUST_CHECK;
void input_close(struct input *input);

/*
 * Open the database of an input that has one, unless that was done before; a report of nsys becomes
 * INPUT_SQLITE. `nsys` is how to call nsys, and `quiet` whether its progress is hidden (see
 * nsys_export()). Errors as input_open(), and those of database_open().
 */
bool input_load(struct input *input, const char *nsys, bool quiet, struct err *err) MUST_CHECK;

/*
 * Detect the kind of an input that has not been read yet: the part of input_open() that looks
 * at its first bytes. Errors as there.
 */
bool input_sniff(struct bytes *bytes, enum input_kind *kind, struct err *err) MUST_CHECK;

#endif /* COLLAPSE_INPUT_INPUT_H */
