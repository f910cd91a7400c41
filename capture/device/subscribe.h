#ifndef CAPTURE_DEVICE_SUBSCRIBE_H
#define CAPTURE_DEVICE_SUBSCRIBE_H

#include <stdbool.h>

#include "base/err.h"

struct device; /* device.h */

/* Subscribe to CUPTI: from now on calls and graphs are followed. ERR_IO, ERR_NOMEM. */
bool device_start(struct device *device, struct err *err) MUST_CHECK;

/* Have CUPTI record what the device (`context`) does, or not; whether it does. */
bool device_record(void *context, bool on);

/* Have CUPTI call no more. */
void device_stop(struct device *device);

/* Nothing is recorded any more: give back what CUPTI has of ours, and CUPTI to others. */
void device_leave(struct device *device);

#endif /* CAPTURE_DEVICE_SUBSCRIBE_H */
