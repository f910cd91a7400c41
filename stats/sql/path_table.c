#include "base/mem.h"
#include "collapse/plan/critical_path.h"
#include "stats/sql/table.h"

/* The critical path, in pieces. */
enum {
	PIECE_KIND,
	PIECE_NAME,
	PIECE_NS,
	PIECE_KIND_ID,
	PIECE_NAME_ID,
};

static const struct sql_column columns[] = {
	[PIECE_KIND] = { "kind", SQL_OTHER, false, 0 },
	[PIECE_NAME] = { "name", SQL_NAME, false, 0 },
	[PIECE_NS] = { "ns", SQL_INTEGER, false, 0 },
	[PIECE_KIND_ID] = { "kind_id", SQL_INTEGER, true, 0 },
	[PIECE_NAME_ID] = { "name_id", SQL_INTEGER, true, 0 },
};

static bool begin_path(struct sql_model *model, uint64_t used, struct err *err)
{
	const struct trace *trace = model->trace;
	struct critical_path path;
	struct critical_piece piece;

	(void)used;
	(void)err;
	/* a selection has kept what is left of it */
	if (trace->path != NULL || model->has_path)
		return true;
	critical_path_init(&path, trace);
	while (critical_path_next(&path, &piece)) {
		mem_need(model->path, model->path_cap, model->path_count + 1);
		model->path[model->path_count++] = critical_path_piece(trace, &piece);
	}
	critical_path_release(&path);
	model->has_path = true;
	return true;
}

static size_t count_pieces(const struct sql_model *model)
{
	return model->trace->path != NULL ? model->trace->path_count : model->path_count;
}

static int64_t piece_value(const struct sql_model *model, size_t row, int column)
{
	const struct path_piece *piece =
		model->trace->path != NULL ? &model->trace->path[row] : &model->path[row];

	switch (column) {
	case PIECE_NS:
		return piece->ns <= INT64_MAX ? (int64_t)piece->ns : INT64_MAX;
	case PIECE_KIND:
	case PIECE_KIND_ID: /* operations have theirs, and the others follow */
		return piece->kind == PATH_GPU ? piece->op_kind
					       : (int64_t)OP_KINDS + piece->kind - PATH_LATENCY;
	default:
		return piece->name != NAME_NONE ? piece->name : SQL_NULL;
	}
}

static void put_piece(const struct sql_model *model, size_t row, int column, sqlite3_context *to)
{
	static const char *const kinds[] = { "kernel", "copy", "fill", "graph", "launch latency",
		"GPU wait", "call", "CPU" };

	(void)column;
	sqlite3_result_text(to, kinds[piece_value(model, row, PIECE_KIND)], -1, SQLITE_STATIC);
}

const struct sql_table sql_table_path = {
	.name = "path",
	.columns = columns,
	.column_count = sizeof(columns) / sizeof(*columns),
	.want = WANT_OTHER_OPS | WANT_RANGES | WANT_STREAMS | WANT_API_CALLS | WANT_SYNCS |
		WANT_PATH,
	.begin = begin_path,
	.count = count_pieces,
	.value = piece_value,
	.put = put_piece,
};
