#ifndef STATS_SQL_SQL_DB_H
#define STATS_SQL_SQL_DB_H

#include <sqlite3.h>

#include "stats/sql/model.h"

/*
 * A database with the tables of the trace model and, of several files, what statements gathered of
 * each. It is SQLite's temporary one: in memory, then in a file that nobody sees.
 */
struct sql_db {
	sqlite3 *handle;
	struct sql_model model;
	struct export_tables *exports; /* stats/sql/export_tables.h */
	uint64_t want;                 /* enum trace_want, of all statements that were prepared */
	bool reads_export;             /* some of them reads the tables of the file */
	uint64_t steps_left;           /* millions, of a statement that is limited; 0: it is not */
	bool may_write;                /* statements of our own, which gather rows */
};

void sql_open(struct sql_db *db, struct names *names);
void sql_close(struct sql_db *db);

/* Show a trace, and the tables of its file. ERR_FORMAT. */
bool sql_show(
	struct sql_db *db, const struct trace *trace, const char *file, struct err *err) MUST_CHECK;

/* End statements after so many steps of SQLite's virtual machine from now on, with ERR_FORMAT. */
void sql_limit(struct sql_db *db, uint64_t steps);

/* Prepare a statement, which can only read. NULL and ERR_FORMAT. */
sqlite3_stmt *sql_prepare(struct sql_db *db, const char *text, struct err *err) MUST_CHECK;

/* The same of a statement of our own, which may write, made by a format; for sql_write(). */
sqlite3_stmt *sql_prepare_own(struct sql_db *db, struct err *err, const char *format, ...)
	PRINTF_LIKE(3, 4) MUST_CHECK;

/* *more is false after the last row. ERR_FORMAT. */
bool sql_step(struct sql_db *db, sqlite3_stmt *statement, bool *more, struct err *err) MUST_CHECK;

/* Run a statement of our own that gathers rows; NULL has failed already. ERR_FORMAT. */
bool sql_write(struct sql_db *db, sqlite3_stmt *statement, struct err *err) MUST_CHECK;

/* Make a table of the rows of a statement. ERR_FORMAT. */
bool sql_make_table(
	struct sql_db *db, const char *name, const char *rows, struct err *err) MUST_CHECK;

#endif /* STATS_SQL_SQL_DB_H */
