#ifndef COLLAPSE_XPLANE_XPLANE_READER_H
#define COLLAPSE_XPLANE_XPLANE_READER_H

#include "collapse/input/bytes.h"
#include "collapse/model/trace.h"

/*
 * Read what the profiler of JAX and XLA writes, HOST.xplane.pb, into an empty trace: operations of
 * streams of GPUs, the calls that launched them, and, as trace->captured, the named scopes that
 * each was compiled from. ERR_IO; ERR_FORMAT, naming the place, when it is no protobuf message, or
 * one of more than 2 GiB.
 */
bool xplane_read(struct bytes *in, uint64_t want, struct progress *progress, struct trace *trace,
	struct err *err) MUST_CHECK;

/* The same of the .trace.json beside it, from the same events; ERR_FORMAT names the byte. */
bool jax_json_read(struct bytes *in, uint64_t want, struct progress *progress, struct trace *trace,
	struct err *err) MUST_CHECK;

/* The same of what Intel's `unitrace --chrome-call-logging --chrome-kernel-logging` writes. */
bool unitrace_read(struct bytes *in, uint64_t want, struct progress *progress, struct trace *trace,
	struct err *err) MUST_CHECK;

#endif /* COLLAPSE_XPLANE_XPLANE_READER_H */
