#include "collapse/plan/critical_path.h"

#include "collapse/plan/plan.h"
#include "tests/unit/made_schedule.h"
#include "tests/unit/test.h"

/*
 * Critical paths of random schedules, beside a walk that goes back nanosecond by nanosecond and
 * looks at all events each time.
 */
enum { SPAN = 160, THREADS = 3, STREAMS = 3 };

static uint32_t seed;

static uint32_t pick(uint32_t below)
{
	seed = seed * 1664525 + 1013904223;
	return (seed >> 16) % below;
}

static void draw(struct drawing *drawing)
{
	static const char *const calls[] = { "cudaDeviceSynchronize", "cudaStreamSynchronize",
		"cudaEventSynchronize", "cudaMalloc", "cudaFree", "cudaMemcpy",
		"cudaGetLastError" };
	uint32_t ops = pick(14), others = pick(10), ranges = pick(10);
	bool in_order = pick(2) == 0; /* each stream's operations start as they were launched */

	begin(drawing);
	drawing->kernels = pick(14);
	for (uint32_t i = 0; i < ops; i++) {
		int64_t start = pick(SPAN), launched = start - 5;

		if (!in_order)
			launched = start - (int64_t)pick(30) + 3;

		launch(drawing, "k", pick(8) == 0 ? 0 : 1 + pick(THREADS), launched,
			launched + (int64_t)pick(6), pick(STREAMS), start,
			start + (int64_t)pick(pick(3) == 0 ? 60 : 9));
	}
	for (uint32_t i = 0; i < drawing->made.trace.api_count; i++) {
		if (pick(5) == 0)
			drawing->made.trace.api_calls[i].name = name(drawing, "cudaMemcpyAsync");
	}
	for (uint32_t i = 0; i < others; i++) {
		int64_t start = pick(SPAN);

		call(drawing, 1 + pick(THREADS), calls[pick(ARRAY_SIZE(calls))], start,
			start + (int64_t)pick(25));
	}
	for (uint32_t i = 0; i < ranges; i++) {
		int64_t start = pick(SPAN);

		range(drawing, "r", 1 + pick(THREADS), start, start + (int64_t)pick(50));
		drawing->made.trace.ranges[i].crosses = pick(10) == 0;
	}
	end(drawing);
}

/* Where the naive walk is, and its answer for each nanosecond. */
struct naive {
	const struct trace *trace;
	int64_t begin, end;
	struct {
		enum path_kind kind;
		uint32_t what; /* operation, call or thread */
	} of[4 * SPAN];        /* from `begin` on */
};

static bool is_launched(const struct trace *trace, uint32_t thread)
{
	for (size_t i = 0; i < trace->op_count; i++) {
		if (trace->ops[i].thread == thread)
			return true;
	}
	return false;
}

static void widen(struct naive *naive, int64_t start, int64_t end)
{
	naive->begin = start < naive->begin ? start : naive->begin;
	naive->end = end > naive->end ? end : naive->end;
}

/*
 * What ran before anything whose launch is known, but for a few operations long before; unless more
 * of that kind begins later, or little else is there.
 */
static void skip_earlier_work(struct naive *naive)
{
	const struct trace *trace = naive->trace;
	int64_t launched = INT64_MAX, from = INT64_MAX, to = INT64_MIN, last = 0;
	size_t before = 0, after = 0;

	for (size_t i = 0; i < trace->op_count; i++) {
		if (trace->ops[i].thread != TRACE_NONE && trace->ops[i].start < launched)
			launched = trace->ops[i].start;
		last = trace->ops[i].end > last ? trace->ops[i].end : last;
	}
	for (size_t i = 0; launched != INT64_MAX && i < trace->op_end[OP_KERNEL]; i++) {
		int64_t start = trace->ops[i].start, end = trace->ops[i].end;

		after += trace->ops[i].thread == TRACE_NONE && start >= launched;
		end = end < launched ? end : launched;
		before += start < end;
		from = start < end && start < from ? start : from;
		to = start < end && end > to ? end : to;
	}
	if (after <= before / 10 && to > naive->begin && to - from <= last - to &&
		to - from >= from - naive->begin)
		naive->begin = to;
}

static void find_ends(struct naive *naive)
{
	const struct trace *trace = naive->trace;

	naive->begin = INT64_MAX;
	naive->end = INT64_MIN;
	for (size_t i = 0; i < trace->op_count; i++) {
		widen(naive, trace->ops[i].start, trace->ops[i].end);
		if (trace->ops[i].thread != TRACE_NONE)
			widen(naive, trace->ops[i].api_start, trace->ops[i].api_end);
	}
	for (size_t i = 0; i < trace->api_count; i++) {
		if (is_launched(trace, trace->api_calls[i].thread))
			widen(naive, trace->api_calls[i].start, trace->api_calls[i].end);
	}
	for (size_t i = 0; i < trace->range_count; i++) {
		if (is_launched(trace, trace->ranges[i].thread) && !trace->ranges[i].crosses)
			widen(naive, trace->ranges[i].start, trace->ranges[i].end);
	}
	skip_earlier_work(naive);
}

/* Whether (a, i) < (b, j). */
static bool less(int64_t a, size_t i, int64_t b, size_t j)
{
	return a != b ? a < b : i < j;
}

static uint32_t neighbour(const struct trace *trace, uint32_t op, bool after)
{
	uint32_t best = TRACE_NONE;

	for (uint32_t i = 0; i < trace->op_count; i++) {
		bool is_after = less(trace->ops[op].start, op, trace->ops[i].start, i);

		if (i == op || trace->ops[i].stream != trace->ops[op].stream || is_after != after)
			continue;
		if (best == TRACE_NONE ||
			less(trace->ops[best].start, best, trace->ops[i].start, i) != after)
			best = i;
	}
	return best;
}

/* Calls that are not inside the one before, or overlap it. */
static bool is_outer(const struct trace *trace, uint32_t call)
{
	int64_t until = INT64_MIN;
	uint32_t last = TRACE_NONE;

	for (;;) { /* in their order: by start, then the longer one, then the index */
		uint32_t next = TRACE_NONE;

		for (uint32_t i = 0; i < trace->api_count; i++) {
			const struct api_call *a = &trace->api_calls[i], *b;

			if (a->thread != trace->api_calls[call].thread)
				continue;
			b = last != TRACE_NONE ? &trace->api_calls[last] : NULL;
			if (b != NULL &&
				!(b->start < a->start ||
					(b->start == a->start && less(-b->end, last, -a->end, i))))
				continue;
			b = next != TRACE_NONE ? &trace->api_calls[next] : NULL;
			if (b == NULL || a->start < b->start ||
				(a->start == b->start && less(-a->end, i, -b->end, next)))
				next = i;
		}
		if (trace->api_calls[next].start >= until) {
			until = trace->api_calls[next].end;
			if (next == call)
				return true;
		} else if (next == call) {
			return false;
		}
		last = next;
	}
}

/* The call that a thread was in just before a time, and whether it was in a range or a call. */
static uint32_t call_at(const struct trace *trace, uint32_t thread, int64_t time, bool *active)
{
	uint32_t found = TRACE_NONE;

	*active = false;
	for (uint32_t i = 0; i < trace->api_count; i++) {
		const struct api_call *call = &trace->api_calls[i];

		if (call->thread == thread && call->start < time && call->end >= time &&
			is_outer(trace, i))
			found = i;
	}
	for (size_t i = 0; i < trace->range_count; i++) {
		const struct range *range = &trace->ranges[i];

		*active |= range->thread == thread && !range->crosses && range->start < time &&
			   range->end >= time;
	}
	*active |= found != TRACE_NONE;
	return found;
}

/* The operation that ended now and that the call waited for. */
static uint32_t awaited(const struct naive *naive, uint32_t call, uint32_t latest, int64_t now)
{
	const struct trace *trace = naive->trace;
	const struct api_call *in = &trace->api_calls[call];
	const char *of = trace->names->list[in->name].text;
	uint32_t found = TRACE_NONE;

	for (uint32_t i = 0; i < trace->op_count; i++) {
		const struct op *op = &trace->ops[i];
		uint32_t after = neighbour(trace, i, true);
		bool waits;

		if (op->end != now ||
			(latest != TRACE_NONE &&
				!less(op->start, i, trace->ops[latest].start, latest)))
			continue;
		if (strstr(of, "Memcpy") != NULL)
			waits = op->thread == in->thread && op->api_start >= in->start &&
				op->api_end <= in->end;
		else
			waits = (strstr(of, "Synchronize") != NULL ||
					strcmp(of, "cudaFree") == 0) &&
				(op->thread == TRACE_NONE || op->api_start <= in->start) &&
				(strstr(of, "Event") != NULL || after == TRACE_NONE ||
					trace->ops[after].api_start >= in->start);
		if (waits)
			found = i;
	}
	return found;
}

static uint32_t last_launch(const struct trace *trace, int64_t before)
{
	uint32_t found = TRACE_NONE;

	for (uint32_t i = 0; i < trace->op_count; i++) {
		const struct op *op = &trace->ops[i];

		if (op->thread != TRACE_NONE && op->api_start < before &&
			(found == TRACE_NONE ||
				!less(op->api_start, i, trace->ops[found].api_start, found)))
			found = i;
	}
	return found;
}

static void set(struct naive *naive, int64_t time, enum path_kind kind, uint32_t what)
{
	naive->of[time - naive->begin].kind = kind;
	naive->of[time - naive->begin].what = what;
}

/* From the start of an operation back to what it waited for: that operation, or TRACE_NONE. */
static uint32_t wait_before(struct naive *naive, uint32_t op, int64_t *time)
{
	const struct trace *trace = naive->trace;
	const struct op *of = &trace->ops[op];
	uint32_t before = neighbour(trace, op, false);
	int64_t launched = of->api_end < of->start ? of->api_end : of->start;
	int64_t ended = INT64_MIN, ready = launched;

	if (op >= trace->op_end[OP_KERNEL] && of->api_end >= of->end)
		ready = of->api_start;
	if (before != TRACE_NONE)
		ended = trace->ops[before].end < of->start ? trace->ops[before].end : of->start;
	if (of->thread != TRACE_NONE && (before == TRACE_NONE || ready > ended)) {
		while (*time > launched && *time > naive->begin)
			set(naive, --*time, PATH_LATENCY, op);
		return TRACE_NONE;
	}
	while (*time > ended && *time > naive->begin)
		set(naive, --*time, PATH_WAIT, op);
	return before;
}

static void walk(struct naive *naive)
{
	const struct trace *trace = naive->trace;
	uint32_t op = TRACE_NONE, latest = TRACE_NONE, thread = TRACE_NONE, call;
	int64_t time = naive->end;
	bool active;

	for (uint32_t i = 0; i < trace->op_count; i++)
		op = trace->ops[i].end == time ? i : op;
	if (op == TRACE_NONE)
		thread = trace->ops[last_launch(trace, INT64_MAX)].thread;
	while (time > naive->begin) {
		if (op != TRACE_NONE) {
			latest = op;
			while (time > trace->ops[op].start && time > naive->begin)
				set(naive, --time, PATH_GPU, op);
			op = wait_before(naive, latest, &time);
			if (op == TRACE_NONE)
				thread = trace->ops[latest].thread;
			continue;
		}
		call = call_at(trace, thread, time, &active);
		if (active) {
			if (call != TRACE_NONE)
				op = awaited(naive, call, latest, time);
			if (op == TRACE_NONE) {
				time--;
				set(naive, time, call != TRACE_NONE ? PATH_CALL : PATH_CPU,
					call != TRACE_NONE ? call : thread);
			}
			continue;
		}
		op = last_launch(trace, time);
		if (op != TRACE_NONE && trace->ops[op].thread != thread)
			thread = trace->ops[op].thread;
		else
			set(naive, --time, PATH_CPU, thread);
		op = TRACE_NONE;
	}
}

static uint32_t what_of(const struct critical_piece *piece)
{
	if (piece->kind == PATH_CALL)
		return piece->call;
	return piece->kind == PATH_CPU ? piece->thread : piece->op;
}

/* The range of a piece is open all the time; without one, none is. */
static void check_range(const struct trace *trace, const struct critical_piece *piece)
{
	for (uint32_t i = 0; i < trace->range_count && piece->thread != TRACE_NONE; i++) {
		const struct range *range = &trace->ranges[i];
		bool open = range->thread == piece->thread && !range->crosses &&
			    range->start <= piece->start && range->end >= piece->end;

		if (i == piece->range)
			assert_true(open);
		if (piece->range == TRACE_NONE)
			assert_false(open);
	}
}

TEST(every_nanosecond_is_as_the_rules_say)
{
	for (uint32_t from = 3; from < 30000; from += 7) {
		struct critical_path path;
		struct critical_piece piece;
		struct drawing drawing;
		struct naive naive = { 0 };
		int64_t time;

		seed = from * 2654435761u; /* which picking changes */
		draw(&drawing);
		naive.trace = &drawing.made.trace;
		find_ends(&naive);
		if (naive.begin < naive.end)
			walk(&naive);
		time = naive.end;
		critical_path_init(&path, naive.trace);
		while (critical_path_next(&path, &piece)) {
			assert_int_equal(piece.end, time);
			assert_true(piece.start < piece.end && piece.start >= naive.begin);
			check_range(naive.trace, &piece);
			while (time > piece.start) {
				time--;
				assert_int_equal(naive.of[time - naive.begin].kind, piece.kind);
				assert_int_equal(
					naive.of[time - naive.begin].what, what_of(&piece));
			}
		}
		critical_path_release(&path);
		if (naive.begin < naive.end)
			assert_int_equal(time, naive.begin);
		made_release(&drawing.made);
	}
}

/* Folded, with the ranges around each piece, it is the wall time; within a time, its length. */
TEST(folded_it_is_the_wall_time)
{
	for (uint32_t from = 5; from < 20000; from += 7) {
		struct plan_options plan = { .value = VALUE_CRITICAL };
		struct fold_counts counts = { 0 };
		struct drawing drawing;
		struct naive naive = { 0 };
		struct rules rules;
		struct tree tree;

		seed = from * 2654435761u; /* which picking changes */
		draw(&drawing);
		naive.trace = &drawing.made.trace;
		find_ends(&naive);
		if (naive.begin < naive.end && pick(2) == 0) {
			plan.selection.has_from = plan.selection.has_to = true;
			naive.begin += pick((uint32_t)(naive.end - naive.begin));
			naive.end -= pick((uint32_t)(naive.end - naive.begin));
			plan.selection.from = naive.begin;
			plan.selection.to = naive.end;
		}
		rules_init(&rules, &drawing.made.names);
		tree_init(&tree, &drawing.made.names);
		assert_true(plan_fold(
			&plan, &drawing.made.trace, "", &rules, &tree, &counts, &drawing.err));
		assert_int_equal(tree.total, naive.begin < naive.end ? naive.end - naive.begin : 0);
		tree_release(&tree);
		rules_release(&rules);
		made_release(&drawing.made);
	}
}
