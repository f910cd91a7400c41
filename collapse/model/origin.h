#ifndef COLLAPSE_MODEL_ORIGIN_H
#define COLLAPSE_MODEL_ORIGIN_H

#include "base/idmap.h"
#include "base/names.h"
#include "collapse/model/diagnostics.h"

/* A process's place in a distributed run, as stated by its file. */
struct origin {
	bool has_rank;
	uint64_t rank;
	uint64_t world;      /* the number of ranks; 0: not stated */
	uint64_t local_rank; /* among the ranks of its node; 0 also if not stated */
	char node[64]; /* the machine, as the scheduler calls it, or else its host name; "": unknown
			*/
	char job[64];  /* its id, equal for all ranks; "": unknown */
	char uuid[48]; /* of its only device, "GPU-..."; "": unknown, or there are more */
	bool has_more_devices; /* than one with a uuid */
	int64_t mhz;      /* of the only device that it used; -1: there are more; 0: not stated */
	char slowed[64];  /* by what: "power cap in 83 %", of samples; "": by nothing, or not known
			   */
	uint64_t attempt; /* of its job, counted from 0, which is also where none is stated */
	uint64_t steps;   /* of training, of a file that holds sums; 0: unknown */
	uint64_t ops_ns;  /* the time of all operations of a capture; 0: not stated */
	uint64_t pid, start_ns, end_ns; /* since 1970; 0: not stated */
	const char *file;               /* its path, borrowed; NULL: unknown */
};

/* The places that state a rank, or are of captures. */
struct origins {
	struct origin *list;
	size_t count, cap;
	size_t unknown;      /* files of which no rank is known */
	struct idmap starts; /* start_ns of all */
};

/* The number of a rank as a frame, "rank 3"; false if it is none. And the frame of a number. */
bool rank_number(const char *frame, uint64_t *rank);
uint32_t rank_frame(struct names *names, uint64_t rank);

/* Begin with a zeroed struct. */
void origins_release(struct origins *origins);

void origins_add(struct origins *origins, const struct origin *origin);

/*
 * Whether another file holds the same recording, of which a DIAGNOSTIC_AGAIN says that it is left
 * out: what captures state of themselves is equal.
 */
bool origins_hold(const struct origins *origins, const struct origin *origin, const char *path,
	struct diagnostics *diagnostics);

/* Move all of `from`, leaving it empty. */
void origins_take(struct origins *origins, struct origins *from);

struct trace; /* collapse/model/trace.h */

/*
 * Add the place of a file, whose rank is `rank`, if that is such as "rank 3", and not its own; or
 * the places of its processes, if these have ranks.
 */
void origins_add_trace(
	struct origins *origins, const struct trace *trace, const char *path, const char *rank);

/*
 * Add a DIAGNOSTIC_MISSING for each run, a job with a number of ranks, of which ranks are
 * missing: "1,023 of 1,024 ranks: rank 77 (node n9) is missing"; and a DIAGNOSTIC_AGAIN if there
 * are several jobs. Sorts.
 */
void origins_report_missing(struct origins *origins, struct diagnostics *diagnostics);

/* Add a DIAGNOSTIC_AGAIN if several processes or files state one rank, in which they add up. */
void origins_report_claims(struct origins *origins, struct diagnostics *diagnostics);

#endif /* COLLAPSE_MODEL_ORIGIN_H */
