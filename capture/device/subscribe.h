#ifndef CAPTURE_DEVICE_SUBSCRIBE_H
#define CAPTURE_DEVICE_SUBSCRIBE_H

#include "base/err.h"

struct gpu; /* gpu.h */

/*
 * Subscribe to CUPTI: calls and graphs are tracked from now on. Again after gpu_leave().
 * ERR_IO, ERR_NOMEM.
 */
bool gpu_start(struct gpu *gpu, struct err *err) MUST_CHECK;

/* Start or stop CUPTI's recording of the device (`context`); whether it records. */
bool gpu_record(void *context, bool on);

/* Launches of CUDA graphs are recorded as a whole from now on: false if they were already. */
bool gpu_leave_nodes(struct gpu *gpu);

/*
 * Whether another client has called cuptiFinalize(), which ends CUPTI for the whole process: calls
 * are not tracked any more, and nothing is recorded. For the worker.
 */
bool gpu_is_detached(const struct gpu *gpu);

/* Recording is over: take back our buffers, and release CUPTI for others. */
void gpu_leave(struct gpu *gpu);

#endif /* CAPTURE_DEVICE_SUBSCRIBE_H */
