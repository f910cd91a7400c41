#ifndef STATS_TABLE_PRINT_H
#define STATS_TABLE_PRINT_H

#include <stdbool.h>
#include <stdio.h>

#include "stats/report.h"

/*
 * Rows as text: a table for people, in their units, and the formats of scripts,
 * in nsys's. Names come from strangers: what a terminal would obey is replaced
 * in all of them (docs/FORMATS.md, "reports").
 */
enum print_format {
	PRINT_TABLE,
	PRINT_CSV,
	PRINT_TSV,
	PRINT_JSON,
	PRINT_MARKDOWN,
	PRINT_SVG, /* one report that has a chart */
};

struct print_options {
	enum print_format format;
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
	size_t tables;            /* begun so far */
	uint64_t rows;            /* of this one */
	char *line;               /* what is not yet written */
	size_t len, cap;
	struct table *table; /* PRINT_TABLE: the rows so far */
	struct chart *chart; /* PRINT_SVG */
};

void printer_init(struct printer *printer, const struct print_options *options, FILE *out);
void printer_release(struct printer *printer);

/*
 * A table begins, of the report as `name` has it ("REPORT:base"). `file` says of which file alone
 * it tells, or is NULL: where tables have no titles, in a last column. `by_file`:
 * printer->sink.file says it row by row there. Its rows then go to printer->sink. ERR_NOMEM; a
 * failure to write is seen by who closes the file.
 */
bool printer_begin(struct printer *printer, const struct report *report, const char *name,
	const char *file, bool by_file, struct err *err) MUST_CHECK;
bool printer_end(struct printer *printer, struct err *err) MUST_CHECK;

/* Instead of printer_end(), where there were no rows: as if it had never begun. */
void printer_drop(struct printer *printer);

/* Behind the last table. */
bool printer_close(struct printer *printer, struct err *err) MUST_CHECK;

/*
 * Append bytes to printer->line, cleaned for a terminal: control characters,
 * line separators and marks that change the direction of writing become blanks,
 * what is no UTF-8 becomes U+FFFD. `quote` (or 0) is doubled. ERR_NOMEM.
 */
bool print_clean(struct printer *printer, const char *text, size_t len, char quote,
	struct err *err) MUST_CHECK;
bool print_bytes(struct printer *printer, const char *text, size_t len, struct err *err) MUST_CHECK;
bool print_string(struct printer *printer, const char *text, struct err *err) MUST_CHECK;

/* print_clean() of a text cut to `width` columns, with "..." for what is missing. ERR_NOMEM. */
bool print_fit(struct printer *printer, const char *text, size_t len, size_t width,
	struct err *err) MUST_CHECK;

/* Append a JSON string. ERR_NOMEM. */
bool print_json_text(
	struct printer *printer, const char *text, size_t len, struct err *err) MUST_CHECK;

/* A cell's number with the column's decimals; nothing for text. `text` has 32 bytes. */
size_t print_number(const struct column *column, const struct cell *cell, char text[32]);

/* stats/table/print_table.c: the rows are kept, and laid out when all are there. */
struct table *table_new(const struct column *columns, size_t column_count, struct err *err);
bool table_add(struct table *table, const struct cell *cells, struct err *err) MUST_CHECK;
bool table_print(const struct table *table, struct printer *printer, struct err *err) MUST_CHECK;
void table_free(struct table *table);

#endif /* STATS_TABLE_PRINT_H */
