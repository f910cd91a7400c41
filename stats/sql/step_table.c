#include "base/order.h"
#include "collapse/model/device_order.h"
#include "collapse/plan/batches.h"
#include "collapse/plan/phases.h"
#include "stats/measures/styles.h"
#include "stats/sql/table.h"

/* --- shares of steps ------------------------------------------------------------------------- */

/*
 * The time of each step, divided between phases so that nothing counts twice and nothing is
 * missing: the busy time that an operation adds to its device belongs to its phase, and so
 * does the gap before it; the gap after a step's last operation belongs to none (as with
 * --value idle, docs/VALUES.md).
 */
enum { STEP_PHASES = 9, NO_PHASE = STEP_PHASES - 1 };

struct step_share {
	uint64_t busy, idle, exposed; /* of all devices of the process */
	uint64_t ops;
	uint64_t devices; /* number */
};

static const char *const step_phases[STEP_PHASES] = { "data", "forward", "backward", "optimizer",
	"denoise", "prefill", "decode", "mixed", "[no phase]" };

/* One device of one process, and the steps of that process. */
struct phase_lane {
	struct sql_model *model;
	uint32_t process, device;
	const struct step_window *steps;
	struct step_share *shares; /* by step, then by phase */
	size_t count;
	const uint32_t *phases;   /* by op: NAME_NONE or a name */
	const bool *communicates; /* by op */
};

static size_t phase_of(const struct phase_lane *lane, uint32_t op)
{
	uint32_t name = lane->phases[op];
	size_t phase = 0;

	while (phase < NO_PHASE &&
		(name == NAME_NONE || strcmp(lane->model->trace->names->list[name].text,
					      step_phases[phase]) != 0))
		phase++;
	return phase;
}

/* The first step that ends after `time`. */
static size_t first_step(const struct phase_lane *lane, int64_t time)
{
	size_t at;

	ORDER_FIND(at, 0, lane->count, lane->steps[at].end > time);
	return at;
}

enum what { BUSY, IDLE, EXPOSED };

/*
 * Distribute [from, to) over the steps it overlaps; idle time belongs to the phase only up
 * to `to`.
 */
static void add_time(
	const struct phase_lane *lane, enum what what, int64_t from, int64_t to, size_t phase)
{
	for (size_t i = first_step(lane, from); i < lane->count && lane->steps[i].start < to; i++) {
		const struct step_window *step = &lane->steps[i];
		int64_t start = step->start > from ? step->start : from;
		int64_t end = step->end < to ? step->end : to;
		struct step_share *shares = &lane->shares[i * STEP_PHASES];
		uint64_t ns = (uint64_t)end - (uint64_t)start;

		if (what == BUSY)
			shares[phase].busy += ns;
		if (what == IDLE) /* no operation follows the gap at the end of the step */
			shares[step->end > to ? phase : NO_PHASE].idle += ns;
		if (what != EXPOSED)
			continue;
		sql_model_be_busy(lane->model, BUSY_COMPUTE); /* asked for by few files */
		shares[phase].exposed += ns - busy_within(&lane->model->busy[BUSY_COMPUTE],
						      lane->process, lane->device, start, end);
	}
}

static void walk_ops(const struct phase_lane *lane, const uint32_t *ops, size_t count)
{
	int64_t busy_until = lane->steps[0].start, communicated_until = INT64_MIN;
	int64_t last_end = lane->steps[lane->count - 1].end;

	for (size_t i = 0; i < count; i++) {
		const struct op *op = &lane->model->trace->ops[ops[i]];
		size_t phase = phase_of(lane, ops[i]), step = first_step(lane, op->start);

		if (step < lane->count && lane->steps[step].start <= op->start)
			lane->shares[step * STEP_PHASES + phase].ops++;
		if (op->start > busy_until) {
			add_time(lane, IDLE, busy_until, op->start, phase);
			busy_until = op->start;
		}
		if (op->end > busy_until) {
			add_time(lane, BUSY, busy_until, op->end, phase);
			busy_until = op->end;
		}
		if (!lane->communicates[ops[i]] || op->end <= communicated_until)
			continue;
		add_time(lane, EXPOSED,
			op->start > communicated_until ? op->start : communicated_until, op->end,
			phase);
		communicated_until = op->end;
	}
	if (last_end > busy_until)
		add_time(lane, IDLE, busy_until, last_end, NO_PHASE);
}

static void walk_device(
	struct sql_model *model, struct phase_lane *lane, const uint32_t *ops, size_t count)
{
	const struct stream *stream = &model->trace->streams[model->trace->ops[ops[0]].stream];
	size_t first = 0, end;

	while (first < model->steps.count && model->steps.list[first].process < stream->process)
		first++;
	for (end = first;
		end < model->steps.count && model->steps.list[end].process == stream->process;
		end++) {
		for (size_t phase = 0; phase < STEP_PHASES; phase++)
			model->shares[end * STEP_PHASES + phase].devices++;
	}
	lane->process = stream->process;
	lane->device = stream->device;
	lane->steps = model->steps.list + first;
	lane->shares = model->shares + first * STEP_PHASES;
	lane->count = end - first;
	if (lane->count > 0)
		walk_ops(lane, ops, count);
}

/* Fill model->shares, unless that has been done. */
static bool share_steps(struct sql_model *model, UNUSED uint64_t used, struct err *err)
{
	const struct trace *trace = model->trace;
	struct phase_lane lane = { .model = model };
	struct buckets order;
	uint32_t *phases;
	bool *communicates, ok;

	if (model->shares != NULL)
		return true;
	sql_model_step(model);
	device_order(&order, trace);
	model->shares = mem_zeroed(model->steps.count + 1, STEP_PHASES * sizeof(*model->shares));
	lane.phases = phases = mem_zeroed(trace->op_count, sizeof(*phases));
	lane.communicates = communicates = busy_mark_kernels(trace, false);
	ok = phases_find(trace, NULL, phases, err);
	for (size_t i = 0; ok && i < order.count; i++) {
		if (order.begin[i] < order.begin[i + 1]) {
			/* else none of its operations is selected */
			walk_device(model, &lane, &order.items[order.begin[i]],
				order.begin[i + 1] - order.begin[i]);
		}
	}
	buckets_release(&order);
	free(phases);
	free(communicates);
	return ok;
}

/* --- steps ------------------------------------------------------------------------------ */

#define STEP model->steps.list[row]
#define STEP_THREAD trace->threads.keys[trace->ranges[STEP.range].thread]

#define STEP_COLUMNS(SHOWN, HIDDEN)                                               \
	SHOWN(STEP_ID, "id", INTEGER, 0, (int64_t)row + 1)                        \
	SHOWN(STEP_NAME, "name", NAME, 0, STEP.name)                              \
	SHOWN(STEP_RANGE, "range", INTEGER, 0, (int64_t)STEP.range + 1)           \
	SHOWN(STEP_START, "start", INTEGER, 0, STEP.start)                        \
	SHOWN(STEP_FINISH, "end", INTEGER, 0, STEP.end)                           \
	SHOWN(STEP_NS, "ns", INTEGER, 0, ns_between(STEP.start, STEP.end))        \
	SHOWN(STEP_OPS, "ops", INTEGER, 0, model->projected[STEP.range].launches) \
	SHOWN(STEP_PID, "pid", INTEGER, 0, thread_pid(STEP_THREAD))               \
	HIDDEN(STEP_NAME_ID, "name_id", INTEGER, 0, STEP.name)                    \
	HIDDEN(STEP_PROCESS, "process", INTEGER, 0, STEP.process)                 \
	HIDDEN(STEP_BATCH, "batch", INTEGER, 0, batch_phase_of(trace, STEP.range))

SQL_COLUMNS(STEP_COLUMNS, step_columns)

static enum batch_phase batch_phase_of(const struct trace *trace, uint32_t range)
{
	uint32_t name = trace->ranges[range].name;
	struct serving_batch batch;

	batch_of(name != NAME_NONE ? trace->names->list[name].text : "", &batch);
	return batch.phase;
}

SQL_TABLE(step, STEP_COLUMNS, step_columns, model->steps.count,
	.want = WANT_RANGES | WANT_OTHER_OPS | WANT_STREAMS, .make = sql_model_step);

/* --- phases of steps -------------------------------------------------------------------- */

#define SHARE model->shares[row]

#define PHASE_COLUMNS(SHOWN, HIDDEN)                                                    \
	SHOWN(PHASE_STEP, "step", INTEGER, 0, (int64_t)(row / STEP_PHASES) + 1)         \
	SHOWN(PHASE_NAME, "phase", WORDS(step_phases), 0, (int64_t)(row % STEP_PHASES)) \
	SHOWN(PHASE_BUSY, "busy_ns", INTEGER, 0, (int64_t)SHARE.busy)                   \
	SHOWN(PHASE_IDLE, "idle_ns", INTEGER, 0, (int64_t)SHARE.idle)                   \
	SHOWN(PHASE_EXPOSED, "exposed_ns", INTEGER, 0, (int64_t)SHARE.exposed)          \
	SHOWN(PHASE_OPS, "ops", INTEGER, 0, (int64_t)SHARE.ops)                         \
	SHOWN(PHASE_DEVICES, "devices", INTEGER, 0, (int64_t)SHARE.devices)             \
	HIDDEN(PHASE_ID, "phase_id", INTEGER, 0, (int64_t)(row % STEP_PHASES))

SQL_COLUMNS(PHASE_COLUMNS, phase_columns)

SQL_TABLE(step_phase, PHASE_COLUMNS, phase_columns, model->steps.count *STEP_PHASES,
	.want = WANT_RANGES | WANT_OTHER_OPS | WANT_STREAMS, .begin = share_steps);
