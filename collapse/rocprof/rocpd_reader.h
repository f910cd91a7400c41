#ifndef COLLAPSE_ROCPROF_ROCPD_READER_H
#define COLLAPSE_ROCPROF_ROCPD_READER_H

#include "collapse/input/database.h"
#include "collapse/model/input_format.h"
#include "collapse/model/trace.h"

/*
 * Read the database that rocprofv3 of ROCm 7 writes, by the rules of its JSON, into an empty trace.
 * Its tables have the run's id behind their names; the views without it are not read. ERR_IO;
 * ERR_FORMAT when it is damaged, has another schema, or holds several runs.
 */
bool rocpd_read(const struct database *db, uint64_t want, struct progress *progress,
	struct trace *trace, struct err *err) MUST_CHECK;

#endif /* COLLAPSE_ROCPROF_ROCPD_READER_H */
