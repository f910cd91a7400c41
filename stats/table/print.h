#ifndef STATS_TABLE_PRINT_H
#define STATS_TABLE_PRINT_H

#include <stdbool.h>
#include <stdio.h>

#include "base/text.h"
#include "stats/parts/report.h"

/*
 * Rows on their way out: a printer takes the rows of one report after the other
 * and writes them in a format. Names come from strangers: what a terminal would
 * obey is replaced in all of them (docs/FORMATS.md, "reports").
 */
struct printer;

/* What a table of rows is about. */
struct print_heading {
	const struct report *report;
	const char *name; /* as it was asked for: "REPORT:base" */
	const char
		*file; /* the one file that the rows are of; NULL: all, or it is said row by row */
};

/* A format: one file each, listed in stats/formats.c. */
struct print_format {
	const char *name;   /* as --format has it */
	const char *ending; /* of files that are written so without being asked */
	/* Tables have no titles: what says which file a row is of is a last column. */
	bool has_no_titles;
	bool is_picture; /* of one report that has a chart */
	/* Each may add to printer->line; all but `row` may be NULL. ERR_NOMEM. */
	bool (*begin)(
		struct printer *printer, const struct print_heading *heading, struct err *err);
	bool (*row)(struct printer *printer, const struct cell *cells, struct err *err);
	bool (*end)(struct printer *printer, struct err *err);
	bool (*close)(struct printer *printer, struct err *err); /* behind the last table */
	void (*drop)(void *state);                               /* release printer->state */
};

/* The formats of this room. */
extern const struct print_format print_table, print_csv, print_tsv, print_json, print_markdown;

struct print_options {
	const struct print_format *format;
	size_t width; /* of a table's lines, in columns; 0: no limit */
	bool color;
	bool many; /* several tables may follow each other: each needs its name */
};

struct printer {
	struct sink sink; /* first: row() gets back to the printer */
	const struct print_options *options;
	FILE *out;
	const struct column *columns;
	size_t column_count;
	struct column *with_file; /* those of the report, and "File"; NULL: only those */
	const char *file;         /* which all rows are of; NULL: sink.file says it */
	size_t tables;            /* before this one; behind the last: all */
	uint64_t rows;            /* of this one */
	struct text line;         /* what is not yet written */
	void *state;              /* of the format, from begin() to end() */
};

void printer_init(struct printer *printer, const struct print_options *options, FILE *out);
void printer_release(struct printer *printer);

/*
 * A table begins. `by_file`: printer->sink.file says row by row which file it is of. Its rows
 * then go to printer->sink. ERR_NOMEM; a failure to write is seen by who closes the file.
 */
bool printer_begin(struct printer *printer, const struct print_heading *heading, bool by_file,
	struct err *err) MUST_CHECK;
bool printer_end(struct printer *printer, struct err *err) MUST_CHECK;

/* Instead of printer_end(), where there were no rows: as if it had never begun. */
void printer_drop(struct printer *printer);

/* Behind the last table. */
bool printer_close(struct printer *printer, struct err *err) MUST_CHECK;

/* For formats: "TITLE (NAME): FILE" behind `mark`, with a blank line below, and one above. */
bool print_title(struct printer *printer, const struct print_heading *heading, const char *mark,
	bool bold, struct err *err) MUST_CHECK;

/* A cell's number with the column's decimals; nothing for text. `text` has 32 bytes. */
size_t print_number(const struct column *column, const struct cell *cell, char text[32]);

#endif /* STATS_TABLE_PRINT_H */
