#ifndef COLLAPSE_KINETO_KINETO_READER_H
#define COLLAPSE_KINETO_KINETO_READER_H

#include "collapse/input/bytes.h"
#include "collapse/model/input_format.h"
#include "collapse/model/trace.h"

/*
 * Read a trace of the PyTorch profiler (Kineto's Chrome trace JSON, plain or compressed by
 * gzip) from `in`, which is at its beginning, into `trace`, which is initialised and empty.
 * How events are mapped: docs/FORMATS.md, "traces of the PyTorch profiler". A trace without
 * operations is not an error here: op_count is then 0.
 *
 *   ERR_IO      the file can't be read
 *   ERR_FORMAT  damaged, cut off, no JSON, no trace; the message has the event
 */
bool kineto_read(struct bytes *in, uint64_t want, struct progress *progress, struct trace *trace,
	struct err *err) MUST_CHECK;

/* The same, `piece_size` bytes at a time, so that tests need no large traces. */
bool kineto_read_by(struct bytes *in, size_t piece_size, uint64_t want, struct progress *progress,
	struct trace *trace, struct err *err) MUST_CHECK;

#endif /* COLLAPSE_KINETO_KINETO_READER_H */
