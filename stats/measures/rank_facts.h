#ifndef STATS_MEASURES_RANK_FACTS_H
#define STATS_MEASURES_RANK_FACTS_H

#include "collapse/model/trace.h"
#include "stats/measures/folded_names.h"

/*
 * What each rank of a run did, as rows: what is said about ranks is SQL over them
 * (stats/reports/rank_cost.sql). A time that a rank spends in collectives says nothing of itself
 * but all of others, so what counts is its own time: all but communication that nothing hides.
 * No clock is compared with that of another machine.
 */
enum rank_fact_what {
	FACT_RANK,
	FACT_TIME,
	FACT_COLLECTIVE,
	FACT_DEVICE,
	FACT_STEP,
	FACT_CLOCK, /* MHz of its only device, as `ns`; its name: what slowed that down */
	FACT_WHATS
};

enum rank_time_kind {
	RANK_TIME_RANGE, /* computing launched in ranges of this name, numbers as "N" */
	RANK_TIME_IDLE,  /* idle time until a launch that came late, by range of the CPU, but: */
	RANK_TIME_COLLECTIVE, /* communication by kernels of this name */
	RANK_TIME_FIRST,      /* of the first step, until its first launch, by range of the CPU */
	RANK_TIME_DATA,       /* idle time in the phase data */
};

#define RANK_UNKNOWN INT64_MIN

/* What is not known is RANK_UNKNOWN. */
struct rank_fact {
	enum rank_fact_what what;
	uint32_t place;
	enum rank_time_kind kind; /* of a time */
	uint32_t name;            /* of a time, collective or step; NAME_NONE */
	int64_t step;             /* its number */
	union {
		struct {
			int64_t ops, span, busy, compute, exposed, kernels, communication;
		} rank;
		struct {
			int64_t ns;
			uint64_t communicator; /* 0: unknown */
			/* in the step, of this communicator and name; of a time, how many ranges
			 * are around it */
			int64_t ordinal;
			uint32_t device;
		} one;
		struct {
			int64_t own, compute, exposed;
			int64_t data, late;  /* idle: waits for data; another late launch */
			int64_t collectives; /* number of kernels */
			int64_t steps;       /* that these are sums of */
		} step;
	} is;
};

/* A file, or a process of a file that has several ranks. Names, or NAME_NONE. */
struct rank_place {
	bool has_rank;
	uint64_t rank, world; /* world: how many there are at least; 0: unknown */
	uint32_t label, node, job, uuid;
};

struct rank_facts {
	struct names *names; /* borrowed */
	struct rank_place *places;
	size_t place_count, place_cap;
	struct rank_fact *list;
	size_t count, cap;
	struct folded_names folded;
};

/* Begin with a zeroed struct and `names`. */
void rank_facts_release(struct rank_facts *facts);

/*
 * Add the ranks of a trace, the file `label`; needs WANT_STREAMS and, for ranks of processes and
 * communicators, ranks and payloads. ERR_SUM when a sum exceeds 64 bits.
 */
bool rank_facts_add(struct rank_facts *facts, const struct trace *trace, const char *label,
	struct err *err) MUST_CHECK;

#endif /* STATS_MEASURES_RANK_FACTS_H */
