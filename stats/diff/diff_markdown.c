#include "stats/diff/diff_print.h"

#include "stats/diff/trend_print.h"
#include "stats/table/print.h"

/* A sentence of `line`, whose names may hold marks of Markdown; it is emptied. */
static bool put_sentence(struct text *text, const char *before, struct text *line,
	const char *after, struct err *err)
{
	bool ok = text_try_add_string(text, before, err) &&
		  print_add_markdown(text, line->bytes, line->len, err) &&
		  text_try_add_string(text, after, err);

	line->len = 0;
	return ok;
}

static bool put_markdown_gate(
	struct text *text, const struct diff_page *page, struct text *line, struct err *err)
{
	bool ok = true;

	for (size_t i = 0; ok && i < page->gate->count; i++) {
		const struct gate_condition *condition = &page->gate->list[i];
		bool objects = gate_objects(page->gate, condition->result);

		ok = gate_reason(condition, page->diff, line, err) &&
		     put_sentence(text, objects ? "- **gate:** " : "- gate: ", line, "\n", err);
	}
	return ok;
}

static bool put_markdown_summary(
	struct text *text, const struct diff_page *page, struct text *line, struct err *err)
{
	const struct diff *diff = page->diff;

	return diff_verdict_line(diff, line, err) &&
	       put_sentence(text, "**gpuflame: ", line, "**\n\n", err) &&
	       diff_total_line(diff, line, err) &&
	       put_sentence(text, diff->per_step ? "- total per step: " : "- total: ", line, "\n",
		       err) &&
	       (!diff_has_launches(diff) ||
		       (diff_launches_line(diff, line, err) &&
			       put_sentence(text,
				       diff->per_step ? "- launches per step: " : "- launches: ",
				       line, "\n", err))) &&
	       diff_runs_line(diff, DIFF_BEFORE, line, err) &&
	       put_sentence(text, "- before: ", line, "\n", err) &&
	       diff_runs_line(diff, DIFF_AFTER, line, err) &&
	       put_sentence(text, "- after: ", line, "\n", err) &&
	       put_markdown_gate(text, page, line, err);
}

static bool put_markdown_row(struct text *text, const struct diff *diff,
	const struct diff_stack *stack, size_t count, struct text *line, struct err *err)
{
	char figures[DIFF_FIGURES][2 * DIFF_AMOUNT];
	bool ok = diff_row_stack(diff, stack->node, line, err);

	diff_figures(diff, &stack->change, figures);
	for (size_t i = 0; ok && i < count; i++)
		ok = text_try_add_string(text, "| ", err) &&
		     text_try_add_string(text, figures[i], err) &&
		     text_try_add_string(text, " ", err);
	return ok && put_sentence(text, "| ", line, " |\n", err);
}

static bool put_markdown_rows(struct text *text, const struct diff_page *page,
	const struct diff_rows *rows, struct text *line, struct err *err)
{
	const char *names[DIFF_FIGURES];
	size_t count = diff_figure_names(page->diff, names);
	bool ok = text_try_add_string(text, "\n", err);

	for (size_t i = 0; ok && i < count; i++)
		ok = text_try_add_string(text, "| ", err) &&
		     text_try_add_string(text, names[i], err) &&
		     text_try_add_string(text, " ", err);
	ok = ok && text_try_add_string(text, "| stack |\n", err);
	for (size_t i = 0; ok && i < count; i++)
		ok = text_try_add_string(text, "| ---: ", err);
	ok = ok && text_try_add_string(text, "| --- |\n", err);
	for (size_t i = 0; ok && i < diff_rows_shown(rows, page->limit); i++)
		ok = put_markdown_row(
			text, page->diff, &page->diff->stacks[rows->order[i]], count, line, err);
	return ok;
}

bool diff_print_markdown(const struct diff_page *page, FILE *out, struct err *err)
{
	struct text text = { 0 }, line = { 0 };
	struct diff_rows rows;
	bool ok = diff_rows_find(page->diff, &rows, err) &&
		  put_markdown_summary(&text, page, &line, err) &&
		  (!page->diff->is_history || trend_print_markdown(page, &text, err));

	if (ok && rows.count > 0)
		ok = put_markdown_rows(&text, page, &rows, &line, err);
	if (ok && diff_has_rest(&rows, page->limit))
		ok = diff_rest_line(&rows, page->limit, &line, err) &&
		     put_sentence(&text, "\n", &line, "\n", err);
	if (ok)
		fwrite(text.bytes, 1, text.len, out);
	text_release(&text);
	text_release(&line);
	diff_rows_release(&rows);
	return ok;
}
