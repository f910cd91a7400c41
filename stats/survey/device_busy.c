#include <stdlib.h>

#include "base/mem.h"
#include "stats/survey/device_walk.h"

/*
 * Time of the steps in which something ran, in order of start: overlaps count once.
 */
struct covered {
	const struct device_walk *walk;
	uint64_t ns;
	int64_t end; /* of all so far, on this device */
	size_t span; /* of the cover: the first that does not end before that */
};

/* What of [from, to) is in steps of the process. */
static void add_within(struct covered *covered, uint32_t process, int64_t from, int64_t to)
{
	const struct cover *cover = &covered->walk->cover;

	for (size_t i = covered->span; i < cover->count; i++) {
		const struct cover_span *span = &cover->spans[i];
		int64_t start = from > span->start ? from : span->start;
		int64_t end = to < span->end ? to : span->end;

		if (span->process != process || span->start >= to)
			break;
		if (end > start)
			covered->ns += (uint64_t)end - (uint64_t)start;
		if (span->end <= to)
			covered->span = i + 1;
	}
}

static void cover_op(struct covered *covered, uint32_t process, const struct op *op)
{
	int64_t from = op->start > covered->end ? op->start : covered->end;

	if (op->end <= from)
		return;
	add_within(covered, process, from, op->end);
	covered->end = op->end;
}

static void begin_device(struct covered *covered, const struct device_walk *walk, uint32_t process)
{
	covered->walk = walk;
	covered->end = INT64_MIN;
	covered->span = cover_find(&walk->cover, process, INT64_MIN);
}

/* The time of the steps of a process. */
static uint64_t span_of(const struct device_walk *walk, uint32_t process)
{
	const struct cover *cover = &walk->cover;
	uint64_t sum = 0;

	for (size_t i = cover_find(cover, process, INT64_MIN);
		i < cover->count && cover->spans[i].process == process; i++)
		sum += (uint64_t)cover->spans[i].end - (uint64_t)cover->spans[i].start;
	return sum;
}

/* When the first of them begins: with its range, before its operations. */
static int64_t span_start(const struct device_walk *walk, uint32_t process)
{
	const struct cover *cover = &walk->cover;
	size_t first = cover_find(cover, process, INT64_MIN);

	return first < cover->count && cover->spans[first].process == process
		       ? cover->spans[first].start
		       : INT64_MAX;
}

void device_walk_busy(struct device_walk *walk)
{
	const struct trace *trace = walk->trace;
	const struct stream *last = NULL;
	struct covered all = { 0 }, kernels = { 0 };
	int64_t first_start = INT64_MAX, last_end = INT64_MIN, begun;
	struct survey *survey = walk->survey;
	uint64_t devices = 0, recorded;
	uint64_t *by_name = mem_zeroed(trace->names->count, sizeof(*by_name));

	for (size_t i = 0; i < walk->count; i++) {
		const struct stream *stream = device_walk_stream(walk, walk->order[i]);
		const struct op *op = &trace->ops[walk->order[i]];

		if (last == NULL || last->process != stream->process ||
			last->device != stream->device) {
			begun = span_start(walk, stream->process);
			first_start = begun < first_start ? begun : first_start;
			begin_device(&all, walk, stream->process);
			begin_device(&kernels, walk, stream->process);
			survey->span_ns = loss_sum(survey->span_ns, span_of(walk, stream->process));
			devices++;
		}
		last = stream;
		first_start = op->start < first_start ? op->start : first_start;
		last_end = op->end > last_end ? op->end : last_end;
		cover_op(&all, stream->process, op);
		if (walk->order[i] >= trace->op_end[OP_KERNEL])
			continue;
		cover_op(&kernels, stream->process, op);
		if (op->name != NAME_NONE)
			by_name[op->name] = loss_sum(
				by_name[op->name], (uint64_t)op->end - (uint64_t)op->start);
	}
	for (uint32_t i = 0; i < trace->names->count; i++) {
		if (by_name[i] > 0)
			loss_ledger_add(&survey->kernels, i, by_name[i]);
		survey->kernels_ns = loss_sum(survey->kernels_ns, by_name[i]);
	}
	free(by_name);
	if (__builtin_mul_overflow(devices, (uint64_t)last_end - (uint64_t)first_start, &recorded))
		recorded = UINT64_MAX;
	survey->busy_ns = loss_sum(survey->busy_ns, all.ns);
	survey->kernel_ns = loss_sum(survey->kernel_ns, kernels.ns);
	survey->recorded_ns = loss_sum(survey->recorded_ns, recorded);
}
