#ifndef STATS_PARTS_KERNEL_ORDER_H
#define STATS_PARTS_KERNEL_ORDER_H

#include "base/names.h"
#include "stats/parts/kernel_runs.h"

/* The headings of runs by name and place, and the runs of each. */
struct kernel_order {
	uint32_t *headings;
	size_t *begin;   /* by place in `headings`, and one more: where its runs begin */
	uint32_t *runs;  /* of a heading: by range */
	uint64_t *pairs; /* by place: of a kernel and a range */
	uint32_t *place; /* by heading */
	uint32_t *like;  /* by place: the first of those before it that have the same runs */
	bool *overlaps;  /* by place: a kernel is in several of its runs */
};

/* `alike`: find headings that have the same kernels, in as many ranges. */
void kernel_order_init(struct kernel_order *order, const struct kernel_runs *runs,
	const struct names *names, bool alike);
void kernel_order_release(struct kernel_order *order);

#endif /* STATS_PARTS_KERNEL_ORDER_H */
