#include "stats/parts/report.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/sum.h"
#include "base/text.h"
#include "collapse/fold/nest.h"
#include "stats/parts/rows.h"
#include "stats/parts/sums.h"

/*
 * Kernels by kind of range: ranges whose names differ only in digits are one kind, "Layer N". A
 * kernel counts once in each kind that contains its launch.
 */
struct kind_use {
	uint32_t ranges; /* of the kind that have kernels */
	bool is_open;    /* is in the list of open kinds */
};

/* A kind around the latest kernel, and the outermost level of the nest that is of it. */
struct open_kind {
	uint32_t kind, index;
	size_t level;
};

struct range_kernel_state {
	struct sums sums;      /* by kind and kernel */
	struct idmap of_names; /* names of ranges seen, by index of `masked` */
	uint32_t *masked;      /* their kinds, names too */
	struct idmap kinds;    /* by index of what follows */
	struct kind_use *uses;
	struct open_kind *open;
	int64_t *totals; /* made at the end */
	char *text;      /* room for the name of a kind */
	size_t open_count, open_cap, masked_cap, uses_cap, text_cap;
	uint64_t kernels, pairs; /* of a kernel and a kind around it */
	bool summed;             /* how many ranges there were is unknown */
};

static uint32_t mask(struct range_kernel_state *state, struct names *names, uint32_t name)
{
	const struct name *text = &names->list[name];

	mem_need(state->text, state->text_cap, (size_t)text->len + 1);
	return names_intern(
		names, state->text, text_mask_numbers(text->text, text->len, state->text));
}

/* The kind of a range's name; unnamed ranges are a kind, too. */
static uint32_t kind_of(struct range_kernel_state *state, struct names *names, uint32_t name)
{
	static const char unnamed[] = "[unnamed]";
	uint32_t index, had = state->of_names.count;

	if (name == NAME_NONE)
		return names_intern(names, unnamed, sizeof(unnamed) - 1);
	index = idmap_add(&state->of_names, name);
	mem_need(state->masked, state->masked_cap, state->of_names.count);
	if (state->of_names.count > had)
		state->masked[index] = mask(state, names, name);
	return state->masked[index];
}

/* Count `count` ranges of the kind; returns its index. */
static uint32_t count_ranges(struct range_kernel_state *state, uint32_t kind, uint32_t count)
{
	uint32_t had = state->kinds.count, index = idmap_add(&state->kinds, kind);

	mem_need(state->uses, state->uses_cap, state->kinds.count);
	if (state->kinds.count > had)
		state->uses[index] = (struct kind_use){ 0 };
	state->uses[index].ranges += count;
	return index;
}

static void close_kinds(struct range_kernel_state *state, size_t level)
{
	while (state->open_count > 0 && state->open[state->open_count - 1].level >= level)
		state->uses[state->open[--state->open_count].index].is_open = false;
}

static void open_kind(
	struct range_kernel_state *state, const struct nest *nest, size_t level, bool *seen)
{
	uint32_t range = nest->ranges[level];
	struct open_kind open = { .level = level };

	open.kind = kind_of(state, nest->trace->names, nest->trace->ranges[range].name);
	open.index = count_ranges(state, open.kind, !seen[range]);
	mem_need(state->open, state->open_cap, state->open_count + 1);
	seen[range] = true;
	if (state->uses[open.index].is_open)
		return;
	state->uses[open.index].is_open = true;
	state->open[state->open_count++] = open;
}

/* Each pair takes time and memory: refuse what may be quadratic. */
static bool check_pairs(struct range_kernel_state *state, struct err *err)
{
	static const uint64_t most_more = 1 << 26, most_kinds = 64;

	state->kernels++;
	state->pairs += state->open_count;
	if (state->pairs <= most_more + state->kernels * most_kinds)
		return true;
	return err_set(err, ERR_FORMAT,
		"too many kernels in too many kinds of ranges, each in the next; the report "
		"nvtx_gpu_proj_sum has the same ranges without their kernels");
}

/* Credit each kind around the kernel once; the first `same` levels are those of the last one. */
static bool add_kernel(struct range_kernel_state *state, const struct nest *nest, size_t same,
	bool *seen, struct err *err)
{
	uint32_t kernel = nest->trace->ops[nest->op].name;
	bool ok;

	close_kinds(state, same);
	for (size_t i = same; i < nest->depth; i++)
		open_kind(state, nest, i, seen);
	ok = check_pairs(state, err);
	for (size_t i = 0; ok && i < state->open_count; i++)
		ok = sums_add_op(&state->sums, sums_pair(state->open[i].kind, kernel), nest->trace,
			nest->op, err);
	return ok;
}

static bool add_outside(
	struct range_kernel_state *state, const struct trace *trace, size_t op, struct err *err)
{
	count_ranges(state, NAME_NONE, 0);
	return sums_add_op(&state->sums, sums_pair(NAME_NONE, trace->ops[op].name), trace, op, err);
}

static bool add_launched(
	struct range_kernel_state *state, struct nest *nest, bool *seen, struct err *err)
{
	size_t same = 0;
	bool ok = true;

	while (nest_next(nest)) {
		same = nest->same < same ? nest->same : same;
		if (trace_op_kind(nest->trace, nest->op) != OP_KERNEL)
			continue;
		ok = add_kernel(state, nest, same, seen, err) &&
		     (nest->depth > 0 || add_outside(state, nest->trace, nest->op, err));
		if (!ok)
			break;
		same = nest->depth;
	}
	close_kinds(state, 0);
	return ok;
}

static bool add_ranges(struct report_run *run, const struct trace *trace, struct err *err)
{
	struct range_kernel_state *state = run->state;
	bool *seen = mem_zeroed(trace->range_count, sizeof(*seen)), ok;
	struct nest nest;

	state->summed |= trace->sums != NULL;
	nest_init_adopting(&nest, trace);
	ok = add_launched(state, &nest, seen, err);
	for (size_t i = 0; ok && i < trace->op_end[OP_KERNEL]; i++)
		ok = trace->ops[i].thread != TRACE_NONE || add_outside(state, trace, i, err);
	nest_release(&nest);
	free(seen);
	return ok;
}

/* --- rows ----------------------------------------------------------------------------- */

static uint32_t kind_index(const struct range_kernel_state *state, uint32_t group)
{
	return idmap_find(&state->kinds, state->sums.keys.keys[group] >> 32);
}

static int compare_in_kind(const struct report_run *run, uint32_t a, uint32_t b)
{
	const struct range_kernel_state *state = run->state;
	int64_t left = state->sums.tally.totals[a], right = state->sums.tally.totals[b];

	if (left != right)
		return left > right ? -1 : 1;
	return sums_compare_names(
		run->names, (uint32_t)state->sums.keys.keys[a], (uint32_t)state->sums.keys.keys[b]);
}

static uint32_t name_of_kind(const struct range_kernel_state *state, uint32_t group)
{
	return (uint32_t)(state->sums.keys.keys[group] >> 32);
}

/* The kinds with the most time first. */
static int compare(const void *context, uint32_t a, uint32_t b)
{
	const struct report_run *run = context;
	const struct range_kernel_state *state = run->state;
	uint32_t left = kind_index(state, a), right = kind_index(state, b);

	if (left == right)
		return compare_in_kind(run, a, b);
	if (state->totals[left] != state->totals[right])
		return state->totals[left] > state->totals[right] ? -1 : 1;
	return sums_compare_names(run->names, name_of_kind(state, a), name_of_kind(state, b));
}

static bool give(void *context, uint32_t group, struct sink *sink, struct err *err)
{
	const struct report_run *run = context;
	struct range_kernel_state *state = run->state;
	uint32_t index = kind_index(state, group), ranges = state->uses[index].ranges;
	struct cell cells[12] = { cell_name(run->names, name_of_kind(state, group)) };
	struct spread spread;

	tally_spread(&state->sums.tally, group, &spread);
	cells[1] = cell_real(state->totals[index] > 0
				     ? 100 * (double)spread.total / (double)state->totals[index]
				     : 0);
	cells[2] = cell_integer(spread.total);
	cells[3] = cell_integer((int64_t)spread.count);
	if (!state->summed && ranges > 0) {
		cells[4] = cell_integer(ranges);
		cells[5] = cell_real((double)spread.total / ranges);
	}
	sums_spread_cells(&spread, cells + 6);
	cells[11] = cell_name(run->names, (uint32_t)state->sums.keys.keys[group]);
	return sink_row(sink, cells, ARRAY_SIZE(cells), err);
}

static bool finish(struct report_run *run, struct sink *sink, struct err *err)
{
	struct range_kernel_state *state = run->state;
	const struct rows rows = {
		.count = state->sums.keys.count, .compare = compare, .give = give
	};

	if (!tally_close(&state->sums.tally, state->sums.keys.count, err))
		return false;
	state->totals = mem_zeroed(state->kinds.count, sizeof(*state->totals));
	for (uint32_t i = 0; i < state->sums.keys.count; i++) {
		if (!sum_add_ns(&state->totals[kind_index(state, i)],
			    (uint64_t)state->sums.tally.totals[i], err))
			return false;
	}
	return rows_give(&rows, run, sink, err);
}

static void release(struct report_run *run)
{
	struct range_kernel_state *state = run->state;

	sums_release(&state->sums);
	idmap_release(&state->of_names);
	idmap_release(&state->kinds);
	free(state->masked);
	free(state->uses);
	free(state->open);
	free(state->totals);
	free(state->text);
}

static const struct column columns[] = {
	{ "NVTX Range", COLUMN_TEXT, 0, 0 },
	{ "Share", COLUMN_PERCENT, 1, 0 },
	{ "Total Time", COLUMN_TIME, 0, 0 },
	{ "Kern Inst", COLUMN_COUNT, 0, 1 },
	{ "Range Inst", COLUMN_COUNT, 0, 3 },
	{ "Per Range", COLUMN_TIME, 1, 4 },
	SUMS_SPREAD_COLUMNS(""),
	{ "Kernel Name", COLUMN_TEXT, 0, 0 },
};

const struct report report_range_kernel_sum = {
	.name = "range_kernel_sum",
	.title = "Kernels by kind of range",
	.doc = "Time of kernels by the kinds of NVTX ranges that contain their launch: ranges whose"
	       " names differ only in digits are one kind, \"Layer N\". Share is of the kind's"
	       " time, Per Range the mean over the ranges of the kind that have kernels. A kernel"
	       " counts once in each kind; kernels in no range are listed without one.",
	.columns = columns,
	.column_count = ARRAY_SIZE(columns),
	.want = WANT_RANGES,
	.needs = NEED_KERNELS | NEED_RANGES,
	.names_kernels = true,
	.takes_sums = true,
	.state_size = sizeof(struct range_kernel_state),
	.add = add_ranges,
	.finish = finish,
	.release = release,
};
