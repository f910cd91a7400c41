#ifndef BASE_ORDER_H
#define BASE_ORDER_H

#include "base/err.h"

/* Below, equal to or above 0 as item `a` sorts before, with or after item `b`. */
typedef int order_compare_fn(const void *context, uint32_t a, uint32_t b);

/*
 * Sort `count` indices of items by `compare`; items that compare equal keep their
 * order. Merges existing runs: sorted input costs one pass, and r runs cost count
 * * log2(r).
 */
void order_by(uint32_t *indices, size_t count, order_compare_fn *compare, const void *context);

/* The indices of all of `count` items in that order; free() it. */
uint32_t *order_all(size_t count, order_compare_fn *compare, const void *context);

/*
 * Sort indices by the key of each; those with equal keys keep their order. It takes time for the
 * bits in which keys differ: few where they are close, or whole numbers as doubles.
 */
void order_by_keys(uint32_t *indices, const uint64_t *keys, size_t count);

/*
 * Binary search: `at` is then the first index of [first, end) for which `holds`, of `at`, as it
 * does for all behind it, or `end`.
 */
#define ORDER_FIND(at, first, end, holds)                        \
	for (size_t low_ = (first), high_ = (end);               \
		(at) = low_ + (high_ - low_) / 2, low_ < high_;) \
		if (holds)                                       \
			high_ = (at);                            \
		else                                             \
			low_ = (at) + 1

#endif /* BASE_ORDER_H */
