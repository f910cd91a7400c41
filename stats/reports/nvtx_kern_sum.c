#include "stats/parts/report.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/order.h"
#include "base/pool.h"
#include "stats/parts/kernel_groups.h"
#include "stats/parts/styles.h"
#include "stats/parts/sums.h"
#include "stats/parts/tally.h"

/*
 * Every range that contains a kernel's launch is credited with the kernel, so a
 * kernel may count in one group more than once: its time then adds up, as in
 * nsys, while "Kern Inst" counts it once and "NVTX Inst" each range once.
 *
 * The groups are made at the end, some headings at a time, since all of them may
 * be far more than fit in memory. Those of several captures of sums, which have
 * the same stacks, are held together instead.
 */
enum {
	PIECE_PAIRS = 1 << 17,   /* of a kernel and a range: those of a piece of the headings */
	THREADS_MOST = 8,        /* each has one piece in memory */
	FEW_PAIRS = 1 << 22,     /* of a file whose groups are held */
	MOST_PAIRS = 1 << 30,    /* of the report: half a minute */
	MOST_REPEATED = 1 << 26, /* pairs of one heading beyond one for each kernel */
	MOST_HELD = 1 << 26,     /* pairs, if all groups are in memory at once */
};

struct nvtx_kern_state {
	struct kernel_runs runs;
	struct kernel_groups held; /* of all headings, if they are, and kept until the end */
	uint64_t kernels_before;   /* of the held groups: those of earlier files */
	struct kernel_marks marks[THREADS_MOST];
};

/* --- held groups ------------------------------------------------------------------------ */

/* Credit the open runs with a kernel; those that have ended are taken out. */
static bool credit_open(
	struct nvtx_kern_state *state, uint32_t *open, size_t *count, uint32_t at, struct err *err)
{
	struct kernel_groups *groups = &state->held;
	uint32_t name = state->runs.launched[at].name;
	uint64_t mark = state->kernels_before + at + 1;
	size_t kept = 0;

	for (size_t i = 0; i < *count; i++) {
		const struct kernel_run *run = &state->runs.list[open[i]];
		uint32_t group;

		if (run->end <= at)
			continue;
		open[kept++] = open[i];
		group = kernel_groups_find(groups, NULL, sums_pair(run->heading, name));
		if (!kernel_groups_credit(
			    groups, &state->runs, group, at, groups->list[group].last == mark, err))
			return false;
		groups->list[group].last = mark;
	}
	*count = kept;
	return true;
}

/* Move the kernels of a file of sums to groups that are held; its ranges are not counted. */
static bool hold_runs(struct nvtx_kern_state *state, struct err *err)
{
	struct kernel_runs *runs = &state->runs;
	uint32_t *open = mem_zeroed(runs->count, sizeof(*open));
	size_t count = 0, next = 0;
	bool ok = true;

	state->held.held = true;
	for (uint32_t at = 0; ok && at < runs->launched_count; at++) {
		/* runs are in the order in which they begin */
		for (; next < runs->count && runs->list[next].begin <= at; next++)
			open[count++] = (uint32_t)next;
		ok = credit_open(state, open, &count, at, err);
	}
	free(open);
	state->kernels_before += runs->launched_count;
	kernel_runs_clear(runs);
	return ok;
}

static bool are_few(const struct kernel_runs *runs)
{
	uint64_t pairs = 0;

	for (size_t i = 0; i < runs->count; i++)
		pairs += runs->list[i].end - runs->list[i].begin;
	return pairs <= FEW_PAIRS;
}

static bool add(struct report_run *run, const struct trace *trace, struct err *err)
{
	struct nvtx_kern_state *state = run->state;
	bool alone = state->runs.count == 0;

	state->runs.pooled = run->files > 1;
	kernel_runs_add(&state->runs, trace);
	return !alone || !state->runs.pooled || trace->sums == NULL || !are_few(&state->runs) ||
	       hold_runs(state, err);
}

/* --- order ------------------------------------------------------------------------------ */

/* Refuse what would take too long or too much memory. */
static bool check_pairs(
	const struct nvtx_kern_state *state, const struct kernel_order *order, struct err *err)
{
	uint64_t most = state->held.held ? MOST_HELD : MOST_PAIRS, all = 0;

	for (uint32_t i = 0; i < state->runs.heading_keys.count; i++) {
		if (order->like[i] != i)
			continue;
		all += order->pairs[i];
		if (all > most + state->runs.launched_count ||
			order->pairs[i] > MOST_REPEATED + state->runs.launched_count)
			return err_set(err, ERR_FORMAT,
				"too many kernels in too many ranges, each in the"
				" next; the report nvtx_gpu_proj_sum has the same ranges without"
				" their kernels");
	}
	return true;
}

/* Of held groups, which have more kernels than the runs, no two headings are alike. */
static bool init_order(struct report_run *run, struct kernel_order *order, struct err *err)
{
	const struct nvtx_kern_state *state = run->state;

	kernel_order_init(order, &state->runs, run->names, !state->held.held);
	return check_pairs(state, order, err);
}

/* --- pieces ------------------------------------------------------------------------------ */

/* The headings at [first, end), with their groups in the order of the rows. */
struct kernel_piece {
	uint32_t first, end;
	struct kernel_groups groups;
	uint32_t *order;
	struct spread *spreads; /* in that order */
	struct err failure;     /* of making it */
};

struct kernel_work {
	struct report_run *run;
	const struct kernel_order *order;
	struct sink *sink;
	struct kernel_piece *pieces;
	size_t count, cap;
	struct err *err;
	bool ok;
};

/* Held groups are one piece. */
static void cut_pieces(struct kernel_work *work)
{
	const struct nvtx_kern_state *state = work->run->state;
	const struct kernel_order *order = work->order;
	uint32_t headings = state->runs.heading_keys.count;
	uint64_t weight = 0;

	for (uint32_t at = 0; at < headings; at++) {
		uint64_t more = order->like[at] == at ? order->pairs[at] : 0;

		if (at == 0 || (more > 0 && !state->held.held && weight > 0 &&
				       weight + more > PIECE_PAIRS)) {
			mem_need(work->pieces, work->cap, work->count + 1);
			work->pieces[work->count++] = (struct kernel_piece){ .first = at };
			weight = 0;
		}
		work->pieces[work->count - 1].end = at + 1;
		weight += more;
	}
}

struct group_order {
	const struct kernel_work *work;
	const struct kernel_groups *groups;
};

static uint32_t place_of(
	const struct kernel_work *work, const struct kernel_groups *groups, uint32_t group)
{
	return work->order->place[groups->list[group].key >> 32];
}

static int compare_groups(const void *context, uint32_t a, uint32_t b)
{
	const struct group_order *by = context;
	const struct kernel_groups *groups = by->groups;
	uint64_t left = groups->list[a].key, right = groups->list[b].key;

	if (left >> 32 != right >> 32)
		return place_of(by->work, groups, a) < place_of(by->work, groups, b) ? -1 : 1;
	if (groups->tally.totals[a] != groups->tally.totals[b])
		return groups->tally.totals[a] > groups->tally.totals[b] ? -1 : 1;
	return sums_compare_names(by->work->run->names, (uint32_t)left, (uint32_t)right);
}

/* Those that are not held are in the order of headings already. */
static void sort_groups(const struct kernel_work *work, struct kernel_piece *piece)
{
	const struct group_order by = { work, &piece->groups };
	const struct kernel_group *list = piece->groups.list;
	size_t count = piece->groups.count, end;

	for (uint32_t i = 0; i < count; i++)
		piece->order[i] = i;
	for (size_t from = 0; from < count; from = end) {
		end = piece->groups.held ? count : from + 1;
		while (end < count && list[end].key >> 32 == list[from].key >> 32)
			end++;
		order_by(piece->order + from, end - from, compare_groups, &by);
	}
}

static bool fill_piece(
	const struct kernel_work *work, struct kernel_marks *marks, struct kernel_piece *piece)
{
	struct nvtx_kern_state *state = work->run->state;
	struct kernel_groups *groups = &piece->groups;
	bool ok = true;

	if (marks->latest == NULL)
		kernel_marks_init(marks, work->run->names);
	if (state->held.held) {
		*groups = state->held;
		state->held = (struct kernel_groups){ .held = true };
	}
	for (uint32_t place = piece->first; ok && place < piece->end; place++)
		ok = work->order->like[place] != place ||
		     kernel_groups_credit_heading(
			     groups, marks, &state->runs, work->order, place, &piece->failure);
	return ok && tally_close(&groups->tally, (uint32_t)groups->count, &piece->failure);
}

static void make_piece(void *context, const struct pool_job *job)
{
	const struct kernel_work *work = context;
	struct nvtx_kern_state *state = work->run->state;
	struct kernel_piece *piece = &work->pieces[job->index];
	struct kernel_groups *groups = &piece->groups;

	if (!fill_piece(work, &state->marks[job->thread], piece))
		return;
	piece->order = mem_zeroed(groups->count, sizeof(*piece->order));
	piece->spreads = mem_zeroed(groups->count, sizeof(*piece->spreads));
	sort_groups(work, piece);
	for (size_t i = 0; i < groups->count; i++)
		tally_spread(&groups->tally, piece->order[i], &piece->spreads[i]);
	tally_release(&groups->tally);
}

/* --- rows ------------------------------------------------------------------------------- */

static bool give_row(const struct kernel_work *work, const struct kernel_heading *heading,
	const struct kernel_group *group, const struct spread *spread, struct err *err)
{
	const struct report_run *run = work->run;
	const struct nvtx_kern_state *state = run->state;
	uint64_t place = state->runs.places.keys[heading->place >> 2];
	unsigned style = heading->place & 3;
	struct cell cells[13] = {
		cell_name(run->names, heading->name),
		cell_text(style == NO_RANGE || state->runs.summed ? "" : range_style_name(style)),
		[5] = cell_integer(group->kernels),
		[6] = cell_integer(spread->total),
		[12] = cell_name(run->names, (uint32_t)group->key),
	};

	if (!state->runs.summed)
		cells[4] = cell_integer(group->ranges);
	if (place != KERNEL_NO_PLACE)
		cells[2] = cell_integer((int64_t)(place >> 32));
	if (place != KERNEL_NO_PLACE && !state->runs.summed)
		cells[3] = cell_integer((int64_t)(place & UINT32_MAX));
	sums_spread_cells(spread, cells + 7);
	return sink_row(work->sink, cells, ARRAY_SIZE(cells), err);
}

/* The rows of a piece; headings that are alike have the same groups. */
static bool give_rows(
	const struct kernel_work *work, const struct kernel_piece *piece, struct err *err)
{
	const struct nvtx_kern_state *state = work->run->state;
	const struct kernel_groups *groups = &piece->groups;
	size_t from = 0, to = 0;
	bool ok = true;

	for (uint32_t place = piece->first; ok && place < piece->end; place++) {
		const struct kernel_heading *heading =
			&state->runs.headings[work->order->headings[place]];

		if (work->order->like[place] == place) {
			from = to;
			while (to < groups->count &&
				place_of(work, groups, piece->order[to]) == place)
				to++;
		}
		for (size_t i = from; ok && i < to; i++)
			ok = give_row(work, heading, &groups->list[piece->order[i]],
				&piece->spreads[i], err);
	}
	return ok;
}

static void release_piece(struct kernel_piece *piece)
{
	kernel_groups_release(&piece->groups);
	free(piece->order);
	free(piece->spreads);
	piece->order = NULL;
	piece->spreads = NULL;
}

static bool take_piece(void *context, const struct pool_job *job)
{
	struct kernel_work *work = context;
	struct kernel_piece *piece = &work->pieces[job->index];

	work->ok = piece->failure.code == ERR_NONE && give_rows(work, piece, work->err);
	if (piece->failure.code != ERR_NONE)
		*work->err = piece->failure;
	release_piece(piece);
	return work->ok;
}

static bool finish(struct report_run *run, struct sink *sink, struct err *err)
{
	struct kernel_order order = { 0 };
	struct kernel_work work = {
		.run = run, .order = &order, .sink = sink, .err = err, .ok = true
	};
	const struct pool_work pool = { make_piece, take_piece, &work };

	if (init_order(run, &order, err)) {
		cut_pieces(&work);
		pool_run(&pool, work.count,
			run->threads < THREADS_MOST ? run->threads : THREADS_MOST);
	} else {
		work.ok = false;
	}
	for (size_t i = 0; i < work.count; i++)
		release_piece(&work.pieces[i]);
	free(work.pieces);
	kernel_order_release(&order);
	return work.ok;
}

static void release(struct report_run *run)
{
	struct nvtx_kern_state *state = run->state;

	kernel_groups_release(&state->held);
	kernel_runs_release(&state->runs);
	for (size_t i = 0; i < ARRAY_SIZE(state->marks); i++)
		kernel_marks_release(&state->marks[i]);
}

static const struct column columns[] = {
	{ "NVTX Range", COLUMN_TEXT, 0, 0 },
	{ "Style", COLUMN_TEXT, 0, 9 },
	{ "PID", COLUMN_ID, 0, 8 },
	{ "TID", COLUMN_ID, 0, 7 },
	{ "NVTX Inst", COLUMN_COUNT, 0, 2 },
	{ "Kern Inst", COLUMN_COUNT, 0, 1 },
	{ "Total Time", COLUMN_TIME, 0, 0 },
	SUMS_SPREAD_COLUMNS(""),
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
	.state_size = sizeof(struct nvtx_kern_state),
	.add = add,
	.finish = finish,
	.release = release,
};
