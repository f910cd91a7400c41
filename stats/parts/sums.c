#include "stats/parts/sums.h"

bool sums_add_op(
	struct sums *sums, uint64_t key, const struct trace *trace, size_t op, struct err *err)
{
	return tally_add_op(&sums->tally, idmap_add(&sums->keys, key), trace, op, err);
}

int sums_compare_names(const struct names *names, uint32_t a, uint32_t b)
{
	if (a == b)
		return 0;
	if (a == NAME_NONE || b == NAME_NONE)
		return a == NAME_NONE ? -1 : 1;
	return names_compare(names, a, b);
}

void sums_spread_cells(const struct spread *spread, struct cell cells[5])
{
	cells[0] = cell_real(spread->average);
	cells[2] = cell_integer(spread->min);
	cells[3] = cell_integer(spread->max);
	if (spread->summed)
		return;
	cells[1] = cell_real(spread->median);
	cells[4] = cell_real(spread->deviation);
}

void sums_release(struct sums *sums)
{
	idmap_release(&sums->keys);
	tally_release(&sums->tally);
}
