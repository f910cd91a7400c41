#include "collapse/plan/critical_path.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>

#include "base/units.h"
#include "collapse/model/call_kind.h"
#include "collapse/plan/adopt.h"
#include "collapse/plan/vouched.h"

static int64_t least(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

static int64_t most(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

/* --- from when to when ---------------------------------------------------------------- */

static void cover(struct critical_path *path, uint32_t process, int64_t start, int64_t end)
{
	path->starts[process] = least(path->starts[process], start);
	path->ends[process] = most(path->ends[process], most(start, end));
}

/*
 * A path is as long as the operations of its process, and the calls and ranges of threads that
 * launched some: others may be there for the profiler, or for something else. It begins after
 * what the file can't vouch for, as idle time does.
 */
static void find_extent(struct critical_path *path, const struct trace *trace)
{
	uint32_t *process_of = path->process_of;
	struct unvouched *unvouched = unvouched_find(trace);

	for (uint32_t i = 0; i < trace->processes.count; i++) {
		path->starts[i] = INT64_MAX;
		path->ends[i] = INT64_MIN;
	}
	for (uint32_t i = 0; i < trace->threads.count; i++)
		process_of[i] = TRACE_NONE;
	for (size_t i = 0; i < trace->op_count; i++) {
		const struct op *op = &trace->ops[i];
		uint32_t process = trace_op_process(trace, i);

		cover(path, process, op->start, op->end);
		if (op->thread == TRACE_NONE)
			continue;
		cover(path, process, op->api_start, op->api_end);
		process_of[op->thread] = process;
	}
	for (size_t i = 0; i < trace->api_count; i++) {
		const struct api_call *call = &trace->api_calls[i];

		if (process_of[call->thread] != TRACE_NONE)
			cover(path, process_of[call->thread], call->start, call->end);
	}
	for (size_t i = 0; i < trace->range_count; i++) {
		const struct range *range = &trace->ranges[i];

		if (process_of[range->thread] != TRACE_NONE && !range->crosses)
			cover(path, process_of[range->thread], range->start,
				range->never_closed ? range->start : range->end);
	}
	for (uint32_t i = 0; i < trace->processes.count; i++)
		path->starts[i] = unvouched_skip(&unvouched[i], path->starts[i]);
	free(unvouched);
}

void critical_path_init(struct critical_path *path, const struct trace *trace)
{
	*path = (struct critical_path){ .process = UINT32_MAX };
	critical_order_init(&path->order, trace);
	path->starts = mem_zeroed(trace->processes.count, sizeof(*path->starts));
	path->ends = mem_zeroed(trace->processes.count, sizeof(*path->ends));
	path->process_of = mem_zeroed(trace->threads.count, sizeof(*path->process_of));
	path->callers = adopt_callers(trace);
	find_extent(path, trace);
}

void critical_path_release(struct critical_path *path)
{
	critical_order_release(&path->order);
	free(path->starts);
	free(path->ends);
	free(path->process_of);
	free(path->callers);
	path->starts = path->ends = NULL;
	path->process_of = path->callers = NULL;
}

/* --- on the GPU --------------------------------------------------------------------------- */

/* Whether an operation is before another: a path meets each at most once. */
static bool is_before(const struct trace *trace, uint32_t a, uint32_t b)
{
	int64_t left = trace->ops[a].start, right = trace->ops[b].start;

	return left != right ? left < right : a < b;
}

static void go_to_operation(struct critical_path *path, uint32_t op)
{
	path->op = op;
	path->has_op = true;
	path->at = AT_OPERATION;
}

static void go_to_thread(struct critical_path *path, uint32_t thread)
{
	path->thread = thread;
	path->at = AT_THREAD;
}

/* The path goes down to `start`: false if that is no time. */
static bool give(struct critical_path *path, enum path_kind kind, int64_t start,
	struct critical_piece *piece)
{
	start = most(start, path->begin);
	if (start >= path->time)
		return false;
	*piece = (struct critical_piece){
		.start = start,
		.end = path->time,
		.kind = kind,
		.op = path->op,
		.thread = TRACE_NONE,
		.range = TRACE_NONE,
		.call = TRACE_NONE,
	};
	path->time = start;
	return true;
}

/*
 * Whether the call that launched a copy waited for it: its time is then not that of the launch,
 * and what the copy waited for may have ended in it.
 */
static bool is_awaited_by_launch(const struct trace *trace, uint32_t op)
{
	return op >= trace->op_end[OP_KERNEL] && op_launched(&trace->ops[op]) >= trace->ops[op].end;
}

/*
 * What an operation that began waited for last: that before it on its stream or, if that was later,
 * its launch.
 */
static bool go_before(struct critical_path *path, struct critical_piece *piece)
{
	const struct trace *trace = path->order.trace;
	const struct op *op = &trace->ops[path->op];
	uint32_t before = critical_before(&path->order, path->op);
	int64_t begin = path->begin, ended = begin, launched = begin, ready;
	bool gave;

	if (before != TRACE_NONE)
		ended = least(trace->ops[before].end, op->start);
	if (op->thread != TRACE_NONE)
		launched = least(op_launched(op), op->start);
	ready = is_awaited_by_launch(trace, path->op) ? op->api_start : launched;
	if (op->thread == TRACE_NONE || (before != TRACE_NONE && ended >= ready)) {
		gave = give(path, PATH_WAIT, ended, piece);
		if (before != TRACE_NONE)
			go_to_operation(path, before);
		else
			path->at = AT_PROCESS;
		return gave;
	}
	gave = give(path, PATH_LATENCY, launched, piece);
	go_to_thread(path, op->thread);
	return gave;
}

/* Clocks of devices are a few microseconds off that of the CPU. */
enum { CLOCK_OFF_NS = 50000 };

/* --- on the CPU --------------------------------------------------------------------------- */

/* Whether nothing that was launched before `time` was to run on its stream after this operation. */
static bool is_last(const struct critical_path *path, uint32_t op, int64_t time)
{
	uint32_t after = critical_after(&path->order, op);

	return after == TRACE_NONE || path->order.trace->ops[after].api_start >= time;
}

/* Whether a call waited for an operation that ended in it. */
static bool waits_for(const struct critical_path *path, const struct api_call *call,
	enum call_kind kind, uint32_t op_index)
{
	const struct op *op = &path->order.trace->ops[op_index];

	if (path->has_op && !is_before(path->order.trace, op_index, path->op))
		return false;
	if (kind == CALL_COPIES)
		return op->thread == call->thread && op->api_start >= call->start &&
		       op->api_end <= call->end;
	if (op->thread != TRACE_NONE && op->api_start > call->start)
		return false;
	return kind == CALL_SYNCHRONISES_EVENT || is_last(path, op_index, call->start);
}

/* The last operation that ended in (from, to], of those that the call waits for, or TRACE_NONE. */
static uint32_t last_ended(const struct critical_path *path, const struct api_call *call,
	enum call_kind kind, int64_t from, int64_t to)
{
	const struct critical_order *order = &path->order;
	size_t first = order->by_end.begin[path->process];

	for (size_t at = critical_ended(order, path->process, to); at > first; at--) {
		uint32_t op = order->by_end.items[at - 1];

		if (order->trace->ops[op].end <= from)
			break;
		if (waits_for(path, call, kind, op))
			return op;
	}
	return TRACE_NONE;
}

/*
 * What a call waited for: the operation that ended last in it, of those that it waits for. By
 * clocks of devices that are off, that may be soon after a call that was long.
 */
static uint32_t find_awaited(const struct critical_path *path, uint32_t call_index)
{
	const struct trace *trace = path->order.trace;
	const struct api_call *call = &trace->api_calls[call_index];
	enum call_kind kind = CALL_OTHER;
	uint32_t found, late;

	if (call->name != NAME_NONE)
		kind = (enum call_kind)path->order.call_kinds[call->name];
	if (kind == CALL_OTHER || kind == CALL_ALLOCATES || kind == CALL_PREPARES)
		return TRACE_NONE;
	found = last_ended(path, call, kind, call->start, least(call->end, path->time));
	if (kind != CALL_SYNCHRONISES || path->time < call->end ||
		(uint64_t)call->end - (uint64_t)call->start < CLOCK_OFF_NS ||
		call->end > INT64_MAX - CLOCK_OFF_NS ||
		(found != TRACE_NONE && trace->ops[found].end > call->end - CLOCK_OFF_NS))
		return found;
	late = last_ended(path, call, kind, call->end, call->end + CLOCK_OFF_NS);
	return late != TRACE_NONE ? late : found;
}

/* Stay on the thread back to `until`. */
static void stay(struct critical_path *path, int64_t until)
{
	path->until = until;
	path->waited_for = TRACE_NONE;
	critical_places(&path->order, path->thread, path->time, &path->next_call, &path->next_start,
		&path->next_end);
	path->at = ON_THREAD;
}

/* Stay on it as long as it is in ranges and calls, or back to where it waited for a GPU. */
static void stay_active(struct critical_path *path, int64_t until)
{
	const struct critical_order *order = &path->order;
	size_t first = order->calls.begin[path->thread];

	stay(path, until);
	for (size_t at = path->next_call; at > first; at--) {
		uint32_t call = order->calls.items[at - 1];

		if (order->trace->api_calls[call].end <= until)
			break;
		path->waited_for = find_awaited(path, call);
		if (path->waited_for != TRACE_NONE) {
			path->until = least(order->trace->ops[path->waited_for].end,
				order->trace->api_calls[call].end);
			break;
		}
	}
}

/* When a thread is in ranges and calls, if it is just before the path's time; or NULL. */
static const struct critical_span *find_active(const struct critical_path *path, uint32_t thread)
{
	const struct critical_span *span = critical_span_before(&path->order, thread, path->time);

	return span != NULL && span->end >= path->time ? span : NULL;
}

/*
 * A thread that is in no range and no call may wait for another: autograd's for the one that called
 * it, if that is in some, others for the one that launched the latest operation.
 */
static void find_thread(struct critical_path *path)
{
	const struct critical_order *order = &path->order;
	const struct op *ops = order->trace->ops;
	const struct critical_span *span = find_active(path, path->thread);
	uint32_t caller = path->callers != NULL ? path->callers[path->thread] : TRACE_NONE, last;
	int64_t until = path->begin;

	if (span != NULL) {
		stay_active(path, most(span->start, until));
		return;
	}
	if (caller != TRACE_NONE && find_active(path, caller) != NULL) {
		path->thread = caller;
		return;
	}
	span = critical_span_before(order, path->thread, path->time);
	last = critical_launched(order, path->process, path->time);
	if (last != TRACE_NONE && ops[last].thread != path->thread) {
		path->thread = ops[last].thread;
		return;
	}
	if (last != TRACE_NONE)
		until = most(until, ops[last].api_start);
	if (span != NULL)
		until = most(until, span->end);
	if (caller != TRACE_NONE) {
		path->thread = caller;
		span = critical_span_before(order, caller, path->time);
		if (span != NULL)
			until = most(until, span->end);
	}
	stay(path, until);
}

/* Pass over what begins, or ends, at the path's time or later. */
static void pass_over(struct critical_path *path)
{
	const struct critical_order *order = &path->order;
	const struct trace *trace = order->trace;
	uint32_t thread = path->thread;

	while (path->next_call > order->calls.begin[thread] &&
		trace->api_calls[order->calls.items[path->next_call - 1]].start >= path->time)
		path->next_call--;
	while (path->next_start > order->starts.begin[thread] &&
		trace->ranges[order->starts.items[path->next_start - 1]].start >= path->time)
		path->next_start--;
	while (path->next_end > order->starts.begin[thread] &&
		trace->ranges[order->ends[path->next_end - 1]].end >= path->time)
		path->next_end--;
}

/*
 * The range that a thread was in just before the path's time: the one that ends next or, if one
 * begins before that, the one around it. `start` and `end` are the places of these.
 */
static uint32_t innermost(
	const struct critical_path *path, uint32_t thread, size_t start, size_t end)
{
	const struct critical_order *order = &path->order;
	const struct range *ranges = order->trace->ranges;
	uint32_t starting = TRACE_NONE;

	if (start < order->starts.begin[thread + 1])
		starting = order->starts.items[start];
	if (end < order->starts.begin[thread + 1]) {
		uint32_t ending = order->ends[end];

		if (ranges[ending].start < path->time &&
			(starting == TRACE_NONE || ranges[ending].end <= ranges[starting].start))
			return ending;
	}
	return starting != TRACE_NONE ? order->above[starting] : TRACE_NONE;
}

/* Where the path's thread is or, if that is autograd's and says nothing, where its caller waits. */
static uint32_t find_range(const struct critical_path *path)
{
	uint32_t range = innermost(path, path->thread, path->next_start, path->next_end);
	uint32_t caller = path->callers != NULL ? path->callers[path->thread] : TRACE_NONE;
	size_t call, start, end;

	if (range != TRACE_NONE || caller == TRACE_NONE)
		return range;
	critical_places(&path->order, caller, path->time, &call, &start, &end);
	return innermost(path, caller, start, end);
}

/*
 * A thread that makes no call may wait for autograd's: when the one that it called was in a range
 * or call for the last time after `until`, if that launched something meanwhile.
 */
static bool waits_for_helper(
	const struct critical_path *path, int64_t until, uint32_t *helper, int64_t *end)
{
	const struct op *ops = path->order.trace->ops;
	const struct critical_span *span;
	uint32_t last = path->callers != NULL
				? critical_launched(&path->order, path->process, path->time)
				: TRACE_NONE;

	if (last == TRACE_NONE || path->callers[ops[last].thread] != path->thread ||
		ops[last].api_start < until)
		return false;
	*helper = ops[last].thread;
	span = critical_span_before(&path->order, *helper, path->time);
	if (span == NULL || span->end < until)
		return false;
	*end = least(span->end, path->time);
	return true;
}

/* Down to where the thread's ranges or calls change, or another one's that it waits for. */
static bool go_along(struct critical_path *path, struct critical_piece *piece)
{
	const struct critical_order *order = &path->order;
	const struct trace *trace = order->trace;
	uint32_t thread = path->thread, call = TRACE_NONE, range, helper;
	int64_t until = path->until;

	pass_over(path);
	if (path->next_call > order->calls.begin[thread]) {
		uint32_t last = order->calls.items[path->next_call - 1];
		bool is_in = trace->api_calls[last].end >= path->time;

		call = is_in ? last : TRACE_NONE;
		until = most(
			until, is_in ? trace->api_calls[last].start : trace->api_calls[last].end);
	}
	if (path->next_start > order->starts.begin[thread])
		until = most(until, trace->ranges[order->starts.items[path->next_start - 1]].start);
	if (path->next_end > order->starts.begin[thread])
		until = most(until, trace->ranges[order->ends[path->next_end - 1]].end);
	range = find_range(path);
	if (call == TRACE_NONE && waits_for_helper(path, until, &helper, &until))
		go_to_thread(path, helper);
	if (!give(path, call != TRACE_NONE ? PATH_CALL : PATH_CPU, until, piece))
		return false;
	piece->thread = thread;
	piece->call = call;
	piece->range = range;
	return true;
}

static bool go_on(struct critical_path *path, struct critical_piece *piece)
{
	if (path->time > path->until)
		return go_along(path, piece);
	if (path->waited_for != TRACE_NONE)
		go_to_operation(path, path->waited_for);
	else
		path->at = AT_THREAD;
	return false;
}

/* --- all of it ------------------------------------------------------------------------------ */

/* At the end of a process: at its last operation or, if a thread went on after that, there. */
static void begin_process(struct critical_path *path)
{
	const struct critical_order *order = &path->order;
	const struct trace *trace = order->trace;
	uint32_t last, launched;

	do {
		path->process++;
		if (path->process >= trace->processes.count) {
			path->at = AT_END;
			return;
		}
	} while (path->starts[path->process] >= path->ends[path->process]);
	path->begin = path->starts[path->process];
	path->time = path->ends[path->process];
	last = order->by_end.items[order->by_end.begin[path->process + 1] - 1];
	launched = critical_launched(order, path->process, INT64_MAX);
	path->op = last;
	path->has_op = false;
	if (trace->ops[last].end == path->time || launched == TRACE_NONE)
		go_to_operation(path, last);
	else
		go_to_thread(path, trace->ops[launched].thread);
}

bool critical_path_next(struct critical_path *path, struct critical_piece *piece)
{
	while (path->at != AT_END) {
		bool gave = false;

		if (path->at != AT_PROCESS && path->time <= path->begin)
			path->at = AT_PROCESS;
		switch (path->at) {
		case AT_PROCESS:
			begin_process(path);
			break;
		case AT_OPERATION:
			path->at = AT_ITS_START;
			gave = give(path, PATH_GPU, path->order.trace->ops[path->op].start, piece);
			break;
		case AT_ITS_START:
			gave = go_before(path, piece);
			break;
		case AT_THREAD:
			find_thread(path);
			break;
		case ON_THREAD:
			gave = go_on(path, piece);
			break;
		case AT_END:
			break;
		}
		if (gave)
			return true;
	}
	return false;
}

void critical_path_tell(const struct critical_path *path, struct diagnostics *diagnostics)
{
	const struct trace *trace = path->order.trace;
	struct critical_path probe = *path;
	uint64_t waits = 0, late = 0;
	int64_t ahead = 0;
	char time[UNITS_SIZE], text[200];

	probe.time = INT64_MAX;
	probe.has_op = false;
	for (uint32_t i = 0; i < trace->api_count; i++) {
		const struct api_call *call = &trace->api_calls[i];
		uint32_t awaited;

		probe.process = path->process_of[call->thread];
		if (probe.process == TRACE_NONE || call->name == NAME_NONE ||
			path->order.call_kinds[call->name] != CALL_SYNCHRONISES)
			continue;
		awaited = find_awaited(&probe, i);
		waits += awaited != TRACE_NONE;
		if (awaited == TRACE_NONE || trace->ops[awaited].end <= call->end)
			continue;
		late++;
		ahead = most(ahead, trace->ops[awaited].end - call->end);
	}
	if (late == 0)
		return;
	units_time((uint64_t)ahead, time, sizeof(time));
	snprintf(text, sizeof(text),
		"the GPU's clock is %s ahead at least: by it, work ended after the call that "
		"waited for it (%" PRIu64 " of %" PRIu64 " calls); the path allows for that",
		time, late, waits);
	diagnostics_add(diagnostics, DIAGNOSTIC_NOTICE, text);
}
