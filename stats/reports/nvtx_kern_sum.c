#include "stats/parts/report.h"

#include <stdlib.h>
#include <string.h>

#include "base/idmap.h"
#include "base/mem.h"
#include "base/order.h"
#include "stats/parts/kernel_order.h"
#include "stats/parts/partial.h"
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
 * the same stacks, and of partial results, are held together instead.
 */
enum {
	BATCH_PAIRS = 1 << 20,   /* of a kernel and a range: those in memory at once */
	FEW_PAIRS = 1 << 22,     /* of a file whose groups are held */
	MOST_PAIRS = 1 << 30,    /* of the report: half a minute */
	MOST_REPEATED = 1 << 26, /* pairs of one heading beyond one for each kernel */
	MOST_HELD = 1 << 26,     /* pairs, if all groups are in memory at once */
};

struct nvtx_kern_group {
	uint64_t key;  /* heading << 32 | kernel */
	uint64_t last; /* the last range, or of held groups the last kernel, + 1 */
	uint32_t ranges, kernels;
};

struct nvtx_kern_state {
	struct kernel_runs runs;

	bool held;               /* groups are of all headings, and kept until the end */
	uint64_t kernels_before; /* of the held groups: those of earlier files */

	/* Of the headings being given, or held: */
	struct idmap held_keys; /* by held group: its key */
	uint32_t *latest;       /* by kernel + 1: its latest group, of those that are not held */
	struct nvtx_kern_group *groups;
	size_t group_count, groups_cap;
	struct tally tally;
};

static bool group_of(struct nvtx_kern_state *state, uint32_t heading, uint32_t kernel,
	uint32_t *group, struct err *err)
{
	uint64_t key = sums_pair(heading, kernel);
	uint32_t *latest = state->held ? NULL : &state->latest[(uint32_t)(kernel + 1)];

	if (latest != NULL && *latest < state->group_count && state->groups[*latest].key == key) {
		*group = *latest;
		return true;
	}
	/* one heading after the other is credited, so it is the latest group or a new one */
	*group = (uint32_t)state->group_count;
	if (!mem_grow((void **)&state->groups, &state->groups_cap, state->group_count + 1,
		    sizeof(*state->groups), err) ||
		(latest == NULL && !idmap_add(&state->held_keys, key, group, err)))
		return false;
	if (latest != NULL)
		*latest = *group;
	if (*group == state->group_count)
		state->groups[state->group_count++] = (struct nvtx_kern_group){ .key = key };
	return true;
}

/* Add a kernel to a group. `again`: the heading has it already, through another range. */
static bool credit(struct nvtx_kern_state *state, uint32_t group,
	const struct launched_kernel *launched, bool again, struct err *err)
{
	const struct launched_sum *sum =
		launched->sum > 0 ? &state->runs.sums[launched->sum - 1] : NULL;
	uint32_t *kernels = &state->groups[group].kernels;

	if (!again && __builtin_add_overflow(*kernels, sum != NULL ? sum->count : 1, kernels))
		return err_set(err, ERR_FORMAT, "more than 2^32 kernels in a group");
	if (sum == NULL)
		return tally_add(&state->tally, group, launched->ns, err);
	return tally_add_sum(&state->tally,
		&(struct tally_sum){ .total = launched->ns,
			.count = sum->count,
			.min = sum->min,
			.max = sum->max,
			.group = group },
		err);
}

/* --- held groups ------------------------------------------------------------------------ */

/* Credit the open runs with a kernel; those that have ended are taken out. */
static bool credit_open(
	struct nvtx_kern_state *state, uint32_t *open, size_t *count, uint32_t at, struct err *err)
{
	const struct launched_kernel *launched = &state->runs.launched[at];
	uint64_t mark = state->kernels_before + at + 1;
	size_t kept = 0;

	for (size_t i = 0; i < *count; i++) {
		const struct kernel_run *run = &state->runs.list[open[i]];
		uint32_t group;

		if (run->end <= at)
			continue;
		open[kept++] = open[i];
		if (!group_of(state, run->heading, launched->name, &group, err) ||
			!credit(state, group, launched, state->groups[group].last == mark, err))
			return false;
		state->groups[group].last = mark;
	}
	*count = kept;
	return true;
}

/* Move the kernels of a file of sums to groups that are held; its ranges are not counted. */
static bool hold_runs(struct nvtx_kern_state *state, struct err *err)
{
	struct kernel_runs *runs = &state->runs;
	uint32_t *open = mem_zeroed(runs->count, sizeof(*open), err);
	size_t count = 0, next = 0;
	bool ok = open != NULL;

	state->held = true;
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
	if (!kernel_runs_add(&state->runs, trace, err))
		return false;
	return !alone || !state->runs.pooled || trace->sums == NULL || !are_few(&state->runs) ||
	       hold_runs(state, err);
}

/* --- order ------------------------------------------------------------------------------ */

/* Refuse what would take too long or too much memory. */
static bool check_pairs(
	const struct nvtx_kern_state *state, const struct kernel_order *order, struct err *err)
{
	uint64_t most = state->held ? MOST_HELD : MOST_PAIRS, all = 0;

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

	return kernel_order_init(order, &state->runs, run->names, !state->held, err) &&
	       check_pairs(state, order, err);
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
	__builtin_prefetch(&order->seen[runs->list[order->runs[at + SOON]].begin]);
}

static bool credit_heading(
	struct nvtx_kern_state *state, struct kernel_order *order, uint32_t place, struct err *err)
{
	for (size_t i = order->begin[place]; i < order->begin[place + 1]; i++) {
		const struct kernel_run *run = &state->runs.list[order->runs[i]];

		prefetch_run(&state->runs, order, i);
		for (uint32_t at = run->begin; at < run->end; at++) {
			const struct launched_kernel *launched = &state->runs.launched[at];
			struct nvtx_kern_group *counts;
			uint32_t group;

			if (!group_of(state, run->heading, launched->name, &group, err))
				return false;
			counts = &state->groups[group];
			if (run->range != TRACE_NONE && counts->last != (uint64_t)run->range + 1) {
				counts->last = (uint64_t)run->range + 1;
				counts->ranges++;
			}
			if (!credit(state, group, launched, order->seen[at] == place + 1, err))
				return false;
			order->seen[at] = place + 1;
		}
	}
	return true;
}

/* --- rows ------------------------------------------------------------------------------- */

struct group_walk {
	const struct report_run *run;
	const struct kernel_order *order;
};

static int compare_groups(const void *context, uint32_t a, uint32_t b)
{
	const struct group_walk *walk = context;
	const struct nvtx_kern_state *state = walk->run->state;
	uint64_t left = state->groups[a].key, right = state->groups[b].key;

	if (left >> 32 != right >> 32)
		return walk->order->place[left >> 32] < walk->order->place[right >> 32] ? -1 : 1;
	if (state->tally.totals[a] != state->tally.totals[b])
		return state->tally.totals[a] > state->tally.totals[b] ? -1 : 1;
	return sums_compare_names(walk->run->names, (uint32_t)left, (uint32_t)right);
}

static bool give_row(struct report_run *run, const struct kernel_heading *heading, uint32_t group,
	struct sink *sink, struct err *err)
{
	struct nvtx_kern_state *state = run->state;
	uint64_t key = state->groups[group].key;
	uint64_t place = state->runs.places.keys[heading->place >> 2];
	unsigned style = heading->place & 3;
	struct spread spread;
	struct cell cells[13] = {
		cell_name(run->names, heading->name),
		cell_text(style == NO_RANGE || state->runs.summed ? "" : range_style_name(style)),
		[5] = cell_integer(state->groups[group].kernels),
		[12] = cell_name(run->names, (uint32_t)key),
	};

	if (!state->runs.summed)
		cells[4] = cell_integer(state->groups[group].ranges);
	if (place != KERNEL_NO_PLACE)
		cells[2] = cell_integer((int64_t)(place >> 32));
	if (place != KERNEL_NO_PLACE && !state->runs.summed)
		cells[3] = cell_integer((int64_t)(place & UINT32_MAX));
	tally_spread(&state->tally, group, &spread);
	cells[6] = cell_integer(spread.total);
	sums_spread_cells(&spread, 0, cells + 7);
	return sink_row(sink, cells, ARRAY_SIZE(cells), err);
}

/* The rows of the headings at [first, end), whose groups are complete. */
static bool give_rows(struct report_run *run, const struct kernel_order *order, uint32_t first,
	uint32_t end, struct sink *sink, struct err *err)
{
	struct nvtx_kern_state *state = run->state;
	uint32_t count = (uint32_t)state->group_count, from = 0, to = 0;
	uint32_t *groups = mem_zeroed(count, sizeof(*groups), err);
	const struct group_walk walk = { run, order };
	bool ok = groups != NULL;

	for (uint32_t i = 0; ok && i < count; i++)
		groups[i] = i;
	ok = ok && order_sort(groups, count, compare_groups, &walk, err);
	for (uint32_t place = first; ok && place < end; place++) {
		const struct kernel_heading *heading =
			&state->runs.headings[order->headings[place]];

		if (order->like[place] == place) {
			from = to;
			while (to < count &&
				order->place[state->groups[groups[to]].key >> 32] == place)
				to++;
		}
		for (uint32_t i = from; ok && i < to; i++)
			ok = give_row(run, heading, groups[i], sink, err);
	}
	free(groups);
	return ok;
}

static void forget_groups(struct nvtx_kern_state *state)
{
	idmap_release(&state->held_keys);
	state->group_count = 0;
	tally_release(&state->tally);
}

/* As many headings from *place on as fit in memory; *place is then the next. */
static bool give_batch(struct report_run *run, struct kernel_order *order, uint32_t *place,
	struct sink *sink, struct err *err)
{
	struct nvtx_kern_state *state = run->state;
	uint32_t first = *place, end = first, headings = state->runs.heading_keys.count;
	uint64_t pairs = 0;
	bool ok = true;

	for (; ok && end < headings; end++) {
		if (order->like[end] != end)
			continue;
		pairs += order->pairs[end];
		if (end > first && pairs > BATCH_PAIRS)
			break;
		ok = credit_heading(state, order, end, err);
	}
	ok = ok && tally_close(&state->tally, (uint32_t)state->group_count, err) &&
	     give_rows(run, order, first, end, sink, err);
	forget_groups(state);
	*place = end;
	return ok;
}

/* The groups of all runs, which join those that are held. */
static bool credit_all(struct nvtx_kern_state *state, struct kernel_order *order, struct err *err)
{
	bool ok = true;

	for (uint32_t i = 0; ok && i < state->runs.heading_keys.count; i++)
		ok = credit_heading(state, order, i, err);
	return ok;
}

static bool finish(struct report_run *run, struct sink *sink, struct err *err)
{
	struct nvtx_kern_state *state = run->state;
	uint32_t headings = state->runs.heading_keys.count;
	struct kernel_order order = { 0 };
	bool ok = init_order(run, &order, err);

	state->latest = mem_zeroed((size_t)run->names->count + 1, sizeof(*state->latest), err);
	ok = ok && state->latest != NULL;
	if (state->held)
		ok = ok && credit_all(state, &order, err) &&
		     tally_close(&state->tally, (uint32_t)state->group_count, err) &&
		     give_rows(run, &order, 0, headings, sink, err);
	for (uint32_t place = 0; ok && !state->held && place < headings;)
		ok = give_batch(run, &order, &place, sink, err);
	kernel_order_release(&order);
	return ok;
}

static void release(struct report_run *run)
{
	struct nvtx_kern_state *state = run->state;

	forget_groups(state);
	free(state->latest);
	kernel_runs_release(&state->runs);
	free(state->groups);
}

/* --- partial results -------------------------------------------------------------------- */

enum { COUNT_KERNELS, COUNT_RANGES, IS_SUMMED, COUNTERS };

static bool prepare(struct report_run *run, struct err *err)
{
	struct nvtx_kern_state *state = run->state;
	struct kernel_order order = { 0 };
	bool ok;

	state->held = true;
	ok = init_order(run, &order, err) && credit_all(state, &order, err);
	kernel_order_release(&order);
	return ok;
}

static uint32_t count_groups(const struct report_run *run)
{
	return (uint32_t)((const struct nvtx_kern_state *)run->state)->group_count;
}

static void get_group(const struct report_run *run, uint32_t index, struct partial_group *group)
{
	const struct nvtx_kern_state *state = run->state;
	uint64_t key = state->groups[index].key;
	const struct kernel_heading *heading = &state->runs.headings[key >> 32];

	group->labels[0] = heading->place & 3;
	group->labels[1] = heading->name;
	group->labels[2] = (uint32_t)key;
	group->counters[COUNT_KERNELS] = state->groups[index].kernels;
	group->counters[COUNT_RANGES] = state->groups[index].ranges;
	group->counters[IS_SUMMED] = state->runs.summed;
}

static bool put_group(
	struct report_run *run, const struct partial_group *group, uint32_t *index, struct err *err)
{
	struct nvtx_kern_state *state = run->state;
	struct nvtx_kern_group *counts;
	uint32_t heading;

	if (group->labels[0] > NO_RANGE)
		return err_set(err, ERR_FORMAT, "an unknown style of ranges");
	state->held = true;
	if (!kernel_runs_heading(&state->runs, KERNEL_NO_PLACE, (unsigned)group->labels[0],
		    (uint32_t)group->labels[1], &heading, err) ||
		!group_of(state, heading, (uint32_t)group->labels[2], index, err))
		return false;
	counts = &state->groups[*index];
	state->runs.summed |= group->counters[IS_SUMMED] != 0;
	if (__builtin_add_overflow(
		    counts->kernels, group->counters[COUNT_KERNELS], &counts->kernels) ||
		__builtin_add_overflow(
			counts->ranges, group->counters[COUNT_RANGES], &counts->ranges))
		return err_set(err, ERR_FORMAT, "more than 2^32 kernels in a group");
	return true;
}

static struct tally *tally_of(struct report_run *run, size_t which)
{
	(void)which;
	return &((struct nvtx_kern_state *)run->state)->tally;
}

static const struct report_partial partial = {
	.labels = "unn",
	.counters = COUNTERS,
	.tallies = 1,
	.prepare = prepare,
	.count = count_groups,
	.get = get_group,
	.put = put_group,
	.tally = tally_of,
};

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
	.want = { .kernels_only = true },
	.needs = NEED_KERNELS | NEED_RANGES,
	.names_kernels = true,
	.takes_sums = true,
	.state_size = sizeof(struct nvtx_kern_state),
	.add = add,
	.finish = finish,
	.release = release,
	.partial = &partial,
};
