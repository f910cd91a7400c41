#ifndef COLLAPSE_READ_TRACE_H
#define COLLAPSE_READ_TRACE_H

#include "collapse/model/progress.h"
#include "collapse/model/trace.h"

/*
 * Read a report, whose kind is detected by content, into an empty trace, a capture of sums
 * included (collapse/sums/capture_sums.h). `nsys` is how to call nsys. ERR_IO, ERR_FORMAT,
 * ERR_EMPTY, ERR_NOMEM.
 */
bool read_trace(const char *path, const char *nsys, bool quiet, const struct trace_want *want,
	struct progress *progress, struct trace *trace, struct err *err) MUST_CHECK;

#endif /* COLLAPSE_READ_TRACE_H */
