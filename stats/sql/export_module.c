#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "collapse/input/table_rows.h"
#include "stats/sql/export_parts.h"
#include "stats/sql/table.h"

/* A table of the file as a virtual table (https://sqlite.org/vtab.html). */
struct view {
	sqlite3_vtab base; /* first, as SQLite has it */
	struct export_tables *tables;
	struct export_table *is; /* the table */
	bool exists;
};

struct export_cursor {
	sqlite3_vtab_cursor base;
	struct table_rows *rows;
	const struct datum *row;
	sqlite3_stmt *statement;    /* of more columns than table_rows has */
	bool is_at;                 /* a row of these */
	int of_column[COLUMNS_MAX]; /* its place among those read */
	bool *out;                  /* rows that are not selected */
	uint64_t at;
};

/* --- a table ---------------------------------------------------------------------------------- */

struct export_table *export_find_table(const struct export_tables *tables, const char *name)
{
	for (size_t i = 0; i < tables->shown_count; i++) {
		if (sqlite3_stricmp(tables->shown[i]->name, name) == 0)
			return tables->shown[i];
	}
	return NULL;
}

static int find_column(const struct export_table *table, const char *name, size_t len)
{
	for (int i = 0; i < table->column_count; i++) {
		if (sqlite3_strnicmp(table->columns[i], name, (int)len) == 0 &&
			table->columns[i][len] == '\0')
			return i;
	}
	return -1;
}

void export_add_column(struct export_table *table, const char *name, size_t len)
{
	if (table->column_count < COLUMNS_MAX && find_column(table, name, len) < 0)
		table->columns[table->column_count++] = mem_must(strndup(name, len));
}

/* The columns that the file has. */
static bool add_own_columns(struct view *view, struct err *err)
{
	const struct export_file *file = export_file_of(view->tables);
	sqlite3_stmt *row = NULL;

	if (file == NULL || !database_has_table(file->database, view->is->name, &view->exists, err))
		return file == NULL;
	if (view->exists && sqlite3_prepare_v2(file->database->handle,
				    "SELECT name FROM pragma_table_info(?1, 'main')", -1, &row,
				    NULL) == SQLITE_OK)
		sqlite3_bind_text(row, 1, view->is->name, -1, SQLITE_STATIC);
	while (row != NULL && sqlite3_step(row) == SQLITE_ROW) {
		const char *name = (const char *)sqlite3_column_text(row, 0);

		if (name == NULL)
			mem_die();
		export_add_column(view->is, name, strlen(name));
	}
	sqlite3_finalize(row);
	return true;
}

static int declare(sqlite3 *db, const struct view *view)
{
	sqlite3_str *text = sqlite3_str_new(db);
	char *declaration;
	int code;

	sqlite3_str_appendall(text, "CREATE TABLE t(");
	for (int i = 0; i < view->is->column_count; i++)
		sqlite3_str_appendf(text, "%s\"%w\"", i > 0 ? "," : "", view->is->columns[i]);
	sqlite3_str_appendall(text, ")");
	declaration = sqlite3_str_finish(text);
	if (declaration == NULL)
		mem_die();
	code = sqlite3_declare_vtab(db, declaration);
	sqlite3_free(declaration);
	return code;
}

static int fail(struct export_tables *tables, sqlite3_vtab *base, const struct err *err)
{
	tables->failure = *err;
	if (base != NULL) {
		sqlite3_free(base->zErrMsg);
		base->zErrMsg = sqlite3_mprintf("%s", err->msg);
	}
	return SQLITE_ERROR;
}

static int connect_table(sqlite3 *db, void *data, int argc, const char *const *argv,
	sqlite3_vtab **out, char **message)
{
	enum { TABLE_NAME = 2 };
	struct view *view = mem_zeroed(1, sizeof(*view));
	struct err err = { 0 };
	int code;

	(void)argc;
	view->tables = data;
	view->is = export_find_table(data, argv[TABLE_NAME]);
	code = add_own_columns(view, &err) ? declare(db, view) : fail(data, NULL, &err);
	if (code == SQLITE_OK) {
		*out = &view->base;
		return code;
	}
	if (err.code != ERR_NONE)
		*message = sqlite3_mprintf("%s", err.msg);
	sql_disconnect(&view->base);
	return code;
}

/* --- its rows --------------------------------------------------------------------------------- */

static int best_index(sqlite3_vtab *base, sqlite3_index_info *info)
{
	(void)base;
	info->estimatedRows = 1000000;
	info->estimatedCost = 1e6;
	info->orderByConsumed =
		info->nOrderBy == 1 && info->aOrderBy[0].iColumn < 0 && !info->aOrderBy[0].desc;
	info->idxStr = sqlite3_mprintf("%llx", info->colUsed);
	info->needToFreeIdxStr = 1;
	return info->idxStr != NULL ? SQLITE_OK : SQLITE_NOMEM;
}

static int open_cursor(sqlite3_vtab *base, sqlite3_vtab_cursor **out)
{
	struct export_cursor *cursor = mem_zeroed(1, sizeof(*cursor));

	(void)base;
	*out = &cursor->base;
	return SQLITE_OK;
}

static void clear(struct export_cursor *cursor)
{
	rows_free(cursor->rows);
	cursor->rows = NULL;
	sqlite3_finalize(cursor->statement);
	cursor->statement = NULL;
	cursor->row = NULL;
	free(cursor->out);
	cursor->out = NULL;
	cursor->at = 0;
	cursor->is_at = false;
}

static int close_cursor(sqlite3_vtab_cursor *base)
{
	struct export_cursor *cursor = (struct export_cursor *)base;

	clear(cursor);
	free(cursor);
	return SQLITE_OK;
}

/* Columns to read: those of `used`, whose last bit stands for all others; at least one. */
static size_t choose_columns(const struct view *view, uint64_t used, struct export_cursor *cursor,
	struct database_column columns[COLUMNS_MAX])
{
	enum { LAST_BIT = 63 };
	size_t count = 0;

	for (int i = 0; i < view->is->column_count; i++) {
		if ((used >> (i < LAST_BIT ? i : LAST_BIT) & 1) == 0)
			continue;
		cursor->of_column[i] = (int)count;
		columns[count++] = (struct database_column){ view->is->columns[i], false, NULL };
	}
	if (count == 0)
		columns[count++] = (struct database_column){ view->is->columns[0], false, NULL };
	return count;
}

/* --- a selection ------------------------------------------------------------------------------ */

struct calls {
	struct thread_call *list;
	size_t count, cap;
};

enum { CALL_START, CALL_END, CALL_THREAD, CALL_READ };

/* The times and threads of all rows; what has no time is not selected. */
static bool read_calls(
	const struct view *view, const char *thread, struct calls *calls, struct err *err)
{
	const struct database_column columns[] = {
		[CALL_START] = { "start", false, NULL },
		[CALL_END] = { "end", false, NULL },
		[CALL_THREAD] = { thread, false, NULL },
	};
	const struct datum *row;
	struct table_rows *rows;
	bool ok = rows_open(export_file_of(view->tables)->database, view->is->name, columns,
		CALL_READ, &rows, err);

	while (ok && rows != NULL && (ok = rows_next(rows, &row, err)) && row != NULL) {
		struct thread_call *call;

		mem_need(calls->list, calls->cap, calls->count + 1);
		call = &calls->list[calls->count++];
		call->start = rows_integer(rows, &row[CALL_START]);
		call->end = row[CALL_END].type == DATUM_NULL ? call->start
							     : rows_integer(rows, &row[CALL_END]);
		call->thread = (uint64_t)rows_integer(rows, &row[CALL_THREAD]);
	}
	rows_free(rows);
	return ok;
}

/* Which rows are not selected, of a table that has a time, and a thread or a process. */
static bool mark_rows(const struct view *view, struct export_cursor *cursor, struct err *err)
{
	const struct export_file *file = export_file_of(view->tables);
	const char *thread = find_column(view->is, "globalTid", 9) >= 0   ? "globalTid"
			     : find_column(view->is, "globalPid", 9) >= 0 ? "globalPid"
									  : NULL;
	struct calls calls = { 0 };
	bool ok;

	if (file->mark == NULL || thread == NULL || find_column(view->is, "start", 5) < 0)
		return true;
	ok = read_calls(view, thread, &calls, err);
	cursor->out = mem_zeroed(calls.count + 1, sizeof(*cursor->out));
	ok = ok && file->mark(file, calls.list, calls.count, cursor->out, err);
	free(calls.list);
	return ok;
}

/* --- reading ---------------------------------------------------------------------------------- */

static bool read_next(const struct view *view, struct export_cursor *cursor, struct err *err)
{
	if (cursor->statement != NULL)
		return database_step(export_file_of(view->tables)->database, cursor->statement,
			view->is->name, &cursor->is_at, err);
	if (!rows_next(cursor->rows, &cursor->row, err))
		return false;
	cursor->is_at = cursor->row != NULL;
	return true;
}

static int next(sqlite3_vtab_cursor *base)
{
	struct export_cursor *cursor = (struct export_cursor *)base;
	const struct view *view = (const struct view *)base->pVtab;
	struct err err = { 0 };

	do {
		if (!read_next(view, cursor, &err))
			return fail(view->tables, base->pVtab, &err);
		cursor->at++;
	} while (cursor->is_at && cursor->out != NULL && cursor->out[cursor->at - 1]);
	return SQLITE_OK;
}

static int filter(
	sqlite3_vtab_cursor *base, int number, const char *used, int argc, sqlite3_value **argv)
{
	struct export_cursor *cursor = (struct export_cursor *)base;
	const struct view *view = (const struct view *)base->pVtab;
	struct database_column columns[COLUMNS_MAX];
	uint64_t wanted = strtoull(used, NULL, 16);
	struct err err = { 0 };
	size_t count;
	bool ok;

	(void)number;
	(void)argc;
	(void)argv;
	clear(cursor);
	if (!view->exists || export_file_of(view->tables) == NULL)
		return SQLITE_OK;
	count = choose_columns(view, wanted, cursor, columns);
	ok = mark_rows(view, cursor, &err);
	if (ok && count > PAGES_COLUMNS_MAX) /* by SQLite alone */
		ok = database_select(export_file_of(view->tables)->database, view->is->name,
			columns, count, &cursor->statement, &err);
	else
		ok = ok && rows_open(export_file_of(view->tables)->database, view->is->name,
				   columns, count, &cursor->rows, &err);
	return ok ? next(base) : fail(view->tables, base->pVtab, &err);
}

static int is_at_end(sqlite3_vtab_cursor *base)
{
	return !((const struct export_cursor *)base)->is_at;
}

static int put_column(sqlite3_vtab_cursor *base, sqlite3_context *to, int column)
{
	const struct export_cursor *cursor = (const struct export_cursor *)base;
	const struct datum *datum;

	if (cursor->rows == NULL) {
		sqlite3_result_value(
			to, sqlite3_column_value(cursor->statement, cursor->of_column[column]));
		return SQLITE_OK;
	}
	datum = &cursor->row[cursor->of_column[column]];
	switch ((enum datum_type)datum->type) {
	case DATUM_NULL:
		break;
	case DATUM_INTEGER:
		sqlite3_result_int64(to, datum->as.integer);
		break;
	case DATUM_FLOAT:
		sqlite3_result_double(to, datum->as.real);
		break;
	case DATUM_TEXT:
		sqlite3_result_text(to, datum->as.bytes, (int)datum->len, SQLITE_TRANSIENT);
		break;
	case DATUM_BLOB:
		sqlite3_result_blob(to, datum->as.bytes, (int)datum->len, SQLITE_TRANSIENT);
		break;
	}
	return SQLITE_OK;
}

static int put_row_id(sqlite3_vtab_cursor *base, sqlite3_int64 *id)
{
	*id = (sqlite3_int64)((const struct export_cursor *)base)->at;
	return SQLITE_OK;
}

const sqlite3_module export_module = {
	.xCreate = connect_table,
	.xConnect = connect_table,
	.xBestIndex = best_index,
	.xDisconnect = sql_disconnect,
	.xDestroy = sql_disconnect,
	.xOpen = open_cursor,
	.xClose = close_cursor,
	.xFilter = filter,
	.xNext = next,
	.xEof = is_at_end,
	.xColumn = put_column,
	.xRowid = put_row_id,
};
