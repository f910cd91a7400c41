#include "stats/parts/report.h"

#include <stdlib.h>
#include <string.h>

#include "base/idmap.h"
#include "base/mem.h"
#include "base/order.h"
#include "collapse/fold/nest.h"
#include "stats/parts/styles.h"
#include "stats/parts/sums.h"
#include "stats/parts/tally.h"

/*
 * Every range that contains a kernel's launch is credited with the kernel, so a
 * kernel may count in one group more than once: its time then adds up, as in
 * nsys, while "Kern Inst" counts it once and "NVTX Inst" each range once.
 *
 * A report of numbered steps has as many groups as kernels: what is kept of a
 * group is small.
 */
enum { NO_RANGE = RANGE_START_END + 1 }; /* the style of kernels in no range */

struct heading { /* what groups of one name and thread share */
	uint32_t name;
	uint32_t place; /* index in places */
};

struct nvtx_kern_group {
	uint32_t last_op; /* + 1; of the current file */
	uint32_t ranges, kernels;
};

/* The launches of one kernel by one thread, as the sweep met them. */
struct launched {
	uint32_t *ops;
	size_t count, cap;
};

struct nvtx_kern_state {
	struct idmap places;       /* pid << 32 | tid, or NO_PLACE */
	struct idmap heading_keys; /* place and style << 32 | name */
	struct heading *headings;
	size_t headings_cap;
	struct idmap keys; /* by group: heading << 32 | kernel */
	struct nvtx_kern_group *groups;
	size_t groups_cap;
	struct tally tally;
	bool summed; /* some file holds sums: ranges have names, but no number, style or thread */

	/* Of the file being read: */
	struct idmap launched_keys; /* thread << 32 | kernel */
	struct launched *launched;
	size_t launched_cap;
	uint32_t *levels; /* by depth: the heading of the range there */
	size_t levels_cap;
};

static const uint64_t no_place = UINT64_MAX;

static bool heading_of(struct report_run *run, const struct trace *trace, uint32_t thread,
	unsigned style, uint32_t name, uint32_t *heading, struct err *err)
{
	struct nvtx_kern_state *state = run->state;
	uint64_t tid = thread != TRACE_NONE ? trace->threads.keys[thread] : 0, place = no_place;
	uint32_t place_index, had = state->heading_keys.count;

	/* Processes on several machines may have one number: it is omitted when pooled. */
	if (thread != TRACE_NONE && run->files == 1)
		place = (uint64_t)thread_pid(tid) << 32 | (uint64_t)thread_tid(tid);
	if (!idmap_add(&state->places, place, &place_index, err) ||
		!idmap_add(&state->heading_keys, sums_pair(place_index << 2 | style, name), heading,
			err))
		return false;
	if (state->heading_keys.count == had)
		return true;
	if (!mem_grow((void **)&state->headings, &state->headings_cap, (size_t)*heading + 1,
		    sizeof(*state->headings), err))
		return false;
	state->headings[*heading] = (struct heading){ name, place_index << 2 | style };
	return true;
}

static bool group_of(struct nvtx_kern_state *state, uint32_t heading, uint32_t kernel,
	uint32_t *group, struct err *err)
{
	/* make room first: what walks the groups goes by the number of their keys */
	return mem_grow((void **)&state->groups, &state->groups_cap, (size_t)state->keys.count + 1,
		       sizeof(*state->groups), err) &&
	       idmap_add(&state->keys, sums_pair(heading, kernel), group, err);
}

static bool count_kernels(struct nvtx_kern_group *counts, uint64_t more, struct err *err)
{
	if (__builtin_add_overflow(counts->kernels, more, &counts->kernels))
		return err_set(err, ERR_FORMAT, "more than 2^32 kernels in a group");
	return true;
}

/*
 * Credit a group with an operation. `range_is_new`: no earlier kernel of the
 * group was launched in this very range.
 */
static bool credit(struct nvtx_kern_state *state, uint32_t heading, const struct trace *trace,
	uint32_t op, bool range_is_new, struct err *err)
{
	uint32_t group, had = state->keys.count;
	struct nvtx_kern_group *counts;

	if (!group_of(state, heading, trace->ops[op].name, &group, err))
		return false;
	counts = &state->groups[group];
	if (state->keys.count > had)
		*counts = (struct nvtx_kern_group){ 0 };
	if (counts->last_op != op + 1 && !count_kernels(counts, trace_op_count(trace, op), err))
		return false;
	counts->last_op = op + 1;
	counts->ranges += range_is_new;
	return tally_add_op(&state->tally, group, trace, op, err);
}

static bool launched_of(struct nvtx_kern_state *state, const struct op *op,
	struct launched **launched, struct err *err)
{
	uint32_t index, had = state->launched_keys.count;

	if (!mem_grow((void **)&state->launched, &state->launched_cap, (size_t)had + 1,
		    sizeof(*state->launched), err) ||
		!idmap_add(&state->launched_keys, sums_pair(op->thread, op->name), &index, err))
		return false;
	if (state->launched_keys.count > had)
		state->launched[index] = (struct launched){ 0 };
	*launched = &state->launched[index];
	return true;
}

/*
 * Keep a launch for holds_one(). Earlier ones that end no sooner are dropped: a range that
 * begins before them and lasts until their end contains this one too. So those kept are in
 * ascending order of start and of end.
 */
static bool keep_launch(
	const struct trace *trace, struct launched *launched, uint32_t op, struct err *err)
{
	while (launched->count > 0 &&
		trace->ops[launched->ops[launched->count - 1]].api_end >= trace->ops[op].api_end)
		launched->count--;
	if (!mem_grow((void **)&launched->ops, &launched->cap, launched->count + 1,
		    sizeof(*launched->ops), err))
		return false;
	launched->ops[launched->count++] = op;
	return true;
}

/*
 * Whether a range contains one of the launches kept: tests the first that does not begin
 * before it.
 */
static bool holds_one(
	const struct trace *trace, const struct launched *launched, const struct range *range)
{
	size_t low = 0, high = launched->count;
	const struct op *last;

	if (high == 0)
		return false;
	last = &trace->ops[launched->ops[high - 1]];
	if (last->api_start < range->start || last->api_end <= range->end)
		return last->api_start >= range->start;
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (trace->ops[launched->ops[middle]].api_start < range->start)
			low = middle + 1;
		else
			high = middle;
	}
	return trace->ops[launched->ops[low]].api_end <= range->end;
}

static bool add_kernel(
	struct report_run *run, const struct trace *trace, const struct nest *nest, struct err *err)
{
	struct nvtx_kern_state *state = run->state;
	const struct op *op = &trace->ops[nest->op];
	struct launched *launched;
	uint32_t heading;

	if (nest->depth == 0)
		return heading_of(run, trace, op->thread, NO_RANGE, NAME_NONE, &heading, err) &&
		       credit(state, heading, trace, nest->op, false, err);
	if (!launched_of(state, op, &launched, err))
		return false;
	for (size_t i = 0; i < nest->depth; i++) {
		const struct range *range = &trace->ranges[nest->ranges[i]];

		if (!credit(state, state->levels[i], trace, nest->op,
			    !holds_one(trace, launched, range), err))
			return false;
	}
	return keep_launch(trace, launched, nest->op, err);
}

static bool enter_ranges(
	struct report_run *run, const struct trace *trace, const struct nest *nest, struct err *err)
{
	struct nvtx_kern_state *state = run->state;

	if (!mem_grow((void **)&state->levels, &state->levels_cap, nest->depth,
		    sizeof(*state->levels), err))
		return false;
	for (size_t i = nest->same; i < nest->depth; i++) {
		const struct range *range = &trace->ranges[nest->ranges[i]];

		if (!heading_of(run, trace, range->thread, range->style, range->name,
			    &state->levels[i], err))
			return false;
	}
	return true;
}

static bool add_launched(struct report_run *run, const struct trace *trace, struct err *err)
{
	struct nest nest;
	bool more, ok;

	if (!nest_init(&nest, trace, err))
		return false;
	while ((ok = nest_next(&nest, &more, err)) && more) {
		ok = enter_ranges(run, trace, &nest, err) &&
		     (nest.op >= trace->op_end[OP_KERNEL] || add_kernel(run, trace, &nest, err));
		if (!ok)
			break;
	}
	nest_release(&nest);
	return ok;
}

static bool add_unlaunched(struct report_run *run, const struct trace *trace, struct err *err)
{
	uint32_t heading;

	if (trace->odd.ops_without_launch == 0)
		return true;
	if (!heading_of(run, trace, TRACE_NONE, NO_RANGE, NAME_NONE, &heading, err))
		return false;
	for (uint32_t i = 0; i < trace->op_end[OP_KERNEL]; i++) {
		if (trace->ops[i].thread == TRACE_NONE &&
			!credit(run->state, heading, trace, i, false, err))
			return false;
	}
	return true;
}

static void forget_file(struct nvtx_kern_state *state)
{
	for (uint32_t i = 0; i < state->launched_keys.count; i++)
		free(state->launched[i].ops);
	free(state->launched);
	free(state->levels);
	idmap_release(&state->launched_keys);
	state->launched = NULL;
	state->launched_cap = 0;
	state->levels = NULL;
	state->levels_cap = 0;
}

static bool add(struct report_run *run, const struct trace *trace, struct err *err)
{
	struct nvtx_kern_state *state = run->state;
	bool ok = add_launched(run, trace, err) && add_unlaunched(run, trace, err);

	state->summed |= trace->sums != NULL;
	for (uint32_t i = 0; i < state->keys.count; i++)
		state->groups[i].last_op = 0;
	forget_file(state);
	return ok;
}

struct order_context {
	const struct report_run *run;
	const uint32_t *ranks; /* by heading */
};

static int compare_headings(const void *context, uint32_t a, uint32_t b)
{
	const struct report_run *run = context;
	const struct nvtx_kern_state *state = run->state;
	const struct heading *left = &state->headings[a], *right = &state->headings[b];
	uint64_t left_place, right_place;
	int order = sums_compare_names(run->names, left->name, right->name);

	if (order != 0)
		return order;
	left_place = state->places.keys[left->place >> 2] + 1; /* no place comes first */
	right_place = state->places.keys[right->place >> 2] + 1;
	if (left_place != right_place)
		return left_place < right_place ? -1 : 1;
	return (left->place > right->place) - (left->place < right->place);
}

static int compare_groups(const void *context, uint32_t a, uint32_t b)
{
	const struct order_context *order = context;
	const struct nvtx_kern_state *state = order->run->state;
	uint64_t left = state->keys.keys[a], right = state->keys.keys[b];
	uint32_t left_rank = order->ranks[left >> 32], right_rank = order->ranks[right >> 32];

	if (left_rank != right_rank)
		return left_rank < right_rank ? -1 : 1;
	if (state->tally.totals[a] != state->tally.totals[b])
		return state->tally.totals[a] > state->tally.totals[b] ? -1 : 1;
	return sums_compare_names(order->run->names, (uint32_t)left, (uint32_t)right);
}

static bool give_row(struct report_run *run, uint32_t group, struct sink *sink, struct err *err)
{
	struct nvtx_kern_state *state = run->state;
	uint64_t key = state->keys.keys[group];
	const struct heading *heading = &state->headings[key >> 32];
	uint64_t place = state->places.keys[heading->place >> 2];
	unsigned style = heading->place & 3;
	struct spread spread;
	struct cell cells[13] = {
		cell_name(run->names, heading->name),
		cell_text(style == NO_RANGE || state->summed ? "" : range_style_name(style)),
		[5] = cell_integer(state->groups[group].kernels),
		[12] = cell_name(run->names, (uint32_t)key),
	};

	if (!state->summed)
		cells[4] = cell_integer(state->groups[group].ranges);
	if (place != no_place)
		cells[2] = cell_integer((int64_t)(place >> 32));
	if (place != no_place && !state->summed)
		cells[3] = cell_integer((int64_t)(place & UINT32_MAX));
	tally_spread(&state->tally, group, &spread);
	cells[6] = cell_integer(spread.total);
	sums_spread_cells(&spread, 0, cells + 7);
	return sink_row(sink, cells, ARRAY_SIZE(cells), err);
}

/* The order of groups: names are compared once per heading, numbers once per group. */
static bool sort_groups(struct report_run *run, uint32_t *order, uint32_t *ranks, struct err *err)
{
	struct nvtx_kern_state *state = run->state;
	struct order_context context = { run, ranks };
	uint32_t headings = state->heading_keys.count, groups = state->keys.count;

	for (uint32_t i = 0; i < headings; i++)
		order[i] = i;
	if (!order_sort(order, headings, compare_headings, run, err))
		return false;
	for (uint32_t i = 0; i < headings; i++)
		ranks[order[i]] = i;
	for (uint32_t i = 0; i < groups; i++)
		order[i] = i;
	return order_sort(order, groups, compare_groups, &context, err);
}

static bool finish(struct report_run *run, struct sink *sink, struct err *err)
{
	struct nvtx_kern_state *state = run->state;
	uint32_t headings = state->heading_keys.count, groups = state->keys.count;
	/* ranges that only contain copies have a heading, but no group */
	uint32_t *order = mem_zeroed(headings > groups ? headings : groups, sizeof(*order), err);
	uint32_t *ranks = mem_zeroed(headings, sizeof(*ranks), err);
	bool ok = order != NULL && ranks != NULL &&
		  tally_close(&state->tally, state->keys.count, err) &&
		  sort_groups(run, order, ranks, err);

	for (uint32_t i = 0; ok && i < state->keys.count; i++)
		ok = give_row(run, order[i], sink, err);
	free(order);
	free(ranks);
	return ok;
}

static void release(struct report_run *run)
{
	struct nvtx_kern_state *state = run->state;

	forget_file(state);
	idmap_release(&state->places);
	idmap_release(&state->heading_keys);
	idmap_release(&state->keys);
	free(state->headings);
	free(state->groups);
	tally_release(&state->tally);
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
