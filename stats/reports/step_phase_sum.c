#include "stats/parts/report.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "collapse/model/device_order.h"
#include "collapse/plan/phases.h"
#include "stats/parts/busy.h"
#include "stats/parts/step_windows.h"
#include "stats/parts/styles.h"

/*
 * The time of each step, divided between phases so that nothing counts twice and nothing is
 * missing: the busy time that an operation adds to its device belongs to its phase, and so
 * does the gap before it; the gap after a step's last operation belongs to none (as with
 * --value idle, docs/VALUES.md).
 */
enum { PHASES = 5, NO_PHASE = PHASES - 1 };

static const char *const phase_names[PHASES] = { "data", "forward", "backward", "optimizer",
	"[no phase]" };

struct share {
	uint64_t busy, idle, exposed; /* of all devices of the process */
	uint64_t ops;
};

struct phase_walk {
	const struct trace *trace;
	struct step_windows windows;
	struct busy compute;
	bool *is_communication; /* by op */
	uint32_t *phases;       /* by op: NAME_NONE or a name */
	uint32_t *devices;      /* by process */
	struct share *shares;   /* by window, then by phase */
	struct tally walls;     /* by phase: in which steps it took how long */
};

/* One device of one process, and the windows of that process. */
struct phase_lane {
	uint32_t process, number;
	size_t begin, end;
};

static size_t phase_of(const struct phase_walk *walk, uint32_t op)
{
	uint32_t name = walk->phases[op];
	size_t phase = 0;

	while (phase < NO_PHASE && (name == NAME_NONE || strcmp(walk->trace->names->list[name].text,
								 phase_names[phase]) != 0))
		phase++;
	return phase;
}

/* The first window of the device's process that ends after `time`. */
static size_t first_window(
	const struct phase_walk *walk, const struct phase_lane *device, int64_t time)
{
	size_t low = device->begin, high = device->end;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (walk->windows.list[middle].end <= time)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

enum what { BUSY, IDLE, EXPOSED };

/*
 * Distribute [from, to) over the windows it overlaps; idle time belongs to the phase only up
 * to `to`.
 */
static void add_time(struct phase_walk *walk, const struct phase_lane *device, enum what what,
	int64_t from, int64_t to, size_t phase)
{
	for (size_t i = first_window(walk, device, from); i < device->end; i++) {
		const struct step_window *window = &walk->windows.list[i];
		int64_t start = window->start > from ? window->start : from;
		int64_t end = window->end < to ? window->end : to;
		struct share *shares = &walk->shares[i * PHASES];
		uint64_t ns;

		if (window->start >= to)
			break;
		ns = (uint64_t)end - (uint64_t)start;
		if (what == BUSY)
			shares[phase].busy += ns;
		else if (what == IDLE) /* the gap at the end of the window is not followed by an
					  operation */
			shares[window->end > to ? phase : NO_PHASE].idle += ns;
		else
			shares[phase].exposed += ns - busy_within(&walk->compute, device->process,
							      device->number, start, end);
	}
}

static void count_op(
	struct phase_walk *walk, const struct phase_lane *device, int64_t start, size_t phase)
{
	size_t window = first_window(walk, device, start);

	if (window < device->end && walk->windows.list[window].start <= start)
		walk->shares[window * PHASES + phase].ops++;
}

static void walk_ops(
	struct phase_walk *walk, const struct phase_lane *device, const uint32_t *ops, size_t count)
{
	int64_t busy_until = walk->windows.list[device->begin].start;
	int64_t last_end = walk->windows.list[device->end - 1].end, communicated_until = INT64_MIN;

	for (size_t i = 0; i < count; i++) {
		const struct op *op = &walk->trace->ops[ops[i]];
		size_t phase = phase_of(walk, ops[i]);

		count_op(walk, device, op->start, phase);
		if (op->start > busy_until) {
			add_time(walk, device, IDLE, busy_until, op->start, phase);
			busy_until = op->start;
		}
		if (op->end > busy_until) {
			add_time(walk, device, BUSY, busy_until, op->end, phase);
			busy_until = op->end;
		}
		if (!walk->is_communication[ops[i]] || op->end <= communicated_until)
			continue;
		add_time(walk, device, EXPOSED,
			op->start > communicated_until ? op->start : communicated_until, op->end,
			phase);
		communicated_until = op->end;
	}
	if (last_end > busy_until)
		add_time(walk, device, IDLE, busy_until, last_end, NO_PHASE);
}

/* The windows of a process; none: begin == end. */
static void find_windows(const struct phase_walk *walk, struct phase_lane *device)
{
	const struct step_window *list = walk->windows.list;
	size_t i = 0;

	while (i < walk->windows.count && list[i].process < device->process)
		i++;
	device->begin = i;
	while (i < walk->windows.count && list[i].process == device->process)
		i++;
	device->end = i;
}

static bool walk_devices(struct phase_walk *walk, struct err *err)
{
	const struct trace *trace = walk->trace;
	struct device_order order;

	if (!device_order_init(&order, trace, err))
		return false;
	for (size_t i = 0; i < order.device_count; i++) {
		const uint32_t *ops = &order.ops[order.begin[i]];
		size_t count = order.begin[i + 1] - order.begin[i];
		const struct stream *stream;
		struct phase_lane device;

		if (count == 0) /* none of its operations is selected */
			continue;
		stream = &trace->streams[trace->ops[ops[0]].stream];
		device =
			(struct phase_lane){ .process = stream->process, .number = stream->device };
		find_windows(walk, &device);
		walk->devices[device.process]++;
		if (device.begin < device.end)
			walk_ops(walk, &device, ops, count);
	}
	device_order_release(&order);
	return true;
}

static bool is_there(const struct share *share)
{
	return share->busy > 0 || share->idle > 0 || share->ops > 0;
}

static uint64_t wall_of(const struct phase_walk *walk, size_t index)
{
	uint32_t devices = walk->devices[walk->windows.list[index / PHASES].process];

	return (walk->shares[index].busy + walk->shares[index].idle) / devices;
}

static bool find_limits(struct phase_walk *walk, double limits[PHASES], struct err *err)
{
	for (size_t i = 0; i < walk->windows.count * PHASES; i++) {
		if (is_there(&walk->shares[i]) &&
			!tally_add(&walk->walls, (uint32_t)(i % PHASES), wall_of(walk, i), err))
			return false;
	}
	if (!tally_close(&walk->walls, PHASES, err))
		return false;
	for (uint32_t phase = 0; phase < PHASES; phase++)
		limits[phase] = tally_count(&walk->walls, phase) > 0
					? step_windows_limit(&walk->walls, phase)
					: 0;
	return true;
}

static bool give_row(const struct phase_walk *walk, size_t index, double limit, struct sink *sink,
	struct err *err)
{
	const struct trace *trace = walk->trace;
	const struct step_window *window = &walk->windows.list[index / PHASES];
	const struct range *range = &trace->ranges[window->range];
	const struct share *share = &walk->shares[index];
	uint32_t devices = walk->devices[window->process];
	uint64_t wall = wall_of(walk, index);
	const struct cell cells[] = {
		cell_name(trace->names, range->name),
		cell_text(phase_names[index % PHASES]),
		cell_integer(thread_pid(trace->threads.keys[range->thread])),
		cell_integer((int64_t)wall),
		cell_integer((int64_t)(share->busy / devices)),
		cell_integer((int64_t)(wall - share->busy / devices)),
		cell_integer((int64_t)(share->exposed / devices)),
		cell_integer((int64_t)share->ops),
		cell_text((double)wall > limit ? "slow" : ""),
	};

	return sink_row(sink, cells, ARRAY_SIZE(cells), err);
}

static bool show(
	struct report_run *run, const struct trace *trace, struct sink *sink, struct err *err)
{
	struct phase_walk walk = { .trace = trace };
	bool *compute = busy_mark_kernels(trace, true, err);
	double limits[PHASES];
	bool ok = compute != NULL && step_windows_init(&walk.windows, run, trace, err) &&
		  busy_init(&walk.compute, trace, 1u << OP_KERNEL, compute, err);

	walk.is_communication = ok ? busy_mark_kernels(trace, false, err) : NULL;
	walk.phases = ok ? mem_try_zeroed(trace->op_count, sizeof(*walk.phases), err) : NULL;
	walk.devices =
		ok ? mem_try_zeroed(trace->processes.count, sizeof(*walk.devices), err) : NULL;
	walk.shares =
		ok ? mem_try_zeroed(walk.windows.count, PHASES * sizeof(*walk.shares), err) : NULL;
	ok = walk.is_communication != NULL && walk.phases != NULL && walk.devices != NULL &&
	     walk.shares != NULL && phases_find(trace, NULL, walk.phases, err) &&
	     walk_devices(&walk, err) && find_limits(&walk, limits, err);
	for (size_t i = 0; ok && i < walk.windows.count * PHASES; i++) {
		if (is_there(&walk.shares[i]))
			ok = give_row(&walk, i, limits[i % PHASES], sink, err);
	}
	tally_release(&walk.walls);
	busy_release(&walk.compute);
	step_windows_release(&walk.windows);
	free(walk.is_communication);
	free(walk.phases);
	free(walk.devices);
	free(walk.shares);
	free(compute);
	return ok;
}

static const struct column columns[] = {
	{ "Step", COLUMN_TEXT, 0, 0 },
	{ "Phase", COLUMN_TEXT, 0, 0 },
	{ "PID", COLUMN_ID, 0, 4 },
	{ "Wall", COLUMN_TIME, 0, 0 },
	{ "GPU Busy", COLUMN_TIME, 0, 0 },
	{ "Idle", COLUMN_TIME, 0, 0 },
	{ "Exposed Comm", COLUMN_TIME, 0, 1 },
	{ "GPU Ops", COLUMN_COUNT, 0, 3 },
	{ "Outlier", COLUMN_TEXT, 0, 2 },
};

const struct report report_step_phase_sum = {
	.name = "step_phase_sum",
	.title = "Training steps by phase",
	.doc = "step_sum by phase (data, forward, backward, optimizer, by the names of ranges): the"
	       " step's wall time divided up, so that a step's rows add up to it. Idle is the time"
	       " before a phase's operations; time after the step's last one is in [no phase]."
	       " Outliers are long for their phase, by the rule of step_sum.",
	.columns = columns,
	.column_count = ARRAY_SIZE(columns),
	.want = WANT_OTHER_OPS | WANT_RANGES | WANT_STREAMS,
	.needs = NEED_STEPS | NEED_OPS,
	.uses_places = true,
	.show = show,
};
