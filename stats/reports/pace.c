#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/order.h"
#include "stats/parts/projection.h"
#include "stats/parts/report.h"
#include "stats/parts/styles.h"

/*
 * The pace of a training: for all ranges of one name, or all kernels of one, the time since
 * the previous one in its process, and since the first.
 */
struct beat {
	int64_t start, end;
	uint64_t pid;
	uint32_t name;
};

struct beats {
	struct beat *list;
	size_t count, cap;
};

static bool add_beat(struct beats *beats, struct beat beat, struct err *err)
{
	if (!mem_grow((void **)&beats->list, &beats->cap, beats->count + 1, sizeof(*beats->list),
		    err))
		return false;
	beats->list[beats->count++] = beat;
	return true;
}

/* The name is common to all files, so that they can be compared. */
struct pace_state {
	bool is_chosen;
	uint32_t name; /* NAME_NONE: none */
};

typedef bool collect_fn(const struct trace *trace, struct beats *beats, struct err *err);

/* The name given, or the one with the largest sum so far. */
static void choose_name(const struct report_run *run, const struct beats *beats, uint64_t *sums)
{
	const char *wanted = run->options->pace;
	struct pace_state *state = run->state;

	for (size_t i = 0; i < beats->count; i++) {
		const struct beat *beat = &beats->list[i];

		if (beat->name == NAME_NONE)
			continue;
		sums[beat->name] += (uint64_t)beat->end - (uint64_t)beat->start;
		if (wanted != NULL
				? strcmp(run->names->list[beat->name].text, wanted) == 0
				: state->name == NAME_NONE || sums[beat->name] > sums[state->name])
			state->name = beat->name;
	}
}

/* Once, of all traces; the beats of one of them are there already. */
static bool choose_of_all(const struct report_run *run, const struct trace *trace,
	const struct beats *beats, collect_fn *collect, struct err *err)
{
	struct pace_state *state = run->state;
	uint64_t *sums = mem_zeroed(run->names->count, sizeof(*sums), err);
	bool ok = sums != NULL;

	*state = (struct pace_state){ .is_chosen = true, .name = NAME_NONE };
	for (size_t i = 0; ok && i < run->trace_count; i++) {
		struct beats others = { 0 };
		bool is_there = run->traces[i] == trace;

		ok = is_there || collect(run->traces[i], &others, err);
		if (ok)
			choose_name(run, is_there ? beats : &others, sums);
		free(others.list);
	}
	free(sums);
	return ok;
}

static int compare(const void *context, uint32_t a, uint32_t b)
{
	const struct beat *left = (const struct beat *)context + a;
	const struct beat *right = (const struct beat *)context + b;

	if (left->pid != right->pid)
		return left->pid < right->pid ? -1 : 1;
	return (left->start > right->start) - (left->start < right->start);
}

static bool give_beats(const struct report_run *run, const struct beats *beats,
	const uint32_t *order, size_t count, struct sink *sink, struct err *err)
{
	const struct beat *first = NULL, *before = NULL;

	for (size_t i = 0; i < count; before = &beats->list[order[i++]]) {
		const struct beat *beat = &beats->list[order[i]];
		struct cell cells[] = {
			cell_name(run->names, beat->name),
			cell_integer(beat->start),
			cell_integer(ns_between(beat->start, beat->end)),
			{ 0 },
			{ 0 },
			cell_integer((int64_t)beat->pid),
		};

		if (before == NULL || before->pid != beat->pid)
			first = beat;
		cells[4] = cell_integer(ns_between(first->start, beat->start));
		if (beat != first)
			cells[3] = cell_integer(ns_between(before->start, beat->start));
		if (!sink_row(sink, cells, ARRAY_SIZE(cells), err))
			return false;
	}
	return true;
}

static bool give_file(
	const struct report_run *run, const struct beats *beats, struct sink *sink, struct err *err)
{
	uint32_t *order = mem_zeroed(beats->count, sizeof(*order), err);
	uint32_t name = ((const struct pace_state *)run->state)->name;
	size_t count = 0;
	bool ok = order != NULL;

	for (uint32_t i = 0; ok && i < beats->count; i++) {
		if (beats->list[i].name == name && name != NAME_NONE)
			order[count++] = i;
	}
	ok = ok && order_sort(order, count, compare, beats->list, err) &&
	     give_beats(run, beats, order, count, sink, err);
	free(order);
	return ok;
}

static bool collect_ranges(const struct trace *trace, struct beats *beats, struct err *err)
{
	struct projected *projected = mem_zeroed(trace->range_count, sizeof(*projected), err);
	bool ok = projected != NULL && project_ranges(trace, PROJECT_ALL, projected, err);

	for (size_t i = 0; ok && i < trace->range_count; i++) {
		const struct range *range = &trace->ranges[i];

		if (projected[i].launches > 0)
			ok = add_beat(beats,
				(struct beat){ projected[i].start, projected[i].end,
					(uint64_t)thread_pid(trace->threads.keys[range->thread]),
					range->name },
				err);
	}
	free(projected);
	return ok;
}

static bool collect_kernels(const struct trace *trace, struct beats *beats, struct err *err)
{
	for (size_t i = 0; i < trace->op_end[OP_KERNEL]; i++) {
		const struct op *op = &trace->ops[i];
		uint64_t process = trace->processes.keys[trace->streams[op->stream].process];

		if (!add_beat(beats,
			    (struct beat){
				    op->start, op->end, (uint64_t)thread_pid(process), op->name },
			    err))
			return false;
	}
	return true;
}

static bool show_beats(struct report_run *run, const struct trace *trace, collect_fn *collect,
	struct sink *sink, struct err *err)
{
	const struct pace_state *state = run->state;
	struct beats beats = { 0 };
	bool ok = collect(trace, &beats, err) &&
		  (state->is_chosen || choose_of_all(run, trace, &beats, collect, err)) &&
		  give_file(run, &beats, sink, err);

	free(beats.list);
	return ok;
}

static bool show_ranges(
	struct report_run *run, const struct trace *trace, struct sink *sink, struct err *err)
{
	return show_beats(run, trace, collect_ranges, sink, err);
}

static bool show_kernels(
	struct report_run *run, const struct trace *trace, struct sink *sink, struct err *err)
{
	return show_beats(run, trace, collect_kernels, sink, err);
}

static const struct column columns[] = {
	{ "Name", COLUMN_TEXT, 0, 0 },
	{ "Start", COLUMN_STAMP, 0, 1 },
	{ "Duration", COLUMN_TIME, 0, 0 },
	{ "Delta", COLUMN_TIME, 0, 0 },
	{ "Accumulated", COLUMN_TIME, 0, 0 },
	{ "PID", COLUMN_ID, 0, 2 },
};

static const struct chart_shape shape = {
	CHART_PACE,
	.from = 4,
	.to = 3,
	.value = 2,
	.lane = 5,
	.label = 0,
	.has_label = true,
};

const struct report report_nvtx_pace = {
	.name = "nvtx_pace",
	.title = "The pace of a range",
	.doc = "All ranges of the name that --pace gives, or of the one with the most time,"
	       " projected to the GPU, by process: how long each starts after the one before"
	       " (Delta) and after the first (Accumulated). --format svg plots both over time.",
	.columns = columns,
	.column_count = ARRAY_SIZE(columns),
	.needs = NEED_RANGES | NEED_OPS,
	.state_size = sizeof(struct pace_state),
	.chart = &shape,
	.option = "--pace",
	.pace_of = "range with GPU work",
	.pace_list = "nvtx_gpu_proj_sum",
	.show = show_ranges,
};

const struct report report_cuda_gpu_kern_pace = {
	.name = "cuda_gpu_kern_pace",
	.title = "The pace of a kernel",
	.doc = "All runs of the kernel that --pace names, or of the one with the most time, by"
	       " process: how long each starts after the one before (Delta) and after the first"
	       " (Accumulated). --format svg plots duration and pace over time.",
	.columns = columns,
	.column_count = ARRAY_SIZE(columns),
	.want = { .kernels_only = true, .no_ranges = true },
	.needs = NEED_KERNELS,
	.names_kernels = true,
	.state_size = sizeof(struct pace_state),
	.chart = &shape,
	.option = "--pace",
	.pace_of = "kernel",
	.pace_list = "cuda_gpu_kern_sum",
	.show = show_kernels,
};
