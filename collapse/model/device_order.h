#ifndef COLLAPSE_MODEL_DEVICE_ORDER_H
#define COLLAPSE_MODEL_DEVICE_ORDER_H

#include "collapse/model/buckets.h"
#include "collapse/model/trace.h"

/*
 * Operations by device, each device's in order of their start; release with buckets_release().
 * Devices are per process, as in nsys's gpu_gaps: each process numbers its own. Those of which a
 * selection left no operation have none. The reader must have been asked for streams.
 */
void device_order(struct buckets *order, const struct trace *trace);

#endif /* COLLAPSE_MODEL_DEVICE_ORDER_H */
