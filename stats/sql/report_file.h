#ifndef STATS_SQL_REPORT_FILE_H
#define STATS_SQL_REPORT_FILE_H

#include "stats/measures/report.h"

/*
 * A report as a file of SQL. It begins with comments, which docs/TABLES.md describes: its title, a
 * paragraph of what a row is, and lines of "word: value". Then come its statements: one, whose rows
 * are those of each file; or what is gathered of each file, and the one that makes rows of it.
 */
enum { SQL_PARAMETERS_MAX = 8, SQL_STAGES_MAX = 50 };

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

#endif /* STATS_SQL_REPORT_FILE_H */
