#ifndef STATS_MEASURES_KERNEL_RUNS_H
#define STATS_MEASURES_KERNEL_RUNS_H

#include "base/idmap.h"
#include "collapse/model/trace.h"
#include "stats/measures/folded_names.h"

/*
 * Kernels and all the ranges around the launch of each. Kernels times ranges may be far more
 * than fit in memory. What is kept is each kernel once, in the order of the sweep, and for each
 * range the runs of that order that it contains: a range has few runs, mostly one.
 */
enum { NO_RANGE = RANGE_START_END + 1 }; /* the style of kernels in no range */
#define KERNEL_NO_PLACE UINT64_MAX
#define RUN_OUTSIDE TRACE_NONE /* kernels in no range */

struct kernel_heading { /* what ranges of one name, style and thread share, or of one kind */
	uint32_t name;
	uint32_t place; /* index in places << 2 | style */
};

struct launched_kernel {
	uint64_t ns;
	uint32_t name;
	uint32_t sum; /* index in sums + 1, of which `ns` is the total; 0: one kernel */
};

struct kernel_run { /* launched[begin .. end) are in the range */
	uint32_t heading;
	uint32_t range; /* known by its first run; or RUN_OUTSIDE */
	uint32_t begin, end;
};

struct kernel_runs {
	bool pooled;  /* of several files: headings have no place */
	bool by_kind; /* headings are kinds of ranges, whose names differ only in numbers */

	struct idmap places;       /* pid << 32 | tid, or KERNEL_NO_PLACE */
	struct idmap heading_keys; /* place and style << 32 | name; by heading */
	struct kernel_heading *headings;
	struct launched_kernel *launched;
	struct op_sum *sums;
	struct kernel_run *list;
	size_t launched_count, sum_count, count;
	bool summed; /* some file holds sums: ranges have names, but no number, style or thread */

	/* private */
	size_t headings_cap, launched_cap, sums_cap, cap;
	uint32_t outside; /* the latest run of kernels in no range, + 1 */
	uint32_t *latest; /* by range of the file: its latest run, + 1 */
	uint32_t *levels; /* by depth: the run of the range there */
	struct folded_names kinds;
	size_t depth, levels_cap;
};

/* Add the kernels of a trace. */
void kernel_runs_add(struct kernel_runs *runs, const struct trace *trace);
void kernel_runs_release(struct kernel_runs *runs);

/* The headings of runs by name and place, and the runs of each. */
struct kernel_order {
	uint32_t *headings;
	size_t *begin;   /* by place in `headings`, and one more: where its runs begin */
	uint32_t *runs;  /* of a heading: by range */
	uint64_t *pairs; /* by place: of a kernel and a range */
};

void kernel_order_init(
	struct kernel_order *order, const struct kernel_runs *runs, const struct names *names);
void kernel_order_release(struct kernel_order *order);

/* names_compare() that accepts NAME_NONE, which comes first. */
int kernel_compare_names(const struct names *names, uint32_t a, uint32_t b);

/* Whether a name has one of the words, of which the last is NULL. */
bool kernel_has_word(const char *name, const char *const *words);

/* A product of matrices in FP32, without tensor cores, by its name. */
bool kernel_is_fp32(const char *name);

#endif /* STATS_MEASURES_KERNEL_RUNS_H */
