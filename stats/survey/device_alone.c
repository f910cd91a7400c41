#include "stats/survey/device_walk.h"

/*
 * What nothing hid: communication while nothing computed, copies and fills while no kernel ran.
 * Of operations that overlap, a nanosecond belongs to the one that began first.
 */
struct alone_walk {
	struct device_walk *walk;
	const struct busy *hiding; /* what hides */
	int64_t end;               /* of the operations so far, on the device */
};

static enum loss_kind kind_of_kernel(const char *name)
{
	static const struct {
		const char *word;
		enum loss_kind kind;
	} kinds[] = {
		{ "AllReduce", LOSS_ALL_REDUCE },
		{ "AllGather", LOSS_ALL_GATHER },
		{ "ReduceScatter", LOSS_REDUCE_SCATTER },
		{ "SendRecv", LOSS_SEND_RECV },
	};

	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++) {
		if (strstr(name, kinds[i].word) != NULL)
			return kinds[i].kind;
	}
	return LOSS_OTHER_COMMUNICATION;
}

static bool is_pageable(const struct move *move)
{
	return move->src_kind == MEMORY_PAGEABLE || move->dst_kind == MEMORY_PAGEABLE;
}

/* A large copy from the host. */
static bool is_fetch(const struct trace *trace, uint32_t op)
{
	const struct move *move = &trace->moves[op - trace->op_end[OP_KERNEL]];

	uint32_t name = trace->ops[op].name;

	return trace->sums == NULL && trace_op_kind(trace, op) == OP_MEMCPY &&
	       move->bytes >= FETCH_BYTES && name != NAME_NONE &&
	       strstr(trace->names->list[name].text, "HtoD") != NULL;
}

enum loss_kind device_walk_kind(const struct device_walk *walk, uint32_t op)
{
	const struct trace *trace = walk->trace;
	size_t kernels = trace->op_end[OP_KERNEL];

	if (op < kernels && walk->cover.collectives[op] != 0)
		return (enum loss_kind)walk->cover.collectives[op];
	if (op < kernels)
		return kind_of_kernel(trace->names->list[trace->ops[op].name].text);
	if (device_walk_is_managed(walk, op))
		return LOSS_MANAGED;
	if (trace_op_kind(trace, op) == OP_MEMCPY && trace->sums == NULL &&
		is_pageable(&trace->moves[op - kernels]))
		return trace->moves[op - kernels].bytes <= VALUE_BYTES ? LOSS_SYNC : LOSS_PAGEABLE;
	if (trace_op_kind(trace, op) == OP_MEMCPY && trace->sums == NULL)
		walk->survey->knows_memory |= trace->moves[op - kernels].src_kind < MEMORY_UNKNOWN;
	return walk->fetches && is_fetch(trace, op) ? LOSS_FETCH : LOSS_TRAFFIC;
}

/* The parts of [from, to) in which nothing hides it. */
static void lose_open(struct alone_walk *alone, uint32_t op, int64_t from, int64_t to)
{
	const struct stream *stream = device_walk_stream(alone->walk, op);
	struct lost_piece piece = { device_walk_kind(alone->walk, op), op, from, to, RANGE_OF_OP,
		NAME_NONE };

	for (size_t i = busy_first(alone->hiding, stream->process, stream->device, from);
		i < alone->hiding->count && piece.from < to; i++) {
		const struct busy_span *span = &alone->hiding->spans[i];

		if (span->process != stream->process || span->device != stream->device ||
			span->start >= to)
			break;
		piece.to = span->start;
		if (piece.to > piece.from)
			device_walk_lose(alone->walk, &piece);
		piece.from = span->end;
	}
	piece.to = to;
	if (piece.from < to)
		device_walk_lose(alone->walk, &piece);
}

static void add_op(struct alone_walk *alone, uint32_t op)
{
	const struct op *next = &alone->walk->trace->ops[op];
	int64_t from = next->start > alone->end ? next->start : alone->end;

	if (next->end <= from)
		return;
	alone->end = next->end;
	lose_open(alone, op, from, next->end);
}

/* When something computed: all other kernels, and graphs traced as a whole. */
static void find_computing(struct busy *computing, const struct device_walk *walk)
{
	bool *computes = busy_mark_kernels(walk->trace, true);

	for (size_t i = walk->trace->op_end[OP_MEMSET]; i < walk->trace->op_count; i++)
		computes[i] = true;
	busy_init_ordered(computing, walk->trace, walk->order, walk->count,
		1u << OP_KERNEL | 1u << OP_GRAPH, computes);
	free(computes);
}

/* --- copies and fills ----------------------------------------------------------------------- */

struct fetched {
	uint64_t copies, bytes;
};

/*
 * Weights that do not stay on the GPU: each step copies the same, in several copies with kernels
 * between them. Inputs are few, and come before the kernels.
 */
static void find_fetches(struct device_walk *walk)
{
	enum { LEAST_COPIES = 4 };
	const struct trace *trace = walk->trace;
	const struct cover *cover = &walk->cover;
	struct fetched *steps = mem_zeroed(cover->count, sizeof(*steps)), *first = NULL;
	uint64_t turns = 0, ns = 0, count = 0;
	bool computed = true, same = true;

	for (size_t i = 0; i < walk->count; i++) {
		uint32_t index = walk->order[i];
		const struct op *op = &trace->ops[index];
		size_t at = cover_find(cover, device_walk_stream(walk, index)->process, op->start);

		if (index >= trace->op_end[OP_KERNEL] && index < trace->op_end[OP_MEMCPY] &&
			is_fetch(trace, index) && at < cover->count &&
			cover->spans[at].range != TRACE_NONE &&
			cover->spans[at].kind == COVER_TYPICAL) {
			steps[at].copies++;
			steps[at].bytes += trace->moves[index - trace->op_end[OP_KERNEL]].bytes;
			ns = loss_sum(ns, (uint64_t)op->end - (uint64_t)op->start);
			turns += computed;
		}
		computed = index < trace->op_end[OP_KERNEL];
	}
	for (size_t i = 0; i < cover->count; i++) {
		if (cover->spans[i].range == TRACE_NONE || cover->spans[i].kind != COVER_TYPICAL)
			continue;
		first = first != NULL ? first : &steps[i];
		same &= memcmp(first, &steps[i], sizeof(*first)) == 0;
		count++;
	}
	walk->fetches = same && count > 1 && first->copies >= LEAST_COPIES &&
			turns >= first->copies * count / 2;
	if (walk->fetches) {
		walk->survey->fetches =
			(struct survey_fetches){ count, first->copies, first->bytes, ns / count };
	}
	free(steps);
}

void device_walk_alone(struct device_walk *walk)
{
	const struct trace *trace = walk->trace;
	size_t kernels = trace->op_end[OP_KERNEL], copies = trace->op_end[OP_MEMSET];
	struct busy computing = { 0 };
	/* with no kernel or graph there is none that copies keep waiting */
	bool copies_count = kernels > 0 || copies < trace->op_count;

	if (memchr(walk->communicates, 1, trace->op_count) != NULL)
		find_computing(&computing, walk);
	if (copies_count)
		find_fetches(walk);
	for (size_t i = 0; i < walk->device_count; i++) {
		struct alone_walk communication = { walk, &computing, INT64_MIN };
		struct alone_walk moves = { walk, &walk->computing, INT64_MIN };

		for (size_t at = walk->devices[i].begin; at < walk->devices[i].end; at++) {
			uint32_t op = walk->order[at];

			if (walk->communicates[op])
				add_op(&communication, op);
			else if (op >= kernels && op < copies && copies_count)
				add_op(&moves, op);
		}
	}
	busy_release(&computing);
}
