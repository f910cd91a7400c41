#ifndef COLLAPSE_ROCPROF_ROCPROF_READER_H
#define COLLAPSE_ROCPROF_ROCPROF_READER_H

#include "collapse/input/bytes.h"
#include "collapse/input/database.h"
#include "collapse/model/trace.h"

/*
 * Read what `rocprofv3 --output-format json` writes into an empty trace: kernels, copies, ranges of
 * roctx, and calls of HIP, which launched the operations that have their correlation id. ERR_IO;
 * ERR_FORMAT, naming the record, when it is not JSON, or a record ends before it starts.
 */
bool rocprof_read(struct bytes *in, uint64_t want, struct progress *progress, struct trace *trace,
	struct err *err) MUST_CHECK;

/*
 * The same from the database of ROCm 7's rocprofv3, whose tables have the run's id behind their
 * names; the views without it are not read. ERR_FORMAT also when it has another schema, or several
 * runs.
 */
bool rocpd_read(const struct database *db, uint64_t want, struct progress *progress,
	struct trace *trace, struct err *err) MUST_CHECK;

#endif /* COLLAPSE_ROCPROF_ROCPROF_READER_H */
