#include "stats/sql/export_tables.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "stats/sql/export_parts.h"

static const struct known_table {
	const char *name, *columns;
} known_tables[] = {
#define TABLE(name, columns) { #name, columns },
#include "stats/sql/export_tables.list"
#undef TABLE
};

enum { TABLES_MAX = 1000 };

static void add_known_columns(struct export_table *table)
{
	for (size_t i = 0; i < ARRAY_SIZE(known_tables); i++) {
		const char *at = known_tables[i].columns;

		if (sqlite3_stricmp(known_tables[i].name, table->name) != 0)
			continue;
		for (; *at != '\0'; at += strspn(at, ",")) {
			export_add_column(table, at, strcspn(at, ","));
			at += strcspn(at, ",");
		}
	}
}

/* --- the schema ------------------------------------------------------------------------------- */

struct export_tables *export_tables_new(
	sqlite3 *db, const struct sql_model *model, bool (*is_ours)(const char *name))
{
	struct export_tables *tables = mem_zeroed(1, sizeof(*tables));

	tables->db = db;
	tables->model = model;
	tables->is_ours = is_ours;
	if (sqlite3_exec(db, "ATTACH ':memory:' AS export", NULL, NULL, NULL) != SQLITE_OK ||
		sqlite3_create_module(db, "export_table", &export_module, tables) != SQLITE_OK)
		mem_die();
	export_functions_offer(tables);
	return tables;
}

static bool run(struct export_tables *tables, const char *format, const char *name, struct err *err)
{
	char *sql = sqlite3_mprintf(format, name), *message = NULL;
	int code;

	if (sql == NULL)
		mem_die();
	tables->failure = (struct err){ 0 };
	code = sqlite3_exec(tables->db, sql, NULL, NULL, &message);
	sqlite3_free(sql);
	if (code != SQLITE_OK && tables->failure.code != ERR_NONE)
		*err = tables->failure;
	else if (code != SQLITE_OK)
		err_set(err, ERR_FORMAT, "cannot use table %s: %s", name,
			message != NULL ? message : sqlite3_errstr(code));
	sqlite3_free(message);
	return code == SQLITE_OK;
}

static bool make(struct export_tables *tables, const char *name, struct err *err)
{
	return run(tables, "CREATE VIRTUAL TABLE export.\"%w\" USING export_table", name, err);
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

	if (tables->is_ours(name) || !occurs(name, sql) || export_find_table(tables, name) != NULL)
		return true;
	table = mem_zeroed(1, sizeof(*table));
	table->name = mem_must(strdup(name));
	add_known_columns(table);
	mem_need(tables->shown, tables->shown_cap, tables->shown_count + 1);
	tables->shown[tables->shown_count++] = table;
	return make(tables, name, err);
}

/* The file's own tables, those of SQLite left out. */
static bool use_own(struct export_tables *tables, const char *sql, struct err *err)
{
	static const char names[] =
		"SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT"
		" LIKE 'sqlite%' AND sql NOT LIKE 'CREATE VIRTUAL%' LIMIT ?1";
	const struct database *file = export_file_of(tables)->database;
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
	return export_file_of(tables) == NULL || use_own(tables, sql, err);
}

bool export_tables_show(struct export_tables *tables, struct err *err)
{
	export_forget_strings(tables);
	for (size_t i = 0; i < tables->shown_count; i++) {
		const char *name = tables->shown[i]->name;

		if (!run(tables, "DROP TABLE IF EXISTS export.\"%w\"", name, err) ||
			!make(tables, name, err))
			return false;
	}
	return true;
}

const struct err *export_tables_failure(const struct export_tables *tables)
{
	return tables->failure.code != ERR_NONE ? &tables->failure : NULL;
}

void export_tables_free(struct export_tables *tables)
{
	for (size_t i = 0; i < tables->shown_count; i++) {
		for (int k = 0; k < tables->shown[i]->column_count; k++)
			free(tables->shown[i]->columns[k]);
		free(tables->shown[i]->name);
		free(tables->shown[i]);
	}
	free(tables->shown);
	export_forget_strings(tables);
	free(tables);
}
