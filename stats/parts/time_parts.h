#ifndef STATS_PARTS_TIME_PARTS_H
#define STATS_PARTS_TIME_PARTS_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

/* A stretch of time in equal parts, of which only the last may be shorter. */
struct time_parts {
	int64_t start;
	uint64_t length, part_ns;
	size_t count;
};

/* Of `start` to `end`, at most `most` parts, and none if that is no time. */
void time_parts_init(struct time_parts *parts, int64_t start, int64_t end, uint64_t most);

/* When part `i` begins, and how long it is. */
int64_t time_part_start(const struct time_parts *parts, size_t i);
uint64_t time_part_length(const struct time_parts *parts, size_t i);

/* A sum for each part, of values that last for some time: of value x ns. */
struct part_sums {
	const struct time_parts *parts;
	double *sums;
	double *throughout; /* what begins, and less what ends, to be throughout the part */
};

/* ERR_NOMEM. To be released after an error, too. */
bool part_sums_init(
	struct part_sums *sums, const struct time_parts *parts, struct err *err) MUST_CHECK;
void part_sums_release(struct part_sums *sums);

/* Add `value` from `start` to `end`, as far as it is within the parts. */
void part_sums_add(struct part_sums *sums, int64_t start, int64_t end, double value);

/* After all were added: sums[i]. */
void part_sums_close(struct part_sums *sums);

#endif /* STATS_PARTS_TIME_PARTS_H */
