#ifndef STATS_PARTS_TALLY_H
#define STATS_PARTS_TALLY_H

#include <stddef.h>
#include <stdint.h>

#include "collapse/model/trace.h"

/*
 * Samples in groups: every value is kept, so that medians and quartiles are exact, and kept
 * compactly, since a report may have a million groups: 8 bytes per sample while adding, 4 when
 * sorted.
 */
struct tally_chunk;

struct tally_wide {
	uint64_t value;
	uint32_t group;
};

/* Values of which only the sum and the extremes are known. */
struct tally_sum {
	uint64_t total, count, min, max;
	uint32_t group;
};

struct tally {
	struct tally_chunk *first, *last; /* values below 2^32 - 1, in order of arrival */
	struct tally_wide *wide;          /* the others; after tally_close() by group and value */
	size_t wide_count, wide_cap;
	struct tally_sum *sums; /* one for each group that has any */
	size_t sum_count, sums_cap;
	uint32_t *sum_places; /* by group: index of its sum, + 1; 0: none */
	size_t sum_places_cap;
	/* After tally_close(): */
	uint32_t groups;
	size_t *begin;    /* by group, and one more: where its values begin */
	uint32_t *values; /* by group */
	int64_t *totals;  /* by group */
};

/* Statistics of a group; all 0 if it is empty. */
struct spread {
	uint64_t count;
	int64_t total, min, max;
	double average, median;
	double deviation; /* of a sample: n - 1; 0 for one value */
	bool summed;      /* not all values are known: no median and no deviation */
};

void tally_add(struct tally *tally, uint32_t group, uint64_t value);

/*
 * Add `count` values, at least 1, of which only this is known. ERR_FORMAT when the
 * sum or count of a group exceeds 64 bits.
 */
bool tally_add_sum(struct tally *tally, const struct tally_sum *sum, struct err *err) MUST_CHECK;

/* Add the time of an operation, or of all those that it represents. ERR_FORMAT. */
bool tally_add_op(struct tally *tally, uint32_t group, const struct trace *trace, size_t op,
	struct err *err) MUST_CHECK;

/*
 * Sort by group; `groups` is one more than the largest group added. ERR_FORMAT when
 * the sum of a group exceeds 63 bits.
 */
bool tally_close(struct tally *tally, uint32_t groups, struct err *err) MUST_CHECK;

/* These reorder the group's values. */
void tally_spread(struct tally *tally, uint32_t group, struct spread *spread);

/*
 * The quantile `q` (0 to 1) of the group, interpolated between neighbours (method 7 of Hyndman
 * and Fan, "Sample quantiles in statistical packages", 1996, as used by spreadsheets and data
 * frames).
 */
double tally_quantile(struct tally *tally, uint32_t group, double q);

void tally_release(struct tally *tally);

#endif /* STATS_PARTS_TALLY_H */
