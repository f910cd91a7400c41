#ifndef STATS_PARTS_PARTIAL_H
#define STATS_PARTS_PARTIAL_H

#include "stats/parts/report.h"
#include "stats/parts/tally.h"

/*
 * What a report has gathered, as it goes into a partial result and comes out of it again: groups
 * with labels, each with sums and with the values of some tallies. Groups of equal labels are one.
 */
enum { PARTIAL_LABELS = 7, PARTIAL_COUNTERS = 16 };

struct partial_group {
	uint64_t labels[PARTIAL_LABELS]; /* ids of names, or numbers */
	uint64_t counters[PARTIAL_COUNTERS];
};

struct report_partial {
	const char *labels; /* a letter each: 'n' a name of run->names, 'u' a number of 32 bits, 'w'
			       one of 64 bits */
	size_t counters, tallies;
	/* Make the groups, for reports that make them at the end; or NULL. */
	bool (*prepare)(struct report_run *run, struct err *err);
	uint32_t (*count)(const struct report_run *run); /* of groups */
	void (*get)(const struct report_run *run, uint32_t index, struct partial_group *group);
	/* Find the group, or add it, and add its counters. ERR_NOMEM, ERR_FORMAT. */
	bool (*put)(struct report_run *run, const struct partial_group *group, uint32_t *index,
		struct err *err);
	struct tally *(*tally)(struct report_run *run, size_t which);
};

#endif /* STATS_PARTS_PARTIAL_H */
