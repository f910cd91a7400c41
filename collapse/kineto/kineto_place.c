#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "collapse/kineto/kineto_parts.h"
#include "collapse/model/launches.h"

static bool place_op(struct kineto_gather *gather, const struct kineto_op *pending, struct err *err)
{
	struct stream stream = { pending->process, pending->device, pending->context,
		pending->stream };
	struct trace *trace = gather->trace;
	struct op *op = trace_add_op(trace, err);
	uint32_t index;

	if (op == NULL)
		return false;
	*op = pending->op;
	index = trace->op_count > 1 ? op[-1].stream : TRACE_NONE;
	if ((index == TRACE_NONE || memcmp(&trace->streams[index], &stream, sizeof(stream)) != 0) &&
		!trace_add_stream(trace, &stream, &index, err))
		return false;
	op->stream = index & INT32_MAX; /* there are fewer than operations */
	return true;
}

/* The details of an operation, or as much of them as is wanted. */
static bool place_detail(struct kineto_gather *gather, enum op_kind kind,
	const struct op_detail *from, struct err *err)
{
	struct op_detail *detail;
	struct move *move;

	if (gather->want->op_details) {
		detail = trace_add_detail(gather->trace, err);
		if (detail == NULL)
			return false;
		*detail = *from;
	}
	if (gather->want->moves && kind != OP_KERNEL) {
		move = trace_add_move(gather->trace, err);
		if (move == NULL)
			return false;
		*move = (struct move){ from->bytes, from->src_kind, from->dst_kind };
	}
	return true;
}

static bool place_ops(struct kineto_gather *gather, struct err *err)
{
	struct trace *trace = gather->trace;

	for (size_t kind = 0; kind < OP_KINDS; kind++) {
		const struct kineto_ops *ops = &gather->ops[kind];

		for (size_t i = 0; i < ops->count; i++) {
			if (!place_op(gather, &ops->list[i], err) ||
				(ops->details != NULL && !place_detail(gather, (enum op_kind)kind,
								 &ops->details[i], err)))
				return false;
		}
		trace->op_end[kind] = trace->op_count;
	}
	return true;
}

static void set_launch(struct kineto_gather *gather, uint32_t index, const struct kineto_call *call)
{
	struct op *op = &gather->trace->ops[index];

	/* A driver call inside a runtime call may repeat the id: the outer one counts. */
	if (op->thread != TRACE_NONE && op->api_start <= call->start)
		return;
	op->thread = call->thread;
	op->api_start = call->start;
	op->api_end = call->end;
	/*
	 * Times cut to whole microseconds may make a call seem to outlast its operator by one
	 * or two: use the call's first half.
	 */
	if (!gather->has_fractions)
		op->api_end = call->start + (call->end - call->start) / 2;
	if (gather->want->op_details) {
		gather->trace->details[index].api = call->name;
		gather->trace->details[index].api_cut_ns = (uint64_t)(call->end - op->api_end);
	}
}

static bool find_launches(struct kineto_gather *gather, struct err *err)
{
	struct launches launches;

	if (!launches_init(&launches, gather->trace, err))
		return false;
	for (size_t i = 0; i < gather->call_count; i++) {
		const struct kineto_call *call = &gather->calls[i];
		uint32_t process = gather->trace->thread_process[call->thread];

		for (int kind = 0; kind < OP_KINDS; kind++) {
			uint32_t op = launches_find(
				&launches, (enum op_kind)kind, process, call->correlation);

			if (op != TRACE_NONE)
				set_launch(gather, op, call);
		}
	}
	launches_share(&launches, gather->trace);
	launches_release(&launches);
	return true;
}

static bool index_origins(struct kineto_gather *gather, struct idmap *ids, struct err *err)
{
	for (size_t i = 0; i < gather->origin_count; i++) {
		uint32_t index; /* i at most */

		if (!idmap_add(ids, gather->origins[i].key, &index, err))
			return false;
		gather->origins[index] = gather->origins[i];
	}
	gather->origin_count = ids->count;
	return true;
}

static void set_origin(const struct kineto_gather *gather, const struct idmap *ids,
	const struct kineto_op *pending, struct op *op)
{
	uint32_t index = idmap_find(ids, kineto_origin_key(pending->process, pending->external));

	if (index == IDMAP_NONE)
		return;
	op->thread = gather->origins[index].thread;
	op->api_start = gather->origins[index].start;
	op->api_end = gather->origins[index].end;
}

/*
 * Operations whose call is not in the trace may still name the operator they came from. Few
 * traces have any, so operators are indexed by id only if needed.
 */
static bool find_origins(struct kineto_gather *gather, struct err *err)
{
	struct trace *trace = gather->trace;
	struct idmap ids = { 0 };
	size_t op_index = 0;
	bool ok = true;

	for (size_t kind = 0; ok && kind < OP_KINDS; kind++) {
		for (size_t i = 0; ok && i < gather->ops[kind].count; i++, op_index++) {
			const struct kineto_op *pending = &gather->ops[kind].list[i];
			struct op *op = &trace->ops[op_index];

			if (op->thread == TRACE_NONE && pending->external != 0) {
				ok = ids.count > 0 || index_origins(gather, &ids, err);
				if (ok)
					set_origin(gather, &ids, pending, op);
			}
			trace->odd.ops_without_launch += op->thread == TRACE_NONE;
		}
	}
	idmap_release(&ids);
	return ok;
}

static bool place_labels(struct kineto_gather *gather, struct err *err)
{
	struct trace *trace = gather->trace;

	if (!gather->want->labels)
		return true;
	trace->thread_names = mem_zeroed(trace->threads.count, sizeof(*trace->thread_names), err);
	if (trace->thread_names == NULL)
		return false;
	for (size_t i = 0; i < trace->threads.count; i++)
		trace->thread_names[i] = NAME_NONE;
	for (size_t i = 0; i < gather->label_count; i++) {
		uint32_t thread = idmap_find(&trace->threads, gather->labels[i].thread_id);

		if (thread != IDMAP_NONE)
			trace->thread_names[thread] = gather->labels[i].name;
	}
	return true;
}

bool kineto_gather_finish(struct kineto_gather *gather, struct err *err)
{
	return kineto_find_processes(gather, err) && place_ops(gather, err) &&
	       find_launches(gather, err) && place_labels(gather, err) && find_origins(gather, err);
}
