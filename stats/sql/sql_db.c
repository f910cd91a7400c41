#include "stats/sql/sql_db.h"

#include <stdarg.h>

#include "base/text.h"
#include "stats/sql/export_tables.h"
#include "stats/sql/table.h"

#define TABLE(name) extern const struct sql_table sql_table_##name;
#include "stats/sql/tables.list"
#undef TABLE

static const struct sql_table *const tables[] = {
#define TABLE(name) &sql_table_##name,
#include "stats/sql/tables.list"
#undef TABLE
	NULL,
};

static bool is_ours(const char *name)
{
	for (size_t i = 0; tables[i] != NULL; i++) {
		if (sqlite3_stricmp(tables[i]->name, name) == 0)
			return true;
	}
	return sqlite3_stricmp(name, "pooled") == 0;
}

static uint64_t want_of(const char *table, const char *column)
{
	for (size_t i = 0; tables[i] != NULL; i++) {
		uint64_t want = tables[i]->want;

		if (strcmp(tables[i]->name, table) != 0)
			continue;
		for (int k = 0; k < tables[i]->column_count; k++) {
			if (strcmp(tables[i]->columns[k].name, column) == 0)
				want |= tables[i]->columns[k].want;
		}
		return want;
	}
	return 0;
}

/* All functions but those that load code, or show where it is. */
static bool may_call(const char *function)
{
	return sqlite3_stricmp(function, "load_extension") != 0 &&
	       sqlite3_stricmp(function, "fts3_tokenizer") != 0;
}

/* Statements can read, and nothing else. What they read must have been read from the file. */
static int authorize(void *data, int action, const char *first, const char *second,
	const char *schema, UNUSED const char *inside)
{
	struct sql_db *db = data;

	switch (action) {
	case SQLITE_READ:
		db->reads_export |= schema != NULL && strcmp(schema, "export") == 0 &&
				    strncmp(first, "sqlite_", strlen("sqlite_")) != 0;
		db->want |= want_of(first, second);
		return SQLITE_OK;
	case SQLITE_FUNCTION:
		return may_call(second) ? SQLITE_OK : SQLITE_DENY;
	case SQLITE_SELECT:
	case SQLITE_RECURSIVE:
		return SQLITE_OK;
	case SQLITE_PRAGMA:
	case SQLITE_ATTACH:
		return SQLITE_DENY;
	default:
		return db->may_write ? SQLITE_OK : SQLITE_DENY;
	}
}

void sql_open(struct sql_db *db, struct names *names)
{
	*db = (struct sql_db){ .model.names = names };
	/* one thread at a time has it: a lock for each value would take a tenth of the time */
	if (sqlite3_open_v2("", &db->handle,
		    SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX,
		    NULL) != SQLITE_OK)
		mem_die();
	sqlite3_exec(db->handle, "PRAGMA journal_mode = off; PRAGMA cache_size = -16384", NULL,
		NULL, NULL);
	db->exports = export_tables_new(db->handle, &db->model, is_ours);
	for (size_t i = 0; tables[i] != NULL; i++)
		sql_table_offer(db->handle, tables[i], &db->model);
	sql_functions_offer(db->handle, &db->model);
	/* one transaction, which ends with the database: single ones cost time */
	sqlite3_exec(db->handle, "BEGIN", NULL, NULL, NULL);
	sqlite3_set_authorizer(db->handle, authorize, db);
}

void sql_close(struct sql_db *db)
{
	sqlite3_close_v2(db->handle);
	db->handle = NULL;
	export_tables_free(db->exports);
	sql_model_release(&db->model);
}

static bool fail(struct sql_db *db, struct err *err)
{
	int code = sqlite3_errcode(db->handle);

	if (code == SQLITE_NOMEM)
		mem_die();
	if (code == SQLITE_INTERRUPT)
		return err_set(
			err, ERR_FORMAT, "too many rows of the file's tables match each other");
	if (strcmp(sqlite3_errmsg(db->handle), "integer overflow") == 0)
		return err_set(err, ERR_FORMAT, "total overflows 63 bits");
	return err_set(err, code == SQLITE_FULL || code == SQLITE_IOERR ? ERR_IO : ERR_FORMAT, "%s",
		sqlite3_errmsg(db->handle));
}

bool sql_show(struct sql_db *db, const struct trace *trace, const char *file, struct err *err)
{
	bool ok;

	sql_model_show(&db->model, trace, file);
	db->may_write = true;
	ok = export_tables_show(db->exports, err);
	db->may_write = false;
	return ok;
}

static int count_steps(void *data)
{
	struct sql_db *db = data;

	return --db->steps_left == 0;
}

void sql_limit(struct sql_db *db, uint64_t steps)
{
	enum { AT_ONCE = 1000000 };

	db->steps_left = steps / AT_ONCE + 1;
	sqlite3_progress_handler(db->handle, AT_ONCE, count_steps, db);
}

/* Whether nothing but blanks and comments follows. */
static bool is_end(const char *text)
{
	for (text += strspn(text, " \t\r\n"); strncmp(text, "--", 2) == 0;) {
		text += strcspn(text, "\n");
		text += strspn(text, " \t\r\n");
	}
	return *text == '\0';
}

sqlite3_stmt *sql_prepare(struct sql_db *db, const char *text, struct err *err)
{
	sqlite3_stmt *statement = NULL;
	bool may_write = db->may_write, ok;
	const char *rest;

	db->may_write = true;
	ok = export_tables_use(db->exports, text, err);
	db->may_write = may_write;
	if (!ok)
		return NULL;
	if (sqlite3_prepare_v2(db->handle, text, -1, &statement, &rest) != SQLITE_OK) {
		fail(db, err);
		return NULL;
	}
	if (statement == NULL)
		err_set(err, ERR_FORMAT, "no statement");
	else if (!is_end(rest) || (!may_write && sqlite3_column_count(statement) == 0))
		err_set(err, ERR_FORMAT, "expected one statement that has columns");
	else
		return statement;
	sqlite3_finalize(statement);
	return NULL;
}

sqlite3_stmt *sql_prepare_own(struct sql_db *db, struct err *err, const char *format, ...)
{
	sqlite3_stmt *statement;
	struct text text = { 0 };
	va_list values;

	va_start(values, format);
	text_vaddf(&text, format, values);
	va_end(values);
	db->may_write = true;
	statement = sql_prepare(db, text.bytes, err);
	db->may_write = false;
	text_release(&text);
	return statement;
}

bool sql_step(struct sql_db *db, sqlite3_stmt *statement, bool *more, struct err *err)
{
	int code = sqlite3_step(statement);

	*more = code == SQLITE_ROW;
	return code == SQLITE_ROW || code == SQLITE_DONE || fail(db, err);
}

bool sql_write(struct sql_db *db, sqlite3_stmt *statement, struct err *err)
{
	bool more, ok;

	db->may_write = true; /* it is prepared again where a file has other tables */
	ok = statement != NULL && sql_step(db, statement, &more, err);
	db->may_write = false;
	return ok;
}

bool sql_make_table(struct sql_db *db, const char *name, const char *rows, struct err *err)
{
	sqlite3_stmt *statement = sql_prepare_own(db, err, "CREATE TABLE %s AS %s", name, rows);
	bool ok = sql_write(db, statement, err);

	sqlite3_finalize(statement);
	return ok || err_prefix(err, "table %s", name);
}
