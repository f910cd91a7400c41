#include "collapse/plan/value.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "collapse/model/call_kind.h"
#include "collapse/plan/critical_path.h"

/* Names of frames. */
struct critical_names {
	uint32_t latency, wait, cpu, call;
	uint32_t *calls; /* by name of a call: without its version; NAME_NONE: not asked yet */
};

static void name_kinds(struct critical_names *frames, const struct trace *trace)
{
	static const char latency[] = "[launch latency]", wait[] = "[GPU wait]", cpu[] = "[CPU]",
			  call[] = "[CUDA call]";
	struct names *names = trace->names;
	uint32_t count = names->count;

	frames->calls = mem_zeroed(count, sizeof(*frames->calls));
	for (uint32_t i = 0; i < count; i++)
		frames->calls[i] = NAME_NONE;
	frames->latency = names_intern(names, latency, sizeof(latency) - 1);
	frames->wait = names_intern(names, wait, sizeof(wait) - 1);
	frames->cpu = names_intern(names, cpu, sizeof(cpu) - 1);
	frames->call = names_intern(names, call, sizeof(call) - 1);
}

/* "cudaLaunchKernel", of "cudaLaunchKernel_v7000". */
static uint32_t name_call(struct critical_names *frames, const struct trace *trace, uint32_t call)
{
	uint32_t full = trace->api_calls[call].name;
	struct names *names = trace->names;
	size_t len;

	if (full == NAME_NONE)
		return frames->call;
	if (frames->calls[full] == NAME_NONE) {
		const char *text = names->list[full].text;

		len = call_name_len(text, names->list[full].len);
		frames->calls[full] = names_intern(names, text, len);
	}
	return frames->calls[full];
}

/* `kept` becomes what reports need of it. */
static void add_piece(struct trace *pieces, const struct trace *trace,
	struct critical_names *frames, const struct critical_piece *piece, struct path_piece *kept)
{
	const struct op *from = &trace->ops[piece->op];
	struct op *op = trace_add_op(pieces);

	*op = *from;
	op->start = piece->start;
	op->end = piece->end;
	op->has_correlation = false;
	*kept = (struct path_piece){
		.ns = (uint64_t)piece->end - (uint64_t)piece->start,
		.name = from->name,
		.kind = (uint8_t)piece->kind,
		.op_kind = (uint8_t)trace_op_kind(trace, piece->op),
	};
	switch (piece->kind) {
	case PATH_GPU:
		return;
	case PATH_LATENCY:
		op->name = frames->latency;
		return;
	case PATH_WAIT:
		op->name = frames->wait;
		return;
	case PATH_CALL:
		kept->name = trace->api_calls[piece->call].name;
		op->name = name_call(frames, trace, piece->call);
		break;
	case PATH_CPU:
	case PATH_KINDS:
		kept->name =
			piece->range != TRACE_NONE ? trace->ranges[piece->range].name : NAME_NONE;
		op->name = frames->cpu;
		break;
	}
	op->thread = piece->thread;
	op->api_start = piece->start;
	op->api_end = piece->end;
}

/* What a graph's node is known by, and where it was captured; other pieces have neither. */
static void add_detail(struct trace *pieces, const struct trace *trace,
	const struct critical_piece *piece, size_t *captured_cap)
{
	bool is_op = piece->kind != PATH_CALL && piece->kind != PATH_CPU;

	if (trace->details != NULL) {
		mem_need(pieces->details, pieces->details_cap, pieces->op_count);
		pieces->details[pieces->op_count - 1] = (struct op_detail){
			.shape = is_op && trace_op_kind(trace, piece->op) != OP_GRAPH
					 ? trace->details[piece->op].shape
					 : TRACE_NONE,
			.api = NAME_NONE,
		};
	}
	if (trace->captured != NULL) {
		mem_grow((void **)&pieces->captured, captured_cap, pieces->op_count,
			sizeof(*pieces->captured));
		pieces->captured[pieces->op_count - 1] =
			is_op ? trace->captured[piece->op] : TREE_ROOT;
	}
}

/* From the beginning to the end: in an order in which they are nearly sorted by launch. */
static void reverse(void *items, size_t count, size_t size)
{
	unsigned char *first = items, *last, byte;

	for (size_t i = 0; items != NULL && i < count / 2; i++, first += size) {
		last = (unsigned char *)items + (count - 1 - i) * size;
		for (size_t at = 0; at < size; at++) {
			byte = first[at];
			first[at] = last[at];
			last[at] = byte;
		}
	}
}

void critical_segments(struct trace *trace, struct trace *segments, struct path_piece **pieces)
{
	struct critical_names frames = { 0 };
	struct critical_path path = { 0 };
	struct critical_piece piece;
	size_t pieces_cap = 0, captured_cap = 0, count;

	*segments = *trace;
	segments->ops = NULL;
	segments->op_count = segments->ops_cap = 0;
	segments->details = NULL;
	segments->details_cap = 0;
	segments->captured = NULL;
	segments->adopted = NULL;
	critical_path_init(&path, trace);
	name_kinds(&frames, trace);
	while (critical_path_next(&path, &piece)) {
		struct path_piece kept;

		add_piece(segments, trace, &frames, &piece, &kept);
		add_detail(segments, trace, &piece, &captured_cap);
		if (pieces == NULL)
			continue;
		mem_grow((void **)pieces, &pieces_cap, segments->op_count, sizeof(kept));
		(*pieces)[segments->op_count - 1] = kept;
	}
	count = segments->op_count;
	reverse(segments->ops, count, sizeof(*segments->ops));
	reverse(segments->details, count, sizeof(*segments->details));
	reverse(segments->captured, count, sizeof(*segments->captured));
	if (pieces != NULL)
		reverse(*pieces, count, sizeof(**pieces));
	for (size_t kind = 0; kind < OP_KINDS; kind++)
		segments->op_end[kind] = count;
	critical_path_tell(&path, &trace->diagnostics);
	critical_path_release(&path);
	free(frames.calls);
}
