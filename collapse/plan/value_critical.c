#include "collapse/plan/value.h"

#include "collapse/model/call_kind.h"
#include "collapse/plan/critical_path.h"

/* Names of frames. */
struct critical_names {
	uint32_t latency, wait, cpu, call;
	uint32_t *calls; /* by name of a call: without its version; NAME_NONE: not asked yet */
};

static void name_kinds(struct critical_names *frames, const struct trace *trace)
{
	struct names *names = trace->names;

	frames->calls = mem_nones(names->count);
	frames->latency = names_id(names, "[launch latency]");
	frames->wait = names_id(names, "[GPU wait]");
	frames->cpu = names_id(names, "[CPU]");
	frames->call = names_id(names, "[CUDA call]");
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

static void add_piece(struct trace *pieces, const struct trace *trace,
	struct critical_names *frames, const struct critical_piece *piece)
{
	struct op *op = trace_add_op(pieces);

	*op = trace->ops[piece->op];
	op->start = piece->start;
	op->end = piece->end;
	op->has_correlation = false;
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
		op->name = name_call(frames, trace, piece->call);
		break;
	case PATH_CPU:
	case PATH_KINDS:
		op->name = frames->cpu;
		break;
	}
	op->thread = piece->thread;
	op->api_start = piece->start;
	op->api_end = piece->end;
}

/* What a graph's node is known by, and where it was captured; other pieces have neither. */
static void set_detail(
	struct trace *pieces, const struct trace *trace, const struct critical_piece *piece)
{
	bool is_op = piece->kind != PATH_CALL && piece->kind != PATH_CPU;
	size_t at = pieces->op_count - 1;

	if (trace->details != NULL && pieces->details != NULL)
		pieces->details[at] = (struct op_detail){
			.shape = is_op && trace_op_kind(trace, piece->op) != OP_GRAPH
					 ? trace->details[piece->op].shape
					 : TRACE_NONE,
			.api = NAME_NONE,
		};
	if (trace->captured != NULL && pieces->captured != NULL)
		pieces->captured[at] = is_op ? trace->captured[piece->op] : TREE_ROOT;
}

/* The whole path, from the end. */
static struct critical_piece *find_pieces(struct trace *trace, size_t *count)
{
	struct critical_piece *list = NULL;
	struct critical_path path;
	size_t cap = 0;

	*count = 0;
	critical_path_init(&path, trace);
	for (;;) {
		mem_need(list, cap, *count + 1);
		if (!critical_path_next(&path, &list[*count]))
			break;
		++*count;
	}
	if (trace->path == NULL) /* critical_keep() has told it */
		critical_path_tell(&path, &trace->diagnostics);
	critical_path_release(&path);
	return list;
}

void critical_segments(struct trace *trace, struct trace *segments)
{
	size_t count;
	struct critical_piece *list = find_pieces(trace, &count);
	struct critical_names frames;

	*segments = *trace;
	segments->ops = NULL;
	segments->op_count = segments->ops_cap = 0;
	if (trace->details != NULL)
		segments->details = mem_zeroed(count, sizeof(*segments->details));
	if (trace->captured != NULL)
		segments->captured = mem_zeroed(count, sizeof(*segments->captured));
	segments->adopted = NULL;
	name_kinds(&frames, trace);
	/* from the beginning: in an order in which they are nearly sorted by launch */
	for (size_t i = count; i > 0; i--) {
		add_piece(segments, trace, &frames, &list[i - 1]);
		set_detail(segments, trace, &list[i - 1]);
	}
	for (size_t kind = 0; kind < OP_KINDS; kind++)
		segments->op_end[kind] = count;
	free(list);
	free(frames.calls);
}

static uint32_t name_of_piece(const struct trace *trace, const struct critical_piece *piece)
{
	if (piece->kind == PATH_CALL)
		return trace->api_calls[piece->call].name;
	if (piece->kind != PATH_CPU)
		return trace->ops[piece->op].name;
	return piece->range != TRACE_NONE ? trace->ranges[piece->range].name : NAME_NONE;
}

void critical_keep(struct trace *trace)
{
	struct critical_path path;
	struct critical_piece piece;
	size_t cap = 0;

	critical_path_init(&path, trace);
	while (critical_path_next(&path, &piece)) {
		*mem_next(trace->path, cap, trace->path_count) = (struct path_piece){
			.ns = (uint64_t)piece.end - (uint64_t)piece.start,
			.name = name_of_piece(trace, &piece),
			.kind = (uint8_t)piece.kind,
			.op_kind = (uint8_t)trace_op_kind(trace, piece.op),
		};
	}
	critical_path_tell(&path, &trace->diagnostics);
	critical_path_release(&path);
	for (size_t i = 0, last = trace->path_count; i + 1 < last; i++) {
		struct path_piece first = trace->path[i];

		trace->path[i] = trace->path[--last];
		trace->path[last] = first;
	}
}
