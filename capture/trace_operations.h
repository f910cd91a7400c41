#ifndef CAPTURE_TRACE_OPERATIONS_H
#define CAPTURE_TRACE_OPERATIONS_H

#include "capture/activity.h"
#include "capture/trace_db.h"
#include "capture/trace_texts.h"

/* CUPTI_ACTIVITY_KIND_*: a row for what the device did, with all that its record tells. */
void trace_operation_write(
	struct trace_db *db, struct trace_texts *texts, const struct operation *op);

#endif /* CAPTURE_TRACE_OPERATIONS_H */
