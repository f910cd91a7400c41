#include <inttypes.h>
#include <math.h>

#include "base/units.h"
#include "base/utf8.h"
#include "stats/table/print.h"

enum { GAP = 2, TEXT_MIN = 24, COLUMNS_MAX = 64, FLUSH_BYTES = 1 << 16 };

struct text_table {
	const struct column *columns;
	size_t column_count;
	size_t row_count;
	struct text rows; /* each cell with a NUL */
	uint32_t *widths; /* by column */
};

struct text_table *text_table_new(const struct column *columns, size_t column_count)
{
	struct text_table *table = mem_zeroed(1, sizeof(*table));

	table->columns = columns;
	table->column_count = column_count;
	table->widths = mem_zeroed(column_count, sizeof(*table->widths));
	return table;
}

void text_table_free(struct text_table *table)
{
	if (table == NULL)
		return;
	text_release(&table->rows);
	free(table->widths);
	free(table);
}

/* "1,234.5": a plain number with thousands separators. */
static void set_thousands_apart(const char *plain, char text[64])
{
	size_t digits = strspn(plain, "-0123456789"), at = 0;

	for (size_t i = 0; plain[i] != '\0'; i++) {
		if (i > 0 && i < digits && (digits - i) % 3 == 0 && plain[i - 1] != '-')
			text[at++] = ',';
		text[at++] = plain[i];
	}
	text[at] = '\0';
}

static void put_number(const struct column *column, const struct cell *cell, char text[64])
{
	double real = cell->kind == CELL_REAL ? cell->is.real : (double)cell->is.integer;
	bool is_name = column->kind == COLUMN_ID || column->kind <= COLUMN_WORD;
	char plain[32];

	print_number(column, cell, plain);
	if (column->kind == COLUMN_TIME) {
		text[0] = '-';
		units_time((uint64_t)sink_scale(fabs(real), 0), text + (real < 0), UNITS_SIZE);
	} else if (column->kind == COLUMN_STAMP)
		snprintf(text, 64, "%.6f s", real / 1e9);
	else if (column->kind == COLUMN_PERCENT || is_name)
		snprintf(text, 64, "%s%s", plain, is_name ? "" : "%");
	else
		set_thousands_apart(plain, text);
}

void text_table_add(struct text_table *table, const struct cell *cells)
{
	struct text *rows = &table->rows;

	for (size_t i = 0; i < table->column_count; i++) {
		size_t at = rows->len;
		char number[64] = "";
		bool text = cells[i].kind == CELL_TEXT;
		uint32_t columns;

		if (cells[i].kind == CELL_INTEGER || cells[i].kind == CELL_REAL)
			put_number(&table->columns[i], &cells[i], number);
		text_add_clean(rows, text ? cells[i].is.text : number,
			text ? cells[i].len : strlen(number), 0);
		columns = (uint32_t)utf8_width(rows->bytes + at, rows->len - at);
		if (columns > table->widths[i])
			table->widths[i] = columns;
		text_add(rows, "", 1);
	}
	table->row_count++;
}

struct table_fit {
	bool shown[COLUMNS_MAX];
	uint32_t widths[COLUMNS_MAX];
	size_t hidden;
};

static size_t line_width(const struct text_table *table, const struct table_fit *fit)
{
	size_t width = 0, shown = 0;

	for (size_t i = 0; i < table->column_count; i++) {
		if (fit->shown[i]) {
			width += fit->widths[i];
			shown++;
		}
	}
	return width + (shown > 0 ? shown - 1 : 0) * GAP;
}

static bool hide_one(const struct text_table *table, struct table_fit *fit)
{
	size_t worst = SIZE_MAX;

	for (size_t i = 0; i < table->column_count; i++) {
		if (fit->shown[i] && table->columns[i].expendable > 0 &&
			(worst == SIZE_MAX ||
				table->columns[i].expendable > table->columns[worst].expendable))
			worst = i;
	}
	if (worst == SIZE_MAX)
		return false;
	fit->shown[worst] = false;
	fit->hidden++;
	return true;
}

/* Narrow the texts, widest first, to no less than `least`. */
static void shrink_texts(
	const struct text_table *table, struct table_fit *fit, size_t width, uint32_t least)
{
	for (;;) {
		size_t widest = SIZE_MAX, line = line_width(table, fit);

		if (line <= width)
			return;
		for (size_t i = 0; i < table->column_count; i++) {
			if (fit->shown[i] && table->columns[i].kind == COLUMN_TEXT &&
				fit->widths[i] > least &&
				(widest == SIZE_MAX || fit->widths[i] > fit->widths[widest]))
				widest = i;
		}
		if (widest == SIZE_MAX)
			return;
		fit->widths[widest] = line - width < fit->widths[widest] - least
					      ? (uint32_t)(fit->widths[widest] - (line - width))
					      : least;
	}
}

static void fit_columns(const struct text_table *table, size_t width, struct table_fit *fit)
{
	*fit = (struct table_fit){ 0 };
	memset(fit->shown, true, table->column_count);
	width = width > 0 ? width : SIZE_MAX;
	do {
		for (size_t i = 0; i < table->column_count; i++) {
			uint32_t title = (uint32_t)strlen(table->columns[i].name);

			fit->widths[i] = table->widths[i] > title ? table->widths[i] : title;
		}
		shrink_texts(table, fit, width, TEXT_MIN);
	} while (line_width(table, fit) > width && hide_one(table, fit));
	shrink_texts(table, fit, width, 4);
}

/* One line; NULL cells: the titles. */
static void add_line(const struct text_table *table, const struct table_fit *fit,
	const char *const *cells, struct text *line)
{
	size_t owed = 0; /* blanks pending, since a line must not end with any */

	for (size_t i = 0; i < table->column_count; i++) {
		const char *text = cells != NULL ? cells[i] : table->columns[i].name;
		struct text_cut cut = text_cut(text, strlen(text), fit->widths[i]);
		size_t pad = fit->widths[i] - cut.width;
		bool right = table->columns[i].kind != COLUMN_TEXT;

		if (!fit->shown[i])
			continue;
		if (cut.width == 0) {
			owed += pad + GAP;
			continue;
		}
		owed += right ? pad : 0;
		memset(text_room(line, owed), ' ', owed);
		line->len += owed;
		text_add_cut(line, text, strlen(text), &cut);
		owed = (right ? 0 : pad) + GAP;
	}
	text_add(line, "\n", 1);
}

/* "(not shown: A, B)", in as many lines as it takes. */
static void add_hidden(const struct text_table *table, const struct table_fit *fit, size_t width,
	struct text *text)
{
	static const char begin[] = "(not shown:";
	size_t at = sizeof(begin) - 1, left = fit->hidden;

	if (left == 0)
		return;
	text_add_string(text, begin);
	for (size_t i = 0; i < table->column_count; i++) {
		const char *name = table->columns[i].name;
		size_t takes = strlen(name) + 1; /* and a comma or the bracket */
		bool wraps = at + 1 + takes > width;

		if (fit->shown[i])
			continue;
		left--;
		at = (wraps ? 1 : at + 1) + takes;
		text_addf(text, "%s%s%s", wraps ? "\n " : " ", name, left > 0 ? "," : ")\n");
	}
}

/* The lines so far; write errors are left to whoever closes `out`. */
static void flush(struct text *text, FILE *out)
{
	if (out == NULL || text->len <= FLUSH_BYTES)
		return;
	fwrite(text->bytes, 1, text->len, out);
	text->len = 0;
}

void text_table_print(const struct text_table *table, size_t width, struct text *text, FILE *out)
{
	const char *cells[COLUMNS_MAX], *cell = table->rows.bytes;
	struct table_fit fit;

	if (table->row_count == 0) {
		text_add_string(text, "(nothing)\n");
		return;
	}
	fit_columns(table, width, &fit);
	add_line(table, &fit, NULL, text);
	for (size_t row = 0; row < table->row_count; row++) {
		for (size_t i = 0; i < table->column_count; i++, cell += strlen(cell) + 1)
			cells[i] = cell;
		add_line(table, &fit, cells, text);
		flush(text, out);
	}
	add_hidden(table, &fit, width, text);
}

void print_markdown_rule(struct text *text, const struct column *columns, size_t count)
{
	for (size_t i = 0; i < count; i++)
		text_add_string(text, columns[i].kind == COLUMN_TEXT ? "| --- " : "| ---: ");
	text_add_string(text, "|\n");
}

void text_table_print_markdown(const struct text_table *table, struct text *text)
{
	const char *cell = table->rows.bytes;

	for (size_t i = 0; i < table->column_count; i++)
		text_addf(text, "| %s ", table->columns[i].name);
	text_add_string(text, "|\n");
	print_markdown_rule(text, table->columns, table->column_count);
	for (size_t row = 0; row < table->row_count; row++) {
		for (size_t i = 0; i < table->column_count; i++, cell += strlen(cell) + 1) {
			text_add_string(text, "| ");
			if (table->columns[i].kind == COLUMN_TEXT)
				print_add_markdown_cell(text, cell, strlen(cell));
			else
				text_add_string(text, cell);
			text_add(text, " ", 1);
		}
		text_add_string(text, "|\n");
	}
}

/* --- the format ------------------------------------------------------------------------------ */

/* Tables for people. */

static bool begin(
	struct printer *printer, const struct print_heading *heading, UNUSED struct err *err)
{
	print_title(printer, heading, "", printer->options->color);
	printer->state = text_table_new(printer->columns, printer->column_count);
	return true;
}

static void take_row(struct printer *printer, const struct cell *cells)
{
	text_table_add(printer->state, cells);
}

static bool end(struct printer *printer, UNUSED struct err *err)
{
	enum { FEW_ROWS = 1000 };
	uint64_t more = printer->left_out;

	text_table_print(printer->state, printer->options->width, &printer->line,
		printer->rows > FEW_ROWS ? printer->out : NULL);
	if (more > 0)
		text_addf(&printer->line, "(%" PRIu64 " more row%s)\n", more, more == 1 ? "" : "s");
	return true;
}

static void drop(void *state)
{
	text_table_free(state);
}

const struct print_format print_table = {
	.name = "table",
	.ending = ".txt",
	.begin = begin,
	.note = print_note,
	.row = take_row,
	.end = end,
	.drop = drop,
};
