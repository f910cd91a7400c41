#ifndef STATS_PARTS_SUMS_H
#define STATS_PARTS_SUMS_H

#include "base/idmap.h"
#include "stats/parts/report.h"
#include "stats/parts/tally.h"

/* Samples grouped by a 64-bit key, for reports of sums that are not SQL. */
struct sums {
	struct idmap keys; /* by group */
	struct tally tally;
};

/* The time of an operation, or of all those that it represents. ERR_FORMAT. */
bool sums_add_op(struct sums *sums, uint64_t key, const struct trace *trace, size_t op,
	struct err *err) MUST_CHECK;
void sums_release(struct sums *sums);

/* Two ids as one key. */
static inline uint64_t sums_pair(uint32_t high, uint32_t low)
{
	return (uint64_t)high << 32 | low;
}

/* Avg, Med, Min, Max, StdDev into five empty cells; for sums Med and StdDev stay empty. */
void sums_spread_cells(const struct spread *spread, struct cell cells[5]);

#define SUMS_SPREAD_COLUMNS(prefix)                                                       \
	{ prefix "Avg", COLUMN_TIME, 1, 2 }, { prefix "Med", COLUMN_TIME, 1, 3 },         \
		{ prefix "Min", COLUMN_TIME, 0, 5 }, { prefix "Max", COLUMN_TIME, 0, 4 }, \
	{                                                                                 \
		prefix "StdDev", COLUMN_TIME, 1, 6                                        \
	}

/* names_compare() that accepts NAME_NONE, which comes first. */
int sums_compare_names(const struct names *names, uint32_t a, uint32_t b);

#endif /* STATS_PARTS_SUMS_H */
