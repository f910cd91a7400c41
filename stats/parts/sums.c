#include "stats/parts/sums.h"

#include <assert.h>

#include "stats/parts/rows.h"

bool sums_group(struct sums *sums, uint64_t key, uint32_t *group, struct err *err)
{
	return idmap_try_add(&sums->keys, key, group, err);
}

bool sums_add(struct sums *sums, uint64_t key, uint64_t value, struct err *err)
{
	uint32_t group;

	return sums_group(sums, key, &group, err) && tally_add(&sums->tally, group, value, err);
}

bool sums_add_op(
	struct sums *sums, uint64_t key, const struct trace *trace, size_t op, struct err *err)
{
	uint32_t group;

	return sums_group(sums, key, &group, err) &&
	       tally_add_op(&sums->tally, group, trace, op, err);
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
	bool whole = divide == 0;

	divide = whole ? 1 : divide;
	cells[0] = cell_real(spread->average / divide);
	cells[2] = whole ? cell_integer(spread->min) : cell_real((double)spread->min / divide);
	cells[3] = whole ? cell_integer(spread->max) : cell_real((double)spread->max / divide);
	if (spread->summed)
		return;
	cells[1] = cell_real(spread->median / divide);
	cells[4] = cell_real(spread->deviation / divide);
}

static void label_name(const struct report_run *run, uint64_t key, struct cell *cells)
{
	cells[0] = cell_name(run->names, (uint32_t)key);
}

int sums_compare_key_names(const struct report_run *run, uint64_t a, uint64_t b)
{
	return sums_compare_names(run->names, (uint32_t)a, (uint32_t)b);
}

const struct sums_shape sums_by_name = {
	.percent = true,
	.label = label_name,
	.compare = sums_compare_key_names,
};

struct finish {
	const struct report_run *run;
	struct sums *sums;
	double sum; /* of all groups */
};

static int compare_groups(const void *context, uint32_t a, uint32_t b)
{
	const struct finish *finish = context;
	const struct sums *sums = finish->sums;
	int64_t left = sums->tally.totals[a], right = sums->tally.totals[b];

	if (left != right)
		return left > right ? -1 : 1;
	return finish->run->report->sums->compare(
		finish->run, sums->keys.keys[a], sums->keys.keys[b]);
}

static void fill_row(const struct finish *finish, uint32_t group, const struct spread *spread,
	struct cell *cells)
{
	const struct sums_shape *shape = finish->run->report->sums;
	double total = (double)spread->total;

	if (shape->percent)
		*cells++ = cell_real(finish->sum > 0 ? total * 100 / finish->sum : 0);
	*cells++ =
		shape->divide == 0 ? cell_integer(spread->total) : cell_real(total / shape->divide);
	*cells++ = cell_integer((int64_t)spread->count);
	sums_spread_cells(spread, shape->divide, cells);
	shape->label(finish->run, finish->sums->keys.keys[group], cells + 5);
}

static bool give_group(void *context, uint32_t group, struct sink *sink, struct err *err)
{
	struct finish *finish = context;
	struct cell cells[SUMS_CELLS_MAX] = { 0 };
	struct spread spread;

	assert(sink->columns <= SUMS_CELLS_MAX);
	tally_spread(&finish->sums->tally, group, &spread);
	if (finish->run->report->sums->row != NULL)
		finish->run->report->sums->row(finish->run, group, &spread, cells);
	else
		fill_row(finish, group, &spread, cells);
	return sink_row(sink, cells, sink->columns, err);
}

bool sums_finish(struct report_run *run, struct sink *sink, struct err *err)
{
	struct sums *sums = run->state;
	struct finish finish = { .run = run, .sums = sums };
	const struct rows rows = {
		.count = sums->keys.count, .compare = compare_groups, .give = give_group
	};

	if (!tally_close(&sums->tally, sums->keys.count, err))
		return false;
	for (uint32_t i = 0; i < sums->keys.count; i++)
		finish.sum += (double)sums->tally.totals[i];
	return rows_give(&rows, &finish, sink, err);
}

void sums_release(struct report_run *run)
{
	struct sums *sums = run->state;

	idmap_release(&sums->keys);
	tally_release(&sums->tally);
}

/* --- partial results ------------------------------------------------------------------- */

uint32_t sums_partial_count(const struct report_run *run)
{
	return ((const struct sums *)run->state)->keys.count;
}

struct tally *sums_partial_tally(struct report_run *run, size_t which)
{
	struct sums *sums = run->state;

	assert(which == 0);
	(void)which;
	return &sums->tally;
}

static void get_pair(const struct report_run *run, uint32_t index, struct partial_group *group)
{
	uint64_t key = ((const struct sums *)run->state)->keys.keys[index];

	group->labels[0] = key >> 32;
	group->labels[1] = (uint32_t)key;
}

static bool put_pair(
	struct report_run *run, const struct partial_group *group, uint32_t *index, struct err *err)
{
	return sums_group(run->state,
		sums_pair((uint32_t)group->labels[0], (uint32_t)group->labels[1]), index, err);
}

const struct report_partial sums_partial_named = {
	.labels = "un",
	.tallies = 1,
	.count = sums_partial_count,
	.get = get_pair,
	.put = put_pair,
	.tally = sums_partial_tally,
};

const struct report_partial sums_partial_numbered = {
	.labels = "uu",
	.tallies = 1,
	.count = sums_partial_count,
	.get = get_pair,
	.put = put_pair,
	.tally = sums_partial_tally,
};
