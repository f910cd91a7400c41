#ifndef STATS_PARTS_KERNEL_RUNS_H
#define STATS_PARTS_KERNEL_RUNS_H

#include <stddef.h>
#include <stdint.h>

#include "base/idmap.h"
#include "collapse/model/trace.h"
#include "stats/parts/styles.h"

/*
 * Kernels and all the ranges around the launch of each. Kernels times ranges may be far more
 * than fit in memory. What is kept is each kernel once, in the order of the sweep, and for each
 * range the runs of that order that it contains: a range has few runs, mostly one.
 */
enum { NO_RANGE = RANGE_START_END + 1 }; /* the style of kernels in no range */
#define KERNEL_NO_PLACE UINT64_MAX

struct kernel_heading { /* what ranges of one name, style and thread share */
	uint32_t name;
	uint32_t place; /* index in places << 2 | style */
};

struct launched_kernel {
	uint64_t ns;
	uint32_t name;
	uint32_t sum; /* index in sums + 1; 0: one kernel */
};

struct launched_sum { /* what one entry of a report of sums stands for */
	uint64_t count, min, max;
};

struct kernel_run { /* launched[begin .. end) are in the range */
	uint32_t heading;
	uint32_t range; /* known by its first run; TRACE_NONE: in no range */
	uint32_t begin, end;
};

struct kernel_runs {
	bool pooled; /* of several files: headings have no place */

	struct idmap places;       /* pid << 32 | tid, or KERNEL_NO_PLACE */
	struct idmap heading_keys; /* place and style << 32 | name; by heading */
	struct kernel_heading *headings;
	struct launched_kernel *launched;
	struct launched_sum *sums;
	struct kernel_run *list;
	size_t launched_count, sum_count, count;
	bool summed; /* some file holds sums: ranges have names, but no number, style or thread */

	/* private */
	uint32_t now; /* kernels that the sweep has met */
	size_t headings_cap, launched_cap, sums_cap, cap;
	uint32_t outside; /* the latest run of kernels in no range, + 1 */
	uint32_t *latest; /* by range of the file: its latest run, + 1 */
	uint32_t *levels; /* by depth: the run of the range there */
	size_t depth, levels_cap;
};

/* Add the kernels of a trace. */
void kernel_runs_add(struct kernel_runs *runs, const struct trace *trace);

/* Forget the kernels and their runs, but not the headings. */
void kernel_runs_clear(struct kernel_runs *runs);
void kernel_runs_release(struct kernel_runs *runs);

#endif /* STATS_PARTS_KERNEL_RUNS_H */
