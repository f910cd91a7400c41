#include "stats/diff/diff_rows.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/order.h"

static int compare_changes(const void *context, uint32_t a, uint32_t b)
{
	const struct diff *diff = context;
	const struct diff_change *left = &diff->stacks[a].change, *right = &diff->stacks[b].change;
	double left_size = fabs(left->after - left->before);
	double right_size = fabs(right->after - right->before);

	return (left_size < right_size) - (left_size > right_size);
}

bool diff_rows_find(const struct diff *diff, struct diff_rows *rows, struct err *err)
{
	*rows = (struct diff_rows){ .order = mem_try_zeroed(
					    diff->stack_count, sizeof(*rows->order), err) };
	if (rows->order == NULL)
		return false;
	for (uint32_t i = 0; i < diff->stack_count; i++) {
		const struct diff_change *change = &diff->stacks[i].change;

		rows->noise += change->noise;
		if (!change->noise && change->after != change->before)
			rows->order[rows->count++] = i;
	}
	return order_sort(rows->order, rows->count, compare_changes, diff, err);
}

void diff_rows_release(struct diff_rows *rows)
{
	free(rows->order);
}

size_t diff_rows_shown(const struct diff_rows *rows, size_t limit)
{
	return limit == 0 || limit > rows->count ? rows->count : limit;
}

bool diff_has_rest(const struct diff_rows *rows, size_t limit)
{
	return rows->noise > 0 || diff_rows_shown(rows, limit) < rows->count;
}

bool diff_has_launches(const struct diff *diff)
{
	return diff->has_ops && (diff->total.before != diff->total.before_ops ||
					diff->total.after != diff->total.after_ops);
}

size_t diff_figure_names(const struct diff *diff, const char *names[DIFF_FIGURES])
{
	static const char *const all[DIFF_FIGURES] = { "change", "by", "before", "after",
		"launches", "mean" };

	for (size_t i = 0; i < DIFF_FIGURES; i++)
		names[i] = all[i];
	return diff_has_launches(diff) ? DIFF_FIGURES : 4;
}

/* "68 -> 60", or "68" if that is so on both sides; a side without operations has none. */
static void put_pair(char *text, const char *before, const char *after)
{
	if (before[0] == '\0' || after[0] == '\0' || strcmp(before, after) == 0)
		snprintf(text, 2 * DIFF_AMOUNT, "%s", before[0] != '\0' ? before : after);
	else
		snprintf(text, 2 * DIFF_AMOUNT, "%.50s -> %.50s", before, after);
}

static void put_launches(const struct diff *diff, double value, double ops, char count[DIFF_AMOUNT],
	char mean[DIFF_AMOUNT])
{
	count[0] = mean[0] = '\0';
	if (ops <= 0)
		return;
	diff_count_text(ops, count);
	diff_amount_text(diff, value / ops, mean);
}

void diff_figures(const struct diff *diff, const struct diff_change *change,
	char figures[DIFF_FIGURES][2 * DIFF_AMOUNT])
{
	char before[DIFF_AMOUNT], after[DIFF_AMOUNT], mean_before[DIFF_AMOUNT],
		mean_after[DIFF_AMOUNT];

	diff_change_text(diff, change->after - change->before, figures[0]);
	diff_percent_text(change, figures[1]);
	if (change->after == 0 && change->before > 0)
		snprintf(figures[1], DIFF_AMOUNT, "gone");
	diff_amount_text(diff, change->before, figures[2]);
	diff_amount_text(diff, change->after, figures[3]);
	put_launches(diff, change->before, change->before_ops, before, mean_before);
	put_launches(diff, change->after, change->after_ops, after, mean_after);
	put_pair(figures[4], before, after);
	put_pair(figures[5], mean_before, mean_after);
}

bool diff_row_stack(const struct diff *diff, uint32_t node, struct text *text, struct err *err)
{
	if (node != TREE_ROOT)
		return diff_stack_text(diff, node, text, err);
	text->len = 0;
	return text_try_add_string(text, "[unattributed]", err);
}

/* --- sentences ---------------------------------------------------------------------- */

static bool add_run(const struct diff_run *run, struct text *text, struct err *err)
{
	char steps[48] = "";

	if (run->steps > 0)
		snprintf(steps, sizeof(steps), " (%" PRIu64 " step%s)", run->steps,
			run->steps == 1 ? "" : "s");
	return text_try_add_clean(text, run->file, strlen(run->file), 0, err) &&
	       text_try_add_string(text, steps, err);
}

bool diff_runs_line(
	const struct diff *diff, enum diff_side side, struct text *text, struct err *err)
{
	size_t count = diff->run_count[side];
	const struct diff_run *runs = diff->runs[side];
	char line[64];
	bool ok = true;

	if (diff->is_history && count > 1) {
		snprintf(line, sizeof(line), "the median of %zu runs, ", count);
		return text_try_add_string(text, line, err) && add_run(&runs[0], text, err) &&
		       text_try_add_string(text, " to ", err) &&
		       add_run(&runs[count - 1], text, err);
	}
	for (size_t i = 0; ok && i < count; i++)
		ok = text_try_add_string(text, i > 0 ? ", " : "", err) &&
		     add_run(&runs[i], text, err);
	return ok;
}

bool diff_total_line(const struct diff *diff, struct text *text, struct err *err)
{
	const struct diff_change *total = &diff->total;
	const char *unit = diff->countname != NULL ? diff->countname : "";
	char before[DIFF_AMOUNT], after[DIFF_AMOUNT], change[DIFF_AMOUNT], percent[DIFF_AMOUNT];
	char line[5 * DIFF_AMOUNT];

	diff_amount_text(diff, total->before, before);
	diff_amount_text(diff, total->after, after);
	diff_change_text(diff, total->after - total->before, change);
	diff_percent_text(total, percent);
	snprintf(line, sizeof(line), "%s -> %s%s", before, after, unit[0] != '\0' ? " " : "");
	if (!text_try_add_string(text, line, err) ||
		!text_try_add_clean(text, unit, strlen(unit), 0, err))
		return false;
	snprintf(line, sizeof(line), ", %s (%s)", change, percent);
	if (!text_try_add_string(text, line, err) || !total->has_interval)
		return !total->has_interval;
	diff_change_text(diff, total->low, before);
	diff_change_text(diff, total->high, after);
	snprintf(line, sizeof(line), "; %s to %s with %d%% confidence", before, after,
		diff->is_history ? 99 : 95);
	return text_try_add_string(text, line, err);
}

bool diff_launches_line(const struct diff *diff, struct text *text, struct err *err)
{
	const struct diff_change *total = &diff->total;
	char before[DIFF_AMOUNT], after[DIFF_AMOUNT], by_ops[DIFF_AMOUNT], by_mean[DIFF_AMOUNT];
	char pair[2 * DIFF_AMOUNT], line[5 * DIFF_AMOUNT];

	diff_count_text(total->before_ops, before);
	diff_count_text(total->after_ops, after);
	diff_change_text(diff, diff->by_ops, by_ops);
	diff_change_text(diff, diff->by_mean, by_mean);
	put_pair(pair, before, after);
	if (diff->is_history)
		return text_try_add_string(text, pair, err);
	if (fabs(diff->by_ops) <= diff_slack(total))
		snprintf(line, sizeof(line), "%s, the same in each stack", pair);
	else
		snprintf(line, sizeof(line), "%s; change by their number %s, by their mean %s",
			pair, by_ops, by_mean);
	return text_try_add_string(text, line, err);
}

/* "8.7% faster" */
static void put_judgement(const struct diff *diff, char line[2 * DIFF_AMOUNT])
{
	const struct diff_change *total = &diff->total;
	double percent = diff_percent(total);
	bool times = diff->countname == NULL, less = total->after < total->before;

	if (total->noise)
		snprintf(line, 2 * DIFF_AMOUNT, "no change beyond the noise");
	else if (isinf(percent))
		snprintf(line, 2 * DIFF_AMOUNT, "new");
	else if (fabs(percent) < 0.05)
		snprintf(line, 2 * DIFF_AMOUNT, "unchanged");
	else
		snprintf(line, 2 * DIFF_AMOUNT, "%.1f%% %s", fabs(percent),
			times ? (less ? "less time" : "more time") : (less ? "less" : "more"));
}

bool diff_verdict_line(const struct diff *diff, struct text *text, struct err *err)
{
	char line[2 * DIFF_AMOUNT];
	struct diff_work work;

	diff_work_find(diff, &work);
	if (work.implausible)
		return text_try_add_string(text, "not comparable: ", err) &&
		       diff_implausible_text(diff, text, err);
	put_judgement(diff, line);
	return text_try_add_string(text, line, err) &&
	       diff_since_text(diff, &diff->total, text, err) &&
	       (!work.differs || (text_try_add_string(text, ", but the work differs: ", err) &&
					 diff_work_text(&work, text, err)));
}

bool diff_rest_line(const struct diff_rows *rows, size_t limit, struct text *text, struct err *err)
{
	size_t shown = diff_rows_shown(rows, limit);
	char line[128] = "", noise[96] = "";

	if (shown < rows->count)
		snprintf(line, sizeof(line), "%zu of %zu stacks that changed%s", shown, rows->count,
			rows->noise > 0 ? "; " : "");
	if (rows->noise > 0)
		snprintf(noise, sizeof(noise), "%zu stack%s changed no more than the runs scatter",
			rows->noise, rows->noise == 1 ? "" : "s");
	return text_try_add_string(text, line, err) && text_try_add_string(text, noise, err);
}
