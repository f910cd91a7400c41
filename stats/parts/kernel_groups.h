#ifndef STATS_PARTS_KERNEL_GROUPS_H
#define STATS_PARTS_KERNEL_GROUPS_H

#include "stats/parts/kernel_order.h"
#include "stats/parts/tally.h"

/* Kernels of one name in ranges of one heading, with the times of all of them. */
struct kernel_group {
	uint64_t key;  /* heading << 32 | kernel */
	uint64_t last; /* the last range, or of held groups the last kernel, + 1 */
	uint32_t ranges, kernels;
};

struct kernel_groups {
	/*
	 * Headings come in any order, and again. Otherwise one is credited after the other, and a
	 * group is the latest one of its kernel or new.
	 */
	bool held;
	struct idmap keys; /* by group, if they are held */
	struct kernel_group *list;
	size_t count, cap;
	struct tally tally;
};

/* What crediting remembers of kernels; threads have one each. */
struct kernel_marks {
	uint32_t *latest; /* by kernel + 1: its latest group, of those that are not held */
	uint32_t *seen;   /* by launched kernel: the place, + 1, of the heading that has it */
};

void kernel_marks_init(struct kernel_marks *marks, const struct names *names);
void kernel_marks_release(struct kernel_marks *marks);

/* Find a group, or make it. `marks` may be NULL if groups are held. */
uint32_t kernel_groups_find(
	struct kernel_groups *groups, const struct kernel_marks *marks, uint64_t key);

/*
 * Add a launched kernel of `runs` to a group. `again`: its heading has it already, through
 * another range. ERR_FORMAT when a count exceeds 32 bits, or a sum 64.
 */
bool kernel_groups_credit(struct kernel_groups *groups, const struct kernel_runs *runs,
	uint32_t group, uint32_t launched, bool again, struct err *err) MUST_CHECK;

/* Credit the heading at a place with the kernels of all its runs. Errors likewise. */
bool kernel_groups_credit_heading(struct kernel_groups *groups, struct kernel_marks *marks,
	const struct kernel_runs *runs, const struct kernel_order *order, uint32_t place,
	struct err *err) MUST_CHECK;

void kernel_groups_release(struct kernel_groups *groups);

#endif /* STATS_PARTS_KERNEL_GROUPS_H */
