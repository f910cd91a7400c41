#include "stats/sums.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/order.h"

bool sums_add(struct sums *sums, uint64_t key, uint64_t value, struct err *err)
{
	uint32_t group;

	return idmap_add(&sums->keys, key, &group, err) &&
	       tally_add(&sums->tally, group, value, err);
}

int sums_compare_names(const struct names *names, uint32_t a, uint32_t b)
{
	if (a == b)
		return 0;
	if (a == NAME_NONE || b == NAME_NONE)
		return a == NAME_NONE ? -1 : 1;
	return names_compare(names, a, b);
}

void sums_spread_cells(const struct spread *spread, double divide, struct cell cells[5])
{
	bool whole = divide == 1;

	cells[0] = cell_real(spread->average / divide);
	cells[1] = cell_real(spread->median / divide);
	cells[2] = whole ? cell_integer(spread->min) : cell_real((double)spread->min / divide);
	cells[3] = whole ? cell_integer(spread->max) : cell_real((double)spread->max / divide);
	cells[4] = cell_real(spread->deviation / divide);
}

struct order_context {
	const struct sums *sums;
	const struct sums_shape *shape;
};

static int compare_groups(const void *context, uint32_t a, uint32_t b)
{
	const struct order_context *order = context;
	const struct sums *sums = order->sums;
	int64_t left = sums->tally.totals[a], right = sums->tally.totals[b];

	if (left != right)
		return left > right ? -1 : 1;
	if (order->shape->compare == NULL)
		return 0;
	return order->shape->compare(order->shape->run, sums->keys.keys[a], sums->keys.keys[b]);
}

static bool give_rows(struct sums *sums, const struct sums_shape *shape, const uint32_t *order,
	struct sink *sink, struct err *err)
{
	bool whole = shape->divide == 1;
	double sum = 0;

	for (uint32_t i = 0; i < sums->keys.count; i++)
		sum += (double)sums->tally.totals[i];
	for (uint32_t i = 0; i < sums->keys.count; i++) {
		struct cell cells[SUMS_CELLS_MAX] = { 0 }, *cell = cells;
		double total = (double)sums->tally.totals[order[i]];
		struct spread spread;

		tally_spread(&sums->tally, order[i], &spread);
		if (shape->percent)
			*cell++ = cell_real(sum > 0 ? total * 100 / sum : 0);
		*cell++ = whole ? cell_integer(spread.total) : cell_real(total / shape->divide);
		*cell++ = cell_integer((int64_t)spread.count);
		sums_spread_cells(&spread, shape->divide, cell);
		shape->label(shape->run, sums->keys.keys[order[i]], cell + 5);
		if (!sink->row(sink, cells, err))
			return false;
	}
	return true;
}

bool sums_finish(
	struct sums *sums, const struct sums_shape *shape, struct sink *sink, struct err *err)
{
	struct order_context context = { sums, shape };
	uint32_t *order = mem_zeroed(sums->keys.count, sizeof(*order), err);
	bool ok;

	if (order == NULL)
		return false;
	for (uint32_t i = 0; i < sums->keys.count; i++)
		order[i] = i;
	ok = tally_close(&sums->tally, sums->keys.count, err) &&
	     order_sort(order, sums->keys.count, compare_groups, &context, err) &&
	     give_rows(sums, shape, order, sink, err);
	free(order);
	return ok;
}

void sums_release(struct sums *sums)
{
	idmap_release(&sums->keys);
	tally_release(&sums->tally);
}
