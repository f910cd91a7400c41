#include "stats/diff/diff_print.h"

#include <string.h>

#include "stats/diff/trend_print.h"
#include "stats/table/text_table.h"

/* --- for a terminal ----------------------------------------------------------------- */

static bool put_heading(
	struct text *text, const struct diff_page *page, const char *heading, struct err *err)
{
	return text_try_add_string(text, page->color ? "\033[1m" : "", err) &&
	       text_try_add_string(text, heading, err) &&
	       text_try_add_string(text, page->color ? "\033[0m " : " ", err);
}

static bool put_gate(struct text *text, const struct diff_page *page, struct err *err)
{
	struct text reason = { 0 };
	bool ok = true;

	for (size_t i = 0; ok && i < page->gate->count; i++)
		ok = put_heading(text, page, "gate:", err) &&
		     gate_reason(&page->gate->list[i], page->diff, &reason, err) &&
		     text_try_add(text, reason.bytes, reason.len, err) &&
		     text_try_add_string(text, "\n", err);
	text_release(&reason);
	return ok;
}

typedef bool summary_line_fn(const struct diff *diff, struct text *line, struct err *err);

static bool before_line(const struct diff *diff, struct text *line, struct err *err)
{
	return diff_runs_line(diff, DIFF_BEFORE, line, err);
}

static bool after_line(const struct diff *diff, struct text *line, struct err *err)
{
	return diff_runs_line(diff, DIFF_AFTER, line, err);
}

/* Files are named as far as they fit, sentences wrapped. */
static bool put_line(struct text *text, const struct diff_page *page, const char *heading,
	summary_line_fn *make, struct err *err)
{
	size_t used = strlen(heading) + 1, width = SIZE_MAX;
	bool names = make == before_line || make == after_line;
	struct text line = { 0 };
	bool ok;

	if (page->width > 0)
		width = page->width > used ? page->width - used : 1;
	ok = put_heading(text, page, heading, err) && make(page->diff, &line, err) &&
	     (names ? text_try_add_fit(text, line.bytes, line.len, width, err)
		    : text_try_add_wrapped(text, line.bytes, width, err)) &&
	     text_try_add_string(text, "\n", err);
	text_release(&line);
	return ok;
}

static bool put_summary(struct text *text, const struct diff_page *page, struct err *err)
{
	const struct diff *diff = page->diff;
	bool steps = diff->per_step;

	return put_line(text, page, "before:", before_line, err) &&
	       put_line(text, page, "after: ", after_line, err) &&
	       text_try_add_string(text, "\n", err) &&
	       put_line(text, page, steps ? "total per step:" : "total:", diff_total_line, err) &&
	       (!diff_has_launches(diff) ||
		       put_line(text, page, steps ? "launches per step:" : "launches:",
			       diff_launches_line, err)) &&
	       put_line(text, page, "verdict:", diff_verdict_line, err) &&
	       put_gate(text, page, err);
}

/* The columns of a table of `count` figures and the stack. */
static void set_columns(struct column columns[DIFF_FIGURES + 1], const char *names[], size_t count)
{
	/* of a narrow terminal */
	static const uint8_t expendable[DIFF_FIGURES] = { 0, 0, 3, 4, 1, 2 };

	for (size_t i = 0; i < count; i++)
		columns[i] = (struct column){
			.name = names[i],
			.kind = COLUMN_WORD,
			.expendable = expendable[i],
		};
	columns[count] = (struct column){ .name = "stack", .kind = COLUMN_TEXT };
}

static bool add_row(struct text_table *table, const struct diff *diff,
	const struct diff_stack *stack, size_t count, struct text *name, struct err *err)
{
	char figures[DIFF_FIGURES][2 * DIFF_AMOUNT];
	struct cell cells[DIFF_FIGURES + 1];

	if (!diff_row_stack(diff, stack->node, name, err))
		return false;
	diff_figures(diff, &stack->change, figures);
	for (size_t i = 0; i < count; i++)
		cells[i] = cell_text(figures[i]);
	cells[count] = (struct cell){
		.kind = CELL_TEXT,
		.len = (uint32_t)(name->len < UINT32_MAX ? name->len : UINT32_MAX),
		.is.text = name->bytes,
	};
	return text_table_add(table, cells, err);
}

static bool put_rows(struct text *text, const struct diff_page *page, const struct diff_rows *rows,
	struct err *err)
{
	const char *names[DIFF_FIGURES];
	size_t count = diff_figure_names(page->diff, names);
	struct column columns[DIFF_FIGURES + 1];
	struct text_table *table;
	struct text name = { 0 };
	bool ok;

	set_columns(columns, names, count);
	table = text_table_new(columns, count + 1, err);
	ok = table != NULL;
	for (size_t i = 0; ok && i < diff_rows_shown(rows, page->limit); i++)
		ok = add_row(
			table, page->diff, &page->diff->stacks[rows->order[i]], count, &name, err);
	ok = ok && text_try_add_string(text, "\n", err) &&
	     text_table_print(table, page->width, text, NULL, err);
	text_table_free(table);
	text_release(&name);
	return ok;
}

bool diff_print_table(const struct diff_page *page, FILE *out, struct err *err)
{
	struct text text = { 0 };
	struct diff_rows rows;
	bool ok = diff_rows_find(page->diff, &rows, err) && put_summary(&text, page, err) &&
		  (!page->diff->is_history || trend_print_table(page, &text, err));

	if (ok && rows.count > 0)
		ok = put_rows(&text, page, &rows, err);
	if (ok && diff_has_rest(&rows, page->limit))
		ok = text_try_add_string(&text, "\n", err) &&
		     diff_rest_line(&rows, page->limit, &text, err) &&
		     text_try_add_string(&text, "\n", err);
	if (ok)
		fwrite(text.bytes, 1, text.len, out);
	text_release(&text);
	diff_rows_release(&rows);
	return ok;
}
