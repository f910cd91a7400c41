#include "stats/parts/report.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "stats/parts/labels.h"
#include "stats/parts/launched.h"
#include "stats/parts/rows.h"
#include "stats/parts/styles.h"
#include "stats/parts/sums.h"

enum phase { PHASE_TOTAL, PHASE_API, PHASE_QUEUE, PHASE_KERNEL, PHASES };

/* The latest group of a kernel: launches are alike, and the four look-ups are for each kernel. */
struct latest_group {
	uint32_t kernel, thread, stream, api; /* of the trace being added */
	uint32_t group_plus_1;                /* 0: none */
};

enum { LATEST_GROUPS = 64 };

struct kern_exec_state {
	struct latest_group latest[LATEST_GROUPS]; /* by kernel, modulo their number */
	struct idmap places;                       /* pid << 32 | tid; 0 when files are pooled */
	struct idmap launchers;                    /* place << 32 | device */
	struct idmap calls;                        /* launcher << 32 | name of the API call */
	struct idmap keys;                         /* by group: call << 32 | kernel */
	struct tally phases[PHASES];
	struct spread *spreads[PHASES]; /* by group, once the phase is closed */
};

static bool find_group(struct kern_exec_state *state, uint64_t place, uint32_t device, uint32_t api,
	uint32_t kernel, uint32_t *group, struct err *err)
{
	uint32_t index, launcher, call;

	return idmap_try_add(&state->places, place, &index, err) &&
	       idmap_try_add(&state->launchers, sums_pair(index, device), &launcher, err) &&
	       idmap_try_add(&state->calls, sums_pair(launcher, api), &call, err) &&
	       idmap_try_add(&state->keys, sums_pair(call, kernel), group, err);
}

static bool look_up_group(struct report_run *run, const struct trace *trace, uint32_t index,
	uint32_t *group, struct err *err)
{
	const struct op *op = &trace->ops[index];
	uint64_t tid = run->files == 1 ? trace->threads.keys[op->thread] : 0;
	uint32_t name = trace->details[index].api;
	struct cell stripped = label_api(run->names, name);

	return (name == NAME_NONE ||
		       names_try_intern(run->names, stripped.is.text, stripped.len, &name, err)) &&
	       find_group(run->state, (uint64_t)thread_pid(tid) << 32 | (uint64_t)thread_tid(tid),
		       trace->streams[op->stream].device, name, op->name, group, err);
}

static bool group_of(struct report_run *run, const struct trace *trace, uint32_t index,
	uint32_t *group, struct err *err)
{
	struct kern_exec_state *state = run->state;
	const struct op *op = &trace->ops[index];
	struct latest_group *latest = &state->latest[op->name % LATEST_GROUPS];
	uint32_t api = trace->details[index].api;

	if (latest->group_plus_1 == 0 || latest->kernel != op->name ||
		latest->thread != op->thread || latest->stream != op->stream ||
		latest->api != api) {
		if (!look_up_group(run, trace, index, group, err))
			return false;
		*latest =
			(struct latest_group){ op->name, op->thread, op->stream, api, *group + 1 };
	}
	*group = latest->group_plus_1 - 1;
	return true;
}

/* How long a phase took; false: the kernel has not waited. */
static bool phase_ns(const struct trace *trace, uint32_t index, enum phase phase, uint64_t *ns)
{
	const struct op *op = &trace->ops[index];
	int64_t api_end = launch_end(trace, index);
	int64_t last = api_end > op->end ? api_end : op->end;

	switch (phase) {
	case PHASE_TOTAL:
		*ns = (uint64_t)last - (uint64_t)op->api_start;
		break;
	case PHASE_API:
		*ns = (uint64_t)api_end - (uint64_t)op->api_start;
		break;
	case PHASE_QUEUE:
		*ns = (uint64_t)op->start - (uint64_t)api_end;
		return op->start >= api_end;
	case PHASE_KERNEL:
	case PHASES:
		*ns = (uint64_t)(op->end - op->start);
		break;
	}
	return true;
}

static bool add_phase(
	struct report_run *run, const struct trace *trace, enum phase phase, struct err *err)
{
	struct kern_exec_state *state = run->state;

	for (uint32_t i = 0; i < trace->op_end[OP_KERNEL]; i++) {
		uint32_t group;
		uint64_t ns = 0;

		if (launch_is_known(trace, i) &&
			(!group_of(run, trace, i, &group, err) ||
				(phase_ns(trace, i, phase, &ns) &&
					!tally_add(&state->phases[phase], group, ns, err))))
			return false;
	}
	return true;
}

/* Of its values, only the statistics remain. */
static bool close_phase(struct kern_exec_state *state, int phase, struct err *err)
{
	struct tally *tally = &state->phases[phase];
	struct spread *spreads = mem_try_zeroed(state->keys.count, sizeof(*spreads), err);

	state->spreads[phase] = spreads;
	if (spreads == NULL || !tally_close(tally, state->keys.count, err))
		return false;
	for (uint32_t group = 0; group < state->keys.count; group++)
		tally_spread(tally, group, &spreads[group]);
	tally_release(tally);
	return true;
}

static bool add(struct report_run *run, const struct trace *trace, struct err *err)
{
	struct kern_exec_state *state = run->state;

	memset(state->latest, 0, sizeof(state->latest));
	for (int phase = 0; phase < PHASES; phase++) {
		/* each takes as much memory as there are kernels: if no file follows, one by one */
		if (!add_phase(run, trace, (enum phase)phase, err) ||
			(run->files == 1 && !close_phase(state, phase, err)))
			return false;
	}
	return true;
}

static void get_group(const struct report_run *run, uint32_t index, struct partial_group *group)
{
	const struct kern_exec_state *state = run->state;
	uint64_t key = state->keys.keys[index], call = state->calls.keys[key >> 32];
	uint64_t launcher = state->launchers.keys[call >> 32];

	group->labels[0] = (uint32_t)launcher; /* device */
	group->labels[1] = (uint32_t)call;
	group->labels[2] = (uint32_t)key;
}

static bool put_group(
	struct report_run *run, const struct partial_group *group, uint32_t *index, struct err *err)
{
	return find_group(run->state, 0, (uint32_t)group->labels[0], (uint32_t)group->labels[1],
		(uint32_t)group->labels[2], index, err);
}

static uint32_t count_groups(const struct report_run *run)
{
	return ((const struct kern_exec_state *)run->state)->keys.count;
}

static struct tally *tally_of(struct report_run *run, size_t which)
{
	return &((struct kern_exec_state *)run->state)->phases[which];
}

/* Of several files, so without the place. */
static const struct report_partial partial = {
	.labels = "unn",
	.tallies = PHASES,
	.count = count_groups,
	.get = get_group,
	.put = put_group,
	.tally = tally_of,
};

static int compare(const void *context, uint32_t a, uint32_t b)
{
	const struct report_run *run = context;
	const struct spread *totals =
		((const struct kern_exec_state *)run->state)->spreads[PHASE_TOTAL];
	struct partial_group left, right;
	int order;

	if (totals[a].average != totals[b].average)
		return totals[a].average > totals[b].average ? -1 : 1;
	get_group(run, a, &left);
	get_group(run, b, &right);
	order = sums_compare_names(run->names, (uint32_t)left.labels[2], (uint32_t)right.labels[2]);
	if (order != 0 || run->files == 1)
		return order;
	/* whatever the order of the files */
	order = sums_compare_names(run->names, (uint32_t)left.labels[1], (uint32_t)right.labels[1]);
	return order != 0 ? order
			  : (left.labels[0] > right.labels[0]) - (left.labels[0] < right.labels[0]);
}

static bool give_row(void *context, uint32_t group, struct sink *sink, struct err *err)
{
	const struct report_run *run = context;
	const struct kern_exec_state *state = run->state;
	uint64_t key = state->keys.keys[group], call = state->calls.keys[key >> 32];
	uint64_t launcher = state->launchers.keys[call >> 32];
	uint64_t place = state->places.keys[launcher >> 32];
	struct cell cells[27] = { 0 };

	if (run->files == 1) {
		cells[0] = cell_integer((int64_t)(place >> 32));
		cells[1] = cell_integer((int64_t)(place & UINT32_MAX));
	}
	cells[2] = cell_integer((int64_t)(launcher & UINT32_MAX));
	for (size_t phase = 0; phase < PHASES; phase++) {
		const struct spread *spread = &state->spreads[phase][group];

		if (phase == PHASE_TOTAL)
			cells[3] = cell_integer((int64_t)spread->count);
		if (phase == PHASE_QUEUE)
			cells[4] = cell_integer((int64_t)spread->count);
		sums_spread_cells(spread, 0, cells + 5 + phase * 5);
		for (size_t i = 0; spread->count == 0 && i < 4; i++) /* the deviation stays 0 */
			cells[5 + phase * 5 + i] = (struct cell){ .kind = CELL_EMPTY };
	}
	cells[25] = cell_name(run->names, (uint32_t)call);
	cells[26] = cell_name(run->names, (uint32_t)key);
	return sink_row(sink, cells, ARRAY_SIZE(cells), err);
}

static bool finish(struct report_run *run, struct sink *sink, struct err *err)
{
	struct kern_exec_state *state = run->state;
	const struct rows rows = {
		.count = state->keys.count, .compare = compare, .give = give_row
	};

	for (int phase = 0; phase < PHASES; phase++) {
		if (state->spreads[phase] == NULL && !close_phase(state, phase, err))
			return false;
	}
	return rows_give(&rows, run, sink, err);
}

static void release(struct report_run *run)
{
	struct kern_exec_state *state = run->state;

	idmap_release(&state->places);
	idmap_release(&state->launchers);
	idmap_release(&state->calls);
	idmap_release(&state->keys);
	for (int phase = 0; phase < PHASES; phase++) {
		tally_release(&state->phases[phase]);
		free(state->spreads[phase]);
	}
}

static const struct column columns[] = {
	{ "PID", COLUMN_ID, 0, 9 },
	{ "TID", COLUMN_ID, 0, 9 },
	{ "DevId", COLUMN_ID, 0, 9 },
	{ "Count", COLUMN_COUNT, 0, 0 },
	{ "QCount", COLUMN_COUNT, 0, 2 },
	SUMS_SPREAD_COLUMNS("T"),
	SUMS_SPREAD_COLUMNS("A"),
	SUMS_SPREAD_COLUMNS("Q"),
	SUMS_SPREAD_COLUMNS("K"),
	{ "API Name", COLUMN_TEXT, 0, 3 },
	{ "Kernel Name", COLUMN_TEXT, 0, 0 },
};

const struct report report_cuda_kern_exec_sum = {
	.name = "cuda_kern_exec_sum",
	.alias = "kernexecsum",
	.title = "CUDA kernel launch and execution summary",
	.doc = "Per kernel and launch call: the total time (T) from the start of the call to the"
	       " end of the kernel, that of the call (A), of the wait after it (Q, of the QCount"
	       " launches that had one), and of the kernel (K).",
	.columns = columns,
	.column_count = ARRAY_SIZE(columns),
	.want = WANT_DETAILS,
	.needs = NEED_KERNELS | NEED_API | NEED_DETAILS,
	.names_kernels = true,
	.state_size = sizeof(struct kern_exec_state),
	.add = add,
	.finish = finish,
	.release = release,
	.partial = &partial,
};
