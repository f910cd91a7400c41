#ifndef STATS_SQL_SQL_REPORT_H
#define STATS_SQL_SQL_REPORT_H

#include <sqlite3.h>

#include "stats/sql/report_file.h"
#include "stats/sql/sql_db.h"

/* Reports that are SQL, run. */

struct export_file; /* stats/sql/export_tables.h */

/*
 * Prepare a report that was parsed, to find its columns and what it wants of files. It can then be
 * run as any other. `own` is the file that shows its tables; NULL: none does. ERR_FORMAT.
 */
bool sql_report_settle(
	struct sql_report *report, const struct export_file *own, struct err *err) MUST_CHECK;

/* Whether it may name tables that only a file has, with which it is to be settled. */
bool sql_report_needs_file(const struct sql_report *report);

/* Whether these are values for its parameters: "gap=1ms:x=2". ERR_USAGE. */
bool sql_report_check(
	const struct sql_report *report, const char *values, struct err *err) MUST_CHECK;

/* Where ":NAME=" begins, which values of parameters follow; or the end. */
const char *sql_report_values(const char *text, const char *end);

/*
 * Whether a report that is report_needs_export() has rows, of all files that it was given.
 * ERR_FORMAT.
 */
bool sql_report_has_rows(struct report_run *run, bool *has, struct err *err) MUST_CHECK;

/* The report's file, which it is part of. */
static inline const struct sql_report *sql_report_of(const struct report *report)
{
	return (const struct sql_report *)report;
}

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
	const struct sql_report *report, struct sql_db *db, struct err *err) MUST_CHECK;

#endif /* STATS_SQL_SQL_REPORT_H */
