#ifndef COLLAPSE_KINETO_KINETO_READER_H
#define COLLAPSE_KINETO_KINETO_READER_H

#include "collapse/input/gzip.h"
#include "collapse/model/progress.h"
#include "collapse/model/trace.h"

/*
 * Read a trace of the PyTorch profiler (Kineto's Chrome trace JSON, as it is or
 * compressed by gzip), of which `in` stands at the beginning, into `trace`, which is initialised
 * and empty. What becomes of its events: docs/FORMATS.md, "traces of the PyTorch profiler". A trace
 * without operations is no error here: the caller sees op_count 0.
 *
 *   ERR_IO      the file can't be read
 *   ERR_FORMAT  damaged, cut off, no JSON, no trace; the message has the event
 *   ERR_NOMEM
 */
bool kineto_read(struct gzip *in, const struct trace_want *want, struct progress *progress,
	struct trace *trace, struct err *err) MUST_CHECK;

#endif /* COLLAPSE_KINETO_KINETO_READER_H */
