#ifndef COLLAPSE_MODEL_DEVICE_ORDER_H
#define COLLAPSE_MODEL_DEVICE_ORDER_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/order.h"
#include "collapse/model/trace.h"

/*
 * Indices of items, divided into buckets and sorted within each: bucket b has
 * items[begin[b]] .. items[begin[b + 1] - 1].
 */
struct buckets {
	uint32_t *items;
	size_t *begin;
	size_t count; /* of buckets */
};

/* The bucket of an item; BUCKET_NONE: it is in none. */
typedef uint32_t bucket_fn(const void *context, size_t item);

#define BUCKET_NONE UINT32_MAX

/*
 * Items that compare equal keep their order. What is nearly sorted costs one pass.
 */
void buckets_init(struct buckets *buckets, size_t count, size_t item_count, bucket_fn *bucket_of,
	order_compare_fn *compare, const void *context);
void buckets_release(struct buckets *buckets);

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
