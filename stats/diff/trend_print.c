#include "stats/diff/trend_print.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "stats/diff/diff_json.h"
#include "stats/table/print.h"
#include "stats/table/text_table.h"

enum { FIGURES = 5, COLUMNS = FIGURES + 3 };

static const char *const figure_names[FIGURES] = { "change", "by", "first", "median", "last" };

static void put_figures(
	const struct diff *diff, const struct trend_row *row, char figures[FIGURES][DIFF_AMOUNT])
{
	const struct diff_change *change = &row->change;

	diff_change_text(diff, change->after - change->before, figures[0]);
	diff_percent_text(change, figures[1]);
	if (change->after == 0 && change->before > 0)
		snprintf(figures[1], DIFF_AMOUNT, "gone");
	diff_amount_text(diff, row->values[0], figures[2]);
	diff_amount_text(diff, change->before, figures[3]);
	diff_amount_text(diff, change->after, figures[4]);
}

/* "total" or the range, not cleaned. */
static bool put_name(
	const struct diff *diff, const struct trend_row *row, struct text *text, struct err *err)
{
	const struct name *name;

	text->len = 0;
	if (row->frame == NAME_NONE)
		return text_try_add_string(text, "total", err);
	name = &diff->names.list[row->frame];
	return text_try_add(text, name->text, name->len, err); /* no frame is empty */
}

/* Of the rows, the total and those that changed, as many as the page lists. */
static size_t rows_shown(const struct diff_page *page, const struct trend *trend)
{
	size_t changed = 1;

	while (changed < trend->count && trend_row_changed(&trend->rows[changed]))
		changed++;
	return page->limit == 0 || changed - 1 < page->limit ? changed : page->limit + 1;
}

/* "5 of 12 ranges that changed; 7 ranges changed no more than the runs scatter" */
static bool put_rest(const struct trend *trend, size_t shown, struct text *line, struct err *err)
{
	size_t changed = 0, noise = 0;
	char text[160];

	for (size_t i = 1; i < trend->count; i++) {
		changed += trend_row_changed(&trend->rows[i]);
		noise += trend->rows[i].change.noise && !trend_row_changed(&trend->rows[i]);
	}
	if (shown - 1 < changed) {
		snprintf(text, sizeof(text), "%zu of %zu ranges that changed%s", shown - 1, changed,
			noise > 0 ? "; " : "");
		if (!text_try_add_string(line, text, err))
			return false;
	}
	snprintf(text, sizeof(text), "%zu range%s changed no more than the runs scatter", noise,
		noise == 1 ? "" : "s");
	return noise == 0 || text_try_add_string(line, text, err);
}

/* --- for a terminal ----------------------------------------------------------------- */

static struct cell cell_of(const struct text *text)
{
	return (struct cell){
		.kind = CELL_TEXT,
		.len = (uint32_t)(text->len < UINT32_MAX ? text->len : UINT32_MAX),
		.is.text = text->len > 0 ? text->bytes : "",
	};
}

static bool add_row(struct text_table *table, const struct diff_page *page,
	const struct trend_row *row, struct err *err)
{
	const struct diff *diff = page->diff;
	struct text since = { 0 }, name = { 0 };
	char figures[FIGURES][DIFF_AMOUNT], line[TREND_LINE];
	struct cell cells[COLUMNS];
	bool ok = trend_since_text(diff, &row->change, &since, err) &&
		  put_name(diff, row, &name, err);

	put_figures(diff, row, figures);
	trend_sparkline(row->values, diff_runs(diff), page->blocks, line);
	for (size_t i = 0; i < FIGURES; i++)
		cells[i] = cell_text(figures[i]);
	cells[FIGURES] = cell_text(line);
	cells[FIGURES + 1] = cell_of(&since);
	cells[FIGURES + 2] = cell_of(&name);
	ok = ok && text_table_add(table, cells, err);
	text_release(&since);
	text_release(&name);
	return ok;
}

static bool put_table(const struct diff_page *page, const struct trend *trend, size_t shown,
	struct text *text, struct err *err)
{
	struct column columns[COLUMNS] = {
		[2] = { .expendable = 5 },
		[3] = { .expendable = 4 },
		[4] = { .expendable = 3 },
		[FIGURES] = { .name = "runs", .kind = COLUMN_WORD, .expendable = 2 },
		[FIGURES + 1] = { .name = "since", .kind = COLUMN_TEXT },
		[FIGURES + 2] = { .name = "range", .kind = COLUMN_TEXT },
	};
	struct text_table *table;
	bool ok;

	for (size_t i = 0; i < FIGURES; i++) {
		columns[i].name = figure_names[i];
		columns[i].kind = COLUMN_WORD;
	}
	table = text_table_new(columns, COLUMNS, err);
	ok = table != NULL;
	for (size_t i = 0; ok && i < shown; i++)
		ok = add_row(table, page, &trend->rows[i], err);
	ok = ok && text_try_add_string(text, "\n", err) &&
	     text_table_print(table, page->width, text, NULL, err);
	text_table_free(table);
	return ok;
}

/* --- for a review ------------------------------------------------------------------- */

static bool put_markdown_row(const struct diff_page *page, const struct trend_row *row,
	struct text *name, struct text *text, struct err *err)
{
	char figures[FIGURES][DIFF_AMOUNT], line[TREND_LINE];
	bool ok = true;

	put_figures(page->diff, row, figures);
	trend_sparkline(row->values, diff_runs(page->diff), true, line);
	for (size_t i = 0; ok && i < FIGURES; i++)
		ok = text_try_add_string(text, "| ", err) &&
		     text_try_add_string(text, figures[i], err) &&
		     text_try_add_string(text, " ", err);
	name->len = 0;
	return ok && text_try_add_string(text, "| ", err) && text_try_add_string(text, line, err) &&
	       text_try_add_string(text, " | ", err) &&
	       trend_since_text(page->diff, &row->change, name, err) &&
	       (name->len == 0 || print_add_markdown(text, name->bytes, name->len, err)) &&
	       text_try_add_string(text, " | ", err) && put_name(page->diff, row, name, err) &&
	       print_add_markdown(text, name->bytes, name->len, err) &&
	       text_try_add_string(text, " |\n", err);
}

static bool put_markdown(const struct diff_page *page, const struct trend *trend, size_t shown,
	struct text *text, struct err *err)
{
	struct text name = { 0 };
	bool ok = text_try_add_string(text, "\n", err);

	for (size_t i = 0; ok && i < FIGURES; i++)
		ok = text_try_add_string(text, "| ", err) &&
		     text_try_add_string(text, figure_names[i], err) &&
		     text_try_add_string(text, " ", err);
	ok = ok && text_try_add_string(text, "| runs | since | range |\n", err);
	for (size_t i = 0; ok && i < FIGURES; i++)
		ok = text_try_add_string(text, "| ---: ", err);
	ok = ok && text_try_add_string(text, "| --- | --- | --- |\n", err);
	for (size_t i = 0; ok && i < shown; i++)
		ok = put_markdown_row(page, &trend->rows[i], &name, text, err);
	text_release(&name);
	return ok;
}

/* --- for both ----------------------------------------------------------------------- */

typedef bool put_rows_fn(const struct diff_page *page, const struct trend *trend, size_t shown,
	struct text *text, struct err *err);

/* The rows, and what is not in them. */
static bool put_page(
	const struct diff_page *page, put_rows_fn *put_rows, struct text *text, struct err *err)
{
	struct text line = { 0 };
	struct trend trend;
	size_t shown;
	bool ok = trend_find(page->diff, &trend, err);

	shown = ok ? rows_shown(page, &trend) : 0;
	ok = ok && put_rows(page, &trend, shown, text, err) && put_rest(&trend, shown, &line, err);
	if (ok && line.len > 0)
		ok = text_try_add_string(text, "\n", err) &&
		     text_try_add(text, line.bytes, line.len, err) &&
		     text_try_add_string(text, "\n", err);
	text_release(&line);
	trend_release(&trend);
	return ok;
}

bool trend_print_table(const struct diff_page *page, struct text *text, struct err *err)
{
	return put_page(page, put_table, text, err);
}

bool trend_print_markdown(const struct diff_page *page, struct text *text, struct err *err)
{
	return put_page(page, put_markdown, text, err);
}

/* --- for scripts -------------------------------------------------------------------- */

static bool put_json_row(
	const struct diff *diff, const struct trend_row *row, struct text *text, struct err *err)
{
	struct text name = { 0 };
	bool ok = text_try_add_string(text, "\n  {\"range\":", err) &&
		  put_name(diff, row, &name, err);

	if (row->frame == NAME_NONE)
		ok = ok && text_try_add_string(text, "null", err);
	else
		ok = ok && text_try_add_json(text, name.bytes, name.len, err);
	text_release(&name);
	ok = ok && text_try_add_string(text, ",\"values\":[", err);
	for (size_t i = 0; ok && i < diff_runs(diff); i++)
		ok = text_try_add_string(text, i > 0 ? "," : "", err) &&
		     diff_json_number(text, row->values[i], err);
	return ok && text_try_add_string(text, "],", err) &&
	       diff_json_change(text, diff, &row->change, err) &&
	       text_try_add_string(text, "}", err);
}

bool trend_print_json(const struct diff *diff, struct text *text, struct err *err)
{
	struct trend trend;
	bool ok = trend_find(diff, &trend, err) && text_try_add_string(text, ",\n\"trend\":[", err);

	for (size_t i = 0; ok && i < trend.count; i++)
		ok = text_try_add_string(text, i > 0 ? "," : "", err) &&
		     put_json_row(diff, &trend.rows[i], text, err);
	trend_release(&trend);
	return ok && text_try_add_string(text, "]", err);
}

/* A number of a table; empty if it is not known. */
static bool put_csv_number(struct text *text, bool known, double value, struct err *err)
{
	return text_try_add_string(text, ",", err) &&
	       (!known || diff_json_number(text, value, err));
}

static bool put_csv_head(const struct diff *diff, struct text *text, struct err *err)
{
	static const char *const names[] = { "First", "Median", "Last", "Change" };
	const char *unit = diff->countname != NULL ? diff->countname : "ns";
	struct text cell = { 0 };
	bool ok = text_try_add_string(text, "Range", err);

	for (size_t i = 0; ok && i < ARRAY_SIZE(names); i++) {
		cell.len = 0;
		ok = text_try_add_string(&cell, names[i], err) &&
		     text_try_add_string(&cell, " (", err) &&
		     text_try_add_string(&cell, unit, err) &&
		     text_try_add_string(&cell, ")", err) && text_try_add_string(text, ",", err) &&
		     print_add_csv(text, cell.bytes, cell.len, err);
	}
	text_release(&cell);
	ok = ok && text_try_add_string(text, ",Change (%),Low,High,Since", err);
	for (size_t i = 0; ok && i < diff_runs(diff); i++) {
		const char *file = diff_run_at(diff, i)->file;

		ok = text_try_add_string(text, ",", err) &&
		     print_add_csv(text, file, strlen(file), err);
	}
	return ok && text_try_add_string(text, "\n", err);
}

static bool put_csv_row(const struct diff *diff, const struct trend_row *row, struct text *name,
	struct text *text, struct err *err)
{
	const struct diff_change *change = &row->change;
	bool known = change->has_interval, ok;

	ok = put_name(diff, row, name, err) && print_add_csv(text, name->bytes, name->len, err) &&
	     put_csv_number(text, true, row->values[0], err) &&
	     put_csv_number(text, true, change->before, err) &&
	     put_csv_number(text, true, change->after, err) &&
	     put_csv_number(text, true, change->after - change->before, err) &&
	     put_csv_number(text, isfinite(diff_percent(change)), diff_percent(change), err) &&
	     put_csv_number(text, known, change->low, err) &&
	     put_csv_number(text, known, change->high, err) && text_try_add_string(text, ",", err);
	name->len = 0;
	ok = ok && trend_since_text(diff, change, name, err) &&
	     (name->len == 0 || print_add_csv(text, name->bytes, name->len, err));
	for (size_t i = 0; ok && i < diff_runs(diff); i++)
		ok = put_csv_number(text, true, row->values[i], err);
	return ok && text_try_add_string(text, "\n", err);
}

bool diff_print_csv(const struct diff *diff, FILE *out, struct err *err)
{
	struct text text = { 0 }, name = { 0 };
	struct trend trend;
	bool ok = trend_find(diff, &trend, err) && put_csv_head(diff, &text, err);

	for (size_t i = 0; ok && i < trend.count; i++)
		ok = put_csv_row(diff, &trend.rows[i], &name, &text, err);
	if (ok)
		fwrite(text.bytes, 1, text.len, out);
	text_release(&text);
	text_release(&name);
	trend_release(&trend);
	return ok;
}
