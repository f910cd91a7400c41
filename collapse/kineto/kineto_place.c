#include "base/die.h"
#include "collapse/kineto/kineto_parts.h"
#include "collapse/model/launches.h"
#include "collapse/model/samples.h"

/* Behind those of the kinds before; their list becomes the trace's if there are none. */
static void append_ops(struct trace *trace, struct kineto_ops *ops)
{
	size_t count = trace->op_count + ops->count;

	if (count >= TRACE_NONE)
		die("more than 2^32 operations");
	if (trace->op_count == 0) {
		trace->ops = ops->list;
		trace->ops_cap = ops->cap;
	} else {
		mem_need(trace->ops, trace->ops_cap, count);
		if (ops->count > 0)
			memcpy(trace->ops + trace->op_count, ops->list,
				ops->count * sizeof(*ops->list));
		free(ops->list);
	}
	ops->list = NULL;
	trace->op_count = count;
}

/* The details of the kind's operations, the last ones, or as much of them as is wanted. */
static void append_details(struct kineto_gather *gather, enum op_kind kind)
{
	struct kineto_ops *ops = &gather->ops[kind];
	struct trace *trace = gather->trace;

	if (ops->details == NULL)
		return;
	if ((gather->want & WANT_DETAILS) != 0) {
		mem_need(trace->details, trace->details_cap, trace->op_count);
		memcpy(trace->details + trace->op_count - ops->count, ops->details,
			ops->count * sizeof(*ops->details));
	}
	for (size_t i = 0; (gather->want & WANT_MOVES) != 0 && kind != OP_KERNEL && i < ops->count;
		i++) {
		const struct op_shape *from = &trace->shapes[ops->details[i].shape];

		*trace_add_move(trace) =
			(struct move){ from->bytes, from->src_kind, from->dst_kind };
	}
	free(ops->details);
	ops->details = NULL;
}

/* Replace the GPUs of streams by the processes of their operations. */
static void place_streams(struct trace *trace, const struct stream *of_gpus)
{
	uint32_t index = TRACE_NONE;

	for (size_t i = 0; i < trace->op_count; i++) {
		struct op *op = &trace->ops[i];
		struct stream stream = of_gpus[op->stream];

		stream.process = op->thread;
		if (index == TRACE_NONE ||
			memcmp(&trace->streams[index], &stream, sizeof(stream)) != 0)
			index = trace_add_stream(trace, &stream);
		op->stream = index & TRACE_STREAM_MAX;
		op->thread = TRACE_NONE;
		op->api_end = 0;
	}
}

static void place_ops(struct kineto_gather *gather)
{
	struct trace *trace = gather->trace;
	struct stream *of_gpus = trace->streams;

	for (int kind = 0; kind < OP_KINDS; kind++) {
		append_ops(trace, &gather->ops[kind]);
		append_details(gather, (enum op_kind)kind);
		trace->op_end[kind] = trace->op_count;
	}
	idmap_release(&trace->stream_ids);
	trace->streams = NULL;
	trace->streams_cap = 0;
	place_streams(trace, of_gpus);
	free(of_gpus);
}

static void place_labels(struct kineto_gather *gather)
{
	struct trace *trace = gather->trace;

	if ((gather->want & WANT_LABELS) == 0)
		return;
	trace->thread_names = mem_nones(trace->threads.count);
	for (size_t i = 0; i < gather->label_count; i++) {
		uint32_t thread = idmap_find(&trace->threads, gather->labels[i].thread_id);

		if (thread != IDMAP_NONE)
			trace->thread_names[thread] = gather->labels[i].name;
	}
}

/*
 * Times cut to whole microseconds may make a call seem to outlast its operator by one or two: use
 * the first half of calls.
 */
static void halve_calls(struct trace *trace)
{
	for (size_t i = 0; i < trace->op_count; i++) {
		struct op *op = &trace->ops[i];

		op->api_halved = op->thread != TRACE_NONE;
		op->api_end = op->api_start + (op->api_end - op->api_start) / 2;
	}
}

bool kineto_gather_finish(struct kineto_gather *gather, struct err *err)
{
	if (!kineto_find_processes(gather, err))
		return false;
	place_ops(gather);
	launches_join(gather->trace, gather->want);
	if (!gather->has_fractions)
		halve_calls(gather->trace);
	place_labels(gather);
	if (gather->trace->sample_count != 0)
		samples_close(gather->trace);
	return true;
}
