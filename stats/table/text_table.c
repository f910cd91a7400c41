#include "stats/table/text_table.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/units.h"
#include "base/utf8_width.h"
#include "stats/table/print.h"

enum { GAP = 2, TEXT_MIN = 24 };

struct text_table {
	const struct column *columns;
	size_t column_count;
	char **cells; /* rows x columns, each its own allocation in `arena` */
	size_t cell_count, cells_cap;
	struct arena arena;
	uint32_t *widths;  /* by column */
	struct text clean; /* a cell's text on its way in */
};

struct text_table *text_table_new(
	const struct column *columns, size_t column_count, struct err *err)
{
	struct text_table *table = mem_zeroed(1, sizeof(*table), err);

	if (table == NULL)
		return NULL;
	table->columns = columns;
	table->column_count = column_count;
	table->widths = mem_zeroed(column_count, sizeof(*table->widths), err);
	if (table->widths == NULL) {
		free(table);
		return NULL;
	}
	return table;
}

void text_table_free(struct text_table *table)
{
	if (table == NULL)
		return;
	arena_release(&table->arena);
	free(table->cells);
	free(table->widths);
	text_release(&table->clean);
	free(table);
}

static void put_time(double ns, char text[64])
{
	bool negative = ns < 0;

	if (negative)
		text[0] = '-';
	units_time((uint64_t)sink_scale(negative ? -ns : ns, 0), text + negative, UNITS_SIZE);
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
	char plain[32];

	print_number(column, cell, plain);
	switch (column->kind) {
	case COLUMN_TIME:
		put_time(real, text);
		return;
	case COLUMN_STAMP:
		snprintf(text, 64, "%.6f s", real / 1e9);
		return;
	case COLUMN_PERCENT:
		snprintf(text, 64, "%s%%", plain);
		return;
	case COLUMN_ID:
	case COLUMN_TEXT:
	case COLUMN_WORD:
		snprintf(text, 64, "%s", plain);
		return;
	case COLUMN_COUNT:
	case COLUMN_MB:
	case COLUMN_RATE:
	case COLUMN_GB_RATE:
		break;
	}
	set_thousands_apart(plain, text);
}

/* Copy a cell's text, cleaned. */
static bool keep_text(
	struct text_table *table, const char *text, size_t len, char **kept, struct err *err)
{
	table->clean.len = 0;
	*kept = text_add_clean(&table->clean, text, len, 0, err)
			? arena_copy(&table->arena, table->clean.bytes, table->clean.len, err)
			: NULL;
	return *kept != NULL;
}

bool text_table_add(struct text_table *table, const struct cell *cells, struct err *err)
{
	if (!mem_grow((void **)&table->cells, &table->cells_cap,
		    table->cell_count + table->column_count, sizeof(*table->cells), err))
		return false;
	for (size_t i = 0; i < table->column_count; i++) {
		char number[64] = "", *kept;
		bool text = cells[i].kind == CELL_TEXT;
		uint32_t columns;

		if (cells[i].kind == CELL_INTEGER || cells[i].kind == CELL_REAL)
			put_number(&table->columns[i], &cells[i], number);
		if (!keep_text(table, text ? cells[i].is.text : number,
			    text ? cells[i].len : strlen(number), &kept, err))
			return false;
		table->cells[table->cell_count++] = kept;
		columns = (uint32_t)utf8_width(kept, strlen(kept));
		if (columns > table->widths[i])
			table->widths[i] = columns;
	}
	return true;
}

struct table_fit {
	bool shown[64];
	uint32_t widths[64];
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
	for (size_t i = 0; i < table->column_count; i++) {
		uint32_t title = (uint32_t)strlen(table->columns[i].name);

		fit->shown[i] = true;
		fit->widths[i] = table->widths[i] > title ? table->widths[i] : title;
	}
	if (width == 0)
		return;
	do {
		for (size_t i = 0; i < table->column_count; i++)
			if (table->columns[i].kind == COLUMN_TEXT)
				fit->widths[i] = table->widths[i] > strlen(table->columns[i].name)
							 ? table->widths[i]
							 : (uint32_t)strlen(table->columns[i].name);
		shrink_texts(table, fit, width, TEXT_MIN);
	} while (line_width(table, fit) > width && hide_one(table, fit));
	shrink_texts(table, fit, width, 4);
}

static bool add_blanks(struct text *text, size_t count, struct err *err)
{
	for (size_t i = 0; i < count; i++) {
		if (!text_add(text, " ", 1, err))
			return false;
	}
	return true;
}

/* One line; NULL cells: the titles. */
static bool add_line(const struct text_table *table, const struct table_fit *fit,
	char *const *cells, struct text *line, struct err *err)
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
		if (!add_blanks(line, owed + (right ? pad : 0), err) ||
			!text_add_cut(line, text, strlen(text), &cut, err))
			return false;
		owed = (right ? 0 : pad) + GAP;
	}
	return text_add(line, "\n", 1, err);
}

/* "(not shown: A, B)", in as many lines as it takes. */
static bool add_hidden(const struct text_table *table, const struct table_fit *fit, size_t width,
	struct text *text, struct err *err)
{
	static const char begin[] = "(not shown:";
	size_t at = sizeof(begin) - 1, left = fit->hidden;

	if (left == 0)
		return true;
	if (!text_add_string(text, begin, err))
		return false;
	for (size_t i = 0; i < table->column_count; i++) {
		const char *name = table->columns[i].name;
		size_t takes = strlen(name) + 1; /* and a comma or the bracket */
		bool wraps = at + 1 + takes > width;

		if (fit->shown[i])
			continue;
		left--;
		at = (wraps ? 1 : at + 1) + takes;
		if (!text_add_string(text, wraps ? "\n " : " ", err) ||
			!text_add_string(text, name, err) ||
			!text_add_string(text, left > 0 ? "," : ")\n", err))
			return false;
	}
	return true;
}

bool text_table_print(
	const struct text_table *table, size_t width, struct text *text, struct err *err)
{
	struct table_fit fit;
	bool ok;

	if (table->cell_count == 0)
		return text_add_string(text, "(nothing)\n", err);
	fit_columns(table, width, &fit);
	ok = add_line(table, &fit, NULL, text, err);
	for (size_t at = 0; ok && at < table->cell_count; at += table->column_count)
		ok = add_line(table, &fit, table->cells + at, text, err);
	return ok && add_hidden(table, &fit, width, text, err);
}
