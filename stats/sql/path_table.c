#include "stats/sql/table.h"

/* The critical path, in pieces. */
#define COLUMNS(SHOWN, HIDDEN)                                                               \
	SHOWN(KIND, "kind", OTHER, 0, kind_of(piece))                                        \
	SHOWN(NAME, "name", NAME, 0, sql_name_value(piece->name))                            \
	SHOWN(NS, "ns", INTEGER, 0, piece->ns <= INT64_MAX ? (int64_t)piece->ns : INT64_MAX) \
	HIDDEN(KIND_ID, "kind_id", INTEGER, 0, kind_of(piece))                               \
	HIDDEN(NAME_ID, "name_id", INTEGER, 0, sql_name_value(piece->name))

SQL_COLUMNS(COLUMNS, columns)

static size_t count_pieces(const struct sql_model *model)
{
	return model->trace->path_count;
}

/* Operations have theirs, and the others follow. */
static int64_t kind_of(const struct path_piece *piece)
{
	return piece->kind == PATH_GPU ? piece->op_kind
				       : (int64_t)OP_KINDS + piece->kind - PATH_LATENCY;
}

static int64_t piece_value(const struct sql_model *model, size_t row, int column)
{
	const struct path_piece *piece = &model->trace->path[row];

	SQL_VALUE(COLUMNS);
}

static void put_piece(const struct sql_model *model, size_t row, int column, sqlite3_context *to)
{
	static const char *const kinds[] = { "kernel", "copy", "fill", "graph", "launch latency",
		"GPU wait", "call", "CPU" };

	(void)column;
	sqlite3_result_text(to, kinds[kind_of(&model->trace->path[row])], -1, SQLITE_STATIC);
}

const struct sql_table sql_table_path = {
	.name = "path",
	.columns = columns,
	.column_count = ARRAY_SIZE(columns),
	.want = WANT_OTHER_OPS | WANT_RANGES | WANT_STREAMS | WANT_API_CALLS | WANT_AUTOGRAD |
		WANT_LABELS | WANT_PATH,
	.count = count_pieces,
	.value = piece_value,
	.put = put_piece,
};
