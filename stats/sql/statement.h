#ifndef STATS_SQL_STATEMENT_H
#define STATS_SQL_STATEMENT_H

#include "stats/sql/sql_db.h"
#include "stats/sql/report_file.h"

/*
 * Prepare a statement of a report; if it is `from_trace`, what the report gathers of a file is read
 * from the trace instead of the table of all of them. ERR_FORMAT: what is wrong in a user's own has
 * its place in the file, "my.sql:3:8".
 */
sqlite3_stmt *sql_statement_prepare(const struct sql_report *report, struct sql_db *db,
	const char *text, bool from_trace, struct err *err) MUST_CHECK;

/*
 * Make the tables of a report, and, if it is `from_trace`, that of what it gathers. Tables that
 * are there are made again. ERR_FORMAT.
 */
bool sql_statement_make_stages(const struct sql_report *report, struct sql_db *db, bool from_trace,
	struct err *err) MUST_CHECK;

/* Whether one that failed may be right about tables that only the file has. */
bool sql_statement_needs_file(const struct sql_report *report, const struct sql_db *db);

#endif /* STATS_SQL_STATEMENT_H */
