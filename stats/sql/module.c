#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "stats/sql/table.h"

/*
 * A struct sql_table as a virtual table (https://sqlite.org/vtab.html). Where SQLite looks for rows
 * by their id, they are found.
 */
struct table_source {
	const struct sql_table *table;
	struct sql_model *model;
};

struct table_view {
	sqlite3_vtab base; /* first, as SQLite has it */
	struct table_source source;
};

struct table_cursor {
	sqlite3_vtab_cursor base;
	size_t at, end;
};

static int connect_table(sqlite3 *db, void *data, int argc, const char *const *argv,
	sqlite3_vtab **out, char **message)
{
	const struct table_source *source = data;
	struct table_view *view = mem_zeroed(1, sizeof(*view));
	sqlite3_str *text = sqlite3_str_new(db);
	char *declaration;
	int code;

	(void)argc;
	(void)argv;
	(void)message;
	view->source = *source;
	*out = &view->base;
	sqlite3_str_appendf(text, "CREATE TABLE %s(", source->table->name);
	for (int i = 0; i < source->table->column_count; i++)
		sqlite3_str_appendf(text, "%s\"%s\"%s", i > 0 ? "," : "",
			source->table->columns[i].name,
			source->table->columns[i].is_hidden ? " HIDDEN" : "");
	sqlite3_str_appendall(text, ")");
	declaration = sqlite3_str_finish(text);
	if (declaration == NULL)
		mem_die();
	/* what a file has in its schema cannot ask for it */
	sqlite3_vtab_config(db, SQLITE_VTAB_DIRECTONLY);
	code = sqlite3_declare_vtab(db, declaration);
	sqlite3_free(declaration);
	return code;
}

int sql_disconnect(sqlite3_vtab *view)
{
	free(view);
	return SQLITE_OK;
}

static size_t count_rows(const struct table_source *source)
{
	return source->model->trace != NULL ? source->table->count(source->model) : 0;
}

static bool has_id(const struct sql_table *table)
{
	return strcmp(table->columns[0].name, "id") == 0;
}

static bool is_found(const struct sql_table *table, int column)
{
	return column >= 0 && ((column == 0 && has_id(table)) || (table->found >> column & 1) != 0);
}

static int choose_found(const struct sql_table *table, sqlite3_index_info *info)
{
	int found = -1;

	for (int i = 0; i < info->nConstraint; i++) {
		const struct sqlite3_index_constraint *constraint = &info->aConstraint[i];

		if (constraint->usable && constraint->op == SQLITE_INDEX_CONSTRAINT_EQ &&
			is_found(table, constraint->iColumn) &&
			(found < 0 || constraint->iColumn == 0))
			found = i;
	}
	return found;
}

/* filter() is told, as text, which columns are used, and as a number the one whose value is given,
 * or -1. */
static int best_index(sqlite3_vtab *base, sqlite3_index_info *info)
{
	const struct table_source *source = &((const struct table_view *)base)->source;
	size_t rows = count_rows(source);
	int found = choose_found(source->table, info);

	/* not known before a trace is shown, or what is computed of it */
	if (rows == 0)
		rows = 1000000;
	if (found >= 0) {
		bool is_id = info->aConstraint[found].iColumn == 0 && has_id(source->table);

		info->aConstraintUsage[found].argvIndex = 1;
		rows = is_id ? 1 : 8;
		info->idxFlags = is_id ? SQLITE_INDEX_SCAN_UNIQUE : 0;
	}
	info->estimatedCost = (double)rows + 1;
	info->estimatedRows = (sqlite3_int64)rows + 1;
	info->idxNum = found >= 0 ? info->aConstraint[found].iColumn : -1;
	info->idxStr = sqlite3_mprintf("%llx", info->colUsed);
	info->needToFreeIdxStr = 1;
	return info->idxStr != NULL ? SQLITE_OK : SQLITE_NOMEM;
}

static int open_cursor(sqlite3_vtab *base, sqlite3_vtab_cursor **out)
{
	struct table_cursor *cursor = mem_zeroed(1, sizeof(*cursor));

	(void)base;
	*out = &cursor->base;
	return SQLITE_OK;
}

static int close_cursor(sqlite3_vtab_cursor *base)
{
	free(base);
	return SQLITE_OK;
}

static void find_rows(const struct table_source *source, struct table_cursor *cursor, int column,
	sqlite3_value *value)
{
	int64_t wanted = sqlite3_value_int64(value);

	if (sqlite3_value_numeric_type(value) != SQLITE_INTEGER)
		cursor->end = 0;
	else if (column > 0 || !has_id(source->table))
		source->table->find(source->model, column, wanted, &cursor->at, &cursor->end);
	else if (wanted < 1 || (uint64_t)wanted > cursor->end)
		cursor->end = 0;
	else
		cursor->at = (size_t)wanted - 1;
	if (column == 0 && cursor->at < cursor->end && has_id(source->table))
		cursor->end = cursor->at + 1;
}

static int filter(
	sqlite3_vtab_cursor *base, int found, const char *text, int argc, sqlite3_value **argv)
{
	const struct table_source *source = &((const struct table_view *)base->pVtab)->source;
	struct table_cursor *cursor = (struct table_cursor *)base;
	bool looks_up = argc > 0 && (found > 0 || !has_id(source->table));
	uint64_t used = strtoull(text, NULL, 16) & ~SQL_LOOKS_UP;
	struct err err = { 0 };

	cursor->at = cursor->end = 0;
	if (source->model->trace != NULL && source->table->begin != NULL &&
		!source->table->begin(source->model, used | (looks_up ? SQL_LOOKS_UP : 0), &err)) {
		sqlite3_free(base->pVtab->zErrMsg);
		base->pVtab->zErrMsg = sqlite3_mprintf("%s", err.msg);
		return SQLITE_ERROR;
	}
	cursor->end = count_rows(source);
	if (argc > 0 && source->model->trace != NULL)
		find_rows(source, cursor, found, argv[0]);
	return SQLITE_OK;
}

static int next(sqlite3_vtab_cursor *base)
{
	((struct table_cursor *)base)->at++;
	return SQLITE_OK;
}

static int is_at_end(sqlite3_vtab_cursor *base)
{
	const struct table_cursor *cursor = (const struct table_cursor *)base;

	return cursor->at >= cursor->end;
}

void sql_put_name(sqlite3_context *to, const struct names *names, uint32_t name)
{
	if (name != NAME_NONE)
		sqlite3_result_text(
			to, names->list[name].text, (int)names->list[name].len, SQLITE_STATIC);
}

void sql_put_call(sqlite3_context *to, const struct names *names, uint32_t name)
{
	if (name != NAME_NONE)
		sqlite3_result_text(to, names->list[name].text,
			(int)sql_call_len(&names->list[name]), SQLITE_STATIC);
}

static int put_column(sqlite3_vtab_cursor *base, sqlite3_context *to, int column)
{
	const struct table_source *source = &((const struct table_view *)base->pVtab)->source;
	size_t row = ((const struct table_cursor *)base)->at;
	int64_t value;

	switch (source->table->columns[column].type) {
	case SQL_INTEGER:
		value = source->table->value(source->model, row, column);
		if (value != SQL_NULL)
			sqlite3_result_int64(to, value);
		break;
	case SQL_NAME:
		value = source->table->value(source->model, row, column);
		if (value != SQL_NULL)
			sql_put_name(to, source->model->trace->names, (uint32_t)value);
		break;
	case SQL_OTHER:
		source->table->put(source->model, row, column, to);
		break;
	}
	return SQLITE_OK;
}

static int put_row_id(sqlite3_vtab_cursor *base, sqlite3_int64 *id)
{
	*id = (sqlite3_int64)((const struct table_cursor *)base)->at + 1;
	return SQLITE_OK;
}

static const sqlite3_module module = {
	.xConnect = connect_table,
	.xBestIndex = best_index,
	.xDisconnect = sql_disconnect,
	.xOpen = open_cursor,
	.xClose = close_cursor,
	.xFilter = filter,
	.xNext = next,
	.xEof = is_at_end,
	.xColumn = put_column,
	.xRowid = put_row_id,
};

void sql_module_offer(sqlite3 *db, const char *name, const char *arguments,
	const struct sqlite3_module *methods, void *source)
{
	sqlite3_stmt *statement;
	char text[64];

	sqlite3_snprintf(sizeof(text), text, "SELECT 1 FROM %s%s", name, arguments);
	/* it is declared while statements may do that */
	if (sqlite3_create_module_v2(db, name, methods, source, free) != SQLITE_OK ||
		sqlite3_prepare_v2(db, text, -1, &statement, NULL) != SQLITE_OK)
		mem_die();
	sqlite3_finalize(statement);
}

void sql_table_offer(sqlite3 *db, const struct sql_table *table, struct sql_model *model)
{
	struct table_source *source = mem_zeroed(1, sizeof(*source));

	*source = (struct table_source){ table, model };
	sql_module_offer(db, table->name, "", &module, source);
}
