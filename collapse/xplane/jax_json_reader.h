#ifndef COLLAPSE_XPLANE_JAX_JSON_READER_H
#define COLLAPSE_XPLANE_JAX_JSON_READER_H

#include "collapse/input/bytes.h"
#include "collapse/model/input_format.h"
#include "collapse/model/trace.h"

/*
 * Read the .trace.json that JAX's profiler writes beside its .xplane.pb, from the same events, into
 * an empty trace. ERR_IO; ERR_FORMAT, naming the byte, when it is not JSON.
 */
bool jax_json_read(struct bytes *in, uint64_t want, struct progress *progress, struct trace *trace,
	struct err *err) MUST_CHECK;

/* The same of what Intel's `unitrace --chrome-call-logging --chrome-kernel-logging` writes. */
bool unitrace_read(struct bytes *in, uint64_t want, struct progress *progress, struct trace *trace,
	struct err *err) MUST_CHECK;

#endif /* COLLAPSE_XPLANE_JAX_JSON_READER_H */
