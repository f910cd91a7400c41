#include "stats/parts/report.h"

#include <stdlib.h>

#include "base/mem.h"
#include "stats/parts/busy.h"
#include "stats/parts/step_windows.h"
#include "stats/parts/styles.h"

struct timed_step {
	const struct step_window *window;
	uint64_t busy, exposed; /* averaged over the process's devices */
	uint32_t phase;         /* the range directly in it with the most time, or TRACE_NONE */
};

struct step_lane {
	uint32_t process, device;
};

struct step_walk {
	const struct trace *trace;
	struct step_lane *lanes; /* by process: the devices it used */
	size_t lane_count, lanes_cap;
	struct step_windows windows;
	struct busy all, kernels, compute;
	struct timed_step *steps; /* by window */
	struct tally walls;
};

static bool find_lanes(struct step_walk *walk, struct err *err)
{
	for (size_t i = 0; i < walk->all.count; i++) {
		const struct busy_span *span = &walk->all.spans[i];

		if (i > 0 && span[-1].process == span->process && span[-1].device == span->device)
			continue;
		if (!mem_try_grow((void **)&walk->lanes, &walk->lanes_cap, walk->lane_count + 1,
			    sizeof(*walk->lanes), err))
			return false;
		walk->lanes[walk->lane_count++] = (struct step_lane){ span->process, span->device };
	}
	return true;
}

/* Mean over the devices that the process used. */
static uint64_t mean_within(
	const struct step_walk *walk, const struct busy *busy, const struct timed_step *step)
{
	uint64_t sum = 0, devices = 0;

	for (size_t i = 0; i < walk->lane_count; i++) {
		const struct step_lane *lane = &walk->lanes[i];

		if (lane->process != step->window->process)
			continue;
		sum += busy_within(
			busy, lane->process, lane->device, step->window->start, step->window->end);
		devices++;
	}
	return devices > 0 ? sum / devices : 0;
}

static void measure(const struct step_walk *walk, struct timed_step *step)
{
	uint64_t kernels, compute;

	step->busy = mean_within(walk, &walk->all, step);
	kernels = mean_within(walk, &walk->kernels, step);
	compute = mean_within(walk, &walk->compute, step);
	step->exposed = kernels > compute ? kernels - compute : 0;
}

static uint64_t projected_ns(const struct step_walk *walk, uint32_t range)
{
	return (uint64_t)walk->windows.places->projected[range].end -
	       (uint64_t)walk->windows.places->projected[range].start;
}

/* For each step, the range directly in it that takes longest on the GPU. */
static bool find_phases(struct step_walk *walk, struct err *err)
{
	size_t count = walk->trace->range_count;
	uint32_t *step_of = mem_try_zeroed(count, sizeof(*step_of), err); /* + 1 */

	if (step_of == NULL)
		return false;
	for (size_t i = 0; i < walk->windows.count; i++)
		step_of[walk->windows.list[i].range] = (uint32_t)i + 1;
	for (uint32_t i = 0; i < count; i++) {
		uint32_t parent = walk->windows.places->tree.parent[i];
		struct timed_step *step;

		if (walk->windows.places->projected[i].launches == 0 || parent == TRACE_NONE ||
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

static uint64_t wall_of(const struct timed_step *step)
{
	return (uint64_t)step->window->end - (uint64_t)step->window->start;
}

static bool measure_steps(struct step_walk *walk, struct err *err)
{
	walk->steps = mem_try_zeroed(walk->windows.count, sizeof(*walk->steps), err);
	if (walk->steps == NULL)
		return false;
	for (size_t i = 0; i < walk->windows.count; i++) {
		struct timed_step *step = &walk->steps[i];

		*step = (struct timed_step){ .window = &walk->windows.list[i],
			.phase = TRACE_NONE };
		measure(walk, step);
		if (!tally_add(&walk->walls, 0, wall_of(step), err))
			return false;
	}
	return find_phases(walk, err) && tally_close(&walk->walls, 1, err);
}

static bool give_row(const struct step_walk *walk, const struct timed_step *step, double limit,
	struct sink *sink, struct err *err)
{
	const struct trace *trace = walk->trace;
	const struct range *range = &trace->ranges[step->window->range];
	uint64_t wall = wall_of(step);
	struct cell cells[11] = {
		cell_name(trace->names, range->name),
		cell_integer(thread_pid(trace->threads.keys[range->thread])),
		cell_integer(step->window->start),
		cell_integer((int64_t)wall),
		cell_integer((int64_t)step->busy),
		cell_integer((int64_t)(wall > step->busy ? wall - step->busy : 0)),
		cell_integer((int64_t)step->exposed),
		cell_integer(walk->windows.places->projected[step->window->range].launches),
		cell_text(""),
		{ 0 },
		cell_text((double)wall > limit ? "slow" : ""),
	};

	if (step->phase != TRACE_NONE) {
		cells[8] = cell_name(trace->names, trace->ranges[step->phase].name);
		cells[9] = cell_integer((int64_t)projected_ns(walk, step->phase));
	}
	return sink_row(sink, cells, ARRAY_SIZE(cells), err);
}

static bool give_rows(struct step_walk *walk, struct sink *sink, struct err *err)
{
	double limit = step_windows_limit(&walk->walls, 0);

	for (size_t i = 0; i < walk->windows.count; i++) {
		if (!give_row(walk, &walk->steps[i], limit, sink, err))
			return false;
	}
	return true;
}

static bool show(
	struct report_run *run, const struct trace *trace, struct sink *sink, struct err *err)
{
	struct step_walk walk = { .trace = trace };
	bool *compute = busy_mark_kernels(trace, true, err);
	bool ok = compute != NULL && step_windows_init(&walk.windows, run, trace, err) &&
		  busy_init(&walk.all, trace, PROJECT_ALL, NULL, err) &&
		  busy_init(&walk.kernels, trace, 1u << OP_KERNEL, NULL, err) &&
		  busy_init(&walk.compute, trace, 1u << OP_KERNEL, compute, err) &&
		  find_lanes(&walk, err) && measure_steps(&walk, err) &&
		  give_rows(&walk, sink, err);

	tally_release(&walk.walls);
	busy_release(&walk.all);
	busy_release(&walk.kernels);
	busy_release(&walk.compute);
	step_windows_release(&walk.windows);
	free(walk.steps);
	free(walk.lanes);
	free(compute);
	return ok;
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

static const char shape[] =
	"bars; x: Step; value: Wall, GPU Busy, Exposed Comm; lane: PID; more: Outlier";

const struct report report_step_sum = {
	.name = "step_sum",
	.title = "Training steps",
	.doc = "Each training step on the GPU, from its first operation to the first one of the"
	       " next: how long devices were busy and idle, how long only NCCL's kernels ran"
	       " (Exposed Comm), and the longest range directly in it. Outliers exceed the third"
	       " quartile by more than 1.5 times the interquartile range. Bars with --format svg.",
	.columns = columns,
	.column_count = ARRAY_SIZE(columns),
	.want = WANT_OTHER_OPS | WANT_RANGES | WANT_STREAMS,
	.needs = NEED_STEPS | NEED_OPS,
	.uses_places = true,
	.chart = shape,
	.show = show,
};
