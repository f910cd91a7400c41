#include <string.h>

#include "stats/table/print.h"

enum { BETWEEN_BYTES = 4, NUMBER_BYTES = 32 };

/* Formats whose rows are lines of cells with separators. */
struct marks {
	const char *open, *close;
	char between[BETWEEN_BYTES];
	size_t between_len;
	void (*add_text)(struct text *line, const char *bytes, size_t len);
};

static void put_row(struct printer *printer, const struct marks *marks, const struct cell *cells)
{
	struct text *line = &printer->line;

	text_add_string(line, marks->open);
	for (size_t i = 0; i < printer->column_count; i++) {
		char *at = text_room(line, BETWEEN_BYTES + NUMBER_BYTES);
		size_t between = i > 0 ? marks->between_len : 0;

		memcpy(at, marks->between, BETWEEN_BYTES);
		line->len += between;
		if (cells[i].kind == CELL_TEXT)
			marks->add_text(line, cells[i].is.text, cells[i].len);
		else
			line->len += print_number(&printer->columns[i], &cells[i], at + between);
	}
	text_add_string(line, marks->close);
}

static void put_head(struct printer *printer, const struct marks *marks)
{
	char title[64];

	text_add_string(&printer->line, marks->open);
	for (size_t i = 0; i < printer->column_count; i++) {
		column_title(&printer->columns[i], title, sizeof(title));
		text_addf(&printer->line, "%s%s", i > 0 ? marks->between : "", title);
	}
	text_add_string(&printer->line, marks->close);
}

/* A blank line separates tables without titles. */
static bool put_gap_and_head(struct printer *printer, const struct marks *marks)
{
	if (printer->tables > 0 && printer->options->next == NULL)
		text_add(&printer->line, "\n", 1);
	put_head(printer, marks);
	return true;
}

/* --- CSV -------------------------------------------------------------------------- */

static const struct marks csv_marks = { "", "\n", ",", 1, print_add_csv };

static bool begin_csv(struct printer *printer, const struct print_heading *heading, struct err *err)
{
	(void)heading;
	(void)err;
	return put_gap_and_head(printer, &csv_marks);
}

static void put_csv_row(struct printer *printer, const struct cell *cells)
{
	put_row(printer, &csv_marks, cells);
}

const struct print_format print_csv = {
	.name = "csv",
	.ending = ".csv",
	.has_no_titles = true,
	.begin = begin_csv,
	.row = put_csv_row,
};

/* --- TSV -------------------------------------------------------------------------- */

static const struct marks tsv_marks = { "", "\n", "\t", 1, print_add_tsv };

static bool begin_tsv(struct printer *printer, const struct print_heading *heading, struct err *err)
{
	(void)heading;
	(void)err;
	return put_gap_and_head(printer, &tsv_marks);
}

static void put_tsv_row(struct printer *printer, const struct cell *cells)
{
	put_row(printer, &tsv_marks, cells);
}

const struct print_format print_tsv = {
	.name = "tsv",
	.ending = ".tsv",
	.has_no_titles = true,
	.begin = begin_tsv,
	.row = put_tsv_row,
};

/* --- Markdown --------------------------------------------------------------------- */

static const struct marks markdown_marks = { "| ", " |\n", " | ", 3, print_add_markdown_cell };

static bool begin_markdown(
	struct printer *printer, const struct print_heading *heading, struct err *err)
{
	(void)err;
	print_title(printer, heading, "### ", false);
	put_head(printer, &markdown_marks);
	for (size_t i = 0; i < printer->column_count; i++)
		text_add_string(&printer->line,
			printer->columns[i].kind == COLUMN_TEXT ? "| --- " : "| ---: ");
	text_add_string(&printer->line, "|\n");
	return true;
}

static void put_markdown_row(struct printer *printer, const struct cell *cells)
{
	put_row(printer, &markdown_marks, cells);
}

const struct print_format print_markdown = {
	.name = "markdown",
	.ending = ".md",
	.begin = begin_markdown,
	.row = put_markdown_row,
};
