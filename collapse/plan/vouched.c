#include "collapse/plan/vouched.h"

#include "base/order.h"

/* The first operation of a stream, and what its process ran since the one before in this order. */
struct first_op {
	uint32_t process;
	int64_t start, launched; /* INT64_MAX: its launch is not in the file */
	uint64_t busy;
	int64_t end;
};

static int compare_firsts(const void *a, const void *b)
{
	const struct first_op *left = a, *right = b;

	if (left->process != right->process)
		return left->process < right->process ? -1 : 1;
	return (left->start > right->start) - (left->start < right->start);
}

static void find_firsts(const struct trace *trace, struct first_op *firsts)
{
	for (size_t i = 0; i < trace->stream_ids.count; i++)
		firsts[i] = (struct first_op){
			.process = trace->streams[i].process, .start = INT64_MAX, .end = INT64_MIN
		};
	for (size_t i = 0; i < trace->op_count; i++) {
		const struct op *op = &trace->ops[i];
		struct first_op *first = &firsts[op->stream];

		if (op->start >= first->start)
			continue;
		first->start = op->start;
		first->launched = op->thread == TRACE_NONE ? INT64_MAX : op->api_start;
		if (i < trace->op_end[OP_KERNEL] && op->thread != TRACE_NONE)
			first->launched = op_launched(op);
	}
}

/* Add each operation to the first one of `firsts` that begins after it. */
static void add_work(const struct trace *trace, struct first_op *firsts, size_t count)
{
	for (size_t i = 0; i < trace->op_count; i++) {
		const struct op *op = &trace->ops[i];
		uint32_t process = trace_op_process(trace, i);
		size_t at;

		ORDER_FIND(at, 0, count,
			firsts[at].process != process ? firsts[at].process > process
						      : firsts[at].start > op->start);
		if (at == count || firsts[at].process != process)
			continue;
		firsts[at].busy += (uint64_t)op->end - (uint64_t)op->start;
		firsts[at].end = op->end > firsts[at].end ? op->end : firsts[at].end;
	}
}

/*
 * While the kernels ran that were launched before the recording: they belong to the step before the
 * first one. Until something begins whose launch is in the file. Where that time is most of the
 * process's, or such kernels go on to begin after it, launches are rather missing from the file.
 */
static struct unvouched *find_earlier_work(const struct trace *trace)
{
	size_t count = trace->processes.count;
	struct unvouched *found = mem_zeroed(count, sizeof(*found));
	int64_t *launched = mem_zeroed(count, sizeof(*launched));
	uint64_t *before = mem_zeroed(count, sizeof(*before));
	uint64_t *after = mem_zeroed(count, sizeof(*after));
	int64_t *last = mem_zeroed(count, sizeof(*last));

	for (size_t i = 0; i < count; i++)
		launched[i] = INT64_MAX;
	for (size_t i = 0; i < trace->op_count; i++) {
		int64_t *first = &launched[trace_op_process(trace, i)];

		if (trace->ops[i].thread != TRACE_NONE && trace->ops[i].start < *first)
			*first = trace->ops[i].start;
		if (trace->ops[i].end > last[trace_op_process(trace, i)])
			last[trace_op_process(trace, i)] = trace->ops[i].end;
	}
	for (size_t i = 0; i < trace->op_end[OP_KERNEL]; i++) {
		const struct op *op = &trace->ops[i];
		uint32_t process = trace_op_process(trace, i);
		struct unvouched *work = &found[process];
		int64_t end = op->end < launched[process] ? op->end : launched[process];

		after[process] += op->thread == TRACE_NONE && op->start >= launched[process];
		if (launched[process] == INT64_MAX || op->start >= end)
			continue;
		before[process]++;
		work->from = work->to == 0 || op->start < work->from ? op->start : work->from;
		work->to = end > work->to ? end : work->to;
	}
	for (size_t i = 0; i < count; i++) {
		if (after[i] > before[i] / 10 || (double)found[i].to - (double)found[i].from >
							 (double)last[i] - (double)found[i].to)
			found[i] = (struct unvouched){ 0 };
	}
	free(launched);
	free(before);
	free(after);
	free(last);
	return found;
}

struct unvouched *unvouched_find(const struct trace *trace)
{
	enum { LEAST_NS = 200000, LEAST_PART = 10 };
	size_t count = trace->stream_ids.count;
	struct first_op *firsts = mem_zeroed(count, sizeof(*firsts));
	struct unvouched *found = find_earlier_work(trace);
	uint64_t busy = 0;
	int64_t end = INT64_MIN;

	find_firsts(trace, firsts);
	if (count > 1)
		qsort(firsts, count, sizeof(*firsts), compare_firsts);
	add_work(trace, firsts, count);
	for (size_t i = 0; i < count; i++) {
		const struct first_op *first = &firsts[i];
		int64_t from;

		if (i == 0 || first->process != first[-1].process) {
			busy = 0;
			end = INT64_MIN;
		}
		busy += first->busy;
		end = first->end > end ? first->end : end;
		from = first->launched > end ? first->launched : end;
		if (first->start == INT64_MAX || first->launched == INT64_MAX ||
			first->start <= from ||
			(uint64_t)first->start - (uint64_t)from < LEAST_NS ||
			busy > ((uint64_t)first->start - (uint64_t)from) / LEAST_PART)
			continue;
		found[first->process] = (struct unvouched){ from, first->start };
	}
	free(firsts);
	return found;
}

int64_t unvouched_skip(const struct unvouched *unvouched, int64_t start)
{
	uint64_t unknown = (uint64_t)unvouched->to - (uint64_t)unvouched->from;

	if (unvouched->to <= start || unknown == 0)
		return start;
	return unvouched->from <= start || unknown >= (uint64_t)unvouched->from - (uint64_t)start
		       ? unvouched->to
		       : start;
}

/* --- devices -------------------------------------------------------------------------------- */

static bool contains_launch(const struct trace *trace, uint32_t range, uint32_t op)
{
	const struct range *around = &trace->ranges[range];

	return around->thread == trace->ops[op].thread &&
	       around->start <= trace->ops[op].api_start && around->end > trace->ops[op].api_start;
}

void vouched_init(struct vouched *vouched, const struct trace *trace)
{
	*vouched = (struct vouched){ .trace = trace, .unvouched = unvouched_find(trace) };
	vouched->first = mem_nones(trace->processes.count);
	vouched->step = mem_nones(trace->processes.count);
	for (uint32_t i = 0; i < trace->op_count; i++) {
		uint32_t *first = &vouched->first[trace_op_process(trace, i)];

		if (*first == TRACE_NONE || trace->ops[i].start < trace->ops[*first].start)
			*first = i;
	}
	for (uint32_t i = 0; i < trace->range_count; i++) {
		uint32_t process = trace->thread_process[trace->ranges[i].thread];
		uint32_t *step = &vouched->step[process], first = vouched->first[process];

		if (trace->ranges[i].is_step && !trace->ranges[i].crosses && first != TRACE_NONE &&
			contains_launch(trace, i, first) &&
			(*step == TRACE_NONE ||
				trace->ranges[i].start < trace->ranges[*step].start))
			*step = i;
	}
}

void vouched_release(struct vouched *vouched)
{
	free(vouched->unvouched);
	free(vouched->first);
	free(vouched->step);
}

int64_t vouched_from(const struct vouched *vouched, uint32_t first_op)
{
	const struct trace *trace = vouched->trace;
	uint32_t process = trace_op_process(trace, first_op), step = vouched->step[process];
	int64_t from = trace->ops[first_op].start;

	if (step != TRACE_NONE && contains_launch(trace, step, first_op) &&
		trace->ranges[step].start < from)
		from = trace->ranges[step].start;
	return unvouched_skip(&vouched->unvouched[process], from);
}
