#include "stats/parts/report.h"

#include <stdlib.h>
#include <string.h>

#include "base/idmap.h"
#include "base/mem.h"
#include "base/order.h"
#include "stats/parts/kernel_runs.h"
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
	BATCH_PAIRS = 1 << 22,   /* of a kernel and a range: those in memory at once */
	MOST_PAIRS = 1 << 30,    /* of the report: half a minute */
	MOST_REPEATED = 1 << 26, /* pairs of one heading beyond one for each kernel */
	MOST_HELD = 1 << 26,     /* pairs, if all groups are in memory at once */
};

struct nvtx_kern_group {
	uint64_t last; /* the last range, or of held groups the last kernel, + 1 */
	uint32_t ranges, kernels;
};

struct nvtx_kern_state {
	struct kernel_runs runs;

	bool held;               /* groups are of all headings, and kept until the end */
	uint64_t kernels_before; /* of the held groups: those of earlier files */

	/* Of the headings being given, or held: */
	struct idmap keys; /* by group: heading << 32 | kernel */
	struct nvtx_kern_group *groups;
	size_t groups_cap;
	struct tally tally;
};

static bool group_of(struct nvtx_kern_state *state, uint32_t heading, uint32_t kernel,
	uint32_t *group, struct err *err)
{
	uint32_t had = state->keys.count;

	/* make room first: what walks the groups goes by the number of their keys */
	if (!mem_grow((void **)&state->groups, &state->groups_cap, (size_t)had + 1,
		    sizeof(*state->groups), err) ||
		!idmap_add(&state->keys, sums_pair(heading, kernel), group, err))
		return false;
	if (state->keys.count > had)
		state->groups[*group] = (struct nvtx_kern_group){ 0 };
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

	for (uint32_t at = 0; ok && at < runs->launched_count; at++) {
		/* runs are in the order in which they begin */
		for (; next < runs->count && runs->list[next].begin <= at; next++)
			open[count++] = (uint32_t)next;
		ok = credit_open(state, open, &count, at, err);
	}
	free(open);
	state->kernels_before += runs->launched_count;
	kernel_runs_clear(runs);
	state->held = true;
	return ok;
}

static bool are_few(const struct kernel_runs *runs)
{
	uint64_t pairs = 0;

	for (size_t i = 0; i < runs->count; i++)
		pairs += runs->list[i].end - runs->list[i].begin;
	return pairs <= BATCH_PAIRS;
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

static int compare_headings(const void *context, uint32_t a, uint32_t b)
{
	const struct report_run *run = context;
	const struct nvtx_kern_state *state = run->state;
	const struct kernel_heading *left = &state->runs.headings[a],
				    *right = &state->runs.headings[b];
	uint64_t left_place, right_place;
	int order = sums_compare_names(run->names, left->name, right->name);

	if (order != 0)
		return order;
	left_place = state->runs.places.keys[left->place >> 2] + 1; /* no place comes first */
	right_place = state->runs.places.keys[right->place >> 2] + 1;
	if (left_place != right_place)
		return left_place < right_place ? -1 : 1;
	return (left->place > right->place) - (left->place < right->place);
}

static int compare_runs(const void *context, uint32_t a, uint32_t b)
{
	const struct kernel_run *runs = context;

	if (runs[a].range != runs[b].range)
		return runs[a].range < runs[b].range ? -1 : 1;
	return (a > b) - (a < b);
}

/* The headings in the order of their rows, and the runs of each. */
struct order {
	uint32_t *headings;
	size_t *begin;   /* by place in `headings`, and one more: where its runs begin */
	uint32_t *runs;  /* of a heading: by range */
	uint32_t *place; /* by heading */
	uint32_t *like;  /* by place: the first of those before it that have the same runs */
	uint32_t *seen;  /* by kernel: the last place, + 1, that has it */
};

static bool sort_runs(const struct nvtx_kern_state *state, struct order *order, struct err *err)
{
	uint32_t headings = state->runs.heading_keys.count;
	size_t sum = 0;
	bool ok = true;

	for (uint32_t i = 0; i < headings; i++)
		order->place[order->headings[i]] = i;
	for (size_t i = 0; i < state->runs.count; i++)
		order->begin[order->place[state->runs.list[i].heading] + 2]++;
	/* begin[p + 1] is where p's next run goes and, in the end, where p + 1 begins */
	for (uint32_t i = 0; i <= headings; i++) {
		sum += order->begin[i + 1];
		order->begin[i + 1] = sum;
	}
	for (size_t i = 0; i < state->runs.count; i++)
		order->runs[order->begin[order->place[state->runs.list[i].heading] + 1]++] =
			(uint32_t)i;
	for (uint32_t i = 0; ok && i < headings; i++)
		ok = order_sort(order->runs + order->begin[i],
			order->begin[i + 1] - order->begin[i], compare_runs, state->runs.list, err);
	return ok;
}

/* Whether the headings at two places have the same kernels, in as many ranges. */
static bool are_alike(
	const struct nvtx_kern_state *state, const struct order *order, uint32_t a, uint32_t b)
{
	const uint32_t *left = order->runs + order->begin[a],
		       *right = order->runs + order->begin[b];
	size_t count = order->begin[a + 1] - order->begin[a];

	if (order->begin[b + 1] - order->begin[b] != count)
		return false;
	for (size_t i = 0; i < count; i++) {
		const struct kernel_run *one = &state->runs.list[left[i]],
					*other = &state->runs.list[right[i]];

		/* a range is identified by its first run, which comes before its others */
		if (one->begin != other->begin || one->end != other->end ||
			(one->range == left[i]) != (other->range == right[i]))
			return false;
	}
	return true;
}

static uint64_t pairs_of(
	const struct nvtx_kern_state *state, const struct order *order, uint32_t place)
{
	uint64_t pairs = 0;

	for (size_t i = order->begin[place]; i < order->begin[place + 1]; i++)
		pairs += state->runs.list[order->runs[i]].end -
			 state->runs.list[order->runs[i]].begin;
	return pairs;
}

/* Find headings that are alike, and refuse what would take too long or too much memory. */
static bool find_like(const struct nvtx_kern_state *state, struct order *order, struct err *err)
{
	uint64_t most = state->held ? MOST_HELD : MOST_PAIRS, all = 0;

	for (uint32_t i = 0; i < state->runs.heading_keys.count; i++) {
		uint64_t pairs;

		order->like[i] = i;
		/* held groups have more kernels than the runs */
		if (!state->held && i > 0 && are_alike(state, order, i - 1, i)) {
			order->like[i] = order->like[i - 1];
			continue;
		}
		pairs = pairs_of(state, order, i);
		all += pairs;
		if (all > most + state->runs.launched_count ||
			pairs > MOST_REPEATED + state->runs.launched_count)
			return err_set(err, ERR_FORMAT,
				"too many kernels in too many ranges, each in the"
				" next; the report nvtx_gpu_proj_sum has the same ranges without"
				" their kernels");
	}
	return true;
}

static bool init_order(struct report_run *run, struct order *order, struct err *err)
{
	const struct nvtx_kern_state *state = run->state;
	uint32_t headings = state->runs.heading_keys.count;

	order->headings = mem_zeroed(headings, sizeof(*order->headings), err);
	order->begin = mem_zeroed((size_t)headings + 2, sizeof(*order->begin), err);
	order->runs = mem_zeroed(state->runs.count, sizeof(*order->runs), err);
	order->place = mem_zeroed(headings, sizeof(*order->place), err);
	order->like = mem_zeroed(headings, sizeof(*order->like), err);
	order->seen = mem_zeroed(state->runs.launched_count, sizeof(*order->seen), err);
	if (order->headings == NULL || order->begin == NULL || order->runs == NULL ||
		order->place == NULL || order->like == NULL || order->seen == NULL)
		return false;
	for (uint32_t i = 0; i < headings; i++)
		order->headings[i] = i;
	return order_sort(order->headings, headings, compare_headings, run, err) &&
	       sort_runs(state, order, err) && find_like(state, order, err);
}

static void release_order(struct order *order)
{
	free(order->headings);
	free(order->begin);
	free(order->runs);
	free(order->place);
	free(order->like);
	free(order->seen);
}

/*
 * Runs are in memory as they were met, and so are kernels: in the order of headings each is waited
 * for, unless it was asked for some time before. `at`: the place of a run in that order.
 */
static void prefetch_run(const struct kernel_runs *runs, const struct order *order, size_t at)
{
	enum { SOON = 8, LATER = 16 };

	if (at + LATER >= runs->count)
		return;
	__builtin_prefetch(&runs->list[order->runs[at + LATER]]);
	__builtin_prefetch(&runs->launched[runs->list[order->runs[at + SOON]].begin]);
	__builtin_prefetch(&order->seen[runs->list[order->runs[at + SOON]].begin]);
}

static bool credit_heading(
	struct nvtx_kern_state *state, struct order *order, uint32_t place, struct err *err)
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
	const struct order *order;
};

static int compare_groups(const void *context, uint32_t a, uint32_t b)
{
	const struct group_walk *walk = context;
	const struct nvtx_kern_state *state = walk->run->state;
	uint64_t left = state->keys.keys[a], right = state->keys.keys[b];

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
	uint64_t key = state->keys.keys[group];
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
static bool give_rows(struct report_run *run, const struct order *order, uint32_t first,
	uint32_t end, struct sink *sink, struct err *err)
{
	struct nvtx_kern_state *state = run->state;
	uint32_t count = state->keys.count, from = 0, to = 0;
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
				order->place[state->keys.keys[groups[to]] >> 32] == place)
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
	idmap_release(&state->keys);
	tally_release(&state->tally);
}

/* As many headings from *place on as fit in memory; *place is then the next. */
static bool give_batch(struct report_run *run, struct order *order, uint32_t *place,
	struct sink *sink, struct err *err)
{
	struct nvtx_kern_state *state = run->state;
	uint32_t first = *place, end = first, headings = state->runs.heading_keys.count;
	uint64_t pairs = 0;
	bool ok = true;

	for (; ok && end < headings; end++) {
		if (order->like[end] != end)
			continue;
		pairs += pairs_of(state, order, end);
		if (end > first && pairs > BATCH_PAIRS)
			break;
		ok = credit_heading(state, order, end, err);
	}
	ok = ok && tally_close(&state->tally, state->keys.count, err) &&
	     give_rows(run, order, first, end, sink, err);
	forget_groups(state);
	*place = end;
	return ok;
}

/* The groups of all runs, which join those that are held. */
static bool credit_all(struct nvtx_kern_state *state, struct order *order, struct err *err)
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
	struct order order = { 0 };
	bool ok = init_order(run, &order, err);

	if (state->held)
		ok = ok && credit_all(state, &order, err) &&
		     tally_close(&state->tally, state->keys.count, err) &&
		     give_rows(run, &order, 0, headings, sink, err);
	for (uint32_t place = 0; ok && !state->held && place < headings;)
		ok = give_batch(run, &order, &place, sink, err);
	release_order(&order);
	return ok;
}

static void release(struct report_run *run)
{
	struct nvtx_kern_state *state = run->state;

	forget_groups(state);
	kernel_runs_release(&state->runs);
	free(state->groups);
}

/* --- partial results -------------------------------------------------------------------- */

enum { COUNT_KERNELS, COUNT_RANGES, IS_SUMMED, COUNTERS };

static bool prepare(struct report_run *run, struct err *err)
{
	struct nvtx_kern_state *state = run->state;
	struct order order = { 0 };
	bool ok;

	state->held = true;
	ok = init_order(run, &order, err) && credit_all(state, &order, err);
	release_order(&order);
	return ok;
}

static uint32_t count_groups(const struct report_run *run)
{
	return ((const struct nvtx_kern_state *)run->state)->keys.count;
}

static void get_group(const struct report_run *run, uint32_t index, struct partial_group *group)
{
	const struct nvtx_kern_state *state = run->state;
	uint64_t key = state->keys.keys[index];
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
