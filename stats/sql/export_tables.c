#include "stats/sql/export_tables.h"

static const struct known_table {
	const char *name, *columns;
} known_tables[] = {
#define TABLE(name, columns) { #name, columns },
#include "stats/sql/export_tables.list"
#undef TABLE
};

enum { TABLES_MAX = 1000, COLUMNS_MAX = 200 };

/* A table of the schema. */
struct export_table {
	char *name;
	char *columns[COLUMNS_MAX]; /* that it has had so far */
	size_t column_count;
	const char *key; /* the one that is its rows' id, or NULL */
};

struct export_tables {
	sqlite3 *db;
	const struct sql_model *model;
	bool (*is_ours)(const char *name);
	struct export_table **shown;
	size_t shown_count, shown_cap;
};

/* --- columns ---------------------------------------------------------------------------------- */

static bool has_column(const struct export_table *table, const char *name, size_t len)
{
	for (size_t i = 0; i < table->column_count; i++) {
		if (sqlite3_strnicmp(table->columns[i], name, (int)len) == 0 &&
			table->columns[i][len] == '\0')
			return true;
	}
	return false;
}

static void add_column(struct export_table *table, const char *name, size_t len)
{
	if (table->column_count < COLUMNS_MAX && !has_column(table, name, len))
		table->columns[table->column_count++] = mem_must(strndup(name, len));
}

static void add_known_columns(struct export_table *table)
{
	for (size_t i = 0; i < ARRAY_SIZE(known_tables); i++) {
		const char *at = known_tables[i].columns;

		if (sqlite3_stricmp(known_tables[i].name, table->name) != 0)
			continue;
		for (; *at != '\0'; at += strspn(at, ",")) {
			add_column(table, at, strcspn(at, ","));
			at += strcspn(at, ",");
		}
	}
}

/* The columns that the file has, if it has the table. */
static bool add_own_columns(
	struct export_table *table, const struct export_file *file, bool *exists, struct err *err)
{
	sqlite3_stmt *row = NULL;

	if (!database_has_table(file->database, table->name, exists, err))
		return false;
	if (*exists && sqlite3_prepare_v2(file->database->handle,
			       "SELECT name, pk = 1 AND type = 'INTEGER' COLLATE nocase"
			       " AND max(pk) OVER () = 1 FROM pragma_table_info(?1, 'main')",
			       -1, &row, NULL) == SQLITE_OK)
		sqlite3_bind_text(row, 1, table->name, -1, SQLITE_STATIC);
	table->key = NULL;
	while (row != NULL && sqlite3_step(row) == SQLITE_ROW) {
		const char *name = (const char *)sqlite3_column_text(row, 0);

		if (name == NULL)
			mem_die();
		add_column(table, name, strlen(name));
		for (size_t i = 0; sqlite3_column_int(row, 1) != 0 && i < table->column_count; i++)
			if (sqlite3_stricmp(table->columns[i], name) == 0)
				table->key = table->columns[i];
	}
	sqlite3_finalize(row);
	return true;
}

/* --- rows ------------------------------------------------------------------------------------- */

enum { CALL_START, CALL_END, CALL_THREAD, CALL_COLUMNS };

struct calls {
	struct thread_call *list;
	size_t count, cap;
};

static bool take_call(void *context, sqlite3_stmt *row, UNUSED struct err *err)
{
	struct calls *calls = context;
	struct thread_call *call;

	call = mem_next(calls->list, calls->cap, calls->count);
	call->start = sqlite3_column_int64(row, CALL_START);
	call->end = sqlite3_column_type(row, CALL_END) == SQLITE_NULL
			    ? call->start
			    : sqlite3_column_int64(row, CALL_END);
	call->thread = (uint64_t)sqlite3_column_int64(row, CALL_THREAD);
	return true;
}

/* Which rows are not selected, of a table that has a time, and a thread or a process; else NULL. */
static bool mark_rows(const struct export_file *file, const struct export_table *table, bool **out,
	struct err *err)
{
	const char *thread = has_column(table, "globalTid", 9)   ? "globalTid"
			     : has_column(table, "globalPid", 9) ? "globalPid"
								 : NULL;
	const struct database_column columns[] = {
		[CALL_START] = { "start", false, NULL },
		[CALL_END] = { "end", false, NULL },
		[CALL_THREAD] = { thread, false, NULL },
	};
	struct calls calls = { 0 };
	bool ok;

	if (file->mark == NULL || thread == NULL || !has_column(table, "start", 5))
		return true;
	ok = database_each(
		file->database, table->name, columns, CALL_COLUMNS, take_call, &calls, err);
	*out = mem_zeroed(calls.count + 1, sizeof(**out));
	ok = ok && file->mark(file, calls.list, calls.count, *out, err);
	free(calls.list);
	return ok;
}

struct copying {
	sqlite3_stmt *insert;
	bool *out; /* by row: it is not selected; NULL: all are */
	size_t at;
};

static bool take_row(void *context, sqlite3_stmt *row, struct err *err)
{
	struct copying *copying = context;

	if (copying->out != NULL && copying->out[copying->at++])
		return true;
	for (int i = 0; i < sqlite3_column_count(row); i++)
		sqlite3_bind_value(copying->insert, i + 1, sqlite3_column_value(row, i));
	sqlite3_step(copying->insert);
	return sqlite3_reset(copying->insert) == SQLITE_OK ||
	       err_set(err, ERR_IO, "%s", sqlite3_errmsg(sqlite3_db_handle(copying->insert)));
}

static bool copy_rows(struct export_tables *tables, const struct export_table *table,
	const struct export_file *file, struct err *err)
{
	struct database_column columns[COLUMNS_MAX];
	sqlite3_str *insert = sqlite3_str_new(tables->db);
	struct copying copying = { 0 };
	char *text;
	bool ok;

	sqlite3_str_appendf(insert, "INSERT INTO export.\"%w\" VALUES(", table->name);
	for (size_t i = 0; i < table->column_count; i++) {
		columns[i] = (struct database_column){ table->columns[i], false, NULL };
		sqlite3_str_appendall(insert, i > 0 ? ",?" : "?");
	}
	sqlite3_str_appendall(insert, ")");
	text = sqlite3_str_finish(insert);
	if (text == NULL ||
		sqlite3_prepare_v2(tables->db, text, -1, &copying.insert, NULL) != SQLITE_OK)
		mem_die();
	sqlite3_free(text);
	ok = mark_rows(file, table, &copying.out, err) &&
	     database_each(file->database, table->name, columns, table->column_count, take_row,
		     &copying, err);
	sqlite3_finalize(copying.insert);
	free(copying.out);
	return ok;
}

/* Make a table as the file has it; what reports use is there, too. */
static bool make(struct export_tables *tables, struct export_table *table, struct err *err)
{
	const struct export_file *file = export_file_of(tables->model);
	sqlite3_str *create = sqlite3_str_new(tables->db);
	bool exists = false;
	char *text;
	int code;

	if (file != NULL && !add_own_columns(table, file, &exists, err)) {
		sqlite3_free(sqlite3_str_finish(create));
		return false;
	}
	sqlite3_str_appendf(create,
		"DROP TABLE IF EXISTS export.\"%w\"; CREATE TABLE export.\"%w\"(", table->name,
		table->name);
	for (size_t i = 0; i < table->column_count; i++)
		sqlite3_str_appendf(create, "%s\"%w\"%s", i > 0 ? "," : "", table->columns[i],
			table->columns[i] == table->key ? " INTEGER PRIMARY KEY" : "");
	sqlite3_str_appendall(create, ")");
	text = sqlite3_str_finish(create);
	if (text == NULL)
		mem_die();
	code = sqlite3_exec(tables->db, text, NULL, NULL, NULL);
	sqlite3_free(text);
	if (code != SQLITE_OK)
		return err_set(err, ERR_FORMAT, "cannot use table %s: %s", table->name,
			sqlite3_errmsg(tables->db));
	return !exists || copy_rows(tables, table, file, err);
}

/* --- the schema ------------------------------------------------------------------------------- */

struct export_tables *export_tables_new(
	sqlite3 *db, const struct sql_model *model, bool (*is_ours)(const char *name))
{
	struct export_tables *tables = mem_zeroed(1, sizeof(*tables));

	tables->db = db;
	tables->model = model;
	tables->is_ours = is_ours;
	if (sqlite3_exec(db, "ATTACH '' AS export; PRAGMA export.journal_mode = off", NULL, NULL,
		    NULL) != SQLITE_OK)
		mem_die();
	return tables;
}

/* Whether a name may occur in a text, in any case; what is doubled in quotes always may. */
static bool occurs(const char *name, const char *sql)
{
	size_t len = strlen(name);

	if (strpbrk(name, "\"'`]") != NULL)
		return true;

	for (; *sql != '\0'; sql++) {
		if (sqlite3_strnicmp(sql, name, (int)len) == 0)
			return true;
	}
	return false;
}

static bool use(struct export_tables *tables, const char *name, const char *sql, struct err *err)
{
	struct export_table *table;

	if (tables->is_ours(name) || !occurs(name, sql))
		return true;
	for (size_t i = 0; i < tables->shown_count; i++) {
		if (sqlite3_stricmp(tables->shown[i]->name, name) == 0)
			return true;
	}
	table = mem_zeroed(1, sizeof(*table));
	table->name = mem_must(strdup(name));
	add_known_columns(table);
	*mem_next(tables->shown, tables->shown_cap, tables->shown_count) = table;
	return make(tables, table, err);
}

/* The file's own tables, those of SQLite left out. */
static bool use_own(struct export_tables *tables, const char *sql, struct err *err)
{
	static const char names[] =
		"SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT"
		" LIKE 'sqlite%' AND sql NOT LIKE 'CREATE VIRTUAL%' LIMIT ?1";
	const struct database *file = export_file_of(tables->model)->database;
	sqlite3_stmt *row = NULL;
	bool ok = sqlite3_prepare_v2(file->handle, names, -1, &row, NULL) == SQLITE_OK &&
		  sqlite3_bind_int(row, 1, TABLES_MAX) == SQLITE_OK;

	while (ok && sqlite3_step(row) == SQLITE_ROW) {
		const char *name = (const char *)sqlite3_column_text(row, 0);

		if (name == NULL)
			mem_die();
		ok = use(tables, name, sql, err);
	}
	sqlite3_finalize(row);
	return ok || err->code != ERR_NONE ||
	       err_set(err, ERR_IO, "cannot read '%s': %s", file->path,
		       sqlite3_errmsg(file->handle));
}

bool export_tables_use(struct export_tables *tables, const char *sql, struct err *err)
{
	for (size_t i = 0; i < ARRAY_SIZE(known_tables); i++) {
		if (!use(tables, known_tables[i].name, sql, err))
			return false;
	}
	return export_file_of(tables->model) == NULL || use_own(tables, sql, err);
}

bool export_tables_show(struct export_tables *tables, struct err *err)
{
	for (size_t i = 0; i < tables->shown_count; i++) {
		if (!make(tables, tables->shown[i], err))
			return false;
	}
	return true;
}

void export_tables_free(struct export_tables *tables)
{
	for (size_t i = 0; i < tables->shown_count; i++) {
		for (size_t k = 0; k < tables->shown[i]->column_count; k++)
			free(tables->shown[i]->columns[k]);
		free(tables->shown[i]->name);
		free(tables->shown[i]);
	}
	free(tables->shown);
	free(tables);
}
