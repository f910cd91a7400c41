#include "stats/measures/report.h"

#include <math.h>

#include "base/order.h"
#include "base/sum.h"
#include "stats/measures/kernel_runs.h"
#include "stats/measures/spread.h"
#include "stats/measures/styles.h"

/*
 * Every range that contains a kernel's launch is credited with the kernel. In nvtx_kern_sum, a
 * kernel may so count in one group more than once: its time then adds up, as in nsys, while "Kern
 * Inst" counts it once and "NVTX Inst" each range once. In range_kernel_sum, it counts once.
 *
 * The groups are made at the end, those of one heading at a time, since all of them may be far more
 * than fit in memory.
 */
enum {
	MOST_PAIRS = 1 << 30,    /* of the report: half a minute */
	MOST_REPEATED = 1 << 26, /* pairs of one heading beyond one for each kernel */
};

/* Statistics of times, of all of which the median is exact. */
struct spread {
	uint64_t count;
	int64_t total, min, max;
	double average, median;
	double deviation; /* of a sample: n - 1; 0 for one value */
	bool summed;      /* not all values are known: no median and no deviation */
};

/* Kernels of one name in ranges of one heading. */
struct kernel_row {
	uint32_t name;
	uint32_t turn;  /* of the scratch, that it is of */
	uint32_t range; /* the last one, + 1 */
	uint32_t ranges;
	uint64_t kernels;
	size_t known; /* single times */
	struct spread spread;
};

/* The rows of one heading, and what making them takes. */
struct scratch {
	struct kernel_row *rows; /* by name + 1 */
	uint32_t *names;         /* of the rows that are of this heading */
	uint32_t *seen;          /* by launched kernel: the latest turn that had it */
	uint32_t *singles;       /* launched kernels that are known one by one */
	double *values;          /* their times, by name */
	size_t name_count, count, cap, values_cap;
	uint32_t turn; /* the number of headings so far, of kinds each twice */
};

struct range_kernel_state {
	struct kernel_runs runs;
	struct scratch scratch;
};

/* --- times --------------------------------------------------------------------------------- */

/* Add a time, or the total of those of a sum that is not NULL. */
static bool spread_add(
	struct spread *spread, uint64_t ns, const struct op_sum *sum, struct err *err)
{
	int64_t min = (int64_t)(sum != NULL ? sum->min : ns);
	int64_t max = (int64_t)(sum != NULL ? sum->max : ns);

	spread->min = spread->count == 0 || min < spread->min ? min : spread->min;
	spread->max = spread->count == 0 || max > spread->max ? max : spread->max;
	spread->summed |= sum != NULL;
	return sum_add(&spread->count, sum != NULL ? sum->count : 1, err) &&
	       sum_add_ns(&spread->total, ns, err);
}

/* Compute the rest from all values, which are reordered. */
static void spread_finish(struct spread *spread, double *values, size_t count)
{
	double squares = 0;

	spread->average = (double)spread->total / (double)spread->count;
	if (spread->summed)
		return;
	for (size_t i = 0; i < count; i++)
		squares += (values[i] - spread->average) * (values[i] - spread->average);
	spread->deviation = count > 1 ? sqrt(squares / (double)(count - 1)) : 0;
	spread->median = values_quantile(values, count, 0.5);
}

/* Avg, Med, Min, Max, StdDev; for sums Med and StdDev stay empty. */
static void spread_cells(const struct spread *spread, struct cell cells[5])
{
	cells[0] = cell_real(spread->average);
	cells[2] = cell_integer(spread->min);
	cells[3] = cell_integer(spread->max);
	if (spread->summed)
		return;
	cells[1] = cell_real(spread->median);
	cells[4] = cell_real(spread->deviation);
}

/* --- groups ------------------------------------------------------------------------------ */

struct heading_rows {
	const struct kernel_heading *heading;
	uint32_t ranges; /* that have kernels */
	int64_t total;
};

static bool add_kernel(struct kernel_runs *runs, struct scratch *scratch,
	const struct kernel_run *run, uint32_t at, struct err *err)
{
	const struct launched_kernel *kernel = &runs->launched[at];
	const struct op_sum *sum = kernel->sum > 0 ? &runs->sums[kernel->sum - 1] : NULL;
	struct kernel_row *row = &scratch->rows[(uint32_t)(kernel->name + 1)];
	bool again = scratch->seen[at] == scratch->turn;

	scratch->seen[at] = scratch->turn;
	if (again && runs->by_kind)
		return true;
	if (row->turn != scratch->turn) {
		*row = (struct kernel_row){ .name = kernel->name, .turn = scratch->turn };
		scratch->names[scratch->name_count++] = kernel->name;
	}
	if (run->range != RUN_OUTSIDE && row->range != run->range + 1) {
		row->range = run->range + 1;
		row->ranges++;
	}
	if (!again)
		row->kernels += sum != NULL ? sum->count : 1;
	if (sum != NULL && sum->count > 1)
		return spread_add(&row->spread, kernel->ns, sum, err);
	scratch->singles[scratch->count++] = at;
	row->known++;
	return spread_add(&row->spread, kernel->ns, NULL, err);
}

/* All runs of a heading; heading->ranges is how many of its ranges have kernels. */
static bool add_runs(struct kernel_runs *runs, const struct kernel_order *order,
	struct scratch *scratch, uint32_t place, struct heading_rows *heading, struct err *err)
{
	uint32_t last = RUN_OUTSIDE;

	for (size_t i = order->begin[place]; i < order->begin[place + 1]; i++) {
		const struct kernel_run *run = &runs->list[order->runs[i]];

		mem_need(scratch->singles, scratch->cap, scratch->count + run->end - run->begin);
		for (uint32_t at = run->begin; at < run->end; at++) {
			if (!add_kernel(runs, scratch, run, at, err))
				return false;
		}
		heading->ranges +=
			run->range != RUN_OUTSIDE && run->end > run->begin && run->range != last;
		last = run->range;
	}
	return true;
}

/* Compute what needs all values of a row. */
static void finish_rows(const struct kernel_runs *runs, struct scratch *scratch)
{
	size_t at = 0;

	mem_need(scratch->values, scratch->values_cap, scratch->count + 1);
	for (size_t i = 0; i < scratch->name_count; i++) {
		struct kernel_row *row = &scratch->rows[(uint32_t)(scratch->names[i] + 1)];

		at += row->known;
		row->known = at - row->known; /* where its next value goes */
	}
	for (size_t i = 0; i < scratch->count; i++) {
		const struct launched_kernel *kernel = &runs->launched[scratch->singles[i]];

		scratch->values[scratch->rows[(uint32_t)(kernel->name + 1)].known++] =
			(double)kernel->ns;
	}
	at = 0;
	for (size_t i = 0; i < scratch->name_count; i++) {
		struct kernel_row *row = &scratch->rows[(uint32_t)(scratch->names[i] + 1)];

		spread_finish(&row->spread, scratch->values + at, row->known - at);
		at = row->known;
	}
}

struct row_order {
	const struct scratch *scratch;
	const struct names *names;
};

static int compare_rows(const void *context, uint32_t a, uint32_t b)
{
	const struct row_order *by = context;
	int64_t left = by->scratch->rows[(uint32_t)(a + 1)].spread.total;
	int64_t right = by->scratch->rows[(uint32_t)(b + 1)].spread.total;

	if (left != right)
		return left > right ? -1 : 1;
	return kernel_compare_names(by->names, a, b);
}

/* Make the rows of the heading at a place. */
static bool make_rows(const struct report_run *run, const struct kernel_order *order,
	uint32_t place, struct heading_rows *heading, struct err *err)
{
	struct range_kernel_state *state = run->state;
	struct scratch *scratch = &state->scratch;

	*heading = (struct heading_rows){
		.heading = &state->runs.headings[order->headings[place]],
	};
	scratch->name_count = scratch->count = 0;
	scratch->turn++;
	if (!add_runs(&state->runs, order, scratch, place, heading, err))
		return false;
	for (size_t i = 0; i < scratch->name_count; i++) {
		const struct kernel_row *row = &scratch->rows[(uint32_t)(scratch->names[i] + 1)];

		if (!sum_add_ns(&heading->total, (uint64_t)row->spread.total, err))
			return false;
	}
	return true;
}

/* --- headings ---------------------------------------------------------------------------- */

/* Refuse what would take too long or too much memory. */
static bool check_pairs(const struct kernel_runs *runs, const uint64_t *pairs, struct err *err)
{
	uint64_t all = 0;

	for (uint32_t i = 0; i < runs->heading_keys.count; i++) {
		all += pairs[i];
		if (all > MOST_PAIRS + runs->launched_count ||
			pairs[i] > MOST_REPEATED + runs->launched_count)
			return err_set(err, ERR_FORMAT,
				"too many kernels in too many ranges, each in the"
				" next; the report nvtx_gpu_proj_sum has the same ranges without"
				" their kernels");
	}
	return true;
}

static int compare_totals(const void *context, uint32_t a, uint32_t b)
{
	const int64_t *totals = context;

	if (totals[a] != totals[b])
		return totals[a] > totals[b] ? -1 : 1;
	return (a > b) - (a < b);
}

/* The order in which headings are printed: of kinds, those with the most time first. */
static bool order_headings(const struct report_run *run, const struct kernel_order *order,
	uint32_t *places, struct err *err)
{
	const struct range_kernel_state *state = run->state;
	uint32_t count = state->runs.heading_keys.count;
	int64_t *totals = mem_zeroed(count, sizeof(*totals));
	bool ok = true;

	for (uint32_t i = 0; i < count; i++)
		places[i] = i;
	for (uint32_t i = 0; ok && state->runs.by_kind && i < count; i++) {
		struct heading_rows heading;

		ok = make_rows(run, order, i, &heading, err);
		totals[i] = heading.total;
	}
	if (state->runs.by_kind)
		order_by(places, count, compare_totals, totals);
	free(totals);
	return ok;
}

/* --- rows ------------------------------------------------------------------------------- */

static bool give_kernel(const struct report_run *run, const struct heading_rows *of,
	const struct kernel_row *row, struct sink *sink, struct err *err)
{
	const struct range_kernel_state *state = run->state;
	uint64_t place = state->runs.places.keys[of->heading->place >> 2];
	unsigned style = of->heading->place & 3;
	bool summed = state->runs.summed;
	struct cell cells[13] = {
		cell_name(run->names, of->heading->name),
		cell_text(style == NO_RANGE || summed ? "" : range_styles[style]),
		[5] = cell_integer((int64_t)row->kernels),
		[6] = cell_integer(row->spread.total),
		[12] = cell_name(run->names, row->name),
	};

	if (!summed)
		cells[4] = cell_integer(row->ranges);
	if (place != KERNEL_NO_PLACE)
		cells[2] = cell_integer((int64_t)(place >> 32));
	if (place != KERNEL_NO_PLACE && !summed)
		cells[3] = cell_integer((int64_t)(place & UINT32_MAX));
	spread_cells(&row->spread, cells + 7);
	return sink_row(sink, cells, ARRAY_SIZE(cells), err);
}

static bool give_of_kind(const struct report_run *run, const struct heading_rows *of,
	const struct kernel_row *row, struct sink *sink, struct err *err)
{
	const struct range_kernel_state *state = run->state;
	double total = (double)row->spread.total;
	struct cell cells[12] = {
		cell_name(run->names, of->heading->name),
		cell_real(of->total > 0 ? 100 * total / (double)of->total : 0),
		cell_integer(row->spread.total),
		cell_integer((int64_t)row->spread.count),
		[11] = cell_name(run->names, row->name),
	};

	if (!state->runs.summed && of->ranges > 0) {
		cells[4] = cell_integer(of->ranges);
		cells[5] = cell_real(total / of->ranges);
	}
	spread_cells(&row->spread, cells + 6);
	return sink_row(sink, cells, ARRAY_SIZE(cells), err);
}

static bool give_heading(const struct report_run *run, const struct kernel_order *order,
	uint32_t place, struct sink *sink, struct err *err)
{
	struct range_kernel_state *state = run->state;
	struct scratch *scratch = &state->scratch;
	const struct row_order by = { scratch, run->names };
	struct heading_rows heading;
	bool ok = make_rows(run, order, place, &heading, err);

	if (ok)
		finish_rows(&state->runs, scratch);
	if (ok)
		order_by(scratch->names, scratch->name_count, compare_rows, &by);
	for (size_t i = 0; ok && i < scratch->name_count; i++)
		ok = (state->runs.by_kind ? give_of_kind : give_kernel)(run, &heading,
			&scratch->rows[(uint32_t)(scratch->names[i] + 1)], sink, err);
	return ok;
}

static bool finish(struct report_run *run, struct sink *sink, struct err *err)
{
	struct range_kernel_state *state = run->state;
	uint32_t count = state->runs.heading_keys.count;
	uint32_t *places = mem_zeroed(count, sizeof(*places));
	size_t names = (size_t)run->names->count + 1;
	struct kernel_order order;
	bool ok;

	state->scratch.rows = mem_zeroed(names, sizeof(*state->scratch.rows));
	state->scratch.names = mem_zeroed(names, sizeof(*state->scratch.names));
	state->scratch.seen = mem_zeroed(state->runs.launched_count, sizeof(*state->scratch.seen));
	kernel_order_init(&order, &state->runs, run->names);
	ok = check_pairs(&state->runs, order.pairs, err) &&
	     order_headings(run, &order, places, err);
	for (uint32_t i = 0; ok && i < count; i++)
		ok = give_heading(run, &order, places[i], sink, err);
	kernel_order_release(&order);
	free(places);
	return ok;
}

/* --- the reports ---------------------------------------------------------------------------- */

static bool add(struct report_run *run, const struct trace *trace, UNUSED struct err *err)
{
	struct range_kernel_state *state = run->state;

	state->runs.pooled = run->files > 1;
	kernel_runs_add(&state->runs, trace);
	return true;
}

static bool add_kinds(struct report_run *run, const struct trace *trace, struct err *err)
{
	((struct range_kernel_state *)run->state)->runs.by_kind = true;
	return add(run, trace, err);
}

static void release(struct report_run *run)
{
	struct range_kernel_state *state = run->state;

	kernel_runs_release(&state->runs);
	free(state->scratch.rows);
	free(state->scratch.names);
	free(state->scratch.seen);
	free(state->scratch.singles);
	free(state->scratch.values);
}

const struct report_code code_nvtx_kern_sum = {
	.want = WANT_RANGES,
	.state_size = sizeof(struct range_kernel_state),
	.add = add,
	.finish = finish,
	.release = release,
};

const struct report_code code_range_kernel_sum = {
	.want = WANT_RANGES,
	.state_size = sizeof(struct range_kernel_state),
	.add = add_kinds,
	.finish = finish,
	.release = release,
};
