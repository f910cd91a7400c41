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
enum { SQL_PARAMETERS_MAX = 8, SQL_STAGES_MAX = 60 };

/* A table that is made of what was gathered, and of those before it. */
struct sql_stage {
	const char *name, *text;
};

struct sql_parameter {
	const char *name;
	const char *value; /* the default, as it would be given */
};

struct sql_report {
	struct report report; /* first: report_run.report gets back to it */
	const char *each;     /* what is gathered of each file; NULL: rows are of a file */
	struct sql_stage stages[SQL_STAGES_MAX];
	size_t stage_count;
	const char *rows;
	const char *note; /* its text, if any, comes before the rows; NULL: none */
	struct sql_parameter parameters[SQL_PARAMETERS_MAX];
	size_t parameter_count;
	int file_column; /* the column that says which file a row is of, and is no column; or -1 */
	bool is_settled;
	const char *path;   /* of a user's own; NULL: it is one of ours */
	const char *source; /* all of its text; likewise */
};

/* Read a user's own. ERR_IO, ERR_FORMAT. */
bool sql_report_read(struct sql_report *report, const char *path, struct err *err) MUST_CHECK;

/* Parse a file. ERR_FORMAT. */
bool sql_report_parse(
	struct sql_report *report, const char *name, const char *text, struct err *err) MUST_CHECK;

/* The columns of a statement's rows, by their headings: "Total Time:ns", "Avg:ns.1?2". */
bool sql_report_column(const char *heading, struct column *column, struct err *err) MUST_CHECK;

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
