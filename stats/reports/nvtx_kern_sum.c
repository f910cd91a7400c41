#include "stats/parts/report.h"

#include <stdlib.h>
#include <string.h>

#include "base/idmap.h"
#include "base/mem.h"
#include "base/order.h"
#include "stats/parts/kernel_runs.h"
#include "stats/parts/styles.h"
#include "stats/parts/sums.h"
#include "stats/parts/tally.h"

/*
 * Every range that contains a kernel's launch is credited with the kernel, so a
 * kernel may count in one group more than once: its time then adds up, as in
 * nsys, while "Kern Inst" counts it once and "NVTX Inst" each range once.
 *
 * The groups are made at the end, some headings at a time, since all of them may
 * be far more than fit in memory.
 */
enum {
	BATCH_PAIRS = 1 << 22,   /* of a kernel and a range: those in memory at once */
	MOST_PAIRS = 1 << 30,    /* of the report: half a minute */
	MOST_REPEATED = 1 << 26, /* pairs of one heading beyond one for each kernel */
};

struct nvtx_kern_group {
	uint32_t last_range; /* + 1 */
	uint32_t ranges, kernels;
};

struct nvtx_kern_state {
	struct kernel_runs runs;

	/* Of the headings being given: */
	struct idmap keys; /* by group: place in the order << 32 | kernel */
	struct nvtx_kern_group *groups;
	size_t groups_cap;
	struct tally tally;
};

static bool add(struct report_run *run, const struct trace *trace, struct err *err)
{
	struct nvtx_kern_state *state = run->state;

	state->runs.pooled = run->files > 1;
	return kernel_runs_add(&state->runs, trace, err);
}

static bool group_of(struct nvtx_kern_state *state, uint32_t place, uint32_t kernel,
	uint32_t *group, struct err *err)
{
	uint32_t had = state->keys.count;

	/* make room first: what walks the groups goes by the number of their keys */
	if (!mem_grow((void **)&state->groups, &state->groups_cap, (size_t)had + 1,
		    sizeof(*state->groups), err) ||
		!idmap_add(&state->keys, sums_pair(place, kernel), group, err))
		return false;
	if (state->keys.count > had)
		state->groups[*group] = (struct nvtx_kern_group){ 0 };
	return true;
}

/* Add a kernel to its group. `again`: the heading has it already, through another range. */
static bool credit(struct nvtx_kern_state *state, uint32_t place, const struct kernel_run *run,
	const struct launched_kernel *launched, bool again, struct err *err)
{
	const struct launched_sum *sum =
		launched->sum > 0 ? &state->runs.sums[launched->sum - 1] : NULL;
	struct nvtx_kern_group *counts;
	uint32_t group;

	if (!group_of(state, place, launched->name, &group, err))
		return false;
	counts = &state->groups[group];
	if (!again && __builtin_add_overflow(
			      counts->kernels, sum != NULL ? sum->count : 1, &counts->kernels))
		return err_set(err, ERR_FORMAT, "more than 2^32 kernels in a group");
	if (run->range != TRACE_NONE && counts->last_range != run->range + 1) {
		counts->last_range = run->range + 1;
		counts->ranges++;
	}
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

static int compare_groups(const void *context, uint32_t a, uint32_t b)
{
	const struct report_run *run = context;
	const struct nvtx_kern_state *state = run->state;
	uint64_t left = state->keys.keys[a], right = state->keys.keys[b];

	if (left >> 32 != right >> 32)
		return left >> 32 < right >> 32 ? -1 : 1;
	if (state->tally.totals[a] != state->tally.totals[b])
		return state->tally.totals[a] > state->tally.totals[b] ? -1 : 1;
	return sums_compare_names(run->names, (uint32_t)left, (uint32_t)right);
}

static int compare_runs(const void *context, uint32_t a, uint32_t b)
{
	const struct kernel_run *runs = context;

	if (runs[a].range != runs[b].range)
		return runs[a].range < runs[b].range ? -1 : 1;
	return (a > b) - (a < b);
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

/* The headings in the order of their rows, and the runs of each. */
struct order {
	uint32_t *headings;
	size_t *begin;  /* by place in `headings`, and one more: where its runs begin */
	uint32_t *runs; /* of a heading: by range */
	uint32_t *like; /* by place: the first of those before it that have the same runs */
	uint32_t *seen; /* by kernel: the last place, + 1, that has it */
};

static bool sort_runs(const struct nvtx_kern_state *state, struct order *order, struct err *err)
{
	uint32_t headings = state->runs.heading_keys.count;
	uint32_t *places = mem_zeroed(headings, sizeof(*places), err);
	size_t sum = 0;
	bool ok = places != NULL;

	for (uint32_t i = 0; ok && i < headings; i++)
		places[order->headings[i]] = i;
	for (size_t i = 0; ok && i < state->runs.count; i++)
		order->begin[places[state->runs.list[i].heading] + 2]++;
	/* begin[p + 1] is where p's next run goes and, in the end, where p + 1 begins */
	for (uint32_t i = 0; ok && i <= headings; i++) {
		sum += order->begin[i + 1];
		order->begin[i + 1] = sum;
	}
	for (size_t i = 0; ok && i < state->runs.count; i++)
		order->runs[order->begin[places[state->runs.list[i].heading] + 1]++] = (uint32_t)i;
	for (uint32_t i = 0; ok && i < headings; i++)
		ok = order_sort(order->runs + order->begin[i],
			order->begin[i + 1] - order->begin[i], compare_runs, state->runs.list, err);
	free(places);
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
	uint64_t all = 0;

	for (uint32_t i = 0; i < state->runs.heading_keys.count; i++) {
		uint64_t pairs;

		order->like[i] = i;
		if (i > 0 && are_alike(state, order, i - 1, i)) {
			order->like[i] = order->like[i - 1];
			continue;
		}
		pairs = pairs_of(state, order, i);
		all += pairs;
		if (all > MOST_PAIRS + state->runs.launched_count ||
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
	order->like = mem_zeroed(headings, sizeof(*order->like), err);
	order->seen = mem_zeroed(state->runs.launched_count, sizeof(*order->seen), err);
	if (order->headings == NULL || order->begin == NULL || order->runs == NULL ||
		order->like == NULL || order->seen == NULL)
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
	free(order->like);
	free(order->seen);
}

static bool credit_heading(
	struct nvtx_kern_state *state, struct order *order, uint32_t place, struct err *err)
{
	for (size_t i = order->begin[place]; i < order->begin[place + 1]; i++) {
		const struct kernel_run *run = &state->runs.list[order->runs[i]];

		for (uint32_t at = run->begin; at < run->end; at++) {
			if (!credit(state, place, run, &state->runs.launched[at],
				    order->seen[at] == place + 1, err))
				return false;
			order->seen[at] = place + 1;
		}
	}
	return true;
}

/* The rows of the headings at [first, end), whose groups are complete. */
static bool give_rows(struct report_run *run, const struct order *order, uint32_t first,
	uint32_t end, struct sink *sink, struct err *err)
{
	struct nvtx_kern_state *state = run->state;
	uint32_t count = state->keys.count, from = 0, to = 0;
	uint32_t *groups = mem_zeroed(count, sizeof(*groups), err);
	bool ok = groups != NULL;

	for (uint32_t i = 0; ok && i < count; i++)
		groups[i] = i;
	ok = ok && order_sort(groups, count, compare_groups, run, err);
	for (uint32_t place = first; ok && place < end; place++) {
		const struct kernel_heading *heading =
			&state->runs.headings[order->headings[place]];

		if (order->like[place] == place) {
			from = to;
			while (to < count && state->keys.keys[groups[to]] >> 32 == place)
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

static bool finish(struct report_run *run, struct sink *sink, struct err *err)
{
	const struct nvtx_kern_state *state = run->state;
	struct order order = { 0 };
	bool ok = init_order(run, &order, err);

	for (uint32_t place = 0; ok && place < state->runs.heading_keys.count;)
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
};
