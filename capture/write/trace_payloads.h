#ifndef CAPTURE_WRITE_TRACE_PAYLOADS_H
#define CAPTURE_WRITE_TRACE_PAYLOADS_H

#include "capture/program/nvtx_schemas.h"
#include "capture/write/trace_db.h"

/*
 * NVTX_PAYLOAD_SCHEMAS, NVTX_PAYLOAD_ENUMS and their entries: write those that the program
 * registered after `last` (NULL: all) and return the latest. For the worker.
 */
const struct payload_schema *trace_payloads_write_schemas(
	struct trace_db *db, const struct payload_schema *last);

#endif /* CAPTURE_WRITE_TRACE_PAYLOADS_H */
