#ifndef COLLAPSE_MODEL_DEVICE_ORDER_H
#define COLLAPSE_MODEL_DEVICE_ORDER_H

#include "collapse/model/buckets.h"
#include "collapse/model/trace.h"

/*
 * Operations grouped by device, each device's in order of their start. Devices are per
 * process, as in nsys's gpu_gaps: each process numbers its own. Those of which a selection left no
 * operation have none.
 */
struct device_order {
	uint32_t *ops; /* indices; device d has ops[begin[d]] .. ops[begin[d + 1] - 1] */
	size_t *begin;
	size_t device_count;
};

/* The reader must have been asked for streams. */
void device_order_init(struct device_order *order, const struct trace *trace);
void device_order_release(struct device_order *order);

#endif /* COLLAPSE_MODEL_DEVICE_ORDER_H */
