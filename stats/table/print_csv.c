#include <string.h>

#include "stats/table/print.h"

enum { BETWEEN_BYTES = 4, NUMBER_BYTES = 32 };

/* Formats whose rows are lines of cells with separators. */
struct marks {
	const char *open, *close;
	char between[BETWEEN_BYTES];
	size_t between_len;
	bool (*add_text)(struct text *line, const char *bytes, size_t len, struct err *err);
};

static bool put_row(struct printer *printer, const struct marks *marks, const struct cell *cells,
	struct err *err)
{
	struct text *line = &printer->line;
	bool ok = text_try_add_string(line, marks->open, err);

	for (size_t i = 0; ok && i < printer->column_count; i++) {
		char *at = text_try_room(line, BETWEEN_BYTES + NUMBER_BYTES, err);
		size_t between = i > 0 ? marks->between_len : 0;

		if (at == NULL)
			return false;
		memcpy(at, marks->between, BETWEEN_BYTES);
		line->len += between;
		if (cells[i].kind == CELL_TEXT)
			ok = marks->add_text(line, cells[i].is.text, cells[i].len, err);
		else
			line->len += print_number(&printer->columns[i], &cells[i], at + between);
	}
	return ok && text_try_add_string(line, marks->close, err);
}

static bool put_head(struct printer *printer, const struct marks *marks, struct err *err)
{
	bool ok = text_try_add_string(&printer->line, marks->open, err);
	char title[64];

	for (size_t i = 0; ok && i < printer->column_count; i++) {
		column_title(&printer->columns[i], title, sizeof(title));
		ok = (i == 0 || text_try_add_string(&printer->line, marks->between, err)) &&
		     text_try_add_string(&printer->line, title, err);
	}
	return ok && text_try_add_string(&printer->line, marks->close, err);
}

/* A blank line separates tables without titles. */
static bool put_gap_and_head(struct printer *printer, const struct marks *marks, struct err *err)
{
	return text_try_add_string(&printer->line,
		       printer->tables > 0 && printer->options->next == NULL ? "\n" : "", err) &&
	       put_head(printer, marks, err);
}

static bool calls_something(const char *bytes, size_t len)
{
	return memchr(bytes, '(', len) != NULL || memchr(bytes, '|', len) != NULL ||
	       memchr(bytes, '!', len) != NULL;
}

/*
 * Whether a spreadsheet would take it for a formula, and might run it. "--forward", as nsys
 * indents names, is allowed: it calls nothing.
 */
static bool is_formula(const char *bytes, size_t len)
{
	if (len == 0 || (*bytes != '=' && *bytes != '+' && *bytes != '-' && *bytes != '@'))
		return false;
	return len < 2 || memcmp(bytes, "--", 2) != 0 || calls_something(bytes, len);
}

/* Spreadsheets treat a cell that begins with "'" as text. */
static bool add_mark_of_text(struct text *line, const char *bytes, size_t len, struct err *err)
{
	return !is_formula(bytes, len) || text_try_add(line, "'", 1, err);
}

/* --- CSV -------------------------------------------------------------------------- */

/* RFC 4180, with quotes only where they are needed. */
bool print_add_csv(struct text *line, const char *bytes, size_t len, struct err *err)
{
	bool quoted;

	if (text_is_plain(bytes, len, ',', '"') && !is_formula(bytes, len))
		return text_try_add(line, bytes, len, err);
	quoted = memchr(bytes, ',', len) != NULL || memchr(bytes, '"', len) != NULL;
	if (!quoted)
		return add_mark_of_text(line, bytes, len, err) &&
		       text_try_add_clean(line, bytes, len, 0, err);
	return text_try_add(line, "\"", 1, err) && add_mark_of_text(line, bytes, len, err) &&
	       text_try_add_clean(line, bytes, len, '"', err) && text_try_add(line, "\"", 1, err);
}

static const struct marks csv_marks = { "", "\n", ",", 1, print_add_csv };

static bool begin_csv(struct printer *printer, const struct print_heading *heading, struct err *err)
{
	(void)heading;
	return put_gap_and_head(printer, &csv_marks, err);
}

static bool put_csv_row(struct printer *printer, const struct cell *cells, struct err *err)
{
	return put_row(printer, &csv_marks, cells, err);
}

const struct print_format print_csv = {
	.name = "csv",
	.ending = ".csv",
	.has_no_titles = true,
	.begin = begin_csv,
	.row = put_csv_row,
};

/* --- TSV -------------------------------------------------------------------------- */

static bool add_tsv_text(struct text *line, const char *bytes, size_t len, struct err *err)
{
	return add_mark_of_text(line, bytes, len, err) &&
	       text_try_add_clean(line, bytes, len, 0, err);
}

static const struct marks tsv_marks = { "", "\n", "\t", 1, add_tsv_text };

static bool begin_tsv(struct printer *printer, const struct print_heading *heading, struct err *err)
{
	(void)heading;
	return put_gap_and_head(printer, &tsv_marks, err);
}

static bool put_tsv_row(struct printer *printer, const struct cell *cells, struct err *err)
{
	return put_row(printer, &tsv_marks, cells, err);
}

const struct print_format print_tsv = {
	.name = "tsv",
	.ending = ".tsv",
	.has_no_titles = true,
	.begin = begin_tsv,
	.row = put_tsv_row,
};

/* --- Markdown --------------------------------------------------------------------- */

/* A '|' would end the cell, and "<b>" would be obeyed (CommonMark 0.31, 6.6). */
bool print_add_markdown(struct text *line, const char *bytes, size_t len, struct err *err)
{
	static const char special[] = "|<>*_`[]\\~&";
	size_t plain = 0;

	for (size_t i = 0; i <= len; i++) {
		if (i < len && (bytes[i] == '\0' || strchr(special, bytes[i]) == NULL))
			continue;
		if (!text_try_add_clean(line, bytes + plain, i - plain, 0, err) ||
			(i < len && !text_try_add(line, "\\", 1, err)))
			return false;
		plain = i;
		/* the special one itself goes with what is behind it */
	}
	return true;
}

static const struct marks markdown_marks = { "| ", " |\n", " | ", 3, print_add_markdown };

static bool begin_markdown(
	struct printer *printer, const struct print_heading *heading, struct err *err)
{
	bool ok = print_title(printer, heading, "### ", false, err) &&
		  put_head(printer, &markdown_marks, err);

	for (size_t i = 0; ok && i < printer->column_count; i++)
		ok = text_try_add_string(&printer->line,
			printer->columns[i].kind == COLUMN_TEXT ? "| --- " : "| ---: ", err);
	return ok && text_try_add_string(&printer->line, "|\n", err);
}

static bool put_markdown_row(struct printer *printer, const struct cell *cells, struct err *err)
{
	return put_row(printer, &markdown_marks, cells, err);
}

const struct print_format print_markdown = {
	.name = "markdown",
	.ending = ".md",
	.begin = begin_markdown,
	.row = put_markdown_row,
};

/* The same by another name. */
const struct print_format print_md = {
	.name = "md",
	.ending = ".md",
	.begin = begin_markdown,
	.row = put_markdown_row,
};
