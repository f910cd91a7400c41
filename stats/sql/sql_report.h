#ifndef STATS_SQL_SQL_REPORT_H
#define STATS_SQL_SQL_REPORT_H

#include <sqlite3.h>

#include "stats/measures/report.h"
#include "stats/sql/sql_db.h"

/*
 * A report as a file of SQL. It begins with comments, which docs/TABLES.md describes: its title, a
 * paragraph of what a row is, and lines of "word: value". Then come its statements: one, whose rows
 * are those of each file; or what is gathered of each file, and the one that makes rows of it.
 */
/* Read a user's own. ERR_IO, ERR_FORMAT. */
bool sql_report_read(struct report *report, const char *path, struct err *err) MUST_CHECK;

/* Parse a file. ERR_FORMAT. */
bool sql_report_parse(
	struct report *report, const char *name, const char *text, struct err *err) MUST_CHECK;

/* The columns of a statement's rows, by their headings: "Total Time:ns", "Avg:ns.1?2". */
bool sql_report_column(const char *heading, struct column *column, struct err *err) MUST_CHECK;

/* Reports that are SQL, run. */

struct export_file; /* stats/sql/export_tables.h */

/*
 * Prepare a report that was parsed, to find its columns and what it wants of files. It can then be
 * run as any other. `own` is the file that shows its tables; NULL: none does. ERR_FORMAT.
 */
bool sql_report_settle(
	struct report *report, const struct export_file *own, struct err *err) MUST_CHECK;

/* Whether it may name tables that only a file has, with which it is to be settled. */
bool sql_report_needs_file(const struct report *report);

/* Whether these are values for its parameters: "gap=1ms:x=2". ERR_USAGE. */
bool sql_report_check(const struct report *report, const char *values, struct err *err) MUST_CHECK;

/* Where ":NAME=" begins, which values of parameters follow; or the end. */
const char *sql_report_values(const char *text, const char *end);

/*
 * Whether a report that is report_needs_export() has rows, of all files that it was given.
 * ERR_FORMAT.
 */
bool sql_report_has_rows(struct report_run *run, bool *has, struct err *err) MUST_CHECK;

/*
 * What a report that merges has gathered of several files: a statement that reads
 * it, which stays the report's own; one that adds a row to it, once its parameters are bound,
 * by sql_report_gather(). NULL: ERR_FORMAT.
 */
sqlite3_stmt *sql_report_gathered(struct report_run *run, struct err *err) MUST_CHECK;
sqlite3_stmt *sql_report_gatherer(struct report_run *run, struct err *err) MUST_CHECK;
bool sql_report_gather(struct report_run *run, struct err *err) MUST_CHECK;

/* Whether a column of it has ids of names. */
bool sql_is_name_column(const char *name);

/* Make the tables of a report of what it has gathered. ERR_FORMAT. */
bool sql_report_make_tables(
	const struct report *report, struct sql_db *db, struct err *err) MUST_CHECK;

#endif /* STATS_SQL_SQL_REPORT_H */
