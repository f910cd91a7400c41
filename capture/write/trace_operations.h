#ifndef CAPTURE_WRITE_TRACE_OPERATIONS_H
#define CAPTURE_WRITE_TRACE_OPERATIONS_H

#include "capture/device/activity.h"
#include "capture/write/trace_db.h"
#include "capture/write/trace_texts.h"

/* CUPTI_ACTIVITY_KIND_*: a row for each operation, with all fields of its record. */
void trace_operation_write(
	struct trace_db *db, struct trace_texts *texts, const struct operation *op);

#endif /* CAPTURE_WRITE_TRACE_OPERATIONS_H */
