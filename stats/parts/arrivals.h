#ifndef STATS_PARTS_ARRIVALS_H
#define STATS_PARTS_ARRIVALS_H

#include "base/idmap.h"
#include "collapse/model/trace.h"

/*
 * Who arrives when at collectives that end for all ranks at once: all-reduce, all-gather,
 * reduce-scatter. The rank whose kernel takes least came last, and the others waited for the
 * difference: no clock is compared with that of another machine. The n-th kernel of one name and
 * one communicator, where that is known, is the same collective on all ranks; those that not
 * all of a communicator's ranks ran equally often are left out.
 */
struct arrival_list {
	uint32_t entry, key; /* rank, and index of keys */
	uint64_t place;      /* of the rank among others: set before arrivals_compare() */
	uint64_t *ns;
	size_t count, cap;
};

/* Of a rank. */
struct arrival {
	uint64_t collectives; /* that could be compared; 0: nothing else is known */
	uint64_t last, first; /* how often it came last, and first */
	uint64_t wait_ns;     /* for others */
	double blame_ns;      /* when it was last: how long the others waited on average */
};

struct arrivals {
	struct idmap shapes; /* communicator, by index */
	struct idmap keys;   /* index of the communicator << 32 | name */
	struct idmap ids;    /* of lists: entry << 32 | key */
	struct arrival_list *lists;
	size_t count, cap;
};

void arrivals_release(struct arrivals *arrivals);

/*
 * Add the collectives of those processes of a trace whose entry_of is not UINT32_MAX.
 * `communicates` by op.
 */
void arrivals_add(struct arrivals *arrivals, const struct trace *trace, const bool *communicates,
	const uint32_t *entry_of);

/* Add the next collective of a key: communicator, or 0, and name. */
void arrivals_add_one(struct arrivals *arrivals, uint32_t entry, uint64_t communicator,
	uint32_t name, uint64_t ns);

/* Fill `ranks`, zeroed, by entry. Sorts the lists. */
void arrivals_compare(struct arrivals *arrivals, struct arrival *ranks);

#endif /* STATS_PARTS_ARRIVALS_H */
