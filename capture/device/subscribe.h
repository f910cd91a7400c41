#ifndef CAPTURE_DEVICE_SUBSCRIBE_H
#define CAPTURE_DEVICE_SUBSCRIBE_H

#include <stdbool.h>

#include "base/err.h"

struct gpu; /* gpu.h */

/* Subscribe to CUPTI: from now on calls and graphs are followed. ERR_IO, ERR_NOMEM. */
bool gpu_start(struct gpu *gpu, struct err *err) MUST_CHECK;

/* Have CUPTI record what the device (`context`) does, or not; whether it does. */
bool gpu_record(void *context, bool on);

/* Have CUPTI call no more. */
void gpu_stop(struct gpu *gpu);

/* Nothing is recorded any more: give back what CUPTI has of ours, and CUPTI to others. */
void gpu_leave(struct gpu *gpu);

#endif /* CAPTURE_DEVICE_SUBSCRIBE_H */
