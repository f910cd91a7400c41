#include "stats/survey/device_walk.h"

/*
 * Idle time by cause, and runs of small kernels, in one walk over the operations. A gap is
 * explained by the call that launched the operation at its end: if that began only after the
 * device had become idle, the CPU was late, and what it did at that moment is the cause.
 */

/* Without a CUDA call for longer than this, a thread does something other than launch. */
enum { QUIET_NS = 200000 };

/* A launch takes microseconds; on an idle device, only loading the kernel takes it longer. */
enum { LOADING_NS = 1000000 };

struct gap_walk {
	struct device_walk *walk;
	int64_t end; /* of the device: the last one so far */
	/* The latest step that was asked about; the call that captures a graph for most of it. */
	uint32_t asked, capture;
	bool *seen;       /* by name: kernels of this device so far, which are loaded */
	uint32_t last_op; /* that ended there, or TRACE_NONE: the first step begins there */
	/* The run of small kernels. */
	int64_t compute_end;
	bool in_run;
	size_t span;            /* the step that it is in */
	struct lost_piece held; /* the longest kernel of it, which is not lost */
};

/*
 * Until when the call explains that the device is idle: the operation begins soon after it. A
 * copy's call may itself wait, for something that is not in the file.
 */
static int64_t reach_of(const struct trace *trace, uint32_t index)
{
	const struct op *op = &trace->ops[index];
	int64_t call = index < trace->op_end[OP_KERNEL] ? op_launched(op) : op->api_start, reach;

	if (__builtin_add_overflow(call, (int64_t)QUIET_NS, &reach) || reach > op->start)
		return op->start;
	return reach;
}

static uint64_t piece_ns(const struct lost_piece *piece)
{
	return (uint64_t)piece->to - (uint64_t)piece->from;
}

static void lose(struct gap_walk *gaps, enum loss_kind kind, uint32_t op, int64_t from, int64_t to)
{
	const struct lost_piece piece = { kind, op, from, to, RANGE_OF_OP, NAME_NONE };

	device_walk_lose(gaps->walk, &piece);
}

/* --- idle time --------------------------------------------------------------------------- */

static void add_host_gap(struct gap_walk *gaps, uint32_t op, int64_t from, int64_t to)
{
	struct device_walk *walk = gaps->walk;

	*mem_next(walk->gaps, walk->gaps_cap, walk->gap_count) = (struct host_gap){
		.from = from,
		.launch = walk->trace->ops[op].api_start,
		.to = to,
		.op = op,
		.range = NAME_NONE,
	};
}

/* What the wait was for; LOSS_LAUNCH: a call that did not make the CPU wait. */
static enum loss_kind kind_of_wait(const struct gap_walk *gaps, const struct wait *wait)
{
	const struct trace *trace = gaps->walk->trace;

	if (gaps->last_op == TRACE_NONE)
		return LOSS_LAUNCH;
	if (wait->kind != CALL_COPIES)
		return LOSS_SYNC;
	if (trace_op_kind(trace, gaps->last_op) != OP_MEMCPY)
		return LOSS_LAUNCH;
	return trace->moves[gaps->last_op - trace->op_end[OP_KERNEL]].bytes <= VALUE_BYTES
		       ? LOSS_SYNC
		       : LOSS_PAGEABLE;
}

/*
 * The CPU launched other things, or did something else, until it launched the operation. It may
 * still have been in the launch of the one before.
 */
static void add_busy_cpu(struct gap_walk *gaps, uint32_t op, int64_t from, int64_t to)
{
	const struct trace *trace = gaps->walk->trace;
	const struct op *last =
		gaps->last_op < trace->op_end[OP_KERNEL] ? &trace->ops[gaps->last_op] : NULL;
	int64_t launch = trace->ops[op].api_start;

	if (last != NULL && last->thread == trace->ops[op].thread && op_launched(last) > from &&
		op_launched(last) <= launch) {
		lose(gaps, LOSS_LAUNCH, op, from, op_launched(last));
		from = op_launched(last);
	}
	if (launch > from && (uint64_t)launch - (uint64_t)from >= QUIET_NS)
		add_host_gap(gaps, op, from, to);
	else if (to > from)
		lose(gaps, LOSS_LAUNCH, op, from, to);
}

/*
 * The CPU waited for the device when that became idle. Without the wait it would have been earlier
 * by as long as that took, at most.
 */
static void add_after_wait(struct gap_walk *gaps, uint32_t op, int64_t to, const struct wait *wait,
	enum loss_kind kind)
{
	const struct trace *trace = gaps->walk->trace;
	const struct op *next = &trace->ops[op];
	int64_t end = wait->end < next->api_start ? wait->end : next->api_start, until = to;
	uint64_t waited = (uint64_t)wait->end - (uint64_t)wait->start;
	struct lost_piece piece = { kind, op, gaps->end, to, RANGE_OF_OP, wait->name };
	uint32_t range = gaps->walk->cover.range_of[gaps->last_op];

	/* of a copy, what it is for is known */
	if (trace_op_kind(trace, gaps->last_op) == OP_MEMCPY)
		piece.range = range != TRACE_NONE ? trace->ranges[range].name : NAME_NONE;
	if ((uint64_t)next->api_start - (uint64_t)end >= QUIET_NS)
		until = end;
	else if (waited < (uint64_t)to - (uint64_t)gaps->end)
		until = gaps->end + (int64_t)waited;
	piece.to = until;
	device_walk_lose(gaps->walk, &piece);
	add_busy_cpu(gaps, op, until, to);
}

/* Launched in time: a short gap is the device's own, a long one a dependency. */
static void add_queued(struct gap_walk *gaps, uint32_t op, bool is_small)
{
	int64_t start = gaps->walk->trace->ops[op].start;

	if ((uint64_t)start - (uint64_t)gaps->end >= QUIET_NS)
		lose(gaps, LOSS_UNKNOWN, op, gaps->end, start);
	else if (gaps->in_run && is_small)
		lose(gaps, LOSS_SMALL, op, gaps->end, start);
}

/* When the launch of a kernel, while the device was idle, began to load it; or `to`. */
static int64_t add_loading(struct gap_walk *gaps, uint32_t op, int64_t to)
{
	const struct trace *trace = gaps->walk->trace;
	const struct op *next = &trace->ops[op];
	int64_t launched = op_launched(next);
	int64_t from = next->api_start > gaps->end ? next->api_start : gaps->end;
	bool is_loaded = next->name != NAME_NONE && gaps->seen[next->name];

	if (op >= trace->op_end[OP_KERNEL] || launched <= from ||
		(uint64_t)launched - (uint64_t)from < LOADING_NS)
		return to;
	lose(gaps, is_loaded ? LOSS_LAUNCH : LOSS_FIRST_USE, op, from, to);
	return from;
}

/* The call that captures a graph for half of the step's range or more, or NAME_NONE. */
static uint32_t find_capture(struct gap_walk *gaps, uint32_t process)
{
	const struct device_walk *walk = gaps->walk;
	const struct trace *trace = walk->trace;
	size_t at = cover_find(&walk->cover, process, gaps->end);
	uint32_t step = at < walk->cover.count ? walk->cover.spans[at].range : TRACE_NONE, name;
	const struct range *range;
	uint64_t ns;

	if (step == TRACE_NONE || walk->cover.spans[at].process != process)
		return NAME_NONE;
	if (step == gaps->asked)
		return gaps->capture;
	range = &trace->ranges[step];
	ns = waits_sum(&walk->waits, waits_of_process(process), range->start, range->end, &name);
	gaps->asked = step;
	gaps->capture =
		name != NAME_NONE && range->end > range->start &&
				strstr(trace->names->list[name].text, "BeginCapture") != NULL &&
				ns >= ((uint64_t)range->end - (uint64_t)range->start) / 2
			? name
			: NAME_NONE;
	return gaps->capture;
}

/* The CPU launched the operation, until `to`, only when the device had become idle. */
static void add_late(struct gap_walk *gaps, uint32_t op, int64_t to)
{
	const struct waits *waits = &gaps->walk->waits;
	const struct op *next = &gaps->walk->trace->ops[op];
	struct lost_piece piece = { LOSS_LAUNCH, op, gaps->end, to, RANGE_OF_OP, NAME_NONE };
	uint64_t quiet = (uint64_t)next->api_start - (uint64_t)gaps->end;
	uint32_t process = device_walk_stream(gaps->walk, op)->process;
	const struct wait *wait;
	uint64_t allocating;

	if (quiet >= LOADING_NS && waits_sum(waits, waits_of_process(process), gaps->end,
					   next->api_start, &piece.name) > 0)
		piece.kind = LOSS_FIRST_USE;
	else if ((piece.name = find_capture(gaps, process)) != NAME_NONE)
		piece.kind = LOSS_FIRST_USE;
	else if ((allocating = waits_sum(
			  waits, next->thread, gaps->end, next->api_start, &piece.name)) > 0 &&
		 allocating >= quiet / 2)
		piece.kind = LOSS_ALLOCATOR;
	if (piece.kind != LOSS_LAUNCH) {
		device_walk_lose(gaps->walk, &piece);
		return;
	}
	wait = waits_at(waits, next->thread, gaps->end);
	if (wait != NULL)
		piece.kind = kind_of_wait(gaps, wait);
	if (piece.kind != LOSS_LAUNCH)
		add_after_wait(gaps, op, to, wait, piece.kind);
	else
		add_busy_cpu(gaps, op, gaps->end, to);
}

static void add_gap(struct gap_walk *gaps, uint32_t op, bool is_small)
{
	const struct device_walk *walk = gaps->walk;
	const struct op *next = &walk->trace->ops[op];
	int64_t reach = reach_of(walk->trace, op), to;

	if (next->thread == TRACE_NONE) {
		lose(gaps, device_walk_is_managed(walk, op) ? LOSS_MANAGED : LOSS_UNKNOWN, op,
			gaps->end, next->start);
		return;
	}
	to = next->api_start < next->start && reach > gaps->end ? add_loading(gaps, op, reach)
								: reach;
	if (to == reach && (next->api_start <= gaps->end || next->api_start >= next->start)) {
		add_queued(gaps, op, is_small);
		return;
	}
	lose(gaps, LOSS_UNKNOWN, op, reach, next->start);
	if (to > gaps->end)
		add_late(gaps, op, to);
}

/* --- small kernels ------------------------------------------------------------------------- */

static bool is_of_graph(const struct trace *trace, uint32_t op)
{
	const struct op_detail *detail = trace->details != NULL ? &trace->details[op] : NULL;

	if (detail == NULL)
		return false;
	return (detail->shape != TRACE_NONE && trace_shape(trace, op)->graph_node != 0) ||
	       (detail->api != NAME_NONE &&
		       strstr(trace->names->list[detail->api].text, "GraphLaunch") != NULL);
}

/* What starting a kernel adds to the time of its run; the longest one so far is held back. */
static void add_small(struct gap_walk *gaps, uint32_t op)
{
	const struct op *kernel = &gaps->walk->trace->ops[op];
	int64_t from = kernel->start > gaps->compute_end ? kernel->start : gaps->compute_end;
	struct lost_piece piece = { LOSS_SMALL, op, from, kernel->end, RANGE_OF_OP, NAME_NONE };
	size_t span = cover_find(
		&gaps->walk->cover, device_walk_stream(gaps->walk, op)->process, kernel->start);

	gaps->walk->survey->small_kernels++;
	gaps->walk->survey->graph_kernels += is_of_graph(gaps->walk->trace, op);
	gaps->walk->survey->small_ns = loss_sum(
		gaps->walk->survey->small_ns, (uint64_t)kernel->end - (uint64_t)kernel->start);
	if (kernel->end <= from)
		return;
	if (piece_ns(&piece) > SMALL_START_NS)
		piece.to = from + SMALL_START_NS;
	if (!gaps->in_run || span != gaps->span) {
		gaps->in_run = true;
		gaps->span = span;
		gaps->held = piece;
		return;
	}
	if (piece_ns(&piece) > piece_ns(&gaps->held)) {
		struct lost_piece held = gaps->held;

		gaps->held = piece;
		piece = held;
	}
	device_walk_lose(gaps->walk, &piece);
}

/* --- the walk ------------------------------------------------------------------------------ */

/* From when on the device could have run something: its first step may begin earlier than it did.
 */
static int64_t begin_of(const struct device_walk *walk, const struct walk_device *device)
{
	const struct cover *cover = &walk->cover;
	size_t first = cover_find(cover, device->process, INT64_MIN);
	int64_t start = walk->trace->ops[walk->order[device->begin]].start;

	if (first == cover->count || cover->spans[first].process != device->process ||
		cover->spans[first].start >= start || cover->spans[first].end <= start)
		return start;
	return cover->spans[first].start;
}

static void add_op(struct gap_walk *gaps, uint32_t op)
{
	struct device_walk *walk = gaps->walk;
	const struct op *next = &walk->trace->ops[op];
	bool computes = op < walk->trace->op_end[OP_KERNEL] && !walk->communicates[op];
	bool is_small = computes && (uint64_t)next->end - (uint64_t)next->start < SMALL_KERNEL_NS;

	if (next->start > gaps->end)
		add_gap(gaps, op, is_small);
	walk->survey->compute_kernels += computes;
	if (is_small) {
		add_small(gaps, op);
		device_walk_pass(walk, op);
	}
	if (computes && !is_small) {
		gaps->in_run = false;
		device_walk_judge(walk, op,
			next->start > gaps->compute_end ? next->start : gaps->compute_end,
			next->end);
	}
	if (computes && next->name != NAME_NONE)
		gaps->seen[next->name] = true;
	if (computes && next->end > gaps->compute_end)
		gaps->compute_end = next->end;
	if (gaps->last_op == TRACE_NONE || next->end > gaps->end) {
		gaps->end = next->end;
		gaps->last_op = op;
	}
}

void device_walk_gaps(struct device_walk *walk)
{
	for (size_t i = 0; i < walk->device_count; i++) {
		const struct walk_device *device = &walk->devices[i];
		struct gap_walk gaps = {
			.walk = walk,
			.end = begin_of(walk, device),
			.last_op = TRACE_NONE,
			.asked = TRACE_NONE,
			.compute_end = INT64_MIN,
			.seen = mem_zeroed(walk->trace->names->count, sizeof(bool)),
		};

		device_walk_judge_end(walk);
		for (size_t at = device->begin; at < device->end; at++)
			add_op(&gaps, walk->order[at]);
		device_walk_judge_end(walk);
		free(gaps.seen);
	}
}
