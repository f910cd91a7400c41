#include "stats/measures/report.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/order.h"
#include "base/pool.h"
#include "base/sum.h"
#include "stats/measures/kernel_runs.h"
#include "stats/measures/styles.h"

/*
 * Every range that contains a kernel's launch is credited with the kernel. In nvtx_kern_sum, a
 * kernel may so count in one group more than once: its time then adds up, as in nsys, while "Kern
 * Inst" counts it once and "NVTX Inst" each range once. In range_kernel_sum, it counts once.
 *
 * The groups are made at the end, some headings at a time, since all of them may be far more than
 * fit in memory.
 */
enum {
	PIECE_PAIRS = 1 << 17,   /* of a kernel and a range: those of a piece of the headings */
	THREADS_MOST = 8,        /* each has one piece in memory */
	MOST_PAIRS = 1 << 30,    /* of the report: half a minute */
	MOST_REPEATED = 1 << 26, /* pairs of one heading beyond one for each kernel */
};

/* Kernels of one name in ranges of one heading. */
struct kernel_row {
	uint32_t name;
	uint32_t place; /* the heading's, + 1 */
	uint32_t range; /* the last one, + 1 */
	uint32_t ranges;
	uint64_t kernels;
	size_t known; /* single times */
	struct spread spread;
};

/* What a thread needs for one heading. */
struct scratch {
	struct kernel_row *rows; /* by name + 1 */
	uint32_t *names;         /* of the rows that are of this heading */
	uint32_t *seen;          /* by launched kernel: the place, + 1, that has it */
	uint32_t *singles;       /* launched kernels that are known one by one */
	double *values;          /* their times, by name */
	size_t name_count, count, cap, values_cap;
};

struct range_kernel_state {
	struct kernel_runs runs;
	struct scratch scratch[THREADS_MOST];
};

/* --- groups ------------------------------------------------------------------------------ */

struct heading_rows {
	const struct kernel_heading *heading;
	size_t begin, end; /* of the piece's rows, those with the most time first */
	uint32_t ranges;   /* that have kernels */
	int64_t total;
};

/* The headings at [first, end). */
struct kernel_piece {
	uint32_t first, end;
	struct kernel_row *rows;
	struct heading_rows *headings;
	size_t row_count, cap, heading_count;
	struct err failure; /* of making it */
};

struct kernel_work {
	struct report_run *run;
	struct kernel_order order;
	struct sink *sink;
	struct kernel_piece *pieces;
	size_t count, cap;
	struct err *err;
	bool ok;
};

static bool add_kernel(struct kernel_runs *runs, struct scratch *scratch, uint32_t place,
	const struct kernel_run *run, uint32_t at, struct err *err)
{
	const struct launched_kernel *kernel = &runs->launched[at];
	const struct spread_sum *sum = kernel->sum > 0 ? &runs->sums[kernel->sum - 1] : NULL;
	struct kernel_row *row = &scratch->rows[(uint32_t)(kernel->name + 1)];
	bool again = false;

	if (scratch->seen != NULL) {
		again = scratch->seen[at] == place + 1;
		scratch->seen[at] = place + 1;
	}
	if (again && runs->by_kind)
		return true;
	if (row->place != place + 1) {
		*row = (struct kernel_row){ .name = kernel->name, .place = place + 1 };
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

	if (order->overlaps[place] && scratch->seen == NULL)
		scratch->seen = mem_zeroed(runs->launched_count, sizeof(*scratch->seen));
	for (size_t i = order->begin[place]; i < order->begin[place + 1]; i++) {
		const struct kernel_run *run = &runs->list[order->runs[i]];

		mem_need(scratch->singles, scratch->cap, scratch->count + run->end - run->begin);
		for (uint32_t at = run->begin; at < run->end; at++) {
			if (!add_kernel(runs, scratch, place, run, at, err))
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

/* Add the rows of the heading at a place. */
static bool add_rows(const struct kernel_work *work, struct scratch *scratch,
	struct kernel_piece *piece, uint32_t place)
{
	struct range_kernel_state *state = work->run->state;
	struct heading_rows *heading = &piece->headings[piece->heading_count++];
	const struct row_order by = { scratch, work->run->names };

	*heading = (struct heading_rows){
		.heading = &state->runs.headings[work->order.headings[place]],
		.begin = piece->row_count,
	};
	scratch->name_count = scratch->count = 0;
	if (!add_runs(&state->runs, &work->order, scratch, place, heading, &piece->failure))
		return false;
	finish_rows(&state->runs, scratch);
	order_by(scratch->names, scratch->name_count, compare_rows, &by);
	mem_need(piece->rows, piece->cap, piece->row_count + scratch->name_count);
	for (size_t i = 0; i < scratch->name_count; i++) {
		const struct kernel_row *row = &scratch->rows[(uint32_t)(scratch->names[i] + 1)];

		piece->rows[piece->row_count++] = *row;
		if (!sum_add_ns(&heading->total, (uint64_t)row->spread.total, &piece->failure))
			return false;
	}
	heading->end = piece->row_count;
	return true;
}

/* --- pieces ------------------------------------------------------------------------------ */

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

/* Kinds, which are printed by their time, are one piece. */
static void cut_pieces(struct kernel_work *work)
{
	const struct range_kernel_state *state = work->run->state;
	uint64_t weight = 0;

	for (uint32_t at = 0; at < state->runs.heading_keys.count; at++) {
		uint64_t more = work->order.pairs[at];

		if (at == 0 ||
			(!state->runs.by_kind && weight > 0 && weight + more > PIECE_PAIRS)) {
			mem_need(work->pieces, work->cap, work->count + 1);
			work->pieces[work->count++] = (struct kernel_piece){ .first = at };
			weight = 0;
		}
		work->pieces[work->count - 1].end = at + 1;
		weight += more;
	}
}

static int compare_headings(const void *a, const void *b)
{
	const struct heading_rows *left = a, *right = b;

	if (left->total != right->total)
		return left->total > right->total ? -1 : 1;
	return (left->begin > right->begin) - (left->begin < right->begin);
}

static void make_piece(void *context, const struct pool_job *job)
{
	const struct kernel_work *work = context;
	struct range_kernel_state *state = work->run->state;
	struct scratch *scratch = &state->scratch[job->thread];
	struct kernel_piece *piece = &work->pieces[job->index];

	if (scratch->rows == NULL) {
		size_t names = (size_t)work->run->names->count + 1;

		scratch->rows = mem_zeroed(names, sizeof(*scratch->rows));
		scratch->names = mem_zeroed(names, sizeof(*scratch->names));
	}
	piece->headings = mem_zeroed(piece->end - piece->first, sizeof(*piece->headings));
	for (uint32_t place = piece->first; place < piece->end; place++) {
		if (!add_rows(work, scratch, piece, place))
			return;
	}
	if (state->runs.by_kind && piece->heading_count > 1)
		qsort(piece->headings, piece->heading_count, sizeof(*piece->headings),
			compare_headings);
}

/* --- rows ------------------------------------------------------------------------------- */

static bool give_kernel(const struct kernel_work *work, const struct heading_rows *of,
	const struct kernel_row *row, struct err *err)
{
	const struct report_run *run = work->run;
	const struct range_kernel_state *state = run->state;
	uint64_t place = state->runs.places.keys[of->heading->place >> 2];
	unsigned style = of->heading->place & 3;
	bool summed = state->runs.summed;
	struct cell cells[13] = {
		cell_name(run->names, of->heading->name),
		cell_text(style == NO_RANGE || summed ? "" : range_style_name(style)),
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
	return sink_row(work->sink, cells, ARRAY_SIZE(cells), err);
}

static bool give_of_kind(const struct kernel_work *work, const struct heading_rows *of,
	const struct kernel_row *row, struct err *err)
{
	const struct report_run *run = work->run;
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
	return sink_row(work->sink, cells, ARRAY_SIZE(cells), err);
}

static void release_piece(struct kernel_piece *piece)
{
	free(piece->rows);
	free(piece->headings);
	piece->rows = NULL;
	piece->headings = NULL;
}

static bool take_piece(void *context, const struct pool_job *job)
{
	struct kernel_work *work = context;
	const struct range_kernel_state *state = work->run->state;
	struct kernel_piece *piece = &work->pieces[job->index];

	work->ok = piece->failure.code == ERR_NONE;
	if (!work->ok)
		*work->err = piece->failure;
	for (size_t i = 0; work->ok && i < piece->heading_count; i++) {
		const struct heading_rows *of = &piece->headings[i];

		for (size_t k = of->begin; work->ok && k < of->end; k++)
			work->ok = (state->runs.by_kind ? give_of_kind : give_kernel)(
				work, of, &piece->rows[k], work->err);
	}
	release_piece(piece);
	return work->ok;
}

static bool finish(struct report_run *run, struct sink *sink, struct err *err)
{
	const struct range_kernel_state *state = run->state;
	struct kernel_work work = { .run = run, .sink = sink, .err = err, .ok = true };
	const struct pool_work pool = { .run = make_piece, .take = take_piece, .context = &work };

	kernel_order_init(&work.order, &state->runs, run->names);
	work.ok = check_pairs(&state->runs, work.order.pairs, err);
	if (work.ok) {
		cut_pieces(&work);
		pool_run(&pool, work.count,
			run->threads < THREADS_MOST ? run->threads : THREADS_MOST);
	}
	for (size_t i = 0; i < work.count; i++)
		release_piece(&work.pieces[i]);
	free(work.pieces);
	kernel_order_release(&work.order);
	return work.ok;
}

/* --- the reports ---------------------------------------------------------------------------- */

static bool add(struct report_run *run, const struct trace *trace, struct err *err)
{
	struct range_kernel_state *state = run->state;

	(void)err;
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
	for (size_t i = 0; i < ARRAY_SIZE(state->scratch); i++) {
		free(state->scratch[i].rows);
		free(state->scratch[i].names);
		free(state->scratch[i].seen);
		free(state->scratch[i].singles);
		free(state->scratch[i].values);
	}
}

static const struct column columns[] = {
	{ "NVTX Range", COLUMN_TEXT, 0, 0 },
	{ "Style", COLUMN_TEXT, 0, 9 },
	{ "PID", COLUMN_ID, 0, 8 },
	{ "TID", COLUMN_ID, 0, 7 },
	{ "NVTX Inst", COLUMN_COUNT, 0, 2 },
	{ "Kern Inst", COLUMN_COUNT, 0, 1 },
	{ "Total Time", COLUMN_TIME, 0, 0 },
	SPREAD_COLUMNS,
	{ "Kernel Name", COLUMN_TEXT, 0, 0 },
};

const struct report report_nvtx_kern_sum = {
	.name = "nvtx_kern_sum",
	.alias = "nvtxkernsum",
	.title = "NVTX range kernel summary",
	.doc = "Time of kernels by the NVTX ranges that contain their launch: every such range is"
	       " credited, not only the innermost. Kernels in no range are listed without one.",
	.columns = columns,
	.column_count = ARRAY_SIZE(columns),
	.want = WANT_RANGES,
	.needs = NEED_KERNELS | NEED_RANGES,
	.names_kernels = true,
	.takes_sums = true,
	.state_size = sizeof(struct range_kernel_state),
	.add = add,
	.finish = finish,
	.release = release,
};

static const struct column kind_columns[] = {
	{ "NVTX Range", COLUMN_TEXT, 0, 0 },
	{ "Share", COLUMN_PERCENT, 1, 0 },
	{ "Total Time", COLUMN_TIME, 0, 0 },
	{ "Kern Inst", COLUMN_COUNT, 0, 1 },
	{ "Range Inst", COLUMN_COUNT, 0, 3 },
	{ "Per Range", COLUMN_TIME, 1, 4 },
	SPREAD_COLUMNS,
	{ "Kernel Name", COLUMN_TEXT, 0, 0 },
};

const struct report report_range_kernel_sum = {
	.name = "range_kernel_sum",
	.title = "Kernels by kind of range",
	.doc = "Time of kernels by the kinds of NVTX ranges that contain their launch: ranges whose"
	       " names differ only in digits are one kind, \"Layer N\". Share is of the kind's"
	       " time, Per Range the mean over the ranges of the kind that have kernels. A kernel"
	       " counts once in each kind; kernels in no range are listed without one.",
	.columns = kind_columns,
	.column_count = ARRAY_SIZE(kind_columns),
	.want = WANT_RANGES,
	.needs = NEED_KERNELS | NEED_RANGES,
	.names_kernels = true,
	.takes_sums = true,
	.state_size = sizeof(struct range_kernel_state),
	.add = add_kinds,
	.finish = finish,
	.release = release,
};
