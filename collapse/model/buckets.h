#ifndef COLLAPSE_MODEL_BUCKETS_H
#define COLLAPSE_MODEL_BUCKETS_H

#include "base/order.h"

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

#endif /* COLLAPSE_MODEL_BUCKETS_H */
