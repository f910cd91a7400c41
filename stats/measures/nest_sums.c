#include "stats/measures/nest_sums.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/sum.h"

void nest_sums_release(struct nest_sums *sums)
{
	free(sums->open);
	*sums = (struct nest_sums){ 0 };
}

void nest_sums_enter(struct nest_sums *sums, uint32_t place, bool is_first)
{
	mem_need(sums->open, sums->cap, sums->depth + 1);
	sums->open[sums->depth++] = (struct nest_sum){ .place = place, .is_first = is_first };
}

bool nest_sums_add(struct nest_sums *sums, uint64_t ns, uint64_t count, struct err *err)
{
	struct nest_sum *innermost;

	if (sums->depth == 0)
		return true;
	innermost = &sums->open[sums->depth - 1];
	innermost->count += count;
	return sum_add(&innermost->ns, ns, err);
}

bool nest_sums_leave(struct nest_sums *sums, struct nest_sum *left, struct err *err)
{
	*left = sums->open[--sums->depth];
	return nest_sums_add(sums, left->ns, left->count, err);
}
