#ifndef STATS_PARTS_SUMS_H
#define STATS_PARTS_SUMS_H

#include "base/idmap.h"
#include "stats/parts/partial.h"
#include "stats/parts/report.h"
#include "stats/parts/tally.h"

/*
 * The basis of most reports: samples grouped by a 64-bit key, the largest sum first, each
 * group with its share, its spread and its labels.
 */
struct sums {
	struct idmap keys; /* by group */
	struct tally tally;
};

/* The group of a key. ERR_NOMEM. */
bool sums_group(struct sums *sums, uint64_t key, uint32_t *group, struct err *err) MUST_CHECK;

/* ERR_NOMEM. */
bool sums_add(struct sums *sums, uint64_t key, uint64_t value, struct err *err) MUST_CHECK;

/* The time of an operation, or of all those that it represents. ERR_NOMEM. */
bool sums_add_op(struct sums *sums, uint64_t key, const struct trace *trace, size_t op,
	struct err *err) MUST_CHECK;

/* Two ids as one key. */
static inline uint64_t sums_pair(uint32_t high, uint32_t low)
{
	return (uint64_t)high << 32 | low;
}

/* How the groups become rows: report.sums. */
struct sums_shape {
	bool percent;  /* the first column is the share of all groups' sum */
	double divide; /* divisor of displayed samples; 0: none, whole numbers */
	/* Fill in the labels, which follow the numbers. */
	void (*label)(const struct report_run *run, uint64_t key, struct cell *cells);
	/* Or fill in the whole row: `percent`, `divide` and `label` are then ignored. */
	void (*row)(const struct report_run *run, uint32_t group, const struct spread *spread,
		struct cell *cells);
	/* Order of groups with equal sums. */
	int (*compare)(const struct report_run *run, uint64_t a, uint64_t b);
};

/* [Time,] Total, Count, Avg, Med, Min, Max, StdDev: then the labels. */
enum { SUMS_CELLS_MAX = 16 };

/* Keys that are names: times by name. */
extern const struct sums_shape sums_by_name;
int sums_compare_key_names(const struct report_run *run, uint64_t a, uint64_t b);

/*
 * report.finish and report.release for reports whose state begins with a struct sums: close,
 * sort, and produce a row for each group. ERR_NOMEM, ERR_FORMAT, and the sink's.
 */
bool sums_finish(struct report_run *run, struct sink *sink, struct err *err) MUST_CHECK;
void sums_release(struct report_run *run);

/* report.partial of these, by what their keys are: a number and a name, or two numbers. */
extern const struct report_partial sums_partial_named, sums_partial_numbered;

/* Parts of report.partial for reports with more than that. */
uint32_t sums_partial_count(const struct report_run *run);
struct tally *sums_partial_tally(struct report_run *run, size_t which);

/* Avg, Med, Min, Max, StdDev into five empty cells; for sums Med and StdDev stay empty. */
void sums_spread_cells(const struct spread *spread, double divide, struct cell cells[5]);

/* The usual columns of times, for the head of a report's list. */
#define SUMS_TIME_COLUMNS(count_name)                                          \
	{ "Time", COLUMN_PERCENT, 1, 0 }, { "Total Time", COLUMN_TIME, 0, 0 }, \
		{ count_name, COLUMN_COUNT, 0, 1 }, SUMS_SPREAD_COLUMNS("")

#define SUMS_SPREAD_COLUMNS(prefix)                                                       \
	{ prefix "Avg", COLUMN_TIME, 1, 2 }, { prefix "Med", COLUMN_TIME, 1, 3 },         \
		{ prefix "Min", COLUMN_TIME, 0, 5 }, { prefix "Max", COLUMN_TIME, 0, 4 }, \
	{                                                                                 \
		prefix "StdDev", COLUMN_TIME, 1, 6                                        \
	}

/* names_compare() that accepts NAME_NONE, which comes first. */
int sums_compare_names(const struct names *names, uint32_t a, uint32_t b);

#endif /* STATS_PARTS_SUMS_H */
