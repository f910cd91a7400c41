#include <stdlib.h>

#include "base/mem.h"
#include "base/sum.h"
#include "collapse/plan/critical_path.h"
#include "stats/parts/labels.h"
#include "stats/parts/rows.h"
#include "stats/parts/sums.h"

/* The critical path by what is on it, beside what ran and was not on it. */

/* Kinds of rows: operations by their kind, then the others. */
enum {
	ROW_LATENCY = OP_KINDS,
	ROW_WAIT,
	ROW_CALL,
	ROW_CPU,
};

static const char *const kind_names[] = { "kernel", "copy", "fill", "graph", "launch latency",
	"GPU wait", "call", "CPU" };

struct path_row {
	int64_t on, all; /* ns on the path, and in all: of operations and calls */
	int64_t pieces;
};

struct path_state {
	struct idmap keys; /* a kind of row and a name */
	struct path_row *rows;
	size_t rows_cap;
	int64_t wall;
};

static struct path_row *find_row(struct path_state *state, uint32_t kind, uint32_t name)
{
	uint32_t before = state->keys.count;
	uint32_t index = idmap_add(&state->keys, sums_pair(kind, name));

	mem_need(state->rows, state->rows_cap, state->keys.count);
	if (state->keys.count > before)
		state->rows[index] = (struct path_row){ 0 };
	return &state->rows[index];
}

static uint32_t row_kind(const struct path_piece *piece)
{
	static const uint32_t kinds[PATH_KINDS] = {
		[PATH_LATENCY] = ROW_LATENCY,
		[PATH_WAIT] = ROW_WAIT,
		[PATH_CALL] = ROW_CALL,
		[PATH_CPU] = ROW_CPU,
	};

	return piece->kind == PATH_GPU ? piece->op_kind : kinds[piece->kind];
}

static bool add_piece(struct path_state *state, const struct path_piece *piece, struct err *err)
{
	struct path_row *row = find_row(state, row_kind(piece), piece->name);

	row->pieces++;
	return sum_add_ns(&row->on, piece->ns, err) && sum_add_ns(&state->wall, piece->ns, err);
}

static bool walk(struct path_state *state, const struct trace *trace, struct err *err)
{
	struct critical_path path;
	struct critical_piece piece;
	bool ok = true;

	critical_path_init(&path, trace);
	while (ok && critical_path_next(&path, &piece)) {
		struct path_piece kept = critical_path_piece(trace, &piece);

		ok = add_piece(state, &kept, err);
	}
	critical_path_release(&path);
	return ok;
}

static bool add_all(struct path_state *state, uint32_t kind, uint32_t name, int64_t start,
	int64_t end, struct err *err)
{
	struct path_row *row = find_row(state, kind, name);

	return sum_add_ns(&row->all, (uint64_t)end - (uint64_t)start, err);
}

static bool add(struct report_run *run, const struct trace *trace, struct err *err)
{
	struct path_state *state = run->state;
	bool ok = true;

	if (trace->path != NULL) {
		for (size_t i = 0; ok && i < trace->path_count; i++)
			ok = add_piece(state, &trace->path[i], err);
	} else {
		ok = walk(state, trace, err);
	}
	for (size_t i = 0; ok && i < trace->op_count; i++)
		ok = add_all(state, trace_op_kind(trace, i), trace->ops[i].name,
			trace->ops[i].start, trace->ops[i].end, err);
	for (size_t i = 0; ok && i < trace->api_count; i++)
		ok = add_all(state, ROW_CALL, trace->api_calls[i].name, trace->api_calls[i].start,
			trace->api_calls[i].end, err);
	return ok;
}

static uint32_t kind_of(const struct path_state *state, uint32_t index)
{
	return (uint32_t)(state->keys.keys[index] >> 32);
}

/* What is longest on the path first, then what is longest beside it. */
static int compare(const void *context, uint32_t a, uint32_t b)
{
	const struct report_run *run = context;
	const struct path_state *state = run->state;
	const struct path_row *left = &state->rows[a], *right = &state->rows[b];

	if (left->on != right->on)
		return left->on > right->on ? -1 : 1;
	if (left->all != right->all)
		return left->all > right->all ? -1 : 1;
	if (kind_of(state, a) != kind_of(state, b))
		return kind_of(state, a) < kind_of(state, b) ? -1 : 1;
	return sums_compare_names(
		run->names, (uint32_t)state->keys.keys[a], (uint32_t)state->keys.keys[b]);
}

static bool give_row(void *context, uint32_t index, struct sink *sink, struct err *err)
{
	const struct report_run *run = context;
	const struct path_state *state = run->state;
	const struct path_row *row = &state->rows[index];
	uint32_t kind = kind_of(state, index), name = (uint32_t)state->keys.keys[index];
	struct cell cells[] = {
		cell_real(state->wall > 0 ? 100 * (double)row->on / (double)state->wall : 0),
		cell_integer(row->on),
		cell_integer(row->pieces),
		{ 0 },
		cell_text(kind_names[kind]),
		kind == ROW_CALL ? label_api(run->names, name) : cell_name(run->names, name),
	};

	if (row->all > 0)
		cells[3] = cell_integer(row->all > row->on ? row->all - row->on : 0);
	return sink_row(sink, cells, ARRAY_SIZE(cells), err);
}

static bool finish(struct report_run *run, struct sink *sink, struct err *err)
{
	const struct path_state *state = run->state;
	const struct rows rows = {
		.count = state->keys.count, .compare = compare, .give = give_row
	};

	return rows_give(&rows, run, sink, err);
}

static void release(struct report_run *run)
{
	struct path_state *state = run->state;

	idmap_release(&state->keys);
	free(state->rows);
}

static const struct column columns[] = {
	{ "Share", COLUMN_PERCENT, 1, 0 },
	{ "On Path", COLUMN_TIME, 0, 0 },
	{ "Pieces", COLUMN_COUNT, 0, 2 },
	{ "Off Path", COLUMN_TIME, 0, 1 },
	{ "Kind", COLUMN_TEXT, 0, 0 },
	{ "Name", COLUMN_TEXT, 0, 0 },
};

const struct report report_critical_path_sum = {
	.name = "critical_path_sum",
	.title = "Critical path",
	.doc = "What determines how long the program takes: each nanosecond of its wall time is"
	       " attributed to the operation, the call of CUDA or the innermost NVTX range of a"
	       " thread that the rest waited for, or to the gap before an operation. Share is of"
	       " the wall time. Off Path is the hidden time of an operation or call: making it"
	       " faster saves nothing. gpuflame collapse --value critical shows the path by range.",
	.columns = columns,
	.column_count = ARRAY_SIZE(columns),
	.want = WANT_OTHER_OPS | WANT_RANGES | WANT_STREAMS | WANT_API_CALLS | WANT_SYNCS |
		WANT_PATH,
	.needs = NEED_PATH,
	.names_kernels = true,
	.state_size = sizeof(struct path_state),
	.add = add,
	.finish = finish,
	.release = release,
};
