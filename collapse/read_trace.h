#ifndef COLLAPSE_READ_TRACE_H
#define COLLAPSE_READ_TRACE_H

#include "collapse/model/progress.h"
#include "collapse/model/trace.h"

struct input; /* collapse/input/input.h */

/*
 * Read a report, an input that is loaded, into an empty trace, a capture of sums included
 * (collapse/sums/capture_sums.h). ERR_IO, ERR_FORMAT, ERR_EMPTY.
 */
bool read_trace(struct input *input, uint64_t want, struct progress *progress, struct trace *trace,
	struct err *err) MUST_CHECK;

#endif /* COLLAPSE_READ_TRACE_H */
