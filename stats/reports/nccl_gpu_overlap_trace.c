#include "stats/parts/report.h"

#include <stdlib.h>

#include "stats/parts/busy.h"
#include "stats/parts/rows.h"
#include "stats/parts/styles.h"

struct overlap_walk {
	const struct trace *trace;
	bool *communication; /* by op */
	struct busy twice;   /* two communication kernels at once */
	struct busy compute;
};

static int compare(const void *context, uint32_t a, uint32_t b)
{
	const struct op *ops = ((const struct overlap_walk *)context)->trace->ops;
	int64_t left = ops[a].start, right = ops[b].start;

	return (left > right) - (left < right);
}

static double share_of(const struct busy *busy, const struct stream *stream, const struct op *op)
{
	if (op->end == op->start)
		return 0;
	return (double)busy_within(busy, stream->process, stream->device, op->start, op->end) *
	       100 / (double)(op->end - op->start);
}

static bool give_row(void *context, uint32_t index, struct sink *sink, struct err *err)
{
	const struct overlap_walk *walk = context;
	const struct op *op = &walk->trace->ops[index];
	const struct stream *stream = &walk->trace->streams[op->stream];
	const struct cell cells[] = {
		cell_name(walk->trace->names, op->name),
		cell_integer(op->start),
		cell_integer(op->end),
		cell_integer(thread_pid(walk->trace->processes.keys[stream->process])),
		cell_integer(stream->device),
		cell_real(share_of(&walk->twice, stream, op)),
		cell_real(share_of(&walk->compute, stream, op)),
	};

	return sink_row(sink, cells, ARRAY_SIZE(cells), err);
}

static bool is_communication(const void *context, uint32_t index)
{
	return ((const struct overlap_walk *)context)->communication[index];
}

static bool show(
	struct report_run *run, const struct trace *trace, struct sink *sink, struct err *err)
{
	struct overlap_walk walk = { .trace = trace };
	const struct rows rows = {
		.count = trace->op_end[OP_KERNEL],
		.is_wanted = is_communication,
		.compare = compare,
		.give = give_row,
	};
	bool *compute = busy_mark_kernels(trace, true, err), ok;

	(void)run;
	walk.communication = busy_mark_kernels(trace, false, err);
	ok = compute != NULL && walk.communication != NULL &&
	     busy_init_twice(&walk.twice, trace, walk.communication, err) &&
	     busy_init(&walk.compute, trace, 1u << OP_KERNEL, compute, err) &&
	     rows_give(&rows, &walk, sink, err);
	busy_release(&walk.twice);
	busy_release(&walk.compute);
	free(walk.communication);
	free(compute);
	return ok;
}

static const struct column columns[] = {
	{ "Name", COLUMN_TEXT, 0, 0 },
	{ "Start", COLUMN_STAMP, 0, 0 },
	{ "End", COLUMN_STAMP, 0, 2 },
	{ "PID", COLUMN_ID, 0, 1 },
	{ "DeviceID", COLUMN_ID, 0, 1 },
	{ "Communication", COLUMN_PERCENT, 1, 0 },
	{ "Compute", COLUMN_PERCENT, 1, 0 },
};

const struct report report_nccl_gpu_overlap_trace = {
	.name = "nccl_gpu_overlap_trace",
	.title = "What NCCL kernels overlap with",
	.doc = "Each kernel of NCCL (by its name), and the share of its time in which another one"
	       " of them, or any other kernel, also ran on the device.",
	.columns = columns,
	.column_count = ARRAY_SIZE(columns),
	.want = WANT_STREAMS,
	.needs = NEED_KERNELS,
	.show = show,
};
