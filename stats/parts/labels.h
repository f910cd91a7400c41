#ifndef STATS_PARTS_LABELS_H
#define STATS_PARTS_LABELS_H

#include "collapse/model/trace.h"
#include "stats/parts/sink.h"

/* How reports label things other than by name. */

/* An API call without the version in its name: "cudaLaunchKernel" of "..._v7000". */
struct cell label_api(const struct names *names, uint32_t name);

/* The grid and the block of a kernel as nsys writes them, "   2    1    1": names. */
struct label_shape {
	uint32_t grid, block;
};

/* Of each of trace->shapes. Caller frees; NULL and ERR_NOMEM. */
struct label_shape *label_shapes(
	const struct trace *trace, struct names *names, struct err *err) MUST_CHECK;

/* "NVIDIA H200 (0)", or "(0)" of a device without a name: a name. ERR_NOMEM. */
bool label_device(
	const struct trace *trace, uint32_t device, uint32_t *name, struct err *err) MUST_CHECK;

/* A text that is rebuilt for each row. Free the bytes. */
struct label_buffer {
	char *text;
	size_t cap;
};

/*
 * Stacks deeper than those of any real program are cut: a row for each level of a stack a
 * million levels deep would take a terabyte.
 */
#define LABEL_LEVELS_MAX 100

/*
 * ":2:3": the ids of ranges, outermost first; for stacks deeper than LABEL_LEVELS_MAX, "..."
 * and the innermost. `parent` by range. ERR_NOMEM.
 */
bool label_range_stack(const uint32_t *parent, uint32_t range, struct label_buffer *buffer,
	struct cell *cell, struct err *err) MUST_CHECK;

/* "----forward": a name with "--" for each level above it, up to LABEL_LEVELS_MAX. ERR_NOMEM. */
bool label_name_tree(const struct names *names, uint32_t name, uint32_t level,
	struct label_buffer *buffer, struct cell *cell, struct err *err) MUST_CHECK;

/* The id of a range in reports: its row number among the ranges, from 1. */
static inline int64_t label_range_id(uint32_t range)
{
	return (int64_t)range + 1;
}

#endif /* STATS_PARTS_LABELS_H */
