#include "stats/table/print.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/units.h"
#include "base/utf8_width.h"

/*
 * A table for people: durations in units that suit them, numbers to the right,
 * and what does not fit the terminal left out, the least important column
 * first; a text that is still too long is cut in its middle, where kernels'
 * names tell least.
 */
enum { GAP = 2, TEXT_MIN = 24 };

struct table {
	const struct column *columns;
	size_t column_count;
	char **cells; /* rows x columns, each its own allocation in `arena` */
	size_t cell_count, cells_cap;
	struct arena arena;
	uint32_t *widths; /* by column */
	char *text;
	size_t text_cap;
};

struct table *table_new(const struct column *columns, size_t column_count, struct err *err)
{
	struct table *table = mem_zeroed(1, sizeof(*table), err);

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

void table_free(struct table *table)
{
	if (table == NULL)
		return;
	arena_release(&table->arena);
	free(table->cells);
	free(table->widths);
	free(table->text);
	free(table);
}

static void put_time(double ns, char text[64])
{
	bool negative = ns < 0;

	if (negative)
		text[0] = '-';
	units_time((uint64_t)sink_scale(negative ? -ns : ns, 0), text + negative, UNITS_SIZE);
}

/* "1,234.5": the thousands of a plain number set apart. */
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

/* Copy a cell's text, cleaned: through a printer of its own, which owns a buffer. */
static bool keep_text(
	struct table *table, const char *text, size_t len, char **kept, struct err *err)
{
	struct printer clean = { 0 };
	bool ok = print_clean(&clean, text, len, 0, err);

	*kept = ok ? arena_copy(&table->arena, clean.line != NULL ? clean.line : "", clean.len, err)
		   : NULL;
	free(clean.line);
	return *kept != NULL;
}

bool table_add(struct table *table, const struct cell *cells, struct err *err)
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

struct fit {
	bool shown[64];
	uint32_t widths[64];
	size_t hidden;
};

static size_t line_width(const struct table *table, const struct fit *fit)
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

static bool hide_one(const struct table *table, struct fit *fit)
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

/* Make texts narrower, the widest first, none below `least`. */
static void shrink_texts(const struct table *table, struct fit *fit, size_t width, uint32_t least)
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

static void fit_columns(const struct table *table, size_t width, struct fit *fit)
{
	*fit = (struct fit){ 0 };
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

/* A text that fits `width` columns: whole, or its two ends with "..." between them. */
struct cut {
	size_t front, back; /* bytes from the beginning, and from there on to the end */
	size_t width;       /* columns that it takes then */
	bool dots;
};

static struct cut cut_text(const char *text, size_t len, size_t width)
{
	size_t whole = utf8_width(text, len), end;
	struct cut cut = { .front = len, .back = len, .width = whole };

	if (whole <= width)
		return cut;
	cut.dots = width >= 8;
	end = cut.dots ? (width - 3) / 3 : 0;
	cut.front = utf8_begin(text, len, width - end - (cut.dots ? 3 : 0));
	if (cut.dots)
		cut.back = utf8_begin(text, len, whole - end);
	/* The first half of a wide letter went with what is left out: so does the other. */
	while (cut.back < len && utf8_width(text + cut.back, len - cut.back) > end)
		cut.back += utf8_begin(text + cut.back, len - cut.back, 2);
	cut.width = utf8_width(text, cut.front) + utf8_width(text + cut.back, len - cut.back) +
		    (cut.dots ? 3 : 0);
	return cut;
}

static bool print_cut(struct printer *printer, const char *text, size_t len, const struct cut *cut,
	struct err *err)
{
	return print_bytes(printer, text, cut->front, err) &&
	       print_string(printer, cut->dots ? "..." : "", err) &&
	       print_bytes(printer, text + cut->back, len - cut->back, err);
}

bool print_fit(struct printer *printer, const char *text, size_t len, size_t width, struct err *err)
{
	struct printer clean = { 0 };
	bool ok = print_clean(&clean, text, len, 0, err);

	if (ok && clean.len > 0) {
		struct cut cut = cut_text(clean.line, clean.len, width);

		ok = print_cut(printer, clean.line, clean.len, &cut, err);
	}
	free(clean.line);
	return ok;
}

static bool print_blanks(struct printer *printer, size_t count, struct err *err)
{
	for (size_t i = 0; i < count; i++) {
		if (!print_bytes(printer, " ", 1, err))
			return false;
	}
	return true;
}

/* One line; NULL cells stand for the titles. */
static bool print_line(const struct table *table, const struct fit *fit, char *const *cells,
	struct printer *printer, struct err *err)
{
	size_t owed = 0; /* blanks that a line must not end with */

	for (size_t i = 0; i < table->column_count; i++) {
		const char *text = cells != NULL ? cells[i] : table->columns[i].name;
		struct cut cut = cut_text(text, strlen(text), fit->widths[i]);
		size_t pad = fit->widths[i] - cut.width;
		bool right = table->columns[i].kind != COLUMN_TEXT;

		if (!fit->shown[i])
			continue;
		if (cut.width == 0) {
			owed += pad + GAP;
			continue;
		}
		if (!print_blanks(printer, owed + (right ? pad : 0), err) ||
			!print_cut(printer, text, strlen(text), &cut, err))
			return false;
		owed = (right ? 0 : pad) + GAP;
	}
	return print_bytes(printer, "\n", 1, err);
}

/* "(not shown: A, B)", in as many lines as it takes. */
static bool print_hidden(
	const struct table *table, const struct fit *fit, struct printer *printer, struct err *err)
{
	static const char begin[] = "(not shown:";
	size_t width = printer->options->width, at = sizeof(begin) - 1, left = fit->hidden;

	if (left == 0)
		return true;
	if (!print_string(printer, begin, err))
		return false;
	for (size_t i = 0; i < table->column_count; i++) {
		const char *name = table->columns[i].name;
		size_t takes = strlen(name) + 1; /* and a comma or the bracket */
		bool wraps = at + 1 + takes > width;

		if (fit->shown[i])
			continue;
		left--;
		at = (wraps ? 1 : at + 1) + takes;
		if (!print_string(printer, wraps ? "\n " : " ", err) ||
			!print_string(printer, name, err) ||
			!print_string(printer, left > 0 ? "," : ")\n", err))
			return false;
	}
	return true;
}

bool table_print(const struct table *table, struct printer *printer, struct err *err)
{
	struct fit fit;
	bool ok;

	if (table->cell_count == 0)
		return print_string(printer, "(nothing)\n", err);
	fit_columns(table, printer->options->width, &fit);
	ok = print_line(table, &fit, NULL, printer, err);
	for (size_t at = 0; ok && at < table->cell_count; at += table->column_count)
		ok = print_line(table, &fit, table->cells + at, printer, err);
	return ok && print_hidden(table, &fit, printer, err);
}
