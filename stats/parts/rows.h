#ifndef STATS_PARTS_ROWS_H
#define STATS_PARTS_ROWS_H

#include "base/order.h"
#include "stats/parts/sink.h"

/* The final step of most reports: selected items become rows in a given order. */
struct rows {
	size_t count;                                           /* of items */
	bool (*is_wanted)(const void *context, uint32_t index); /* NULL: all are wanted */
	order_compare_fn *compare;
	bool (*give)(void *context, uint32_t index, struct sink *sink, struct err *err);
};

/* `context` is passed to all three functions. ERR_NOMEM, and the errors of `give`. */
bool rows_give(
	const struct rows *rows, void *context, struct sink *sink, struct err *err) MUST_CHECK;

#endif /* STATS_PARTS_ROWS_H */
