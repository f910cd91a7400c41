#include "stats/table/print.h"

/* Formats whose rows are lines of cells with separators. */

enum { NUMBER_BYTES = 32 };

static void put_row(struct printer *printer, const struct cell *cells)
{
	const struct print_marks *marks = &printer->options->format->marks;
	struct text *line = &printer->line;

	text_add_string(line, marks->open);
	for (size_t i = 0; i < printer->column_count; i++) {
		char *at = text_room(line, sizeof(marks->between) + NUMBER_BYTES);
		size_t between = i > 0 ? marks->between_len : 0;

		memcpy(at, marks->between, sizeof(marks->between));
		line->len += between;
		if (cells[i].kind == CELL_TEXT)
			marks->add_text(line, cells[i].is.text, cells[i].len);
		else
			line->len += print_number(&printer->columns[i], &cells[i], at + between);
	}
	text_add_string(line, marks->close);
}

static void put_head(struct printer *printer)
{
	const struct print_marks *marks = &printer->options->format->marks;
	char title[64];

	text_add_string(&printer->line, marks->open);
	for (size_t i = 0; i < printer->column_count; i++) {
		column_title(&printer->columns[i], title, sizeof(title));
		text_addf(&printer->line, "%s%s", i > 0 ? marks->between : "", title);
	}
	text_add_string(&printer->line, marks->close);
}

/* --- CSV and TSV ------------------------------------------------------------------ */

/* A blank line separates tables without titles. */
static bool begin(
	struct printer *printer, UNUSED const struct print_heading *heading, UNUSED struct err *err)
{
	if (printer->tables > 0 && printer->options->next == NULL)
		text_add(&printer->line, "\n", 1);
	put_head(printer);
	return true;
}

const struct print_format print_csv = {
	.name = "csv",
	.ending = ".csv",
	.marks = { "", "\n", ",", 1, print_add_csv },
	.has_no_titles = true,
	.begin = begin,
	.row = put_row,
};

const struct print_format print_tsv = {
	.name = "tsv",
	.ending = ".tsv",
	.marks = { "", "\n", "\t", 1, print_add_tsv },
	.has_no_titles = true,
	.begin = begin,
	.row = put_row,
};

/* --- Markdown --------------------------------------------------------------------- */

static bool begin_markdown(
	struct printer *printer, const struct print_heading *heading, UNUSED struct err *err)
{
	print_title(printer, heading, "### ", false);
	put_head(printer);
	print_markdown_rule(&printer->line, printer->columns, printer->column_count);
	return true;
}

const struct print_format print_markdown = {
	.name = "markdown",
	.ending = ".md",
	.marks = { "| ", " |\n", " | ", 3, print_add_markdown_cell },
	.begin = begin_markdown,
	.row = put_row,
};
