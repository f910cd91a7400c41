#include "stats/reports/reports.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/order.h"
#include "stats/busy.h"
#include "stats/projection.h"
#include "stats/range_tree.h"
#include "stats/steps.h"
#include "stats/styles.h"
#include "stats/tally.h"

/*
 * A step lasts, on the GPU, from the first operation launched in it to the first
 * one of the next step of its process; the last one to its own last operation.
 */
struct step {
	uint32_t range, process;
	int64_t start, end;
	uint64_t busy, exposed; /* mean of the process's devices */
	uint32_t phase;         /* the range directly in it with the most time, or TRACE_NONE */
};

struct lane {
	uint32_t process, device;
};

struct walk {
	const struct trace *trace;
	struct lane *lanes; /* by process: the devices on which it ran anything */
	size_t lane_count, lanes_cap;
	struct projected *projected;
	struct range_tree tree;
	struct busy all, kernels, compute;
	struct step *steps;
	size_t count, cap;
	struct tally walls;
};

static bool is_step(const struct trace *trace, uint32_t index)
{
	uint32_t name = trace->ranges[index].name;
	size_t prefix;

	return name != NAME_NONE &&
	       steps_is_step(trace->names->list[name].text, trace->names->list[name].len, &prefix);
}

static bool add_step(struct walk *walk, uint32_t range, struct err *err)
{
	if (!mem_grow(
		    (void **)&walk->steps, &walk->cap, walk->count + 1, sizeof(*walk->steps), err))
		return false;
	walk->steps[walk->count++] = (struct step){
		.range = range,
		.process = walk->trace->thread_process[walk->trace->ranges[range].thread],
		.start = walk->projected[range].start,
		.end = walk->projected[range].end,
		.phase = TRACE_NONE,
	};
	return true;
}

/* Steps that are in no other step, and have operations. */
static bool find_steps(struct walk *walk, struct err *err)
{
	size_t count = walk->trace->range_count;
	bool *inside = mem_zeroed(count, sizeof(*inside), err); /* of a step, or one itself */
	bool ok = inside != NULL;

	for (size_t i = 0; ok && i < count; i++) {
		uint32_t range = walk->tree.order[i], parent = walk->tree.parent[range];

		inside[range] = parent != TRACE_NONE && inside[parent];
		if (inside[range] || !is_step(walk->trace, range))
			continue;
		inside[range] = true;
		if (walk->projected[range].launches > 0)
			ok = add_step(walk, range, err);
	}
	free(inside);
	return ok;
}

static int compare_steps(const void *a, const void *b)
{
	const struct step *left = a, *right = b;

	if (left->process != right->process)
		return left->process < right->process ? -1 : 1;
	if (left->start != right->start)
		return left->start < right->start ? -1 : 1;
	return (left->range > right->range) - (left->range < right->range);
}

static bool find_lanes(struct walk *walk, struct err *err)
{
	for (size_t i = 0; i < walk->all.count; i++) {
		const struct busy_span *span = &walk->all.spans[i];

		if (i > 0 && span[-1].process == span->process && span[-1].device == span->device)
			continue;
		if (!mem_grow((void **)&walk->lanes, &walk->lanes_cap, walk->lane_count + 1,
			    sizeof(*walk->lanes), err))
			return false;
		walk->lanes[walk->lane_count++] = (struct lane){ span->process, span->device };
	}
	return true;
}

/* Mean over the devices on which the process ran anything. */
static uint64_t mean_within(
	const struct walk *walk, const struct busy *busy, const struct step *step)
{
	uint64_t sum = 0, devices = 0;

	for (size_t i = 0; i < walk->lane_count; i++) {
		const struct lane *lane = &walk->lanes[i];

		if (lane->process != step->process)
			continue;
		sum += busy_within(busy, lane->process, lane->device, step->start, step->end);
		devices++;
	}
	return devices > 0 ? sum / devices : 0;
}

static void measure(const struct walk *walk, struct step *step)
{
	uint64_t kernels, compute;

	step->busy = mean_within(walk, &walk->all, step);
	kernels = mean_within(walk, &walk->kernels, step);
	compute = mean_within(walk, &walk->compute, step);
	step->exposed = kernels > compute ? kernels - compute : 0;
}

static uint64_t projected_ns(const struct walk *walk, uint32_t range)
{
	return (uint64_t)walk->projected[range].end - (uint64_t)walk->projected[range].start;
}

/* For each step, the range directly in it that lasts longest on the GPU. */
static bool find_phases(struct walk *walk, struct err *err)
{
	size_t count = walk->trace->range_count;
	uint32_t *step_of = mem_zeroed(count, sizeof(*step_of), err); /* + 1 */

	if (step_of == NULL)
		return false;
	for (size_t i = 0; i < walk->count; i++)
		step_of[walk->steps[i].range] = (uint32_t)i + 1;
	for (uint32_t i = 0; i < count; i++) {
		uint32_t parent = walk->tree.parent[i];
		struct step *step;

		if (walk->projected[i].launches == 0 || parent == TRACE_NONE ||
			step_of[parent] == 0)
			continue;
		step = &walk->steps[step_of[parent] - 1];
		if (step->phase == TRACE_NONE ||
			projected_ns(walk, i) > projected_ns(walk, step->phase))
			step->phase = i;
	}
	free(step_of);
	return true;
}

static bool finish_steps(struct walk *walk, struct err *err)
{
	if (walk->count > 1)
		qsort(walk->steps, walk->count, sizeof(*walk->steps), compare_steps);
	for (size_t i = 0; i < walk->count; i++) {
		struct step *step = &walk->steps[i];

		if (i + 1 < walk->count && step[1].process == step->process &&
			step[1].start > step->start)
			step->end = step[1].start;
		measure(walk, step);
		if (!tally_add(&walk->walls, 0, (uint64_t)step->end - (uint64_t)step->start, err))
			return false;
	}
	return find_phases(walk, err) && tally_close(&walk->walls, 1, err);
}

static bool give_row(const struct walk *walk, const struct step *step, double limit,
	struct sink *sink, struct err *err)
{
	const struct trace *trace = walk->trace;
	uint64_t wall = (uint64_t)step->end - (uint64_t)step->start;
	struct cell cells[11] = {
		cell_name(trace->names, trace->ranges[step->range].name),
		cell_integer(thread_pid(trace->threads.keys[trace->ranges[step->range].thread])),
		cell_integer(step->start),
		cell_integer((int64_t)wall),
		cell_integer((int64_t)step->busy),
		cell_integer((int64_t)(wall > step->busy ? wall - step->busy : 0)),
		cell_integer((int64_t)step->exposed),
		cell_integer(walk->projected[step->range].launches),
		cell_text(""),
		{ 0 },
		cell_text((double)wall > limit ? "slow" : ""),
	};

	if (step->phase != TRACE_NONE) {
		cells[8] = cell_name(trace->names, trace->ranges[step->phase].name);
		cells[9] = cell_integer((int64_t)projected_ns(walk, step->phase));
	}
	return sink->row(sink, cells, err);
}

static bool give_rows(struct walk *walk, struct sink *sink, struct err *err)
{
	double q1 = tally_quantile(&walk->walls, 0, 0.25),
	       q3 = tally_quantile(&walk->walls, 0, 0.75);
	double limit = q3 + 1.5 * (q3 - q1); /* J. W. Tukey, Exploratory Data Analysis, 1977 */

	for (size_t i = 0; i < walk->count; i++) {
		if (!give_row(walk, &walk->steps[i], limit, sink, err))
			return false;
	}
	return true;
}

static bool give_trace(const struct trace *trace, struct sink *sink, struct err *err)
{
	struct walk walk = {
		.trace = trace,
		.projected = mem_zeroed(trace->range_count, sizeof(*walk.projected), err),
	};
	bool *compute = busy_mark_kernels(trace, true, err);
	bool ok = walk.projected != NULL && compute != NULL &&
		  project_ranges(trace, PROJECT_ALL, walk.projected, err) &&
		  range_tree_init(&walk.tree, trace, false, err) &&
		  busy_init(&walk.all, trace, PROJECT_ALL, NULL, err) &&
		  busy_init(&walk.kernels, trace, 1u << OP_KERNEL, NULL, err) &&
		  busy_init(&walk.compute, trace, 1u << OP_KERNEL, compute, err) &&
		  find_lanes(&walk, err) && find_steps(&walk, err) && finish_steps(&walk, err) &&
		  give_rows(&walk, sink, err);

	tally_release(&walk.walls);
	busy_release(&walk.all);
	busy_release(&walk.kernels);
	busy_release(&walk.compute);
	range_tree_release(&walk.tree);
	free(walk.projected);
	free(walk.steps);
	free(walk.lanes);
	free(compute);
	return ok;
}

static bool finish(struct report_run *run, struct sink *sink, struct err *err)
{
	for (size_t i = 0; i < run->trace_count; i++) {
		if (!give_trace(run->traces[i], sink, err))
			return false;
	}
	return true;
}

static const struct column columns[] = {
	{ "Step", COLUMN_TEXT, 0, 0 },
	{ "PID", COLUMN_ID, 0, 6 },
	{ "Start", COLUMN_STAMP, 0, 5 },
	{ "Wall", COLUMN_TIME, 0, 0 },
	{ "GPU Busy", COLUMN_TIME, 0, 0 },
	{ "Idle", COLUMN_TIME, 0, 0 },
	{ "Exposed Comm", COLUMN_TIME, 0, 1 },
	{ "Launches", COLUMN_COUNT, 0, 4 },
	{ "Longest Phase", COLUMN_TEXT, 0, 3 },
	{ "Phase Time", COLUMN_TIME, 0, 3 },
	{ "Outlier", COLUMN_TEXT, 0, 2 },
};

const struct report report_step_sum = {
	.name = "step_sum",
	.title = "Training steps",
	.doc = "Each training step on the GPU, from its first operation to the first one of the"
	       " next: how long devices were busy and idle, how long NCCL's kernels ran and no"
	       " others did (Exposed Comm), and the longest range directly in it. Outliers are"
	       " longer than the third quartile by 1.5 times the quartiles' distance.",
	.columns = columns,
	.column_count = ARRAY_SIZE(columns),
	.want = { .streams = true },
	.needs = NEED_STEPS | NEED_OPS,
	.state_size = 1,
	.finish = finish,
};
