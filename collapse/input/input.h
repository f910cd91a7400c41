#ifndef COLLAPSE_INPUT_INPUT_H
#define COLLAPSE_INPUT_INPUT_H

#include "base/err.h"

/* What a file is, by its content. */
enum input_kind {
	INPUT_SQLITE,
	INPUT_NSYS_REPORT, /* .nsys-rep, .qdrep, .qdstrm: what nsys itself writes */
	INPUT_JSON,        /* perhaps a trace of the PyTorch profiler */
	INPUT_XML,         /* perhaps a flame graph */
	INPUT_TEXT,        /* none of the others; perhaps folded stacks */
};

/*
 * Look at the first bytes of `path`, or of what it holds compressed by gzip:
 * *gzipped tells. ERR_IO when it can't be read; ERR_EMPTY when there is nothing
 * in it; a directory is ERR_IO; ERR_FORMAT when the compressed data is damaged.
 */
bool input_kind_of(
	const char *path, enum input_kind *kind, bool *gzipped, struct err *err) MUST_CHECK;

#endif /* COLLAPSE_INPUT_INPUT_H */
