#ifndef STATS_PARTS_RANGE_PLACES_H
#define STATS_PARTS_RANGE_PLACES_H

#include <pthread.h>

#include "stats/parts/projection.h"
#include "stats/parts/range_tree.h"

/*
 * Where the ranges of a trace are on the GPU and in each other. Reports of one trace that say so
 * (report.uses_places) share one, made by the first that asks and released after the last.
 */
struct range_places {
	struct projected *projected; /* by range, of all operations */
	struct range_tree tree;      /* of all ranges */
};

/* Zeroed but for the lock and the number of reports. */
struct range_places_share {
	pthread_mutex_t lock;
	struct range_places places;
	size_t users; /* reports to come */
};

struct report_run; /* stats/parts/report.h */

/*
 * What is shared or, if nothing is, `own`, filled, which the caller zeroes before and releases
 * after; the tree only `with_tree`. NULL and ERR_NOMEM.
 */
const struct range_places *range_places_get(const struct report_run *run, const struct trace *trace,
	bool with_tree, struct range_places *own, struct err *err) MUST_CHECK;
void range_places_release(struct range_places *places);

/* A report is done with what is shared. */
void range_places_end_use(struct range_places_share *share);

#endif /* STATS_PARTS_RANGE_PLACES_H */
