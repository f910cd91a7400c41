#ifndef STATS_TABLE_PRINT_H
#define STATS_TABLE_PRINT_H

#include <stdio.h>

#include "base/json_write.h"
#include "base/rules.h"
#include "base/text.h"
#include "stats/measures/report.h"

/* Which rows of a report are shown, and in which order; zeroed: all, as the report gives them. */
struct row_options {
	const char *filter; /* regular expression: rows with a text that matches; or NULL */
	const char *sort;   /* "COLUMN", "COLUMN:asc" or "COLUMN:desc", or NULL */
	uint64_t limit;     /* so many; 0: all */
};

/* The filter and the order of one table. */
struct row_choice {
	const char *filter;
	size_t column_count;
	size_t sorted; /* the column, SIZE_MAX: none; and the direction */
	bool descends;
	struct names names; /* of texts */
	struct rules rules;
	struct cell *cells; /* kept, row by row */
	size_t count, cap;  /* of rows; of cells */
};

/*
 * ERR_USAGE, with the columns that there are, for a column that these reports lack; if there is
 * more than one report, it is enough if one has it. ERR_PATTERN.
 */
bool row_options_check(const struct row_options *options, const struct report *const *reports,
	size_t count, struct err *err) MUST_CHECK;

/* For a table that has these columns. ERR_PATTERN. */
bool row_choice_begin(struct row_choice *choice, const struct row_options *options,
	const struct column *columns, size_t column_count, struct err *err) MUST_CHECK;
void row_choice_release(struct row_choice *choice);

/* Whether some text of the row matches. ERR_PATTERN. */
bool row_choice_match(struct row_choice *choice, const struct cell *cells, bool *matches,
	struct err *err) MUST_CHECK;

/* If rows are sorted, they are kept. */
void row_choice_keep(struct row_choice *choice, const struct cell *cells);

static inline const struct cell *row_choice_at(const struct row_choice *choice, uint32_t row)
{
	return choice->cells + row * choice->column_count;
}

/* When there are all: their order. Caller frees. */
uint32_t *row_choice_sort(const struct row_choice *choice);

/*
 * A printer writes the rows of one report after the other in a format. Names are untrusted:
 * terminal control characters are replaced in all of them (docs/VALUES.md, "reports").
 */
struct printer;

/* The heading of a table. */
struct print_heading {
	const struct report *report;
	const char *name; /* as requested: "REPORT:base" */
	const char *file; /* the only file of the rows; NULL: all, or given row by row */
};

/* What is around the cells of a row, if it is a line; texts are added by a function. */
struct print_marks {
	const char *open, *close;
	char between[4];
	size_t between_len;
	void (*add_text)(struct text *line, const char *bytes, size_t len);
};

/* A format: one file each, listed in stats/stats_run.c. */
struct print_format {
	const char *name;   /* as in --format */
	const char *ending; /* of files that have it */
	struct print_marks marks;
	/* Tables have no titles: the row's file is in a last column. */
	bool has_no_titles;
	bool is_picture;  /* for a single report that has a chart */
	bool is_timeline; /* for the report timeline */
	/* Each may add to printer->line; all but `row` may be NULL. */
	bool (*begin)(
		struct printer *printer, const struct print_heading *heading, struct err *err);
	void (*note)(struct printer *printer, const char *text);
	void (*row)(struct printer *printer, const struct cell *cells);
	bool (*end)(struct printer *printer, struct err *err);
	void (*close)(struct printer *printer); /* after the last table */
	void (*drop)(void *state);              /* release printer->state */
};

/* The formats implemented in this room. */
extern const struct print_format print_table, print_csv, print_tsv, print_json, print_markdown,
	print_timeline;

struct print_options {
	const struct print_format *format;
	size_t width; /* of a table's lines, in columns; 0: no limit */
	bool color;
	const char *const *files; /* that were given */
	size_t file_count;
	struct row_options rows;
	size_t budget, tables; /* of JSON, in bytes, which is for so many tables; 0: any */
	/* The readable name of a kernel (svg/short_names.h); NULL: as it is. */
	void (*readable)(void *readable_names, const char *name, size_t len, const char **text,
		size_t *text_len);
	void *readable_names;
	/* Begin the file of each table; NULL: all go to one. */
	bool (*next)(
		void *context, const struct print_heading *heading, FILE **out, struct err *err);
	void *context;
};

struct printer {
	struct sink sink; /* first: row() gets back to the printer */
	const struct print_options *options;
	FILE *out;
	const struct column *columns;
	size_t column_count;
	struct column
		*with_file; /* those of the report, and "File"; NULL: only those of the report */
	const char *file;   /* of all rows; NULL: sink.file says it */
	size_t tables;      /* before this one; after the last: all */
	struct print_heading heading; /* of this one */
	const char *row_file;         /* what sink.file is for the row */
	uint64_t rows, left_out;      /* that are shown; those over the limit */
	struct {
		size_t written, end; /* bytes of earlier text; where this table has to end */
		uint64_t rows_cut;
		size_t tables_cut;
		bool is_cut; /* all of this one */
	} budget;
	struct row_choice choice;
	struct text line;       /* text not yet written */
	struct json_write json; /* of JSON: what is open */
	void *state;            /* of the format, from begin() to end() */
};

void printer_init(struct printer *printer, const struct print_options *options, FILE *out);
void printer_release(struct printer *printer);

/*
 * Begin a table. `by_file`: printer->sink.file is the file of each row. Its rows then go to
 * printer->sink. ERR_NOMEM; write errors are left to whoever closes the file.
 */
bool printer_begin(struct printer *printer, const struct print_heading *heading, bool by_file,
	struct err *err) MUST_CHECK;
bool printer_end(struct printer *printer, struct err *err) MUST_CHECK;

/* After the last table. */
void printer_close(struct printer *printer);

/* For formats: "TITLE (NAME): FILE" after `mark`, with a blank line below, and one above. */
void print_title(
	struct printer *printer, const struct print_heading *heading, const char *mark, bool bold);

/* For formats: the sentence as a paragraph of its own. */
void print_note(struct printer *printer, const char *text);

/* A cell's number with the column's decimals; nothing for text. `text` has 32 bytes. */
size_t print_number(const struct column *column, const struct cell *cell, char text[32]);

/* For formats: the member of an object that a cell is. */
void print_json_cell(struct json_write *json, const struct column *column, const struct cell *cell);

/* Append a text as a field of CSV or TSV that a spreadsheet does not evaluate. */
void print_add_csv(struct text *line, const char *bytes, size_t len);
void print_add_tsv(struct text *line, const char *bytes, size_t len);

/* The line between the heading of a table and its rows, in Markdown. */
void print_markdown_rule(struct text *text, const struct column *columns, size_t count);

/* Append text, as code if Markdown or who shows it would obey, link or notify something in it. */
void print_add_markdown(struct text *line, const char *bytes, size_t len);
void print_add_markdown_cell(struct text *line, const char *bytes, size_t len); /* of a table */

/*
 * The JSON of all commands that answer something is one object that begins alike
 * (docs/FORMATS.md, "JSON"): the version of the format, the command, and the files it read.
 */
enum { ENVELOPE_SCHEMA = 1 }; /* raised when a member is removed or changes its meaning */

/* Begin the object; more members and its end follow. Files may take `most` bytes; 0: any number. */
void envelope_begin(struct json_write *json, const char *command, const char *const *files,
	size_t count, size_t most);

/*
 * A table for people: rows are kept, and laid out when all have been added. Durations are in
 * suitable units and numbers right-aligned; columns that do not fit are omitted, the least
 * important first; a text that is still too long is cut in its middle, where kernel names are
 * least distinctive.
 */
struct text_table;

/* `columns` are borrowed. */
struct text_table *text_table_new(const struct column *columns, size_t column_count);

void text_table_add(struct text_table *table, const struct cell *cells);

/*
 * Append lines of at most `width` columns; 0: unlimited. With `out`, most of them are written to it
 * from `text`, where the last remain. Once.
 */
void text_table_print(const struct text_table *table, size_t width, struct text *text, FILE *out);

/* The same as Markdown; texts are untrusted, words are not. */
void text_table_print_markdown(const struct text_table *table, struct text *text);
void text_table_free(struct text_table *table);

#endif /* STATS_TABLE_PRINT_H */
