#include "stats/parts/kernel_groups.h"

#include <stdlib.h>

#include "base/mem.h"

void kernel_marks_init(struct kernel_marks *marks, const struct names *names)
{
	marks->latest = mem_zeroed((size_t)names->count + 1, sizeof(*marks->latest));
}

void kernel_marks_release(struct kernel_marks *marks)
{
	free(marks->latest);
	free(marks->seen);
	*marks = (struct kernel_marks){ 0 };
}

uint32_t kernel_groups_find(
	struct kernel_groups *groups, const struct kernel_marks *marks, uint64_t key)
{
	uint32_t *latest = groups->held ? NULL : &marks->latest[(uint32_t)key + 1];
	uint32_t group;

	if (latest != NULL && *latest < groups->count && groups->list[*latest].key == key)
		return *latest;
	group = latest == NULL ? idmap_add(&groups->keys, key) : (uint32_t)groups->count;
	if (latest != NULL)
		*latest = group;
	mem_need(groups->list, groups->cap, groups->count + 1);
	if (group == groups->count)
		groups->list[groups->count++] = (struct kernel_group){ .key = key };
	return group;
}

bool kernel_groups_credit(struct kernel_groups *groups, const struct kernel_runs *runs,
	uint32_t group, uint32_t launched, bool again, struct err *err)
{
	const struct launched_kernel *kernel = &runs->launched[launched];
	const struct launched_sum *sum = kernel->sum > 0 ? &runs->sums[kernel->sum - 1] : NULL;
	uint32_t *kernels = &groups->list[group].kernels;

	if (!again && __builtin_add_overflow(*kernels, sum != NULL ? sum->count : 1, kernels))
		return err_set(err, ERR_FORMAT, "more than 2^32 kernels in a group");
	if (sum == NULL) {
		tally_add(&groups->tally, group, kernel->ns);
		return true;
	}
	return tally_add_sum(&groups->tally,
		&(struct tally_sum){ .total = kernel->ns,
			.count = sum->count,
			.min = sum->min,
			.max = sum->max,
			.group = group },
		err);
}

/*
 * Runs are in memory as they were met, and so are kernels: in the order of headings each is waited
 * for, unless it was asked for some time before. `at`: the place of a run in that order.
 */
static void prefetch_run(
	const struct kernel_runs *runs, const struct kernel_order *order, size_t at)
{
	enum { SOON = 8, LATER = 16 };

	if (at + LATER >= runs->count)
		return;
	__builtin_prefetch(&runs->list[order->runs[at + LATER]]);
	__builtin_prefetch(&runs->launched[runs->list[order->runs[at + SOON]].begin]);
}

static bool credit_run(struct kernel_groups *groups, const struct kernel_marks *marks,
	const struct kernel_runs *runs, const struct kernel_run *run, uint32_t *seen, uint32_t mark,
	struct err *err)
{
	for (uint32_t at = run->begin; at < run->end; at++) {
		uint64_t key = (uint64_t)run->heading << 32 | runs->launched[at].name;
		uint32_t group = kernel_groups_find(groups, marks, key);
		struct kernel_group *counts = &groups->list[group];

		if (run->range != TRACE_NONE && counts->last != (uint64_t)run->range + 1) {
			counts->last = (uint64_t)run->range + 1;
			counts->ranges++;
		}
		if (!kernel_groups_credit(
			    groups, runs, group, at, seen != NULL && seen[at] == mark, err))
			return false;
		if (seen != NULL)
			seen[at] = mark;
	}
	return true;
}

bool kernel_groups_credit_heading(struct kernel_groups *groups, struct kernel_marks *marks,
	const struct kernel_runs *runs, const struct kernel_order *order, uint32_t place,
	struct err *err)
{
	bool overlaps = order->overlaps[place];

	if (overlaps && marks->seen == NULL)
		marks->seen = mem_zeroed(runs->launched_count, sizeof(*marks->seen));
	for (size_t i = order->begin[place]; i < order->begin[place + 1]; i++) {
		prefetch_run(runs, order, i);
		if (!credit_run(groups, marks, runs, &runs->list[order->runs[i]],
			    overlaps ? marks->seen : NULL, place + 1, err))
			return false;
	}
	return true;
}

void kernel_groups_release(struct kernel_groups *groups)
{
	idmap_release(&groups->keys);
	free(groups->list);
	tally_release(&groups->tally);
	*groups = (struct kernel_groups){ 0 };
}
