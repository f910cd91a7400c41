#ifndef COLLAPSE_PLAN_ARRIVALS_H
#define COLLAPSE_PLAN_ARRIVALS_H

#include "collapse/model/trace.h"

/* What has to be read. */
#define ARRIVALS_WANT (WANT_RANGES | WANT_STREAMS | WANT_PAYLOADS | WANT_RANKS)

/*
 * Who came last to each collective, of all files of a run: the one whose kernel is the shortest,
 * since all end at once. The others waited for the difference; no clock is compared with
 * another's. One entry for each collective, however many ranks it has.
 */
struct arrivals {
	struct idmap keys; /* of collectives: see arrivals_add() */
	struct arrival {
		uint64_t least_ns, sum_ns;
		uint32_t last; /* whose kernel took least_ns: an index of ranks */
		uint32_t count, group;
		bool is_pair; /* split only if the group has two ranks */
	} * list;
	size_t cap;
	struct idmap groups; /* by communicator */
	struct arrival_group {
		uint64_t size; /* 0: not stated */
		uint32_t members;
		bool is_whole; /* once finished: all of its ranks are there */
	} * of_groups;
	size_t groups_cap;
	struct idmap members; /* pairs of these and ranks */
	struct idmap rank_ids;
	struct arrival_rank {
		char *name;
		uint64_t caused_ns; /* waits of others */
	} * ranks;
	size_t ranks_cap;
	/* Files that lack: unreadable, reports that nsys exports, captures that hold sums. */
	uint64_t unread, reports, sums;
	uint64_t whole, unknown, missing; /* kernels: split; not: communicator, ranks */
	uint64_t pairs;                   /* sends and receives of groups of three or more */
	uint64_t caused_ns;
};

/* Begin with a zeroed struct. */
void arrivals_release(struct arrivals *arrivals);

/*
 * Add a trace's collectives, of processes that do not state their ranks as those of `rank`.
 * ERR_PATTERN.
 */
bool arrivals_add(struct arrivals *arrivals, const struct trace *trace, const char *rank,
	struct err *err) MUST_CHECK;

/* Add all of `from`, a later file, and leave it empty. */
void arrivals_take(struct arrivals *arrivals, struct arrivals *from);

/*
 * All files have been added. `is_whole`: no rank is missing from the run; if one is, or a file
 * lacks, only groups whose size is known are whole. Adds a DIAGNOSTIC_NOTICE if not all can be
 * split.
 */
void arrivals_finish(struct arrivals *arrivals, bool is_whole, struct diagnostics *diagnostics);

/*
 * How operations of a trace are split, both malloc'ed, by op: when its wait ended, if there was
 * one, and the name of that frame, "[waits for rank 5]", or NAME_NONE. May be called by several
 * threads at once. ERR_PATTERN.
 */
bool arrivals_split(const struct arrivals *arrivals, const struct trace *trace, int64_t **until,
	uint32_t **waiting, struct err *err) MUST_CHECK;

#endif /* COLLAPSE_PLAN_ARRIVALS_H */
