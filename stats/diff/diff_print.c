#include "stats/diff/diff_print.h"

#include <inttypes.h>
#include <math.h>

#include "base/order.h"
#include "stats/table/print.h"

/* --- sentences ---------------------------------------------------------------------- */

/* Names that are too long for the line are cut, sentences wrapped; `line` is emptied. */
static void put_line(const struct diff_page *page, struct text *out, const char *heading,
	bool is_names, struct text *line)
{
	size_t used = strlen(heading) + 1, width = SIZE_MAX;

	if (page->is_markdown) {
		text_addf(out, "- %s ", heading);
		print_add_markdown(out, line->bytes, line->len);
	} else {
		text_addf(out, page->color ? "\033[1m%-*s\033[0m " : "%-*s ", is_names ? 7 : 0,
			heading);
		if (page->width > 0)
			width = page->width > used ? page->width - used : 1;
		if (is_names)
			text_add_fit(out, line->bytes, line->len, width);
		else
			text_add_wrapped(out, line->bytes, width);
	}
	text_add(out, "\n", 1);
	line->len = 0;
}

/* "+24.2%" or "new" */
static const char *percent_text(const struct diff_change *change, char text[DIFF_AMOUNT])
{
	double percent = diff_percent(change);

	if (isinf(percent))
		snprintf(text, DIFF_AMOUNT, "new");
	else
		snprintf(text, DIFF_AMOUNT, "%+.1f%%", percent);
	return text;
}

/* "68 -> 60", or "68" if that is so on both sides; a side without operations has none. */
static void pair_text(const char *before, const char *after, char text[2 * DIFF_AMOUNT])
{
	if (before[0] == '\0' || after[0] == '\0' || strcmp(before, after) == 0)
		snprintf(text, 2 * DIFF_AMOUNT, "%s", before[0] != '\0' ? before : after);
	else
		snprintf(text, 2 * DIFF_AMOUNT, "%.50s -> %.50s", before, after);
}

/* Whether operations are counted; where they are the values, they are not counted again. */
static bool has_launches(const struct diff *diff)
{
	return diff->has_ops && (diff->total.before != diff->total.before_ops ||
					diff->total.after != diff->total.after_ops);
}

static void add_run(const struct diff_run *run, struct text *text)
{
	text_add_clean(text, run->file, strlen(run->file), 0);
	if (run->steps > 0)
		text_addf(text, " (%" PRIu64 " step%s)", run->steps, run->steps == 1 ? "" : "s");
}

/* "a.sqlite (3 steps), b.sqlite (3 steps)" */
static void add_runs(const struct diff *diff, enum diff_side side, struct text *text)
{
	size_t count = diff->run_count[side];
	const struct diff_run *runs = diff_runs_of(diff, side);

	if (diff->is_history && count > 1) {
		text_addf(text, "the median of %zu runs, ", count);
		add_run(&runs[0], text);
		text_add_string(text, " to ");
		add_run(&runs[count - 1], text);
		return;
	}
	for (size_t i = 0; i < count; i++) {
		text_add_string(text, i > 0 ? ", " : "");
		add_run(&runs[i], text);
	}
}

/* "16.0 ms -> 14.6 ms, -1.40 ms (-8.7%)" */
static void add_total(const struct diff *diff, struct text *text)
{
	const struct diff_change *total = &diff->total;
	char before[DIFF_AMOUNT], after[DIFF_AMOUNT];

	text_addf(text, "%s -> %s", diff_amount_text(diff, total->before, before),
		diff_amount_text(diff, total->after, after));
	diff_unit_text(diff, text);
	text_addf(text, ", %s (%s)", diff_change_text(diff, total->after - total->before, before),
		percent_text(total, after));
	if (total->has_interval)
		text_addf(text, "; %s to %s with %d%% confidence",
			diff_change_text(diff, total->low, before),
			diff_change_text(diff, total->high, after), diff->is_history ? 99 : 95);
}

/* "68 -> 60; change by their number -1.88 ms, by their mean +480 us" */
static void add_launches(const struct diff *diff, struct text *text)
{
	const struct diff_change *total = &diff->total;
	char before[DIFF_AMOUNT], after[DIFF_AMOUNT], pair[2 * DIFF_AMOUNT];

	pair_text(diff_count_text(total->before_ops, before),
		diff_count_text(total->after_ops, after), pair);
	text_add_string(text, pair);
	if (diff->is_history)
		return;
	if (fabs(diff->by_ops) <= diff_slack(total))
		text_add_string(text, ", the same in each stack");
	else
		text_addf(text, "; change by their number %s, by their mean %s",
			diff_change_text(diff, diff->by_ops, before),
			diff_change_text(diff, diff->by_mean, after));
}

static void put_runs(const struct diff_page *page, struct text *out, struct text *line)
{
	add_runs(page->diff, DIFF_BEFORE, line);
	put_line(page, out, "before:", true, line);
	add_runs(page->diff, DIFF_AFTER, line);
	put_line(page, out, "after:", true, line);
}

static void put_sums(const struct diff_page *page, struct text *out, struct text *line)
{
	const struct diff *diff = page->diff;

	add_total(diff, line);
	put_line(page, out, diff->per_step ? "total per step:" : "total:", false, line);
	if (!has_launches(diff))
		return;
	add_launches(diff, line);
	put_line(page, out, diff->per_step ? "launches per step:" : "launches:", false, line);
}

static void put_gate(const struct diff_page *page, struct text *out, struct text *line)
{
	for (size_t i = 0; i < page->gate->count; i++) {
		const struct gate_condition *condition = &page->gate->list[i];
		bool objects = gate_objects(page->gate, condition->result);

		gate_reason(condition, page->diff, line);
		if (page->is_markdown) {
			put_line(page, out, objects ? "**gate:**" : "gate:", false, line);
		} else {
			text_addf(out, page->color ? "\033[1m%s\033[0m %s\n" : "%s %s\n",
				"gate:", line->bytes);
			line->len = 0;
		}
	}
}

static void put_summary(const struct diff_page *page, struct text *out)
{
	struct text line = { 0 };

	if (page->is_markdown) {
		diff_verdict_line(page->diff, &line);
		text_add_string(out, "**gpuflame: ");
		print_add_markdown(out, line.bytes, line.len);
		text_add_string(out, "**\n\n");
		line.len = 0;
		put_sums(page, out, &line);
		put_runs(page, out, &line);
	} else {
		put_runs(page, out, &line);
		text_add(out, "\n", 1);
		put_sums(page, out, &line);
		diff_verdict_line(page->diff, &line);
		put_line(page, out, "verdict:", false, &line);
	}
	put_gate(page, out, &line);
	text_release(&line);
}

/* "5 of 12 ranges that changed; 7 ranges changed no more than the runs scatter" */
static void put_rest(const char *what, size_t shown, size_t changed, size_t noise, struct text *out)
{
	if (shown == changed && noise == 0)
		return;
	text_add(out, "\n", 1);
	if (shown < changed)
		text_addf(out, "%zu of %zu %ss that changed%s", shown, changed, what,
			noise > 0 ? "; " : "");
	if (noise > 0)
		text_addf(out, "%zu %s%s changed no more than the runs scatter", noise, what,
			noise == 1 ? "" : "s");
	text_add(out, "\n", 1);
}

/* --- stacks ------------------------------------------------------------------------- */

/* Append rows of texts, laid out for a terminal or for a review. */
static void put_table(const struct diff_page *page, struct text_table *table, struct text *out)
{
	text_add(out, "\n", 1);
	if (page->is_markdown)
		text_table_print_markdown(table, out);
	else
		text_table_print(table, page->width, out, NULL);
	text_table_free(table);
}

/* "+24.2%", "new" or "gone" */
static struct cell percent_cell(const struct diff_change *change, char text[DIFF_AMOUNT])
{
	bool is_gone = change->after == 0 && change->before > 0;

	return cell_text(is_gone ? "gone" : percent_text(change, text));
}

static int compare_changes(const void *context, uint32_t a, uint32_t b)
{
	const struct diff_change *left = &diff_row(context, a)->change;
	const struct diff_change *right = &diff_row(context, b)->change;
	double left_size = fabs(left->after - left->before);
	double right_size = fabs(right->after - right->before);

	return (left_size < right_size) - (left_size > right_size);
}

static void side_texts(const struct diff *diff, double value, double ops, char count[DIFF_AMOUNT],
	char mean[DIFF_AMOUNT])
{
	count[0] = mean[0] = '\0';
	if (ops <= 0)
		return;
	diff_count_text(ops, count);
	diff_amount_text(diff, value / ops, mean);
}

static void put_stack(const struct diff *diff, const struct diff_stack *stack,
	struct text_table *table, struct text *name)
{
	const struct diff_change *change = &stack->change;
	char texts[8][DIFF_AMOUNT], launches[2 * DIFF_AMOUNT], mean[2 * DIFF_AMOUNT];
	double by = change->after - change->before;
	struct cell cells[7] = {
		cell_text(diff_change_text(diff, by, texts[0])),
		percent_cell(change, texts[1]),
		cell_text(diff_amount_text(diff, change->before, texts[2])),
		cell_text(diff_amount_text(diff, change->after, texts[3])),
	};

	side_texts(diff, change->before, change->before_ops, texts[4], texts[5]);
	side_texts(diff, change->after, change->after_ops, texts[6], texts[7]);
	pair_text(texts[4], texts[6], launches);
	pair_text(texts[5], texts[7], mean);
	cells[4] = cell_text(launches);
	cells[5] = cell_text(mean);
	diff_stack_text(diff, stack->node, name);
	cells[has_launches(diff) ? 6 : 4] =
		cell_text(stack->node == TREE_ROOT ? "[unattributed]" : name->bytes);
	text_table_add(table, cells);
}

static void put_stacks(
	const struct diff_page *page, const uint32_t *order, size_t count, struct text *out)
{
	static const struct column stack = { .name = "stack", .kind = COLUMN_TEXT };
	struct column columns[7] = {
		{ .name = "change", .kind = COLUMN_WORD },
		{ .name = "by", .kind = COLUMN_WORD },
		{ .name = "before", .kind = COLUMN_WORD, .expendable = 3 },
		{ .name = "after", .kind = COLUMN_WORD, .expendable = 4 },
		{ .name = "launches", .kind = COLUMN_WORD, .expendable = 1 },
		{ .name = "mean", .kind = COLUMN_WORD, .expendable = 2 },
	};
	size_t figures = has_launches(page->diff) ? 6 : 4;
	struct text_table *table = text_table_new(columns, figures + 1);
	struct text name = { 0 };

	columns[figures] = stack;
	for (size_t i = 0; i < count; i++)
		put_stack(page->diff, diff_row(page->diff, order[i]), table, &name);
	text_release(&name);
	put_table(page, table, out);
}

/* The stacks that changed, the largest change first. */
static void put_changes(const struct diff_page *page, struct text *out)
{
	const struct diff *diff = page->diff;
	uint32_t *order = mem_zeroed(diff_rows(diff), sizeof(*order));
	size_t count = 0, noise = 0, shown;
	for (uint32_t i = 0; i < diff_rows(diff); i++) {
		const struct diff_stack *row = diff_row(diff, i);

		if (row == NULL)
			continue;
		noise += row->change.noise;
		if (!row->change.noise && row->change.after != row->change.before)
			order[count++] = i;
	}
	order_by(order, count, compare_changes, diff);
	shown = page->limit == 0 || page->limit > count ? count : page->limit;
	if (count > 0)
		put_stacks(page, order, shown, out);
	put_rest("stack", shown, count, noise, out);
	free(order);
}

/* --- ranges of a history ------------------------------------------------------------ */

/* "2026-11-09.folded, +9.8 ms" or "gradual, +1.20 ms a run"; nothing where no change is seen. */
static void add_since(const struct diff *diff, const struct diff_change *change, struct text *text)
{
	const struct series_shift *shift = &change->shift;
	char amount[DIFF_AMOUNT];

	if (shift->at == 0)
		return;
	diff_change_text(
		diff, shift->gradual ? shift->slope : shift->after - shift->before, amount);
	if (shift->gradual)
		text_add_string(text, "gradual");
	else
		diff_run_name(&diff->runs[shift->at], text);
	text_addf(text, shift->gradual ? ", %s a run" : ", %s", amount);
}

static void put_range(const struct diff_page *page, const struct trend_row *row,
	struct text_table *table, struct text *since)
{
	const struct diff *diff = page->diff;
	const struct diff_change *change = &row->change;
	char texts[5][DIFF_AMOUNT], line[TREND_LINE];

	since->len = 0;
	add_since(diff, change, since);
	trend_sparkline(row->values, diff_runs(diff), page->is_markdown || page->blocks, line);
	text_table_add(table,
		(struct cell[]){
			cell_text(diff_change_text(diff, change->after - change->before, texts[0])),
			percent_cell(change, texts[1]),
			cell_text(diff_amount_text(diff, row->values[0], texts[2])),
			cell_text(diff_amount_text(diff, change->before, texts[3])),
			cell_text(diff_amount_text(diff, change->after, texts[4])),
			cell_text(line),
			cell_text(since->len > 0 ? since->bytes : ""),
			row->frame == NAME_NONE ? cell_text("total")
						: cell_name(&diff->names, row->frame),
		});
}

static void put_ranges(
	const struct diff_page *page, const struct trend *trend, size_t count, struct text *out)
{
	static const struct column columns[] = {
		{ .name = "change", .kind = COLUMN_WORD },
		{ .name = "by", .kind = COLUMN_WORD },
		{ .name = "first", .kind = COLUMN_WORD, .expendable = 5 },
		{ .name = "median", .kind = COLUMN_WORD, .expendable = 4 },
		{ .name = "last", .kind = COLUMN_WORD, .expendable = 3 },
		{ .name = "runs", .kind = COLUMN_WORD, .expendable = 2 },
		{ .name = "since", .kind = COLUMN_TEXT },
		{ .name = "range", .kind = COLUMN_TEXT },
	};
	struct text_table *table = text_table_new(columns, ARRAY_SIZE(columns));
	struct text since = { 0 };

	for (size_t i = 0; i < count; i++)
		put_range(page, &trend->rows[i], table, &since);
	text_release(&since);
	put_table(page, table, out);
}

/* The total and the ranges that changed, as many as the page lists. */
static void put_trend(const struct diff_page *page, struct text *out)
{
	size_t changed = 0, noise = 0, shown;
	struct trend trend;
	trend_find(page->diff, &trend);
	for (size_t i = 1; i < trend.count; i++) {
		changed += trend_row_changed(&trend.rows[i]);
		noise += trend.rows[i].change.noise && !trend_row_changed(&trend.rows[i]);
	}
	shown = page->limit == 0 || changed < page->limit ? changed : page->limit;
	put_ranges(page, &trend, shown + 1, out);
	put_rest("range", shown, changed, noise, out);
	trend_release(&trend);
}

void diff_print_page(const struct diff_page *page, FILE *out)
{
	struct text text = { 0 };

	put_summary(page, &text);
	if (page->diff->is_history)
		put_trend(page, &text);
	put_changes(page, &text);
	fwrite(text.bytes, 1, text.len, out);
	text_release(&text);
}
