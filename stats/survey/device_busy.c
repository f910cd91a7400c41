#include "stats/survey/device_walk.h"

/* Time that is covered, in order of start: overlaps count once. */
struct covered {
	uint64_t ns;
	int64_t end; /* of all so far, on this device */
};

static void cover_op(struct covered *covered, const struct op *op)
{
	int64_t from = op->start > covered->end ? op->start : covered->end;

	if (op->end <= from)
		return;
	covered->ns += (uint64_t)op->end - (uint64_t)from;
	covered->end = op->end;
}

void device_walk_busy(struct device_walk *walk)
{
	const struct trace *trace = walk->trace;
	const struct stream *last = NULL;
	struct covered all = { 0 }, kernels = { 0 };
	int64_t first_start = INT64_MAX, last_end = INT64_MIN;
	struct survey *survey = walk->survey;
	uint64_t devices = 0, span;

	for (size_t i = 0; i < walk->count; i++) {
		const struct stream *stream = device_walk_stream(walk, walk->order[i]);
		const struct op *op = &trace->ops[walk->order[i]];

		if (last == NULL || last->process != stream->process ||
			last->device != stream->device) {
			all.end = INT64_MIN;
			kernels.end = INT64_MIN;
			devices++;
		}
		last = stream;
		first_start = op->start < first_start ? op->start : first_start;
		last_end = op->end > last_end ? op->end : last_end;
		cover_op(&all, op);
		if (walk->order[i] < trace->op_end[OP_KERNEL])
			cover_op(&kernels, op);
	}
	if (__builtin_mul_overflow(devices, (uint64_t)last_end - (uint64_t)first_start, &span))
		span = UINT64_MAX;
	survey->busy_ns = loss_sum(survey->busy_ns, all.ns);
	survey->kernel_ns = loss_sum(survey->kernel_ns, kernels.ns);
	survey->span_ns = loss_sum(survey->span_ns, span);
}
