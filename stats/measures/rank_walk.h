#ifndef STATS_MEASURES_RANK_WALK_H
#define STATS_MEASURES_RANK_WALK_H

#include "collapse/plan/collectives.h"
#include "stats/measures/rank_facts.h"

/* A trace on its way into rank facts: private to these files. */

/* A late launch: the device was idle from `from` until the call. */
struct late_gap {
	uint32_t op, place, fact; /* of the step */
	int64_t from, to;
};

/* A trace that is being added. */
struct rank_walk {
	struct rank_facts *facts;
	const struct trace *trace;
	bool *communicates; /* by op */
	uint32_t *place_of; /* by process */
	struct op_steps steps;
	struct idmap numbers;  /* of steps */
	struct idmap keys;     /* of facts that add up, by index: */
	uint32_t *fact_of_key; /* index in facts->list */
	size_t fact_cap;
	struct late_gap *gaps;
	size_t gap_count, gap_cap;
};

/* Add a fact, whose index is returned. */
uint32_t rank_walk_add(struct rank_walk *walk, enum rank_fact_what what, uint32_t place);

/* The fact of a place with such a key, below 2^34, of its kind; a new one is 0. */
struct rank_fact *rank_walk_find(
	struct rank_walk *walk, enum rank_fact_what what, uint32_t place, uint64_t key);

/* The time of a place by name; a new one is 0. */
struct rank_fact *rank_walk_time(
	struct rank_walk *walk, uint32_t place, enum rank_time_kind kind, uint32_t name);

/* Whose an operation is, and whether it counts: it is in a step, if there are any. */
uint32_t rank_walk_place(const struct rank_walk *walk, size_t op);
bool rank_walk_counts(const struct rank_walk *walk, size_t op);

/*
 * Add the times of kernels that compute, or of gaps, to the ranges around their launches. `trace`
 * is that of the walk, or of its gaps. ERR_FORMAT.
 */
bool rank_walk_ranges(struct rank_walk *walk, const struct trace *trace, enum rank_time_kind kind,
	struct err *err) MUST_CHECK;

/* Add the gaps to what the CPU did meanwhile, and to steps as waits for data. ERR_FORMAT. */
bool rank_walk_gaps(struct rank_walk *walk, struct err *err) MUST_CHECK;

/* `to` - `from`, and sums of such: what passes 63 bits is forged, and stays at the most. */
static inline int64_t rank_time_between(int64_t from, int64_t to)
{
	int64_t ns;

	return __builtin_sub_overflow(to, from, &ns) ? INT64_MAX : ns;
}

static inline void rank_time_add(int64_t *sum, int64_t ns)
{
	if (__builtin_add_overflow(*sum, ns, sum))
		*sum = INT64_MAX;
}

#endif /* STATS_MEASURES_RANK_WALK_H */
